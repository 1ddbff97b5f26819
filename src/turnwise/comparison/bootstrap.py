"""Bootstrap intervals that draw whole conversations, since turns of one conversation are not independent."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turnwise.tables.settled import settled

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Intervals:
    """A mean for each system, and where it may lie if other conversations had been drawn."""

    mean: Floats
    low: Floats
    high: Floats
    level: float
    draws: int
    seed: int


def clustered(
    values: Floats,
    conversation: NDArray[np.int64],
    draws: int = 10_000,
    seed: int = 0,
    level: float = 0.95,
    weights: Floats | None = None,
) -> Intervals:
    """Percentile intervals for the mean over turns of ``values[system, turn]``; NaN (left out) does not count.

    `conversation` numbers the conversation of each turn from 0; units that are conversations are their own clusters.
    """
    known = ~np.isnan(values)
    weight = known * (np.ones(values.shape[1]) if weights is None else weights)
    n = int(conversation.max()) + 1
    totals, counts = np.zeros((len(values), n)), np.zeros((len(values), n))
    for s in range(len(values)):
        totals[s] = np.bincount(conversation, np.where(known[s], values[s], 0.0) * weight[s], n)
        counts[s] = np.bincount(conversation, weight[s], n)
    rng = np.random.default_rng(seed)
    means = np.empty((len(values), draws))
    for start in range(0, draws, 1000):
        count = min(1000, draws - start)
        drawn = rng.multinomial(n, np.full(n, 1 / n), size=count).T.astype(np.float64)
        with np.errstate(invalid="ignore"):
            means[:, start : start + count] = (totals @ drawn) / (counts @ drawn)
    # the products above are summed in an order of the processor's own
    bounds = np.nanquantile(means, [(1 - level) / 2, (1 + level) / 2], axis=1)
    low, high = (np.array([settled(end) for end in ends]) for ends in bounds.tolist())
    with np.errstate(invalid="ignore"):
        return Intervals(totals.sum(axis=1) / counts.sum(axis=1), low, high, level, draws, seed)
