from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from turnwise.measures.measure import Example, TurnMeasure, relevance
from turnwise.measures.packed import Floats, Lists, ratio


@dataclass(frozen=True)
class BPref(TurnMeasure):
    """Binary preference: how seldom a judged wrong item stands above a relevant one; unjudged items do not count."""

    name = "bpref"
    title = "Binary preference"
    formula = "bpref = (1 ÷ R) · Σ over relevant items of 1 − min(wrong items above, R) ÷ min(R, wrong items judged)"
    reference = "C. Buckley and E. M. Voorhees. Retrieval Evaluation with Incomplete Information. SIGIR 2004."
    example = Example(
        (0, 1, None, 1), (1, 1, 1, 0, 0), 1 / 3, "one wrong item above each: (1 − 1 ÷ min(3, 2)) · 2 ÷ 3 = 0.3333"
    )

    rel: float = relevance()

    def values(self, lists: Lists) -> Floats:
        judged = lists.relevant(0.0)
        wrong = judged.grades < self.rel
        right = ~wrong
        owner = judged.owner[right]
        wrong_above = judged.nth[right] - lists.relevant(self.rel).nth
        relevant = lists.pool.n_relevant(self.rel)
        bound = np.minimum(relevant, lists.pool.n_judged - relevant)[owner]
        lost = ratio(np.minimum(wrong_above, relevant[owner]), bound)
        return ratio(lists.sum(owner, 1 - lost), relevant)
