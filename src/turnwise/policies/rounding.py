"""Parameters that people can read: the roundest numbers that tell observed values apart."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def number(value: float) -> str:
    """A parameter as people write it: `0.12`, `3`."""
    return np.format_float_positional(value, trim="-")


def roundest(low: float, high: float) -> float:
    """The number with the fewest decimals above `low` and not above `high`."""
    for decimals in range(17):
        scale = 10.0**decimals
        rounded = float(np.floor(high * scale) / scale)
        if low < rounded <= high:
            return rounded + 0.0  # no −0
    return float(high)


def rounded_cuts(values: Floats, least: float = -np.inf) -> Floats:
    """For each of these ascending values above `least`, the roundest number not above it and above the one before."""
    values = values[values > least]
    return np.array([roundest(low, high) for low, high in zip([least, *values[:-1]], values, strict=True)])


def quantiles(columns: Floats, kept: int) -> Floats:
    """The distinct finite values, ascending, thinned to evenly spaced quantiles of each column."""
    each = max(8, kept // max(1, columns.shape[1]))
    thinned = [np.empty(0)]
    for column in columns.T:
        ordered = np.sort(column[np.isfinite(column)])
        if len(np.unique(ordered)) > each:
            ordered = ordered[np.linspace(0, len(ordered) - 1, each).round().astype(int)]
        thinned.append(ordered)
    return np.unique(np.concatenate(thinned))
