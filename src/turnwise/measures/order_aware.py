"""Order-aware divergences: an error counts more the farther it lies from the bins that have mass."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from turnwise.measures.distributions import DistributionExample, DistributionMeasure, DistributionPairs
from turnwise.measures.divergences import COMPARING
from turnwise.measures.measure import one_of, param
from turnwise.measures.packed import Floats

ORDINAL = (
    "T. Sakai. Evaluating Evaluation Measures for Ordinal Classification and Ordinal Quantification. ACL-IJCNLP 2021."
)
#: A system that is off by one bin for a quarter of the raters, on a scale of three.
EXAMPLE = (0.0, 0.5, 0.5), (0.0, 0.0, 1.0)


def averaged_bins() -> Any:
    return param(
        "mass",
        one_of("mass", "all"),
        "average the weighted errors over the bins with mass in the first argument (DialEval-1 and -2), or over all "
        "bins (STC-3)",
    )


def order_aware_divergence(first: Floats, second: Floats, bins: str) -> Floats:
    """OD(first ‖ second): the mean over bins i of Σ_j |i − j| · (first_j − second_j)²."""
    places = np.arange(first.shape[1])
    weighted = (first - second) ** 2 @ np.abs(places[:, None] - places).astype(np.float64)
    if bins == "all":
        return weighted.mean(axis=1)
    with_mass = first > 0
    return (weighted * with_mass).sum(axis=1) / with_mass.sum(axis=1)


@dataclass(frozen=True)
class RSNOD(DistributionMeasure):
    """Root symmetric normalised order-aware divergence: squared errors, weighted by how far off they lie on the scale.

    Each bin i looks at the error of every bin j, times their distance. The mean over the bins i is taken once with the
    bins that have mass in the prediction, and once with those that have it in the gold distribution (`bins=mass`:
    Sakai 2021, and the script of DialEval-1 and -2), or over all bins (`bins=all`: the script of STC-3), where both
    directions are the same. The two agree where all bins have mass on both sides. Otherwise they are far apart: on a
    scale of five, one vote that is off by one bin scores 0.50 from the bins with mass and 0.92 from all bins; off by
    four, both say 1. But `bins=mass` jumps when the last vote leaves a bin, looks at a softmax, which gives every bin
    a little, from all bins, and passes 1 (up to √2) where slight mass lies far off.
    """

    name = "RSNOD"
    title = "Root symmetric normalised order-aware divergence"
    formula = (
        "RSNOD = √((OD(p‖q) + OD(q‖p)) ÷ 2 ÷ (number of bins − 1)),  OD(p‖q) = mean over bins i, with p(i) > 0, of "
        "Σ_j |i − j| · (p(j) − q(j))²"
    )
    reference = COMPARING
    example = DistributionExample(
        *EXAMPLE,
        sqrt(0.25 / 2),
        "from bin 2: 1 · 0.5² = 0.25, from bin 3: 1 · 0.5² = 0.25, so both directions have 0.25: "
        "√((0.25 + 0.25) ÷ 2 ÷ 2) = 0.3536",
    )
    bounds = (0.0, sqrt(2))
    ordinal = True

    bins: str = averaged_bins()

    def values(self, pairs: DistributionPairs) -> Floats:
        there = order_aware_divergence(pairs.predicted, pairs.gold, self.bins)
        back = order_aware_divergence(pairs.gold, pairs.predicted, self.bins)
        return np.sqrt((there + back) / 2 / (pairs.gold.shape[1] - 1))


@dataclass(frozen=True)
class RNOD(DistributionMeasure):
    """Root normalised order-aware divergence: RSNOD in one direction, looked at from the bins that have gold mass.

    It does not depend on the tiny probabilities that a softmax leaves everywhere, but is not symmetric.
    """

    name = "RNOD"
    title = "Root normalised order-aware divergence"
    formula = "RNOD = √(OD(q‖p) ÷ (number of bins − 1)),  q the gold distribution, p the prediction"
    reference = ORDINAL
    example = DistributionExample(
        *EXAMPLE,
        sqrt(0.25 / 2),
        "gold mass is in bin 3 alone, from which bin 2 has 1 · 0.5² = 0.25: √(0.25 ÷ 2) = 0.3536",
    )
    bounds = (0.0, sqrt(2))
    ordinal = True

    bins: str = averaged_bins()

    def values(self, pairs: DistributionPairs) -> Floats:
        return np.sqrt(order_aware_divergence(pairs.gold, pairs.predicted, self.bins) / (pairs.gold.shape[1] - 1))
