"""How much annotators agree on nuggets: post by post, kind by kind, span by span."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from turnwise.agreement import chance_corrected
from turnwise.agreement.answers import Answers
from turnwise.agreement.domain import Among, stratified
from turnwise.agreement.estimate import Built, Estimate, build, estimate_of
from turnwise.agreement.krippendorff import krippendorff
from turnwise.agreement.nugget_spans import Match, span_f1
from turnwise.agreement.nugget_units import NuggetUnits, Per, nugget_units, nuggets_of
from turnwise.agreement.statistic import OfTotals, Progress, Statistic, bootstrap
from turnwise.tables.dialogues import CUSTOMER, HELPDESK, HELPDESK_REGULAR, KINDS, Dialogues

Ints = NDArray[np.int64]

#: The coefficients that nuggets are measured by; all take the answers for names, not for numbers.
COEFFICIENTS: dict[str, Callable[[Answers], Statistic]] = {
    "percent": lambda answers: chance_corrected.percent_agreement(answers, "identity"),
    "Fleiss": lambda answers: chance_corrected.fleiss(answers, "identity"),
    "Randolph": lambda answers: chance_corrected.randolph(answers, "identity"),
    "AC": lambda answers: chance_corrected.gwet(answers, "identity"),
    "alpha": lambda answers: krippendorff(answers, "nominal"),
}
BOTH = "both sides"


@dataclass(frozen=True)
class Agreed:
    """What annotators agree on: `of` a side or a kind, in units of `unit`, under each coefficient."""

    of: str
    what: Literal["kind or none", "nugget or none", "this kind or not", "in the dialogue or not"]
    unit: str
    coefficients: dict[str, Estimate]


@dataclass(frozen=True)
class SpanAgreement:
    """F1 of spans between two annotators, over all pairs of them."""

    of: str
    match: Match
    same_kind: bool
    f1: Estimate


@dataclass(frozen=True)
class NuggetAgreement:
    """How much annotators agree on the nuggets of a collection."""

    dialogues: int
    annotators: int
    readings: int
    per: Per
    units: int
    #: posts that an annotator gave two nuggets: the first of them counts
    overlapping: int
    answers: list[Agreed]
    spans: list[SpanAgreement]
    level: float
    draws: int
    seed: int


def nugget_agreement(
    dialogues: Dialogues,
    *,
    per: Per | None = None,
    draws: int = 2000,
    seed: int = 0,
    level: float = 0.95,
    progress: Progress | None = None,
) -> NuggetAgreement:
    """All coefficients, with intervals that draw whole dialogues. Without `per`, see `nugget_units`."""
    nuggets, units = nuggets_of(dialogues), nugget_units(dialogues, per)
    asked = [*_asked(units)]
    spans = [*_spans(dialogues)]
    built = [one for _, of in asked for one in of.values()] + [one for _, one in spans]
    found = iter(estimated(built, len(dialogues), draws, seed, level, progress))
    return NuggetAgreement(
        dialogues=len(dialogues),
        annotators=len(np.unique(nuggets.read[:, 1])),
        readings=len(nuggets.read),
        per=units.per,
        units=len(units.dialogue),
        overlapping=units.overlapping,
        answers=[Agreed(*head, {name: next(found) for name in of}) for head, of in asked],
        spans=[SpanAgreement(*head, next(found)) for head, _ in spans],
        level=level,
        draws=draws,
        seed=seed,
    )


def estimated(
    built: Sequence[Built], n_dialogues: int, draws: int, seed: int, level: float, progress: Progress | None = None
) -> list[Estimate]:
    """Estimates of statistics whose clusters are all dialogues of a collection, drawn together."""
    defined = [one.statistic for one in built if one.statistic is not None]
    drawn = iter(bootstrap(defined, n_dialogues, draws, seed, progress) if draws else [None] * len(defined))
    return [estimate_of(one, None if one.statistic is None else next(drawn), seed, level) for one in built]


def of_dialogues(name: str, answers: Answers, which: Ints, n: int, make: Callable[[Answers], Statistic]) -> Built:
    """A coefficient of answers whose cluster *k* is dialogue ``which[k]`` of *n*."""
    span = (0, 1) if name == "percent" else (-1, 1)
    return build(name, answers, span, lambda: Among(make(answers), which, n))


Head = tuple[str, Literal["kind or none", "nugget or none", "this kind or not", "in the dialogue or not"], str]


def _asked(units: NuggetUnits) -> Sequence[tuple[Head, dict[str, Built]]]:
    found: list[tuple[Head, dict[str, Built]]] = []
    sides = [(units.of_side(helpdesk), units.dialogues_with(helpdesk)) for helpdesk in (False, True)]
    marked = [(units.nugget_or_not(helpdesk), units.dialogues_with(helpdesk)) for helpdesk in (False, True)]
    for at, side in enumerate((CUSTOMER, HELPDESK)):
        found.append(((side, "kind or none", units.per), _each(*sides[at], units.n_dialogues)))
    found.append(((BOTH, "kind or none", units.per), both_sides(sides, units.n_dialogues)))
    for at, side in enumerate((CUSTOMER, HELPDESK)):
        found.append(((side, "nugget or none", units.per), _each(*marked[at], units.n_dialogues)))
    found.append(((BOTH, "nugget or none", units.per), both_sides(marked, units.n_dialogues)))
    for kind, name in enumerate(KINDS):
        of_side = units.dialogues_with(kind >= HELPDESK_REGULAR)
        found.append(
            ((name, "this kind or not", units.per), _each(units.kind_or_not(kind), of_side, units.n_dialogues))
        )
    for kind, name in enumerate(KINDS):
        whole = _each(units.in_dialogue(kind), units.read_dialogues, units.n_dialogues)
        found.append(((name, "in the dialogue or not", "dialogue"), whole))
    return found


def _each(answers: Answers, which: Ints, n: int) -> dict[str, Built]:
    return {name: of_dialogues(name, answers, which, n, make) for name, make in COEFFICIENTS.items()}


def both_sides(sides: Sequence[tuple[Answers, Ints]], n: int) -> dict[str, Built]:
    """The coefficients over the posts of both sides; whose post it is, is no agreement."""
    return {name: both_sides_by(name, sides, n) for name in COEFFICIENTS}


def both_sides_by(name: str, sides: Sequence[tuple[Answers, Ints]], n: int) -> Built:
    """One coefficient over the posts of both sides."""
    answers = _joined([answers for answers, _ in sides], [which for _, which in sides])
    span = (0, 1) if name == "percent" else (-1, 1)
    return build(name, answers, span, lambda: stratified(name, sides, n))


def _joined(parts: Sequence[Answers], which: Sequence[Ints]) -> Answers:
    """The answers of several parts as one, for their number; no category is of two parts."""
    before = np.cumsum([0, *(part.n_items for part in parts)])
    categories = np.cumsum([0, *(part.n_categories for part in parts)])
    clusters = [of[part.cluster] for part, of in zip(parts, which, strict=True)]
    return Answers(
        np.concatenate([part.item + start for part, start in zip(parts, before, strict=False)]),
        np.concatenate([part.rater for part in parts]),
        np.concatenate([part.code + start for part, start in zip(parts, categories, strict=False)]),
        int(before[-1]),
        parts[0].n_raters,
        np.arange(categories[-1], dtype=np.float64),
        np.unique(np.concatenate(clusters), return_inverse=True)[1],
    )


def _spans(dialogues: Dialogues) -> Sequence[tuple[tuple[str, Match, bool], Built]]:
    nuggets = nuggets_of(dialogues)
    readings = Answers(
        np.unique(nuggets.read[:, 0], return_inverse=True)[1], nuggets.read[:, 1],
        np.zeros(len(nuggets.read), dtype=np.int64), len(np.unique(nuggets.read[:, 0])), len(nuggets.annotators),
        np.zeros(1), np.arange(len(np.unique(nuggets.read[:, 0]))),
    )  # fmt: skip

    def one(of: str, match: Match, same: bool, kind: int | None = None) -> tuple[tuple[str, Match, bool], Built]:
        make: Callable[[], OfTotals] = lambda: span_f1(dialogues, nuggets, match, kind=kind, same_kind=same)  # noqa: E731
        return (of, match, same), build("F1", readings, (0, 1), make)

    matches: tuple[Match, ...] = ("exact", "overlap")
    found = [one("all kinds", match, same) for match in matches for same in (True, False)]
    return found + [one(name, match, True, kind) for kind, name in enumerate(KINDS) for match in matches]
