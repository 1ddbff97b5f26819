from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from turnwise.measures.measure import Example, TurnMeasure, cutoff, one_of, param, smoothing, terminating
from turnwise.measures.packed import ANY_GAIN, Floats, Lists, ratio
from turnwise.measures.terminal import terminal_gain, terminal_shown

EXAMPLE = (0, 2, None, 1), (2, 1, 1, 0)


def graded() -> Any:
    """The parameter that turns grades into gains."""
    return param("linear", one_of("linear", "exponential"), "the gain of grade g: g itself, or 2^g − 1")


def gains(grades: Floats, gain: str) -> Floats:
    return grades if gain == "linear" else np.exp2(grades) - 1


def discounted(lists: Lists, gain: str, k: int | None) -> Floats:
    hits = lists.relevant(ANY_GAIN, k)
    return lists.sum(hits.owner, gains(hits.grades, gain) / np.log2(hits.ranks + 1))


@dataclass(frozen=True)
class DCG(TurnMeasure):
    """Discounted cumulative gain: each item's gain, divided by the logarithm of its rank plus one."""

    name = "DCG"
    title = "Discounted cumulative gain"
    formula = "DCG = Σ gain(item) ÷ log2(rank + 1)"
    reference = "K. Järvelin and J. Kekäläinen. Cumulated Gain-Based Evaluation of IR Techniques. TOIS 20(4), 2002."
    example = Example(*EXAMPLE, 2 / np.log2(3) + 1 / np.log2(5), "2 ÷ log2(3) + 1 ÷ log2(5) = 1.2619 + 0.4307 = 1.6925")
    bounds = (0.0, np.inf)

    k: int | None = cutoff()
    gain: str = graded()
    smoothed: bool = smoothing()

    def values(self, lists: Lists) -> Floats:
        return discounted(lists, self.gain, self.k)


@dataclass(frozen=True)
class nDCG(TurnMeasure):
    """Normalised discounted cumulative gain: DCG over the DCG of the best possible list.

    Linear gain is trec_eval's `ndcg` and `ndcg_cut`. With `terminal=true` the terminal response has the gain of
    grade 1, times the share of relevant items found; the best list ends with it.
    """

    name = "nDCG"
    title = "Normalised discounted cumulative gain"
    formula = "nDCG = DCG ÷ DCG of all judged items, highest grade first"
    reference = "K. Järvelin and J. Kekäläinen. Cumulated Gain-Based Evaluation of IR Techniques. TOIS 20(4), 2002."
    example = Example(
        *EXAMPLE,
        (2 / np.log2(3) + 1 / np.log2(5)) / (2 + 1 / np.log2(3) + 0.5),
        "1.6925 ÷ (2 ÷ 1 + 1 ÷ log2(3) + 1 ÷ log2(4)) = 1.6925 ÷ 3.1309 = 0.5406",
    )

    k: int | None = cutoff()
    gain: str = graded()
    smoothed: bool = smoothing()
    terminal: bool = terminating()

    def values(self, lists: Lists) -> Floats:
        found = discounted(lists, self.gain, self.k)
        best = discounted(lists.pool.ideal, self.gain, self.k)
        if self.terminal:
            gain = np.where(terminal_shown(lists, self.k), terminal_gain(lists, ANY_GAIN), 0.0)
            found = found + gain / np.log2(lists.length + 2)
            relevant = lists.pool.n_relevant(ANY_GAIN)
            best = best + np.where(relevant < (self.k or np.inf), 1 / np.log2(relevant + 2), 0.0)
        return ratio(found, best)
