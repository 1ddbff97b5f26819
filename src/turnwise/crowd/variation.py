"""Section 6.4 of “A View From The Crowd”: which questions and answers people disagree on, and which suit many.

The paper takes the coefficient of variation (CoV, the standard deviation of an item's ratings by their mean) of every
question–answer *pair*, but calls whole *questions* versatile: A are those with any pair above the 75th percentile, B
those with any pair below the median. With two dozen pairs a question nearly every one is in both, so what is left of A
without B says little. Beside its sets we tell what it is after: in how many pairs a question or an answer is rated
right.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from turnwise.agreement.statistic import samples
from turnwise.crowd.figure import Figure
from turnwise.crowd.rated import Rated
from turnwise.tables.candidates import Bools, Floats, Ints

Kind = Literal["question", "answer"]
VERSATILE, ONE_SIDED, BOTH, NEITHER = "versatile", "one-sided", "both", "neither"
SETS = (VERSATILE, ONE_SIDED, BOTH, NEITHER)
DRAWS = 300


@dataclass(frozen=True)
class Unit:
    """A question or an answer, over all its rated pairs."""

    text: str
    pairs: int
    mean: float
    right: float  # the share of its pairs that are rated right
    cov: float  # the mean over its pairs
    set: str


@dataclass(frozen=True, eq=False)
class Variation:
    """All questions, or all answers."""

    kind: Kind
    median: Figure
    upper: Figure  # the 75th percentile
    units: list[Unit]
    shares: dict[str, Figure]  # of the units, by set, in percent
    in_a: int
    in_b: int
    items: dict[str, Bools]  # [item] the pairs of each set

    def count(self, name: str) -> int:
        return sum(unit.set == name for unit in self.units)


def cov_of(rated: Rated) -> Floats:
    """The coefficient of variation of each candidate; NaN with fewer than two ratings, or for gold items."""
    there = (rated.counts > 1) & ~rated.candidates.is_gold & (np.nan_to_num(rated.means) > 0)
    return np.where(there, rated.deviations / np.where(there, rated.means, 1), np.nan)


def variation(rated: Rated, kind: Kind, right_from: float, seed: int) -> Variation | None:
    """None where no candidate has two ratings."""
    cov = cov_of(rated)
    items = np.flatnonzero(np.isfinite(cov))
    if not len(items):
        return None
    texts = _texts(rated, kind)
    names = list(dict.fromkeys(texts[at] for at in items))
    number = {text: at for at, text in enumerate(names)}
    unit = np.array([number[texts[at]] for at in items], dtype=np.int64)
    values, n = cov[items], len(names)
    median, upper = _quantiles(values, np.ones(len(values)))
    in_a, in_b = _any(unit, values > upper, n), _any(unit, values < median, n)
    sets = _sets(in_a, in_b)
    pairs = np.bincount(unit, minlength=n)
    means = np.bincount(unit, weights=rated.means[items], minlength=n) / pairs
    right = np.bincount(unit, weights=rated.means[items] >= right_from - 1e-9, minlength=n) / pairs
    mean_cov = np.bincount(unit, weights=values, minlength=n) / pairs
    units = [
        Unit(text, int(pairs[at]), float(means[at]), float(right[at]), float(mean_cov[at]), sets[at])
        for at, text in enumerate(names)
    ]
    of_items = {}
    for name in SETS:
        chosen = np.zeros(len(rated.candidates), dtype=np.bool_)
        chosen[items] = np.array([sets[at] == name for at in unit])
        of_items[name] = chosen
    bounds, shares = _intervals(values, unit, rated.cluster[items], n, sets, seed)
    if kind == "answer":
        # Its pairs lie in many dialogues: drawing dialogues anew leaves some out, and it falls into other sets.
        shares = {name: Figure(share.value) for name, share in shares.items()}
    return Variation(
        kind, Figure(median, *bounds[0]), Figure(upper, *bounds[1]), units, shares, int(in_a.sum()), int(in_b.sum()),
        of_items,
    )  # fmt: skip


def _texts(rated: Rated, kind: Kind) -> list[str]:
    candidates = rated.candidates
    if kind == "answer":
        return candidates.texts
    questions = candidates.questions
    return [questions[turn] for turn in candidates.turn.tolist()]


def _any(unit: Ints, marked: Bools, n: int) -> Bools:
    return np.bincount(unit[marked], minlength=n) > 0


def _sets(in_a: Bools, in_b: Bools) -> list[str]:
    named = {(True, False): VERSATILE, (False, True): ONE_SIDED, (True, True): BOTH, (False, False): NEITHER}
    return [named[a, b] for a, b in zip(in_a.tolist(), in_b.tolist(), strict=True)]


def _quantiles(values: Floats, weights: Floats) -> tuple[float, float]:
    """Median and 75th percentile of values of which each counts so often."""
    repeated = np.repeat(values, weights.astype(np.int64))
    median, upper = np.quantile(repeated, [0.5, 0.75])
    return float(median), float(upper)


def _intervals(
    values: Floats, unit: Ints, cluster: Ints, n: int, sets: list[str], seed: int
) -> tuple[list[tuple[float | None, float | None]], dict[str, Figure]]:
    """With dialogues drawn anew: where thresholds may lie, and the shares of the sets among the units there are."""
    share = {name: 100 * sum(one == name for one in sets) / n for name in SETS}
    _, place = np.unique(cluster, return_inverse=True)
    clusters = int(place.max()) + 1
    if clusters < 2:
        return [(None, None)] * 2, {name: Figure(value) for name, value in share.items()}
    bounds, drawn = [], []
    for some in samples(clusters, DRAWS, seed):
        for weights in some:
            counts = weights[place]
            median, upper = _quantiles(values, counts)
            there = counts > 0
            in_a, in_b = _any(unit, there & (values > upper), n), _any(unit, there & (values < median), n)
            seen = _any(unit, there, n)
            bounds.append((median, upper))
            named = [in_a & ~in_b, in_b & ~in_a, in_a & in_b, seen & ~in_a & ~in_b]
            drawn.append([100 * one.sum() / seen.sum() for one in named])
    thresholds = [tuple(np.quantile(column, [0.025, 0.975]).tolist()) for column in np.transpose(bounds)]
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    figures = {name: Figure(share[name], float(low[at]), float(high[at])) for at, name in enumerate(SETS)}
    return thresholds, figures
