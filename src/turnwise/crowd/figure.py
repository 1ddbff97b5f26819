"""A number with its interval: computed from sums over dialogues, which are drawn whole."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turnwise.agreement.statistic import OfTotals, bootstrap
from turnwise.tables.candidates import Floats, Ints


@dataclass(frozen=True)
class Figure:
    """A value and where 95 % of bootstrap samples lie; nothing where it has no meaning."""

    value: float | None
    low: float | None = None
    high: float | None = None


def figure(
    features: Floats, cluster: Ints, of: Callable[[NDArray[Any]], NDArray[Any]], draws: int, seed: int
) -> Figure:
    """`of` the totals of ``features[unit, k]``; `cluster` is the dialogue of each unit."""
    if not len(features):
        return Figure(None)
    _, place = np.unique(cluster, return_inverse=True)
    sums = np.zeros((int(place.max()) + 1, features.shape[1]))
    np.add.at(sums, place, features)
    statistic = OfTotals(sums, of)
    value = statistic.value
    if not np.isfinite(value):
        return Figure(None)
    if len(sums) < 2 or not draws:
        return Figure(value)
    drawn = bootstrap([statistic], len(sums), draws, seed)[0]
    drawn = drawn[np.isfinite(drawn)]
    if len(drawn) < 0.95 * draws:
        return Figure(value)
    low, high = np.quantile(drawn, [0.025, 0.975])
    return Figure(value, float(low), float(high))


def quotient(above: NDArray[Any], below: NDArray[Any]) -> NDArray[Any]:
    none = np.abs(below) < 1e-12
    return np.where(none, np.nan, above / np.where(none, 1, below))
