"""What a test can find at all: with few units or few draws the smallest p-value may lie above the level."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, floor, lgamma, log, sqrt


@dataclass(frozen=True)
class Reach:
    """The smallest p-values that a test can give."""

    #: the logarithm of how many times surer a unit more can make the test; 0 where there is no such bound
    per_unit: float
    by_units: float  # the smallest p, however often it draws
    by_draws: float  # the smallest p, however many units there are; 0 where nothing is drawn
    factor: int  # what the correction for many pairs multiplies it by

    @property
    def uncorrected(self) -> float:
        return max(self.by_units, self.by_draws)

    @property
    def smallest(self) -> float:
        """Corrected for many pairs, which is what is held against the level."""
        return min(1.0, self.uncorrected * self.factor)

    def units_needed(self, alpha: float) -> int:
        """The fewest units with which a p-value below the level is possible."""
        return floor(log(self.factor / alpha) / self.per_unit) + 2 if self.per_unit else 2

    def draws_needed(self, alpha: float) -> int:
        """The fewest draws with which it is."""
        return floor(self.factor / alpha)


def reach(test: str, correction: str, n_systems: int, n_units: int, n_pairs: int, draws: int) -> Reach:
    """The reach of a test by its name.

    A test that rearranges scores cannot be surer than one arrangement among all: of the signs of the differences, or
    of the systems within each unit, where it does not matter which system is called which.
    """
    per_unit = {"wilcoxon": log(2), "sign-flip": log(2), "randomised-tukey": lgamma(n_systems + 1)}.get(test, 0.0)
    return Reach(
        per_unit,
        exp(-(n_units - 1) * per_unit) if per_unit else 0.0,
        1 / (draws + 1) if test in ("sign-flip", "randomised-tukey") else 0.0,
        # Holm multiplies the smallest by the number of pairs; Benjamini and Hochberg's rule raises none of equal ones
        n_pairs if correction == "holm" and test in ("t", "wilcoxon", "sign-flip") else 1,
    )


def monte_carlo_error(p: float, draws: int) -> float:
    """Two standard errors of a p-value that was counted in so many draws."""
    return 2 * sqrt(p * (1 - p) / draws)
