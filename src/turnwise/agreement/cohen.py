"""Cohen's κ of two raters, on the items that both answered for: they are paired by item, not by position."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from turnwise.agreement.answers import MOST_CATEGORIES, Answers
from turnwise.agreement.statistic import Statistic, Undefined, of_totals, ratio
from turnwise.agreement.weights import agreement_weights


def cohen(answers: Answers, weights: str | ArrayLike) -> Statistic:
    """Of answers by two raters, each of whom answered for every item (see `shared_items`)."""
    if not answers.raters_known:
        raise Undefined("the source does not say who answered")
    if len(raters := np.unique(answers.rater)) != 2:
        raise Undefined(f"it is of two raters, and there are {len(raters)}")
    answers = shared_items(answers)
    if not answers.n_items:
        raise Undefined("the two raters share no item")
    if answers.used < 2:
        raise Undefined("all answers are alike, so chance alone would make them agree")
    if answers.n_categories > MOST_CATEGORIES:
        raise Undefined(f"{answers.n_categories:,} different answers are no categories")
    q, matrix = answers.n_categories, agreement_weights(weights, answers.categories)
    first = answers.rater == raters[0]
    given = np.zeros((2, answers.n_items), dtype=np.int64)
    given[0, answers.item[first]] = answers.code[first]
    given[1, answers.item[~first]] = answers.code[~first]
    one, other = np.eye(q)[given]

    def of(totals: NDArray[Any]) -> NDArray[Any]:
        number = totals[..., 1]
        chance = ratio(np.einsum("...k,kl,...l", totals[..., 2 : 2 + q], matrix, totals[..., 2 + q :]), number**2)
        return ratio(ratio(totals[..., 0], number) - chance, 1 - chance)

    return of_totals(answers, [matrix[given[0], given[1]], np.ones(answers.n_items), one, other], of)


def shared_items(answers: Answers) -> Answers:
    """Only the items with two answers."""
    return answers.keeping(answers.per_item[answers.item] == 2)
