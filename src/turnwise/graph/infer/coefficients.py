"""What was learned from the official links of CAsT 2020, in a file that people can read.

`scripts/train_graph_model.py` writes it, with where everything is from.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from turnwise.graph.infer.features import Floats

FILE = Path(__file__).with_name("coefficients.json")


@dataclass(frozen=True)
class Logistic:
    """A logistic regression, and the probability from which its answer is taken for yes."""

    intercept: float
    weights: Mapping[str, float]
    threshold: float

    def __call__(self, rows: Floats) -> Floats:
        """The probability of each row of features."""
        worth: Floats = rows @ np.array(list(self.weights.values())) + self.intercept
        return 1 / (1 + np.exp(-worth))


@dataclass(frozen=True)
class Choice:
    """A logistic regression of pairs: the odds that one of two candidates is chosen are e to the weighted difference.

    So the shares of all candidates are the softmax of their weighted features. Besides the likeliest candidate, others
    count from a share of `threshold`.
    """

    weights: Mapping[str, float]
    threshold: float

    def __call__(self, rows: Floats) -> Floats:
        """The share of each candidate, a row of features each."""
        worth: Floats = rows @ np.array(list(self.weights.values()))
        odds: Floats = np.exp(worth - worth.max(initial=-np.inf))
        return odds / odds.sum()


@dataclass(frozen=True)
class Learned:
    """The two regressions, and for each rule or baseline, in what share of its uses it was right."""

    needs: Logistic
    parent: Choice
    right: Mapping[str, float]


@cache
def learned() -> Learned:
    """The coefficients that come with Turnwise."""
    content = json.loads(FILE.read_text(encoding="utf-8"))
    return Learned(Logistic(**content["needs"]), Choice(**content["parent"]), content["right"])
