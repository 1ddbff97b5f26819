from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from turnwise.measures.measure import Example, TurnMeasure, cutoff, relevance, smoothing, terminating
from turnwise.measures.packed import Floats, Lists, ratio
from turnwise.measures.terminal import terminal_gain, terminal_shown


@dataclass(frozen=True)
class AP(TurnMeasure):
    """Average precision: the precision at each relevant item of the list, averaged over all relevant items."""

    name = "AP"
    title = "Average precision"
    formula = "AP = (1 ÷ R) · Σ over relevant items of: relevant items up to its rank ÷ its rank"
    reference = "C. Buckley and E. M. Voorhees. Evaluating Evaluation Measure Stability. SIGIR 2000."
    example = Example(
        (0, 1, None, 1), (1, 1, 1, 0), 1 / 3, "precisions 1/2 at rank 2, 2/4 at rank 4: (1/2 + 1/2) ÷ 3 = 0.3333"
    )

    k: int | None = cutoff()
    rel: float = relevance()
    smoothed: bool = smoothing()
    terminal: bool = terminating()

    def values(self, lists: Lists) -> Floats:
        hits = lists.relevant(self.rel, self.k)
        total = lists.sum(hits.owner, hits.nth / hits.ranks)
        relevant = lists.pool.n_relevant(self.rel)
        if not self.terminal:
            return ratio(total, relevant)
        gain = np.where(terminal_shown(lists, self.k), terminal_gain(lists, self.rel), 0.0)
        at_end = gain * (lists.n_found(self.rel, self.k) + gain) / (lists.length + 1)
        return (total + at_end) / (relevant + 1)
