"""The studentised range distribution, for many values at once.

scipy integrates anew for each value, which takes minutes for the 19,900 pairs of 200 systems. Here the integral is
taken at the Chebyshev nodes of the values' range, with fixed Gauss–Legendre points, and interpolated between them. The
interpolation is checked, and refined until it holds.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.polynomial.chebyshev import Chebyshev
from numpy.typing import NDArray

Floats = NDArray[np.float64]

#: From here on the distribution is that of infinitely many degrees of freedom to within rounding (as in scipy).
MANY = 100_000
NODES = 96
#: How far an interpolated value may be off where it is checked.
TOLERANCE = 1e-10


def survival(q: Floats, k: int, df: float) -> Floats:
    """P(range of k means ÷ their standard error > q), for each q."""
    values = np.asarray(q, dtype=np.float64)
    if values.size <= NODES:
        return _survival(values.ravel(), k, df).reshape(values.shape)
    low = float(values.min())
    high = min(float(values.max()), _where_nothing_is_left(k, df))
    nodes = NODES
    while nodes < values.size:
        fit = Chebyshev.interpolate(lambda x: _survival(np.expm1(x), k, df), nodes - 1, [np.log1p(low), np.log1p(high)])
        between = np.linspace(low, high, 31)
        if np.abs(fit(np.log1p(between)) - _survival(between, k, df)).max() < TOLERANCE:
            return np.clip(fit(np.log1p(np.minimum(values, high))), 0.0, 1.0)
        nodes *= 2
    return _survival(values.ravel(), k, df).reshape(values.shape)


def _where_nothing_is_left(k: int, df: float) -> float:
    """A q from which on the survival is 0 to within rounding: beyond it there is nothing to interpolate."""
    high = 8.0
    while high < 1e9 and _survival(np.array([high]), k, df)[0] > 1e-16:
        high *= 1.5
    return high


@cache
def critical(alpha: float, k: int, df: float) -> float:
    """The q that the range exceeds with probability `alpha`."""
    from scipy.optimize import brentq

    return float(brentq(lambda q: _survival(np.array([q]), k, df)[0] - alpha, 1e-6, 200.0, xtol=1e-12))


def _survival(q: Floats, k: int, df: float) -> Floats:
    """By quadrature over the standard error s and, within it, over the smallest mean z."""
    from scipy.special import gammaln, ndtr

    z, z_weight = _legendre(-8.5, 8.5, 160)
    density = np.exp(-0.5 * z * z) / np.sqrt(2 * np.pi) * z_weight
    if df >= MANY:
        scaled, weight = q[:, None], np.ones(1)
    else:
        spread = 8.0 / np.sqrt(2 * df)
        s, s_weight = _legendre(max(1e-10, 1 - spread), 1 + spread * (1.5 if df > 10 else 4), 96 if df > 10 else 200)
        log_density = np.log(2) + 0.5 * df * np.log(df / 2) - gammaln(df / 2) + (df - 1) * np.log(s) - 0.5 * df * s * s
        weight = np.exp(log_density) * s_weight
        weight /= weight.sum()
        scaled = q[:, None] * s
    within = np.empty_like(scaled)
    for row, widths in enumerate(scaled):  # one q at a time: s × z points fit the cache
        inside = ndtr(z + widths[:, None]) - ndtr(z)
        # 1 − k ∫ φ(z) (Φ(z + w) − Φ(z))^(k−1) dz, with the 1 written as k ∫ φ(z) (1 − Φ(z))^(k−1) dz
        outside = ndtr(-z) ** (k - 1) - inside ** (k - 1)
        within[row] = k * (outside * density).sum(axis=1)
    return np.clip((within * weight).sum(axis=1), 0.0, 1.0)


#: Points and weights between −1 and 1. Finding them takes longer than using them.
_unit_points = cache(np.polynomial.legendre.leggauss)


def _legendre(low: float, high: float, count: int) -> tuple[Floats, Floats]:
    points, weights = _unit_points(count)
    return 0.5 * (high - low) * points + 0.5 * (high + low), 0.5 * (high - low) * weights
