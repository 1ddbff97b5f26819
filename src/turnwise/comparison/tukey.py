"""Tukey's honestly significant differences, paired by unit: on the error term of the two-way analysis.

The one-way test that others run leaves the differences between conversations in the error term, and so misses most
of what there is to see.
"""

from __future__ import annotations

import numpy as np

from turnwise.comparison import studentised_range
from turnwise.comparison.anova import Anova
from turnwise.comparison.pairs import Pairs, all_pairs


def tukey(anova: Anova, alpha: float = 0.05) -> Pairs:
    """Every pair, with simultaneous intervals of level 1 − alpha."""
    n_systems = len(anova.means)
    first, second = all_pairs(n_systems)
    difference = anova.means[first] - anova.means[second]
    error = np.sqrt(anova.error_variance / anova.n_units)
    if error == 0:  # every system differs by the same amount on every unit: certain, in both directions
        return Pairs(first, second, difference, (difference == 0).astype(np.float64), difference, difference)
    q = np.abs(difference) / error
    p = studentised_range.survival(q, n_systems, anova.error.df)
    margin = studentised_range.critical(alpha, n_systems, anova.error.df) * error
    return Pairs(first, second, difference, p, difference - margin, difference + margin, q)
