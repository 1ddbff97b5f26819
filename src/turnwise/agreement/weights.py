"""How much two answers agree: 1 where they are alike, less the farther apart they are."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from turnwise.agreement.answers import Floats
from turnwise.errors import OptionError, did_you_mean

#: Names of weights → what they say, after Gwet (2014), chapter 3.
WEIGHTS = {
    "identity": "1 for the same answer, else 0",
    "linear": "less by the distance",
    "quadratic": "less by the squared distance",
    "ordinal": "less by how many pairs of categories lie between",
    "radical": "less by the square root of the distance",
    "ratio": "less by the squared distance over the squared sum",
}
#: Weights as they suit a level of measurement.
BY_LEVEL = {"nominal": "identity", "ordinal": "linear", "interval": "quadratic", "ratio": "ratio"}


def agreement_weights(weights: str | ArrayLike, categories: Floats) -> Floats:
    """``[category, category]`` of named weights, or the matrix that was given."""
    q = len(categories)
    if not isinstance(weights, str):
        matrix = np.asarray(weights, dtype=np.float64)
        if matrix.shape != (q, q) or not np.array_equal(matrix, matrix.T) or not np.all(np.diag(matrix) == 1):
            raise OptionError(f"weights: expected a symmetric matrix of {q} × {q} with 1 on its diagonal.")
        return matrix
    if weights not in WEIGHTS:
        hint = did_you_mean(weights, WEIGHTS) or f"; the weights are {', '.join(WEIGHTS)}."
        raise OptionError(f"there are no weights {weights!r}{hint}")
    if weights == "identity" or q == 1:
        return np.eye(q)
    if weights == "ordinal":
        between = np.abs(np.subtract.outer(np.arange(q), np.arange(q)))
        return 1 - between * (between + 1) / (q * (q - 1))
    apart = np.abs(np.subtract.outer(categories, categories))
    if weights == "ratio":
        refuse_below_zero(categories, "ratio weights")
        apart = _ratio(categories) ** 2
    power = {"quadratic": 2.0, "radical": 0.5}.get(weights, 1.0)
    return 1 - (apart / apart.max()) ** power


def distances(level: str, categories: Floats) -> Floats:
    """Krippendorff's squared differences of categories that do not depend on how often they are used."""
    if level == "nominal":
        return 1 - np.eye(len(categories))
    if level == "interval":
        return np.subtract.outer(categories, categories) ** 2
    refuse_below_zero(categories, "the ratio level")
    return _ratio(categories) ** 2


def refuse_below_zero(categories: Floats, what: str) -> None:
    if categories.min() < 0:
        raise OptionError(f"{what}: found the answer {categories.min():g}, expected none below 0; use another level.")


def _ratio(categories: Floats) -> Floats:
    """The difference over the sum; two zeros do not differ."""
    sums = np.add.outer(categories, categories)
    return np.abs(np.subtract.outer(categories, categories)) / np.where(sums == 0, 1, sums)
