from __future__ import annotations

from dataclasses import dataclass

from turnwise.measures.measure import Example, TurnMeasure, cutoff, relevance, smoothing
from turnwise.measures.packed import Floats, Lists, ratio


@dataclass(frozen=True)
class P(TurnMeasure):
    """Precision: the share of the shown items that are relevant.

    `P@k` divides by k even where a list is shorter, as trec_eval's `P_k`; `P` divides by the list's own length,
    as its `set_P`.
    """

    name = "P"
    title = "Precision"
    formula = "P@k = relevant items among the first k ÷ k;  P = relevant items ÷ length of the list"
    reference = "C. J. van Rijsbergen. Information Retrieval. Butterworths, 1979."
    example = Example((0, 1, None, 1), (1, 1, 1, 0), 0.5, "2 of 4 items are relevant: 2 ÷ 4 = 0.5")

    k: int | None = cutoff()
    rel: float = relevance()
    smoothed: bool = smoothing()

    def values(self, lists: Lists) -> Floats:
        shown = lists.length if self.k is None else lists.length * 0 + self.k
        return ratio(lists.n_found(self.rel, self.k), shown)
