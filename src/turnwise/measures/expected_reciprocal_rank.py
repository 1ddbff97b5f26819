from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from turnwise.measures.measure import POSITIVE, Example, TurnMeasure, cutoff, optional, param, smoothing
from turnwise.measures.packed import ANY_GAIN, Floats, Lists, ratio

EXAMPLE = (0, 2, None, 1), (2, 1, 1, 0)


def highest() -> Any:
    return param(None, optional(POSITIVE), "the highest grade of the scale; without it, the highest in the judgements")


def expected(lists: Lists, k: int | None, max_grade: float | None, unit: Floats | None = None) -> Floats:
    """Walk all lists at once, from relevant item to relevant item, with the chance that the user is still there.

    The result is in units of 2^(unit − highest grade), a grade for each list; without it, as it is.
    """
    hits = lists.relevant(ANY_GAIN, k)
    top = lists.pool.max_grade if max_grade is None else max_grade
    own = np.full(len(lists), top) if unit is None else np.minimum(unit, top)
    share, to_whole = own[hits.owner], np.exp2(own - top)
    stops = np.exp2(np.minimum(hits.grades, top) - share) - np.exp2(-share)
    total, still_there = np.zeros(len(lists)), np.ones(len(lists))
    for step in hits.steps():
        owner = hits.owner[step]
        total[owner] += still_there[owner] * stops[step] / hits.ranks[step]
        still_there[owner] *= 1 - stops[step] * to_whole[owner]
    return total


@dataclass(frozen=True)
class ERR(TurnMeasure):
    """Expected reciprocal rank of the item that satisfies the user, who may stop at each by its grade."""

    name = "ERR"
    title = "Expected reciprocal rank"
    formula = "ERR = Σ (1 ÷ rank) · s(rank) · Π over earlier ranks of (1 − s),  s = (2^grade − 1) ÷ 2^(highest grade)"
    reference = (
        "O. Chapelle, D. Metzler, Y. Zhang and P. Grinspan. Expected Reciprocal Rank for Graded Relevance. CIKM 2009."
    )
    example = Example(*EXAMPLE, 3 / 8 + 1 / 64, "s = 3/4 at rank 2, 1/4 at rank 4: 3/4 ÷ 2 + 1/4 · 1/4 ÷ 4 = 0.3906")

    k: int | None = cutoff()
    max_grade: float | None = highest()
    smoothed: bool = smoothing()

    def values(self, lists: Lists) -> Floats:
        return expected(lists, self.k, self.max_grade)


@dataclass(frozen=True)
class nERR(TurnMeasure):
    """ERR over the ERR of the best possible list."""

    name = "nERR"
    title = "Normalised expected reciprocal rank"
    formula = "nERR = ERR ÷ ERR of all judged items, highest grade first"
    reference = "T. Sakai. Metrics, Statistics, Tests. PROMISE Winter School, LNCS 8173, 2014."
    example = Example(
        *EXAMPLE,
        (25 / 64) / (3 / 4 + 1 / 32 + 1 / 64),
        "0.3906 ÷ (3/4 + 1/4 · 1/4 ÷ 2 + 1/4 · 3/4 · 1/4 ÷ 3) = 0.3906 ÷ 0.7969 = 0.4902",
    )

    k: int | None = cutoff()
    max_grade: float | None = highest()
    smoothed: bool = smoothing()

    def values(self, lists: Lists) -> Floats:
        # In units of each turn's own best grade: of a scale far above it both values would be too small for a double.
        ideal = lists.pool.ideal
        unit = np.zeros(len(ideal))
        np.maximum.at(unit, ideal.owner, ideal.grades)
        best = expected(ideal, self.k, self.max_grade, unit)
        return ratio(expected(lists, self.k, self.max_grade, unit), best)
