"""Randomised Tukey HSD (Carterette 2012; Sakai): simultaneous p-values without a distribution assumed.

Under the hypothesis that all systems are equal, the scores of a unit could have stood in any order. So they are
shuffled within every unit, and each pair's difference is held against the largest difference of any two shuffled
systems.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from turnwise.comparison.pairs import Pairs, Progress, all_pairs
from turnwise.comparison.shuffle import largest_ranges

Floats = NDArray[np.float64]


def randomised_tukey(
    values: Floats,
    draws: int = 10_000,
    seed: int = 0,
    progress: Progress | None = None,
) -> Pairs:
    """Every pair of ``values[system, unit]``. The observed arrangement is one of the draws, so p is never 0."""
    n_systems, n_units = values.shape
    largest = largest_ranges(values.T, draws, seed, progress)  # a unit's systems stand together, which shuffles faster
    first, second = all_pairs(n_systems)
    totals = values.sum(axis=1)
    apart = np.abs(totals[first] - totals[second]) * (1 - 1e-12)
    reached = draws - np.searchsorted(np.sort(largest), apart, side="left")
    p = (reached + 1) / (draws + 1)
    return Pairs(first, second, (totals[first] - totals[second]) / n_units, p)
