from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from turnwise.measures.measure import Example, TurnMeasure, cutoff, relevance, smoothing
from turnwise.measures.packed import Floats, Lists


@dataclass(frozen=True)
class SR(TurnMeasure):
    """Success rate: whether the list holds at least one relevant item (trec_eval's `success_k`)."""

    name = "SR"
    title = "Success rate"
    formula = "SR@k = 1 if a relevant item is among the first k, else 0"
    reference = "A. Chierici and N. Habash. A View From the Crowd. HumEval, 2021."
    example = Example((0, 1, None, 1), (1, 1, 1, 0), 1.0, "the item at rank 2 is relevant: 1")

    k: int | None = cutoff()
    rel: float = relevance()
    smoothed: bool = smoothing()

    def values(self, lists: Lists) -> Floats:
        return np.minimum(lists.n_found(self.rel, self.k), 1).astype(np.float64)
