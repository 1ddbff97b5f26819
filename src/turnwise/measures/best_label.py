"""Measures of the one best label, as in dialogue breakdown detection: right or wrong, and how often found.

They are pooled: pairs count by their part in the denominator, so a mean over pairs is the precision, recall or F1 of
all of them together.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turnwise.errors import MeasureError, did_you_mean
from turnwise.measures.distributions import DistributionExample, DistributionMeasure, DistributionPairs
from turnwise.measures.divergences import BREAKDOWN
from turnwise.measures.measure import Rule, param
from turnwise.measures.packed import Floats

Bools = NDArray[np.bool_]

BREAKDOWNS = ("O", "T", "X")
LABEL = Rule(
    "a label, several joined by +",
    lambda v: isinstance(v, str) and re.fullmatch(r"[^\W\d]\w*\*?(\+[^\W\d]\w*\*?)*", v) is not None,
)


def wanted_label() -> Any:
    return param("X", LABEL, "the label to find; of several, such as `T+X`, any will do")


def best(shares: Floats) -> NDArray[np.int64]:
    """The bin with the highest share; of equal ones the first, as the challenges' script has it."""
    return np.argmax(shares, axis=1).astype(np.int64)


def stated(pairs: DistributionPairs) -> NDArray[np.int64]:
    """The label that a system means: the one it states, else its most probable one."""
    return best(pairs.predicted) if pairs.said is None else pairs.said


def found_and_true(pairs: DistributionPairs, label: str, measure: str) -> tuple[Bools, Bools]:
    """Which pairs the system gives one of the labels, and which have it in gold.

    Of one label, gold's best label decides; of several, whether they have more mass than all others together.
    """
    wanted = label.split("+")
    for name in wanted:
        if name not in pairs.labels:
            hint = did_you_mean(name, pairs.labels) or f"; they are {', '.join(pairs.labels)}."
            raise MeasureError(f"{measure}: none of the labels is {name!r}{hint}")
    inside = np.isin(np.array(pairs.labels), wanted)
    if len(wanted) == 1:
        return inside[stated(pairs)], inside[best(pairs.gold)]
    mass = pairs.gold[:, inside].sum(axis=1)
    return inside[stated(pairs)], mass > pairs.gold[:, ~inside].sum(axis=1)


@dataclass(frozen=True)
class LabelAccuracy(DistributionMeasure):
    """Whether the system's label is the one that most raters gave (of equally many, the first in order)."""

    name = "LabelAccuracy"
    title = "Accuracy of the best label"
    formula = "LabelAccuracy = 1 if the best labels are the same, else 0"
    reference = BREAKDOWN
    example = DistributionExample((0.2, 0.3, 0.5), (0.1, 0.3, 0.6), 1.0, "X is the best label of both: 1", BREAKDOWNS)
    worst = 0.0

    def values(self, pairs: DistributionPairs) -> Floats:
        return (stated(pairs) == best(pairs.gold)).astype(np.float64)


@dataclass(frozen=True)
class LabelPrecision(DistributionMeasure):
    """Of what the system labels so, how much is rightly so. What it labels otherwise has no say."""

    name = "LabelPrecision"
    title = "Precision of a label"
    formula = "LabelPrecision = labelled so by the system and by gold ÷ labelled so by the system"
    reference = BREAKDOWN
    example = DistributionExample(
        (0.2, 0.3, 0.5), (0.5, 0.3, 0.2), 0.0, "labelled X, which is O: 0 ÷ 1 = 0", BREAKDOWNS
    )
    worst = 0.0

    label: str = wanted_label()

    def values(self, pairs: DistributionPairs) -> Floats:
        found, true = found_and_true(pairs, self.label, self.name)
        return np.where(found, true, np.nan)


@dataclass(frozen=True)
class LabelRecall(DistributionMeasure):
    """Of what has the label in gold, how much the system labels so. What has it not in gold has no say."""

    name = "LabelRecall"
    title = "Recall of a label"
    formula = "LabelRecall = labelled so by the system and by gold ÷ labelled so by gold"
    reference = BREAKDOWN
    example = DistributionExample((0.2, 0.3, 0.5), (0.1, 0.3, 0.6), 1.0, "X in gold, labelled X: 1 ÷ 1 = 1", BREAKDOWNS)
    worst = 0.0

    label: str = wanted_label()

    def values(self, pairs: DistributionPairs) -> Floats:
        found, true = found_and_true(pairs, self.label, self.name)
        return np.where(true, found, np.nan)


@dataclass(frozen=True)
class LabelF1(DistributionMeasure):
    """The harmonic mean of a label's precision and recall. What neither side labels so has no say."""

    name = "LabelF1"
    title = "F1 of a label"
    formula = "LabelF1 = 2 · labelled so by both ÷ (labelled so by the system + labelled so by gold)"
    reference = BREAKDOWN
    example = DistributionExample(
        (0.2, 0.3, 0.5), (0.1, 0.3, 0.6), 1.0, "labelled X by both: 2 · 1 ÷ (1 + 1) = 1", BREAKDOWNS
    )
    worst = 0.0

    label: str = wanted_label()

    def values(self, pairs: DistributionPairs) -> Floats:
        found, true = found_and_true(pairs, self.label, self.name)
        return np.where(found | true, found & true, np.nan)

    def weights(self, pairs: DistributionPairs) -> Floats:
        found, true = found_and_true(pairs, self.label, self.name)
        return (found.astype(np.float64) + true) / 2
