"""Tests of one pair of systems at a time, and corrections for making many of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from turnwise.comparison.pairs import DECIMALS, Pairs, all_pairs

Floats = NDArray[np.float64]


def paired_t(values: Floats, alpha: float = 0.05) -> Pairs:
    """Student's t on the differences within units."""
    from scipy.stats import t as t_distribution

    first, second = all_pairs(len(values))
    n = values.shape[1]
    difference, error = _differences(values, first, second)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = difference / error
    p = 2 * t_distribution.sf(np.abs(t), n - 1)
    p = np.where(error > 0, p, (difference == 0).astype(np.float64))
    margin = t_distribution.isf(alpha / 2, n - 1) * error
    return Pairs(first, second, difference, p, difference - margin, difference + margin, t)


def wilcoxon(values: Floats) -> Pairs:
    """Wilcoxon's signed ranks on the differences within units (zero differences are left out, as Wilcoxon did).

    p is exact for up to 50 units without ties, and by the normal approximation otherwise.
    """
    from scipy.stats import wilcoxon as signed_ranks

    first, second = all_pairs(len(values))
    difference = (values[first] - values[second]).mean(axis=1)
    p = np.ones(len(first))
    for at, (i, j) in enumerate(zip(first, second, strict=True)):
        apart = np.round(values[i] - values[j], DECIMALS)
        if np.any(apart):
            p[at] = signed_ranks(apart[apart != 0]).pvalue
    return Pairs(first, second, difference, p)


def sign_flips(values: Floats, draws: int = 10_000, seed: int = 0) -> Pairs:
    """Fisher's randomisation: how often do random signs of the differences give a mean as far from 0?

    Systems swap their scores within units at random. The observed arrangement is one of the draws, so p is never 0.
    """
    first, second = all_pairs(len(values))
    rng = np.random.default_rng(seed)
    n = values.shape[1]
    apart = values[first] - values[second]
    difference = apart.mean(axis=1)
    reached = np.ones(len(first))
    limit = np.abs(apart.sum(axis=1)) * (1 - 1e-12)
    for start in range(0, draws, 1000):
        signs = rng.integers(0, 2, (min(1000, draws - start), n)) * 2.0 - 1
        reached += (np.abs(apart @ signs.T) >= limit[:, None]).sum(axis=1)
    return Pairs(first, second, difference, reached / (draws + 1))


def _differences(values: Floats, first: NDArray[np.int64], second: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """The mean of each pair's differences, and its standard error."""
    covariance = np.cov(values)
    variance = np.diag(covariance)
    spread = variance[first] + variance[second] - 2 * covariance[first, second]
    means = values.mean(axis=1)
    # the difference of large variances can leave a rounding error where systems differ by a constant
    spread = np.where(spread > 1e-14 * (variance[first] + variance[second]), spread, 0.0)
    return means[first] - means[second], np.sqrt(spread / values.shape[1])


def holm(p: Floats) -> Floats:
    """Holm's step-down adjustment: the chance of any false finding stays below the level."""
    order = np.argsort(p, kind="stable")
    steps = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(steps, 1.0)
    return adjusted


def benjamini_hochberg(p: Floats) -> Floats:
    """Benjamini and Hochberg's step-up adjustment: the expected share of false findings stays below the level."""
    order = np.argsort(p, kind="stable")[::-1]
    steps = np.minimum.accumulate(p[order] * len(p) / np.arange(len(p), 0, -1))
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(steps, 1.0)
    return adjusted
