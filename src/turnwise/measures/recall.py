from __future__ import annotations

from dataclasses import dataclass

from turnwise.measures.measure import TRUTH, Example, TurnMeasure, cutoff, param, relevance, smoothing
from turnwise.measures.packed import Floats, Lists, ratio


@dataclass(frozen=True)
class R(TurnMeasure):
    """Recall: the share of the turn's relevant items that the list holds.

    A system's recall is the mean over its turns. With `pooled=true` it is all relevant items found over all there
    are, so that a turn with many relevant items counts more; the value of a single turn is the same.
    """

    name = "R"
    title = "Recall"
    formula = "R@k = relevant items among the first k ÷ relevant items of the turn"
    reference = "C. J. van Rijsbergen. Information Retrieval. Butterworths, 1979."
    example = Example((0, 1, None, 1), (1, 1, 1, 0), 2 / 3, "2 of the 3 relevant items are in the list: 2 ÷ 3 = 0.6667")

    k: int | None = cutoff()
    rel: float = relevance()
    pooled: bool = param(False, TRUTH, "a system's value sums over turns before it divides")
    smoothed: bool = smoothing()

    def values(self, lists: Lists) -> Floats:
        return ratio(lists.n_found(self.rel, self.k), lists.pool.n_relevant(self.rel))

    def weights(self, lists: Lists) -> Floats | None:
        return self.seen(lists).pool.n_relevant(self.rel).astype(float) if self.pooled else None
