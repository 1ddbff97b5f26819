from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from turnwise.measures.measure import OPEN_UNIT, Example, TurnMeasure, cutoff, param, relevance, smoothing, terminating
from turnwise.measures.packed import Floats, Lists
from turnwise.measures.terminal import terminal_gain, terminal_shown


@dataclass(frozen=True)
class RBP(TurnMeasure):
    """Rank-biased precision: what a user gains who goes on to the next item with probability p.

    With `terminal=true` the reading that is left after the last item meets the terminal response, as in Liu et al.
    """

    name = "RBP"
    title = "Rank-biased precision"
    formula = "RBP = (1 − p) · Σ over relevant items of p^(rank − 1)"
    reference = (
        "A. Moffat and J. Zobel. Rank-Biased Precision for Measurement of Retrieval Effectiveness. TOIS 27(1), 2008."
    )
    example = Example((0, 1, None, 1), (1, 1, 1, 0), 0.2624, "p = 0.8: 0.2 · (0.8 + 0.8³) = 0.2 · 1.312 = 0.2624")

    k: int | None = cutoff()
    p: float = param(0.8, OPEN_UNIT, "the chance to go on to the next item")
    rel: float = relevance()
    smoothed: bool = smoothing()
    terminal: bool = terminating()

    def values(self, lists: Lists) -> Floats:
        hits = lists.relevant(self.rel, self.k)
        read = (1 - self.p) * lists.sum(hits.owner, np.power(self.p, hits.ranks - 1.0))
        if not self.terminal:
            return read
        left = np.where(terminal_shown(lists, self.k), np.power(self.p, lists.length.astype(float)), 0.0)
        return read + left * terminal_gain(lists, self.rel)
