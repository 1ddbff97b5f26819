from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from turnwise.measures.measure import Example, TurnMeasure, cutoff
from turnwise.measures.packed import Floats, Lists, ratio


@dataclass(frozen=True)
class Judged(TurnMeasure):
    """The share of the shown items that somebody judged: how far the other numbers can be trusted."""

    name = "Judged"
    title = "Judged items"
    formula = "Judged@k = judged items among the first k ÷ items shown among the first k"
    reference = "S. MacAvaney, C. Macdonald and I. Ounis. Streamlining Evaluation with ir-measures. ECIR 2022."
    example = Example((0, 1, None, 1), (1, 1, 1, 0), 0.75, "3 of the 4 items were judged: 3 ÷ 4 = 0.75")

    k: int | None = cutoff()

    def values(self, lists: Lists) -> Floats:
        shown = lists.length if self.k is None else np.minimum(lists.length, self.k)
        return ratio(lists.n_found(0.0, self.k), shown)
