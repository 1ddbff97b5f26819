"""Tests of one pair of systems at a time, and corrections for making many of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from turnwise.comparison.pairs import DECIMALS, Pairs, Progress, all_pairs

Floats = NDArray[np.float64]

#: Draws at a time: few enough that the differences of a system to all others fit the cache.
BLOCK = 1000


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


def wilcoxon(values: Floats, progress: Progress | None = None) -> Pairs:
    """Wilcoxon's signed ranks on the differences within units (zero differences are left out, as Wilcoxon did).

    p is exact for up to 50 units without ties, and by the normal approximation otherwise.
    """
    from scipy.stats import wilcoxon as signed_ranks

    first, second = all_pairs(len(values))
    difference = (values[first] - values[second]).mean(axis=1)
    p = np.ones(len(first))
    for at, (i, j) in enumerate(zip(first, second, strict=True)):
        apart = np.round(values[i] - values[j], DECIMALS)
        if progress and not at % 500:
            progress(at, len(first), "pairs")
        if np.any(apart):
            p[at] = signed_ranks(apart[apart != 0]).pvalue
    if progress:
        progress(len(first), len(first), "")
    return Pairs(first, second, difference, p)


def sign_flips(values: Floats, draws: int = 10_000, seed: int = 0, progress: Progress | None = None) -> Pairs:
    """Fisher's randomisation: how often do random signs of the differences give a mean as far from 0?

    Systems swap their scores within units at random. The observed arrangement is one of the draws, so p is never 0.
    """
    first, second = all_pairs(len(values))
    rng = np.random.default_rng(seed)
    n = values.shape[1]
    totals = values.sum(axis=1)
    difference = totals[first] - totals[second]
    # the same sum in another order is off by rounding, and has to be found as far from 0 all the same
    limit = np.abs(difference) - 1e-12 * np.abs(values).sum(axis=1).max()
    starts = np.flatnonzero(np.diff(first, prepend=-1)).tolist()
    reached = np.ones(len(first))
    for done in range(0, draws, BLOCK):
        if progress:
            progress(done, draws, "sign flips")
        signs = rng.integers(0, 2, (min(BLOCK, draws - done), n)) * 2.0 - 1
        flipped = values @ signs.T  # the signs of a difference are those of both systems: one product serves all pairs
        for one, start in enumerate(starts):
            pairs = slice(start, start + len(values) - 1 - one)
            apart = np.abs(flipped[one] - flipped[one + 1 :])
            reached[pairs] += (apart >= limit[pairs, None]).sum(axis=1)
    if progress:
        progress(draws, draws, "")
    return Pairs(first, second, difference / n, reached / (draws + 1))


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
