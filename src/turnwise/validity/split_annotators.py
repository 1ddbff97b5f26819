"""Do nuggets go with labels only because one and the same annotator gave both?

The annotators are split into two halves at random, again and again. A measure of one half's nuggets is correlated with
the labels of the same half, and with those of the other half. The difference is what having the same annotators adds:
the paper plans to "quantify the effect of using different annotators".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turnwise.agreement.estimate import Interval, standard_error
from turnwise.errors import InputError
from turnwise.validity.ranks import Floats, tau_influence

Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class SplitCorrelation:
    """Kendall's τ_b of a measure with a label, by who gave the two; means over the splits. None where a half gave the
    same to all dialogues, so that nothing is ordered."""

    measure: str
    label: str
    same: float | None
    other: float | None
    #: of the same half less the other: large-sample, over dialogues
    interval: Interval | None

    @property
    def difference(self) -> float | None:
        return None if self.same is None or self.other is None else self.same - self.other


@dataclass(frozen=True)
class SplitAnnotators:
    """The effect of the same annotators, for every measure and label."""

    of: list[SplitCorrelation]
    dialogues: int
    annotators: int
    half: int
    splits: int
    seed: int
    level: float


def split_annotators(
    measures: Mapping[str, Floats],
    labels: Mapping[str, Floats],
    *,
    splits: int = 10,
    seed: int = 0,
    level: float = 0.95,
) -> SplitAnnotators:
    """Of ``measures[name][dialogue, annotator]`` and labels alike, NaN where an annotator gave none.

    Of an odd number of annotators, one stands aside in each split, so that both halves are of the same size.
    """
    every = [*measures.values(), *labels.values()]
    gave: Bools = ~np.any(np.isnan(np.stack(every)), axis=0)
    annotators = np.flatnonzero(gave.any(axis=0))
    half = len(annotators) // 2
    if half < 1:
        raise InputError("found fewer than two annotators who gave both nuggets and labels, expected two at least.")
    rng = np.random.default_rng(seed)
    halves = [rng.permutation(annotators)[: 2 * half].reshape(2, half) for _ in range(splits)]
    told = [
        _one(measure, values, label, given, gave, halves, level)
        for measure, values in measures.items()
        for label, given in labels.items()
    ]
    return SplitAnnotators(told, int(gave.any(axis=1).sum()), len(annotators), half, splits, seed, level)


def _one(
    measure: str, values: Floats, label: str, given: Floats, gave: Bools,
    halves: list[NDArray[np.int64]], level: float,
) -> SplitCorrelation:  # fmt: skip
    same: list[float] = []
    other: list[float] = []
    influence = np.zeros(len(values))
    for both in halves:
        there = gave[:, both[0]].any(axis=1) & gave[:, both[1]].any(axis=1)
        if there.sum() < 3:
            raise InputError("found fewer than three dialogues that both halves of the annotators read.")
        scores, answers = ([_mean(of[there][:, h], gave[there][:, h]) for h in both] for of in (values, given))
        apart = np.zeros(int(there.sum()))
        for one in (0, 1):
            for two in (0, 1):
                tau, moves = tau_influence(scores[one], answers[two])
                (same if one == two else other).append(tau)
                apart += moves / 2 if one == two else -moves / 2
        influence[there] += apart / len(halves)
    if not np.isfinite([*same, *other]).all():
        return SplitCorrelation(measure, label, None, None, None)
    reach = standard_error(influence) * _normal(level)
    mean_same, mean_other = float(np.mean(same)), float(np.mean(other))
    apart_by = mean_same - mean_other
    return SplitCorrelation(measure, label, mean_same, mean_other, Interval(apart_by - reach, apart_by + reach))


def _mean(values: Floats, known: Bools) -> Floats:
    found: Floats = np.where(known, values, 0).sum(axis=1) / known.sum(axis=1)
    return found


def _normal(level: float) -> float:
    from statistics import NormalDist

    return NormalDist().inv_cdf((1 + level) / 2)
