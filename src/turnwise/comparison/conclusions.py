"""Do two measures lead to the same conclusions about systems? (Faggioli et al., SIGIR 2021, Table 2)"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turnwise.comparison.pairs import DECIMALS

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Agreement:
    """How many pairs of systems two measures agree on, by who calls them significantly different."""

    AA: int  # both do, and name the same winner
    AD: int  # both do, and name different winners
    PA: int  # neither does
    PD1: int  # only the first does
    PD2: int  # only the second does

    @property
    def total(self) -> int:
        return self.AA + self.AD + self.PA + self.PD1 + self.PD2


def agreement(first: Floats, second: Floats, one: NDArray[np.bool_], two: NDArray[np.bool_]) -> Agreement:
    """Compare what a test concludes under two measures: the differences of each pair, and which are significant."""
    same = np.sign(first) == np.sign(second)
    return Agreement(
        int((one & two & same).sum()),
        int((one & two & ~same).sum()),
        int((~one & ~two).sum()),
        int((one & ~two).sum()),
        int((~one & two).sum()),
    )


def swapped(first: Floats, second: Floats) -> tuple[int, int]:
    """How many pairs of systems two measures' means order the other way round, of how many pairs."""
    i, j = np.triu_indices(len(first), 1)
    opposite = _direction(first[i] - first[j]) * _direction(second[i] - second[j]) < 0
    return int(opposite.sum()), len(i)


def _direction(differences: Floats) -> Floats:
    """1 where the first is higher, −1 where the second is, 0 where they are equal but for rounding."""
    return np.sign(np.round(differences, DECIMALS))


@dataclass(frozen=True)
class Tau:
    """Kendall's τ_b, with a bootstrap interval over units; NaN where a measure finds all systems equal."""

    value: float
    low: float
    high: float
    level: float
    draws: int
    seed: int

    @property
    def is_known(self) -> bool:
        return self.value == self.value


def tau_b(first: Floats, second: Floats) -> float:
    from scipy.stats import kendalltau

    return float(kendalltau(np.round(first, DECIMALS), np.round(second, DECIMALS)).statistic)


def tau_with_interval(first: Floats, second: Floats, draws: int = 2000, seed: int = 0, level: float = 0.95) -> Tau:
    """τ between the systems' means under two measures; ``first`` and ``second`` are ``[system, unit]`` alike.

    The interval comes from drawing the units anew, so it tells how much the order of systems owes to the choice of
    conversations.
    """
    rng = np.random.default_rng(seed)
    n = first.shape[1]
    taus = np.empty(draws)
    i, j = np.triu_indices(len(first), 1)
    for start in range(0, draws, 200):
        count = min(200, draws - start)
        weight = rng.multinomial(n, np.full(n, 1 / n), size=count).T / n
        one, two = first @ weight, second @ weight
        taus[start : start + count] = _tau_columns(one[i] - one[j], two[i] - two[j])
    known = taus[~np.isnan(taus)]
    low, high = np.quantile(known, [(1 - level) / 2, (1 + level) / 2]) if len(known) else (np.nan, np.nan)
    return Tau(tau_b(first.mean(axis=1), second.mean(axis=1)), float(low), float(high), level, draws, seed)


def _tau_columns(one: Floats, two: Floats) -> Floats:
    """τ_b of each column, from the differences of all pairs; NaN where one of them has none."""
    a, b = _direction(one), _direction(two)
    with np.errstate(invalid="ignore"):
        return (a * b).sum(axis=0) / np.sqrt((a * a).sum(axis=0) * (b * b).sum(axis=0))
