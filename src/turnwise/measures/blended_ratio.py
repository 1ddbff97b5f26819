from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from turnwise.measures.gain import gains, graded
from turnwise.measures.measure import POSITIVE, Example, TurnMeasure, cutoff, param, smoothing
from turnwise.measures.packed import ANY_GAIN, Floats, Lists, Relevant, offsets_of, ratio

EXAMPLE = (0, 2, None, 1), (2, 1, 1, 0)


def patience() -> Any:
    return param(1.0, POSITIVE, "how much gain weighs against the count of relevant items; near 0 leaves AP")


def blended(lists: Lists, hits: Relevant, beta: float, gain: str) -> Floats:
    """The blended ratio at each hit: (count + β · gain so far) ÷ (rank + β · best possible gain so far)."""
    found = hits.running(gains(hits.grades, gain))
    ideal = lists.pool.ideal.relevant(ANY_GAIN)
    relevant = lists.pool.n_relevant(ANY_GAIN)
    at_rank = offsets_of(relevant)[hits.owner] + np.minimum(hits.ranks, relevant[hits.owner]) - 1
    best = ideal.running(gains(ideal.grades, gain))[at_rank]
    return (hits.nth + beta * found) / (hits.ranks + beta * best)


@dataclass(frozen=True)
class Q(TurnMeasure):
    """Q-measure: average precision with the blended ratio, which knows grades, in the place of precision.

    `Q@k` divides by no more than k, as NTCIREVAL's `Q@k`, so that the best list scores 1 (`AP@k` divides by R, as
    trec_eval's `map_cut`).
    """

    name = "Q"
    title = "Q-measure"
    formula = (
        "Q = (1 ÷ R) · Σ over relevant items of (count + β · gain so far) ÷ (rank + β · best gain so far);  "
        "Q@k: 1 ÷ min(R, k)"
    )
    reference = "T. Sakai. New Performance Metrics Based on Multigrade Relevance. NTCIR-4, 2004."
    example = Example(
        *EXAMPLE, (3 / 5 + 5 / 8) / 3, "((1 + 2) ÷ (2 + 3) + (2 + 3) ÷ (4 + 4)) ÷ 3 = (0.6 + 0.625) ÷ 3 = 0.4083"
    )

    k: int | None = cutoff()
    beta: float = patience()
    gain: str = graded()
    smoothed: bool = smoothing()

    def values(self, lists: Lists) -> Floats:
        hits = lists.relevant(ANY_GAIN, self.k)
        total = lists.sum(hits.owner, blended(lists, hits, self.beta, self.gain))
        relevant = lists.pool.n_relevant(ANY_GAIN)
        return ratio(total, relevant if self.k is None else np.minimum(relevant, self.k))


@dataclass(frozen=True)
class PPlus(TurnMeasure):
    """P+: the mean blended ratio down to the preferred item, which is the first of the best grade in the list."""

    name = "P+"
    title = "P-plus"
    formula = "P+ = mean of the blended ratio over relevant items down to the first one of the list's best grade"
    reference = "T. Sakai. Bootstrap-Based Comparisons of IR Metrics for Finding One Relevant Document. AIRS 2006."
    example = Example(*EXAMPLE, 3 / 5, "the best grade is at rank 2: (1 + 2) ÷ (2 + 3) = 0.6")

    k: int | None = cutoff()
    beta: float = patience()
    gain: str = graded()
    smoothed: bool = smoothing()

    def values(self, lists: Lists) -> Floats:
        hits = lists.relevant(ANY_GAIN, self.k)
        best = np.zeros(len(lists))
        np.maximum.at(best, hits.owner, hits.grades)
        preferred = np.full(len(lists), np.iinfo(np.int64).max)
        of_best = hits.grades == best[hits.owner]
        np.minimum.at(preferred, hits.owner[of_best], hits.ranks[of_best])
        used = hits.ranks <= preferred[hits.owner]
        total = lists.sum(hits.owner[used], blended(lists, hits, self.beta, self.gain)[used])
        return ratio(total, np.bincount(hits.owner[used], minlength=len(lists)))
