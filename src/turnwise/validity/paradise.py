"""PARADISE: which parts of a dialogue does satisfaction go with? (Walker, Litman, Kamm and Abella, ACL 1997)

A label of dialogues is regressed on task success, here whether goal nuggets are there, and on costs, all standardised.
It is for seeing why dialogues are liked, which the helpdesk paper asks (section 3.2), and no black box that rates them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turnwise.errors import InputError, OptionError, did_you_mean
from turnwise.scoring.dialogues import nuggets_of
from turnwise.tables.dialogues import CUSTOMER, HELPDESK, KINDS, Dialogues
from turnwise.validity.matrices import annotated, cluster_of, length_of
from turnwise.validity.regression import Coefficient, Fit, Held, cross_validated, fit

Floats = NDArray[np.float64]

SUCCESS = ("CNUG*", "HNUG*")
COSTS = ("posts", "blocks")
#: A variance that collinearity makes so many times larger is warned of.
COLLINEAR = 5.0
#: Fewer dialogues for each predictor are too few.
ENOUGH = 10


@dataclass(frozen=True)
class Predictor:
    """A column of the regression: what it is, and whether it is success, a measure or a cost."""

    name: str
    role: str
    values: Floats


@dataclass(frozen=True)
class Paradise:
    """A label, explained."""

    label: str
    fit: Fit
    held: Held
    roles: dict[str, str]
    #: predictors that were left out, and why
    left_out: dict[str, str]
    dialogues: int
    unknown: int
    clusters: int
    warnings: list[str]
    level: float
    draws: int
    seed: int

    @property
    def verdict(self) -> str:
        """In words: how much is explained, and by what."""
        held = self.held.r_squared
        unsure = self.held.interval is not None and self.held.interval.low <= 0
        head = (
            f"{self.label} cannot be predicted from these: on dialogues held out, the mean alone is as good."
            if not held > 0
            else f"{100 * held:.0f}% of the variance of {self.label} is explained on dialogues held out"
            f"{', or none: the interval reaches below 0' if unsure else ''}."
        )
        clear = [c for c in self.strongest if (c.bootstrap or c.robust).low > 0 or (c.bootstrap or c.robust).high < 0]
        if held > 0 and clear:
            told = [f"{c.name} ({'more' if c.value > 0 else 'less'}, {c.value:+.2f})" for c in clear]
            unclear = [c.name for c in self.strongest if c not in clear]
            rest = f"; nothing is shown of {', '.join(unclear)}" if unclear else ""
            head += f" What goes with more of it, from the strongest: {', '.join(told)}{rest}."
        return head + " This is what goes together, not what causes what."

    @property
    def strongest(self) -> list[Coefficient]:
        """Coefficients from the largest to the smallest."""
        return sorted(self.fit.coefficients, key=lambda one: -abs(one.value))


def paradise(
    dialogues: Dialogues,
    label: str,
    *,
    measures: Sequence[str] = (),
    success: Sequence[str] = SUCCESS,
    costs: Sequence[str] | None = None,
    cluster: str | None = None,
    folds: int = 10,
    repeats: int = 10,
    draws: int = 2000,
    seed: int = 0,
    level: float = 0.95,
) -> Paradise:
    """Regress the mean label on the success, the measures and the costs of each dialogue."""
    both = annotated(dialogues, measures, [label])
    predictors = [
        *(Predictor(f"{kind} found", "success", _found(dialogues, kind)) for kind in success),
        *(Predictor(name, "measure", values) for name, values in both.measure_means.items()),
        *(Predictor(name, "cost", _cost(dialogues, name)) for name in _costs(dialogues, costs)),
    ]
    y = both.label_means[label]
    known: NDArray[np.bool_] = ~np.any(np.isnan(np.stack([y, *(p.values for p in predictors)])), axis=0)
    groups = np.arange(len(dialogues)) if cluster is None else cluster_of(dialogues, cluster)
    groups = np.unique(groups[known], return_inverse=True)[1]
    kept, left_out = _independent([Predictor(p.name, p.role, p.values[known]) for p in predictors])
    y = y[known]
    _refuse_few(dialogues, label, kept, y)
    x = np.column_stack([p.values for p in kept])
    fitted = fit([p.name for p in kept], x, y, groups, draws, seed, level)
    held = cross_validated(x, y, groups, folds, repeats, draws, seed, level)
    roles = {p.name: p.role for p in kept}
    unknown = int((~known).sum())
    warnings = [*_warnings(fitted)]
    return Paradise(
        label, fitted, held, roles, left_out, len(y), unknown, int(groups.max()) + 1, warnings, level, draws, seed
    )


def _found(dialogues: Dialogues, kind: str) -> Floats:
    """Of each dialogue the share of its annotators who found a nugget of this kind; NaN where nobody read it."""
    if kind not in KINDS:
        hint = did_you_mean(kind, KINDS) or f"; the kinds are {', '.join(KINDS)}."
        raise OptionError(f"there is no kind of nugget {kind!r}{hint}")
    nuggets = nuggets_of(dialogues)
    of_kind = nuggets.kind == KINDS.index(kind)
    found = np.unique(np.stack([nuggets.dialogue[of_kind], nuggets.annotator[of_kind]], axis=1), axis=0)
    readers = np.bincount(nuggets.read[:, 0], minlength=len(dialogues))
    count = np.bincount(found[:, 0], minlength=len(dialogues))
    return np.where(readers > 0, count / np.maximum(readers, 1), np.nan)


def _costs(dialogues: Dialogues, costs: Sequence[str] | None) -> Sequence[str]:
    return (*COSTS, dialogues.unit) if costs is None else costs


def _cost(dialogues: Dialogues, name: str) -> Floats:
    """What a dialogue costs: its length, or how many posts one side sent (`customer posts`)."""
    for side, helpdesk in ((CUSTOMER, False), (HELPDESK, True)):
        if name == f"{side} posts":
            sent = dialogues.owner[dialogues.by_helpdesk == helpdesk]
            return np.bincount(sent, minlength=len(dialogues)).astype(np.float64)
    return length_of(dialogues, name)[1]


def _independent(predictors: Sequence[Predictor]) -> tuple[list[Predictor], dict[str, str]]:
    """The predictors in their order, without those that are constant or a sum of earlier ones."""
    kept: list[Predictor] = []
    left_out: dict[str, str] = {}
    for one in predictors:
        if not len(one.values) or np.ptp(one.values) <= 1e-12 * max(1.0, float(np.abs(one.values).max())):
            left_out[one.name] = "it is the same in all dialogues"
            continue
        z = (one.values - one.values.mean()) / one.values.std()
        others = np.column_stack([np.ones(len(z)), *((p.values - p.values.mean()) / p.values.std() for p in kept)])
        rest = z - others @ np.linalg.lstsq(others, z, rcond=None)[0]
        if float(rest @ rest) < 1e-9 * len(z):
            left_out[one.name] = f"it follows from {', '.join(p.name for p in kept)}"
            continue
        kept.append(one)
    return kept, left_out


def _refuse_few(dialogues: Dialogues, label: str, kept: Sequence[Predictor], y: Floats) -> None:
    if not kept:
        raise InputError(f"{dialogues.source}: no predictor varies between dialogues; name others.")
    if len(y) < len(kept) + 3:
        raise InputError(
            f"{dialogues.source}: found {len(y)} dialogues in which all is known for {len(kept)} predictors, expected "
            f"{len(kept) + 3} at least; name fewer predictors, or give more dialogues."
        )
    if np.ptp(y) <= 1e-12:
        raise InputError(f"{dialogues.source}: {label} is the same in all dialogues, so there is nothing to explain.")


def _warnings(fitted: Fit) -> list[str]:
    told = []
    collinear = [f"{one.name} ({one.vif:.1f} times)" for one in fitted.coefficients if one.vif >= COLLINEAR]
    if collinear:
        told.append(
            f"{', '.join(collinear)}: these follow in large part from the other predictors (collinearity), which makes "
            "the variance of their coefficients so much larger; read them together, not each alone."
        )
    per = fitted.n / len(fitted.coefficients)
    if per < ENOUGH:
        told.append(
            f"there are {per:.1f} dialogues for each predictor; with fewer than {ENOUGH}, coefficients follow chance."
        )
    return told
