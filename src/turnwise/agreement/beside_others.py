"""Each answer beside the other answers to its item: how far it is from them, and how much they agree themselves."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from turnwise.agreement.answers import Answers, Floats
from turnwise.agreement.weights import BY_LEVEL, agreement_weights


@dataclass(frozen=True, eq=False)
class BesideOthers:
    """One row an answer; NaN where its item has too few other answers."""

    #: how much it agrees with another answer to its item, on average
    agreement: Floats
    #: how much two of the others agree with each other, on average
    among_others: Floats
    #: how far it is above the mean of the others
    above: Floats


def beside_others(answers: Answers, level: str, weights: str | None, are_categories: bool) -> BesideOthers:
    """Agreement in part is by the weights that suit the level, or by those that are named."""
    how = weights or BY_LEVEL[level]
    number = answers.per_item[answers.item].astype(np.float64)
    values = answers.values
    sums = answers.item_sums(values)[answers.item]
    others = np.where(number > 1, number - 1, np.nan)
    above = values - (sums - values) / others
    if are_categories:
        own, item_total = _by_categories(answers, agreement_weights(how, answers.categories))
    else:
        own, item_total = _by_squares(answers)
    pairs = np.where(number > 2, (number - 1) * (number - 2), np.nan)
    return BesideOthers(own / others, (item_total[answers.item] - 2 * own) / pairs, above)


def _by_categories(answers: Answers, matrix: Floats) -> tuple[Floats, Floats]:
    """Of each answer the sum of its agreement with the others; of each item the sum over all its ordered pairs."""
    weighted = answers.counts @ matrix
    own = weighted[answers.item, answers.code] - 1
    return own, (answers.counts * (weighted - 1)).sum(axis=1)


def _by_squares(answers: Answers) -> tuple[Floats, Floats]:
    """The same for numbers: agreement is 1 less the squared difference, in units of the whole range."""
    reach = np.ptp(answers.categories) or 1.0
    value = (answers.values - answers.values.mean()) / reach
    number = answers.per_item.astype(np.float64)
    total, squares = answers.item_sums(value), answers.item_sums(value**2)
    apart = number[answers.item] * value**2 - 2 * value * total[answers.item] + squares[answers.item]
    own = number[answers.item] - 1 - apart
    return own, number * (number - 1) - 2 * (number * squares - total**2)
