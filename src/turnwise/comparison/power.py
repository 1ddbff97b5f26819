"""How many conversations does it take to see a difference of a given size?"""

from __future__ import annotations

import numpy as np

from turnwise.errors import OptionError


def paired_power(difference: float, spread: float, n: int, alpha: float = 0.05) -> float:
    """The chance that a two-sided paired t-test on `n` units finds a true `difference` whose spread is `spread`."""
    from scipy.stats import nct
    from scipy.stats import t as t_distribution

    if spread <= 0:
        return 1.0 if difference else alpha
    df, shift = n - 1, abs(difference) / spread * np.sqrt(n)
    limit = t_distribution.isf(alpha / 2, df)
    # Found with the wrong sign: t must fall below −shift. Where scipy gives NaN for it, the chance is below 1e-7.
    wrong_sign = np.nan_to_num(nct.cdf(-limit, df, shift))
    return float(nct.sf(limit, df, shift) + wrong_sign)


def smallest_difference(spread: float, n: int, power: float = 0.8, alpha: float = 0.05) -> float:
    """The smallest difference that `n` units show with this power."""
    from scipy.optimize import brentq

    if spread <= 0:
        return 0.0
    high = spread / np.sqrt(n)
    while paired_power(high, spread, n, alpha) < power:
        high *= 2
    return float(brentq(lambda d: paired_power(d, spread, n, alpha) - power, 0.0, high))


def units_needed(difference: float, spread: float, power: float = 0.8, alpha: float = 0.05) -> int:
    """The fewest units with at least this power."""
    if not difference:
        raise OptionError("a difference of 0 cannot be seen with any number of conversations; give one above 0.")
    if not 0 < power < 1:
        raise OptionError(f"power must be between 0 and 1, found {power}.")
    low, high = 2, 4
    while paired_power(difference, spread, high, alpha) < power:
        low, high = high, high * 2
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if paired_power(difference, spread, middle, alpha) >= power else (middle + 1, high)
    return low
