"""Divergences of two distributions over labels: NMD for scales, and RNSS, JSD and MSE for labels without an order."""

from __future__ import annotations

from dataclasses import dataclass
from math import log2, sqrt

import numpy as np

from turnwise.measures.distributions import DistributionExample, DistributionMeasure, DistributionPairs
from turnwise.measures.packed import Floats

COMPARING = "T. Sakai. Comparing Two Binned Probability Distributions for Information Access Evaluation. SIGIR 2018."
BREAKDOWN = (
    "R. Higashinaka, K. Funakoshi, Y. Kobayashi and M. Inaba. The Dialogue Breakdown Detection Challenge: Task "
    "Description, Datasets, and Evaluation Metrics. LREC 2016."
)
#: Raters are divided between the first two labels; half of what is predicted goes to the third.
EXAMPLE = (0.25, 0.25, 0.5), (0.5, 0.5, 0.0)


@dataclass(frozen=True)
class NMD(DistributionMeasure):
    """Normalised match distance: how far mass must be carried along the scale to turn one distribution into the other.

    For scales: mass that is one bin off costs less than mass at the other end. A perfect prediction has 0, and the
    prediction of one end where everybody said the other has 1.
    """

    name = "NMD"
    title = "Normalised match distance"
    formula = "NMD = Σ |cumulative p − cumulative q| ÷ (number of bins − 1)"
    reference = COMPARING
    example = DistributionExample(
        *EXAMPLE, 0.375, "cumulative 0.25, 0.5, 1 and 0.5, 1, 1: (0.25 + 0.5 + 0) ÷ 2 = 0.375"
    )
    ordinal = True

    def values(self, pairs: DistributionPairs) -> Floats:
        # the sums of whole distributions are equal, so the last bin is left to rounding
        apart = np.cumsum(pairs.predicted - pairs.gold, axis=1)[:, :-1]
        return np.abs(apart).sum(axis=1) / (pairs.gold.shape[1] - 1)


@dataclass(frozen=True)
class RNSS(DistributionMeasure):
    """Root normalised sum of squared errors, bin by bin. For labels without an order, such as kinds of nuggets."""

    name = "RNSS"
    title = "Root normalised sum of squares"
    formula = "RNSS = √(Σ (p − q)² ÷ 2)"
    reference = COMPARING
    example = DistributionExample(*EXAMPLE, sqrt(0.1875), "√((0.25² + 0.25² + 0.5²) ÷ 2) = 0.4330")

    def values(self, pairs: DistributionPairs) -> Floats:
        return np.sqrt(((pairs.predicted - pairs.gold) ** 2).sum(axis=1) / 2)


@dataclass(frozen=True)
class JSD(DistributionMeasure):
    """Jensen–Shannon divergence in bits: the mean divergence of both distributions from the one midway between them.

    For labels without an order. It is 1 where no label has mass in both.
    """

    name = "JSD"
    title = "Jensen–Shannon divergence"
    formula = "JSD = (Σ p · log2(p ÷ m) + Σ q · log2(q ÷ m)) ÷ 2, with m = (p + q) ÷ 2"
    reference = (
        "J. Lin. Divergence Measures Based on the Shannon Entropy. IEEE Transactions on Information Theory 37(1), 1991."
    )
    example = DistributionExample(
        *EXAMPLE,
        (0.5 * log2(0.25 / 0.375) + 0.5 * log2(0.5 / 0.25) + log2(0.5 / 0.375)) / 2,
        "the midway one is 0.375, 0.375, 0.25: (2 · 0.25 · log2(0.25 ÷ 0.375) + 0.5 · log2(0.5 ÷ 0.25) + 2 · 0.5 · "
        "log2(0.5 ÷ 0.375)) ÷ 2",
    )

    def values(self, pairs: DistributionPairs) -> Floats:
        midway = (pairs.predicted + pairs.gold) / 2
        return (_relative_entropy(pairs.predicted, midway) + _relative_entropy(pairs.gold, midway)) / 2


@dataclass(frozen=True)
class MSE(DistributionMeasure):
    """Mean squared error over the bins, as the Dialogue Breakdown Detection Challenges print it.

    Its highest value falls with the number of labels: 2 ÷ number of bins. RNSS has 0 to 1 for any number.
    """

    name = "MSE"
    title = "Mean squared error"
    formula = "MSE = Σ (p − q)² ÷ number of bins"
    reference = BREAKDOWN
    example = DistributionExample(*EXAMPLE, 0.125, "(0.25² + 0.25² + 0.5²) ÷ 3 = 0.125")

    def values(self, pairs: DistributionPairs) -> Floats:
        return ((pairs.predicted - pairs.gold) ** 2).mean(axis=1)


def _relative_entropy(p: Floats, midway: Floats) -> Floats:
    """Σ p · log2(p ÷ m); a bin without mass adds nothing."""
    share = np.divide(p, midway, out=np.ones_like(p), where=p > 0)
    return np.maximum((p * np.log2(share)).sum(axis=1), 0.0)
