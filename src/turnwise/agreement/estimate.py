"""A coefficient with its intervals: large-sample at the estimate, and bootstrap over items."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from turnwise.agreement.answers import Answers, Floats
from turnwise.agreement.statistic import Statistic, Undefined, bootstrap
from turnwise.tables.settled import settled

#: A larger share of bootstrap samples without a value leaves no interval.
MOST_UNDEFINED = 0.05


@dataclass(frozen=True)
class Interval:
    """From `low` to `high`."""

    low: float
    high: float


@dataclass(frozen=True)
class Estimate:
    """A coefficient, or why there is none."""

    name: str
    value: float | None
    standard_error: float | None
    #: of Student's t at the estimate, with one less than the number of clusters as degrees of freedom
    interval: Interval | None
    #: of percentiles of samples of whole clusters
    bootstrap: Interval | None
    n_items: int
    n_raters: int
    n_ratings: int
    n_clusters: int
    level: float
    draws: int = 0
    seed: int | None = None
    #: bootstrap samples in which the coefficient was not defined
    undefined_draws: int = 0
    #: why there is no value, or no interval
    reason: str | None = None


@dataclass(frozen=True)
class Built:
    """A statistic that is defined, or why it is not."""

    name: str
    answers: Answers
    range: tuple[float, float]
    statistic: Statistic | None
    reason: str | None = None


def build(name: str, answers: Answers, range: tuple[float, float], make: Callable[[], Statistic]) -> Built:
    """The statistic, if the answers define it."""
    if not answers.n_items:
        return Built(name, answers, range, None, "there is no answer")
    try:
        statistic = make()
    except Undefined as why:
        return Built(name, answers, range, None, str(why))
    if not np.isfinite(statistic.value):
        return Built(name, answers, range, None, "what it is divided by is 0 on these answers")
    return Built(name, answers, range, statistic)


def estimates(built: Sequence[Built], *, draws: int = 0, seed: int = 0, level: float = 0.95) -> list[Estimate]:
    """Of statistics of the same clusters, which are drawn together."""
    defined = [b for b in built if b.statistic is not None]
    drawn: dict[int, Floats] = {}
    if draws and defined:
        values = bootstrap([b.statistic for b in defined if b.statistic], defined[0].answers.n_clusters, draws, seed)
        drawn = {id(b): row for b, row in zip(defined, values, strict=True)}
    return [estimate_of(b, drawn.get(id(b)), seed, level) for b in built]


def estimate_of(built: Built, drawn: Floats | None, seed: int, level: float) -> Estimate:
    """One estimate, with its bootstrap values where there are any."""
    answers, statistic = built.answers, built.statistic
    size = (answers.n_items, len(np.unique(answers.rater)), len(answers.item), answers.n_clusters, level)
    if statistic is None:
        return Estimate(built.name, None, None, None, None, *size, reason=built.reason)
    value = settled(statistic.value)
    if answers.n_clusters < 2:
        return Estimate(built.name, value, None, None, None, *size, reason="one item has no interval")
    error = standard_error(statistic.influence)
    reach = error * _student(level, answers.n_clusters - 1)
    low, high = (settled(min(max(value + side * reach, built.range[0]), built.range[1])) for side in (-1, 1))
    if drawn is None:
        return Estimate(built.name, value, error, Interval(low, high), None, *size)
    interval, undefined = percentiles(drawn, level)
    why = None if interval else f"{undefined:,} of {len(drawn):,} bootstrap samples did not define it"
    return Estimate(
        built.name, value, error, Interval(low, high), interval, *size, len(drawn), seed, undefined, why
    )  # fmt: skip


def standard_error(influence: Floats) -> float:
    """Of the linearised statistic: clusters are drawn independently of each other."""
    n = len(influence)
    centred = influence - influence.mean()
    return float(np.sqrt(n / (n - 1) * (centred**2).sum()))


def percentiles(drawn: Floats, level: float) -> tuple[Interval | None, int]:
    """The middle part of the samples that define a value, unless too many do not; and how many do not."""
    known = drawn[np.isfinite(drawn)]
    undefined = len(drawn) - len(known)
    if undefined > MOST_UNDEFINED * len(drawn):
        return None, undefined
    low, high = np.quantile(known, [(1 - level) / 2, (1 + level) / 2])
    return Interval(settled(low), settled(high)), undefined


def _student(level: float, freedom: int) -> float:
    from scipy.stats import t

    return float(t.ppf((1 + level) / 2, freedom))
