"""Linear regression on standardised variables, from correlations alone: coefficients, R², collinearity, intervals.

With every variable at mean 0 and deviation 1, coefficients are ``R⁻¹ r``: R the correlations of the predictors, r
theirs with what is predicted. A bootstrap sample needs only its sums of products.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turnwise.agreement.estimate import Interval, percentiles
from turnwise.agreement.statistic import samples

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Coefficient:
    """How many deviations of what is predicted go with one more of a predictor, the others held constant."""

    name: str
    value: float
    #: percentiles of bootstrap samples of whole clusters
    bootstrap: Interval | None
    #: Student's t on the standard error of MacKinnon and White (HC3), which allows for unequal variances
    robust: Interval
    #: how many times collinearity with the others makes the variance of the coefficient
    vif: float
    #: what R² loses without this predictor
    lost: float


@dataclass(frozen=True)
class Fit:
    """The regression on all items."""

    coefficients: list[Coefficient]
    r_squared: float
    n: int


@dataclass(frozen=True)
class Held:
    """R² on items that the coefficients were not fitted on."""

    r_squared: float
    interval: Interval | None
    folds: int
    repeats: int


def standardised(values: Floats) -> Floats:
    """Columns with mean 0 and deviation 1."""
    found: Floats = (values - values.mean(axis=0)) / values.std(axis=0)
    return found


def fit(names: list[str], x: Floats, y: Floats, cluster: Ints, draws: int, seed: int, level: float) -> Fit:
    """Predict y from the columns of x, neither of which is constant; no column is a sum of others."""
    z = standardised(np.column_stack([x, y]))
    n, k = x.shape
    both = z.T @ z / n
    inverse = np.linalg.inv(both[:k, :k])
    beta = inverse @ both[:k, k]
    r_squared = float(beta @ both[:k, k])
    robust = _robust(z[:, :k], z[:, k] - z[:, :k] @ beta, inverse / n, level, beta)
    drawn = _drawn(z, cluster, draws, seed)
    # what R² loses without a predictor is β²/(R⁻¹)ⱼⱼ
    return Fit(
        [
            Coefficient(
                name, float(beta[j]), percentiles(drawn[j], level)[0] if draws else None, robust[j],
                float(inverse[j, j]), float(beta[j] ** 2 / inverse[j, j]),
            )
            for j, name in enumerate(names)
        ],
        r_squared, n,
    )  # fmt: skip


def _robust(z: Floats, rest: Floats, inverse: Floats, level: float, beta: Floats) -> list[Interval]:
    from scipy.stats import t

    n, k = z.shape
    leverage = 1 / n + np.einsum("ij,jk,ik->i", z, inverse, z)
    weight = (rest / (1 - np.minimum(leverage, 1 - 1e-12))) ** 2
    error = np.sqrt(np.diag(inverse @ (z.T @ (weight[:, None] * z)) @ inverse))
    reach = float(t.ppf((1 + level) / 2, n - k - 1)) * error
    return [Interval(float(b - r), float(b + r)) for b, r in zip(beta, reach, strict=True)]


def _drawn(z: Floats, cluster: Ints, draws: int, seed: int) -> Floats:
    """``[predictor, sample]``: the standardised coefficients of bootstrap samples of clusters."""
    n, m = z.shape
    own = np.concatenate([np.ones((n, 1)), z, (z[:, :, None] * z[:, None, :]).reshape(n, -1)], axis=1)
    sums = np.zeros((int(cluster.max()) + 1, own.shape[1]))
    np.add.at(sums, cluster, own)
    found = []
    for weights in samples(len(sums), draws, seed):
        total = weights @ sums
        mean = total[:, 1 : 1 + m] / total[:, :1]
        square = (total[:, 1 + m :] / total[:, :1]).reshape(-1, m, m) - mean[:, :, None] * mean[:, None, :]
        spread = np.sqrt(np.maximum(np.einsum("sii->si", square), 0))
        scale = spread[:, :, None] * spread[:, None, :]
        both = np.where(scale > 1e-12, square / np.where(scale > 1e-12, scale, 1), 0)
        at, other = both[:, :-1, :-1], both[:, :-1, -1:]
        determined = np.abs(np.linalg.det(at)) > 1e-12
        solved = np.linalg.solve(np.where(determined[:, None, None], at, np.eye(m - 1)), other)[..., 0]
        found.append(np.where(determined[:, None], solved, np.nan).T)
    return np.concatenate(found, axis=1) if found else np.empty((m - 1, 0))


def cross_validated(
    x: Floats, y: Floats, cluster: Ints, folds: int, repeats: int, draws: int, seed: int, level: float
) -> Held:
    """Repeated K-fold: clusters are dealt into folds at random, and each fold is predicted from the others.

    ``1 − Σ e² / Σ b²``: e what is predicted wrong, b what the mean of the other folds is wrong by. The interval draws
    clusters with their errors anew; the fits stay.
    """
    n_clusters = int(cluster.max()) + 1
    folds = min(folds, n_clusters)
    rng = np.random.default_rng(seed)
    error, baseline = np.zeros(len(y)), np.zeros(len(y))
    design = np.column_stack([np.ones(len(y)), x])
    for _ in range(repeats):
        fold = (rng.permutation(n_clusters) % folds)[cluster]
        for at in range(folds):
            out = fold == at
            solved = np.linalg.lstsq(design[~out], y[~out], rcond=None)[0]
            error[out] += (y[out] - design[out] @ solved) ** 2 / repeats
            baseline[out] += (y[out] - y[~out].mean()) ** 2 / repeats
    sums = np.stack([np.bincount(cluster, weights=of, minlength=n_clusters) for of in (error, baseline)], axis=1)
    drawn = [_share(weights @ sums) for weights in samples(n_clusters, draws, seed)]
    interval = percentiles(np.concatenate(drawn), level)[0] if drawn else None
    return Held(float(_share(sums.sum(axis=0))), interval, folds, repeats)


def _share(totals: Floats) -> Floats:
    none = totals[..., 1] <= 0
    return np.asarray(np.where(none, np.nan, 1 - totals[..., 0] / np.where(none, 1, totals[..., 1])))
