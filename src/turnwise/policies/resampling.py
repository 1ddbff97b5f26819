"""Bootstrap intervals over queries."""

from __future__ import annotations

import numpy as np

from turnwise.errors import OptionError
from turnwise.policies.rounding import Floats

#: Counts drawn at once, to bound memory.
DRAWN = 4_000_000


def check_draws(resamples: int, seed: int) -> None:
    """Refuse what cannot be drawn."""
    for name, value, least in (("resamples", resamples, 1), ("seed", seed, 0)):
        if value < least:
            raise OptionError(f"{name} must be a whole number of at least {least}, found {value}.")


def intervals(values: Floats, resamples: int, seed: int, coverage: float = 0.95) -> Floats:
    """Percentile intervals of the means of the rows of `values`: ``[row, (low, high)]``.

    All rows see the same resamples of the columns, so that the interval of a difference is that of paired values.
    Lists have few distinct values, so equal columns are drawn together: how often each kind of column comes up in a
    resample is multinomial. That is the plain bootstrap, at the cost of the kinds instead of the queries.
    """
    kinds, times = np.unique(values, axis=1, return_counts=True)
    n = values.shape[1]
    rng = np.random.default_rng(seed)
    means = np.empty((resamples, len(values)))
    block = max(1, DRAWN // len(times))
    for start in range(0, resamples, block):
        end = min(start + block, resamples)
        means[start:end] = rng.multinomial(n, times / n, size=end - start) @ kinds.T / n
    outside = (1 - coverage) / 2
    return np.quantile(means, [outside, 1 - outside], axis=0).T
