from __future__ import annotations

from dataclasses import dataclass

from turnwise.measures.measure import Example, TurnMeasure, cutoff, relevance, smoothing
from turnwise.measures.packed import Floats, Lists


@dataclass(frozen=True)
class RR(TurnMeasure):
    """Reciprocal rank of the first relevant item; its mean over turns is MRR."""

    name = "RR"
    title = "Reciprocal rank"
    formula = "RR = 1 ÷ rank of the first relevant item, or 0"
    reference = "E. M. Voorhees. The TREC-8 Question Answering Track Report. TREC 1999."
    example = Example((0, 1, None, 1), (1, 1, 1, 0), 0.5, "the first relevant item has rank 2: 1 ÷ 2 = 0.5")

    k: int | None = cutoff()
    rel: float = relevance()
    smoothed: bool = smoothing()

    def values(self, lists: Lists) -> Floats:
        hits = lists.relevant(self.rel, self.k)
        first = hits.nth == 1
        return lists.sum(hits.owner[first], 1 / hits.ranks[first])
