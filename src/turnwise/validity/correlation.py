"""Do measures of dialogues go with what raters say of them? (the helpdesk paper's parts-make-the-whole hypothesis)

Correlations over dialogues, with bootstrap intervals that draw whole clusters; and the same with a third variable,
such as the dialogue's length, held constant.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turnwise.agreement.estimate import Interval, percentiles
from turnwise.agreement.statistic import samples
from turnwise.errors import InputError, OptionError, did_you_mean
from turnwise.validity.ranks import COEFFICIENTS, Floats, Pairs, partial, same_order

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
#: Told how much is done, of how much, and what is next.
Progress = Callable[[int, int, str], None]

#: How coefficients are written.
SYMBOLS = {"kendall": "τ_b", "spearman": "ρ", "pearson": "r"}
FEWEST = 3


@dataclass(frozen=True)
class Coefficient:
    """A correlation with its interval; None where one of the two does not vary."""

    value: float | None
    interval: Interval | None


@dataclass(frozen=True)
class Correlation:
    """One measure with one label, plain and with the control held constant."""

    measure: str
    label: str
    coefficients: dict[str, Coefficient]
    partial: dict[str, Coefficient]
    #: of the pairs of dialogues that differ in both, the share that both put in the same order; None without such pairs
    same_order: float | None


@dataclass(frozen=True)
class Correlations:
    """Every measure with every label, on the dialogues in which all are known."""

    dialogues: int
    left_out: int
    clusters: int
    control: str | None
    of: list[Correlation]
    level: float
    draws: int
    seed: int

    @property
    def holds(self) -> bool | None:
        """Parts make the whole: every measure goes with every label, by an interval above 0; None if only some do."""
        first = [next(iter(one.coefficients.values())).interval for one in self.of]
        above = [interval is not None and interval.low > 0 for interval in first]
        return True if all(above) else False if not any(above) else None

    @property
    def verdict(self) -> str:
        """In words, by the first coefficient."""
        name = next(iter(self.of[0].coefficients))
        symbol, said = SYMBOLS[name], []
        for measure in dict.fromkeys(one.measure for one in self.of):
            own = [(one.label, one.coefficients[name]) for one in self.of if one.measure == measure]
            by_how = {how: [_value(*pair) for pair in own if _how(pair[1]) == how] for how in _HOW}
            parts = [f"{how} {', '.join(of)}" for how, of in by_how.items() if of]
            said.append(f"{measure} {' and '.join(parts)}")
        best = max(self.of, key=lambda one: abs(one.coefficients[name].value or 0))
        value = best.coefficients[name].value
        share = (
            f" With {symbol} = {value:.2f}, {best.measure} orders {100 * best.same_order:.0f}% of the pairs of "
            f"dialogues that differ in both as {best.label} does; 50% would be chance."
            if value is not None and best.same_order is not None and name == "kendall"
            else ""
        )
        return f"By {symbol}: {'; '.join(said)}.{share}"

    def between(self, measure: str, label: str) -> Correlation:
        return next(one for one in self.of if (one.measure, one.label) == (measure, label))


def correlate(
    measures: Mapping[str, Floats],
    labels: Mapping[str, Floats],
    *,
    control: tuple[str, Floats] | None = None,
    cluster: Ints | None = None,
    coefficients: tuple[str, ...] = tuple(COEFFICIENTS),
    draws: int = 2000,
    seed: int = 0,
    level: float = 0.95,
    progress: Progress | None = None,
) -> Correlations:
    """Correlate each measure with each label; all are one number a dialogue, NaN where there is none.

    `control` is held constant in the partial correlations. `cluster` numbers what was drawn as a whole (dialogues of
    one account); without it each dialogue is drawn on its own.
    """
    for name in coefficients:
        if name not in COEFFICIENTS:
            hint = did_you_mean(name, COEFFICIENTS) or f"; the coefficients are {', '.join(COEFFICIENTS)}."
            raise OptionError(f"there is no coefficient {name!r}{hint}")
    variables = [*measures.values(), *labels.values(), *([control[1]] if control else [])]
    known: Bools = ~np.any(np.isnan(np.stack(variables)), axis=0)
    if known.sum() < FEWEST:
        raise InputError(
            f"found {int(known.sum())} dialogues in which all measures and labels are known, expected {FEWEST} at "
            "least; give more dialogues, or ask for fewer measures."
        )
    variables = [variable[known] for variable in variables]
    of = np.arange(len(known)) if cluster is None else cluster
    of = np.unique(of[known], return_inverse=True)[1]
    m, n = len(measures), len(labels)
    pairs = [(i, m + j) for i in range(m) for j in range(n)]
    if control:
        pairs += [(i, m + n) for i in range(m + n)]
    found = {}
    for at, name in enumerate(coefficients):

        def step(done: int, at: int = at, name: str = name) -> None:
            if progress:
                progress(at * draws + done, len(coefficients) * draws, name)

        values, drawn = _drawn(name, variables, pairs, of, draws, seed, step)
        found[name] = _told(values, drawn, m, n, control is not None, level)
    return Correlations(
        len(variables[0]), int((~known).sum()), int(of.max()) + 1, control[0] if control else None,
        [
            Correlation(
                measure, label,
                {name: found[name][0][i * n + j] for name in coefficients},
                {name: found[name][1][i * n + j] for name in coefficients} if control else {},
                same_order(variables[i], variables[m + j]),
            )
            for i, measure in enumerate(measures)
            for j, label in enumerate(labels)
        ],
        level, draws, seed,
    )  # fmt: skip


def _drawn(
    name: str, variables: list[Floats], pairs: Pairs, cluster: Ints, draws: int, seed: int, step: Callable[[int], None]
) -> tuple[Floats, Floats]:
    """The coefficient of each pair on the data, and on each bootstrap sample of clusters."""
    compute = COEFFICIENTS[name]
    values = compute(variables, pairs, np.ones((len(cluster), 1)))[:, 0]
    drawn, done = np.empty((len(pairs), draws)), 0
    for weights in samples(int(cluster.max()) + 1, draws, seed):
        step(done)
        drawn[:, done : done + len(weights)] = compute(variables, pairs, np.ascontiguousarray(weights.T[cluster]))
        done += len(weights)
    step(done)
    return values, drawn


def _told(
    values: Floats, drawn: Floats, m: int, n: int, controlled: bool, level: float
) -> tuple[list[Coefficient], list[Coefficient]]:
    """The plain and the partial coefficients of each measure with each label."""
    plain = [_coefficient(float(values[at]), drawn[at], level) for at in range(m * n)]
    if not controlled:
        return plain, []
    partials = []
    for at in range(m * n):
        with_measure, with_label = m * n + at // n, m * n + m + at % n
        of_values, of_drawn = (partial(of[at], of[with_measure], of[with_label]) for of in (values[:, None], drawn))
        partials.append(_coefficient(float(of_values[0]), of_drawn, level))
    return plain, partials


#: How a measure may stand to a label.
_HOW = ("goes with", "goes against", "is not shown to go with", "has no correlation with")


def _how(of: Coefficient) -> str:
    """Whether a correlation is there at all."""
    if of.value is None:
        return _HOW[3]
    if of.interval is None:
        return _HOW[2]
    return _HOW[0] if of.interval.low > 0 else _HOW[1] if of.interval.high < 0 else _HOW[2]


def _value(label: str, of: Coefficient) -> str:
    return label if of.value is None else f"{label} ({of.value:+.2f})"


def _coefficient(value: float, drawn: Floats, level: float) -> Coefficient:
    if not np.isfinite(value):
        return Coefficient(None, None)
    return Coefficient(value, percentiles(drawn, level)[0] if len(drawn) else None)
