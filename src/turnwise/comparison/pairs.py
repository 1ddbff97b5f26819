"""All pairs of systems, in one order: (0, 1), (0, 2), …, (1, 2), …"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
#: Told how much is done, of how much, and what.
Progress = Callable[[int, int, str], None]

#: Scores are ordered by these decimals: what is equal on paper differs by rounding beyond them, and would not tie.
DECIMALS = 12


@dataclass(frozen=True)
class Pairs:
    """What a test found for each pair of systems; `difference` is first less second."""

    first: Ints
    second: Ints
    difference: Floats
    p: Floats
    low: Floats | None = None
    high: Floats | None = None
    statistic: Floats | None = None

    def __len__(self) -> int:
        return len(self.p)

    def square(self, values: NDArray[np.generic], n_systems: int) -> NDArray[np.generic]:
        """One value a pair as a symmetric matrix."""
        matrix = np.zeros((n_systems, n_systems), dtype=values.dtype)
        matrix[self.first, self.second] = matrix[self.second, self.first] = values
        return matrix


def all_pairs(n_systems: int) -> tuple[Ints, Ints]:
    return np.triu_indices(n_systems, 1)
