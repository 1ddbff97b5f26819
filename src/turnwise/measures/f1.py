from __future__ import annotations

from dataclasses import dataclass

from turnwise.measures.measure import Example, TurnMeasure, cutoff, relevance, smoothing
from turnwise.measures.packed import Floats, Lists, ratio
from turnwise.measures.precision import P
from turnwise.measures.recall import R


@dataclass(frozen=True)
class F1(TurnMeasure):
    """F1: the harmonic mean of precision and recall of the list as a set (trec_eval's `set_F`)."""

    name = "F1"
    title = "F1"
    formula = "F1 = 2 · P · R ÷ (P + R)"
    reference = "C. J. van Rijsbergen. Information Retrieval. Butterworths, 1979."
    example = Example((0, 1, None, 1), (1, 1, 1, 0), 4 / 7, "P = 1/2, R = 2/3: 2 · 1/2 · 2/3 ÷ (1/2 + 2/3) = 0.5714")

    k: int | None = cutoff()
    rel: float = relevance()
    smoothed: bool = smoothing()

    def values(self, lists: Lists) -> Floats:
        precision, recall = P(self.k, self.rel).values(lists), R(self.k, self.rel).values(lists)
        return ratio(2 * precision * recall, precision + recall)
