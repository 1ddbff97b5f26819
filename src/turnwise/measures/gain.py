from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from turnwise.errors import MeasureError
from turnwise.measures.measure import Example, TurnMeasure, cutoff, one_of, param, smoothing, terminating
from turnwise.measures.packed import ANY_GAIN, Floats, Lists, ratio
from turnwise.measures.terminal import terminal_gain, terminal_shown

EXAMPLE = (0, 2, None, 1), (2, 1, 1, 0)

#: The highest grade of which millions of exponential gains can be summed in a double.
HIGHEST = 1000


def graded() -> Any:
    """The parameter that turns grades into gains."""
    return param("linear", one_of("linear", "exponential"), "the gain of grade g: g itself, or 2^g − 1")


def gains(grades: Floats, gain: str) -> Floats:
    if gain == "linear":
        return grades
    if (highest := grades.max(initial=0.0)) > HIGHEST:
        raise MeasureError(f"gain=exponential takes grades up to {HIGHEST}, found {highest:g}; use gain=linear.")
    return np.exp2(grades) - 1


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
            best = self._best_with_terminal(lists, best)
        return ratio(found, best)

    def _best_with_terminal(self, lists: Lists, best: Floats) -> Floats:
        relevant = lists.pool.n_relevant(ANY_GAIN)
        at_end = 1 / np.log2(relevant + 2)
        if self.k is None:
            return best + at_end
        # all relevant items and t where they fit; else t in the place of item k, if its gain is the higher one
        cut = discounted(lists.pool.ideal, self.gain, self.k - 1) + (self.k - 1) / np.maximum(relevant, 1) / np.log2(
            self.k + 1
        )
        return np.where(relevant < self.k, best + at_end, np.maximum(best, cut))
