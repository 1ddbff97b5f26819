"""Shuffling scores within units: compiled where a compiler was at hand, else in numpy; both draw the same numbers."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from turnwise.comparison.pairs import Progress

try:
    from turnwise.comparison import _shuffle  # type: ignore[attr-defined]
except ImportError:
    _shuffle = None

Floats = NDArray[np.float64]

#: Draws between two reports of progress.
STRETCH = 250


def largest_ranges(values: Floats, draws: int, seed: int, progress: Progress | None = None) -> Floats:
    """For each draw, with ``values[unit, system]`` shuffled within units: the largest less the smallest sum."""
    values = np.ascontiguousarray(values, dtype=np.float64)
    found = np.empty(draws)
    firsts = range(0, draws, STRETCH)
    stretch = plain if _shuffle is None else _compiled

    def fill(first: int) -> None:
        stretch(values, seed, first, found[first : first + STRETCH])

    with ThreadPoolExecutor(1 if _shuffle is None else os.cpu_count() or 1) as pool:
        for done, _ in enumerate(pool.map(fill, firsts)):
            if progress:
                progress(min(done * STRETCH, draws - 1), draws, "shuffle")
    if progress:
        progress(draws, draws, "")
    return found


def _compiled(values: Floats, seed: int, first: int, found: Floats) -> None:
    _shuffle.largest_ranges(values, *values.shape, seed, first, found)


def plain(values: Floats, seed: int, first: int, found: Floats) -> None:
    """Fisher and Yates's shuffle of all units of a draw at once; `_shuffle.c` does the same unit by unit."""
    n_units, n_systems = values.shape
    units = np.arange(n_units)
    for draw in range(len(found)):
        scores = values.copy()
        rows = np.uint64(first + draw) * np.uint64(n_units) + units.astype(np.uint64)
        for last in range(n_systems - 1, 0, -1):
            bits = random_bits(seed, rows * np.uint64(n_systems) + np.uint64(last)) >> np.uint64(32)
            other = ((bits * np.uint64(last + 1)) >> np.uint64(32)).astype(np.int64)
            scores[units, other], scores[:, last] = scores[:, last].copy(), scores[units, other]
        sums = np.zeros(n_systems)
        for row in scores:  # unit by unit, as the compiled one adds
            sums += row
        found[draw] = sums.max() - sums.min()


def random_bits(seed: int, counter: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """SplitMix64 (Steele, Lea and Flood, 2014) as a function of a counter, so that any draw can be made on its own."""
    z = np.uint64(seed) + (counter + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))
