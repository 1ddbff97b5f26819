"""Agreement beyond chance of any number of raters, on items with any number of answers each (Gwet 2014, chapter 2-5).

All share the observed agreement: of each item with two answers or more, how many of the pairs of its answers agree;
then the mean over these items. They differ in what they take chance agreement to be. Items with a single answer tell
nothing about agreement, but count where a category's share is estimated from the mean over items.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from turnwise.agreement.answers import MOST_CATEGORIES, Answers, Floats
from turnwise.agreement.statistic import Statistic, Undefined, of_totals, per_rater, ratio
from turnwise.agreement.weights import agreement_weights


def percent_agreement(answers: Answers, weights: str | ArrayLike) -> Statistic:
    """The share of pairs of answers to one item that agree; with weights, by how much they do."""
    agreeing, paired = _observed(answers, _weights(answers, weights))
    return of_totals(answers, [agreeing, paired], lambda t: ratio(t[..., 0], t[..., 1]))


def fleiss(answers: Answers, weights: str | ArrayLike) -> Statistic:
    """Chance: two draws from the mean share of each category."""
    matrix = _weights(answers, weights)
    _refuse_one_category(answers)
    agreeing, paired = _observed(answers, matrix)

    def of(totals: NDArray[Any]) -> NDArray[Any]:
        share = ratio(totals[..., 3:], totals[..., 2:3])
        chance = np.einsum("...k,kl,...l", share, matrix, share)
        return _corrected(ratio(totals[..., 0], totals[..., 1]), chance)

    return of_totals(answers, [agreeing, paired, np.ones(answers.n_items), _shares(answers)], of)


def randolph(answers: Answers, weights: str | ArrayLike) -> Statistic:
    """Chance: every category as likely as any other (Brennan and Prediger 1981; Randolph 2005)."""
    matrix = _weights(answers, weights)
    if answers.n_categories < 2:
        raise Undefined("there is only one category")
    agreeing, paired = _observed(answers, matrix)
    chance = matrix.mean()
    return of_totals(answers, [agreeing, paired], lambda t: _corrected(ratio(t[..., 0], t[..., 1]), np.asarray(chance)))


def gwet(answers: Answers, weights: str | ArrayLike) -> Statistic:
    """Chance: only among answers that were given at random, which are few where nearly all are alike."""
    matrix = _weights(answers, weights)
    q = answers.n_categories
    if q < 2:
        raise Undefined("there is only one category")
    agreeing, paired = _observed(answers, matrix)
    factor = matrix.sum() / (q * (q - 1))

    def of(totals: NDArray[Any]) -> NDArray[Any]:
        share = ratio(totals[..., 3:], totals[..., 2:3])
        chance = factor * (share * (1 - share)).sum(axis=-1)
        return _corrected(ratio(totals[..., 0], totals[..., 1]), chance)

    return of_totals(answers, [agreeing, paired, np.ones(answers.n_items), _shares(answers)], of)


def conger(answers: Answers, weights: str | ArrayLike) -> Statistic:
    """Chance: two raters who answer as often as each does, but independently; the mean over all pairs of raters.

    For two raters who answer for every item this is Cohen's κ.
    """
    matrix = _weights(answers, weights)
    _refuse_unknown_raters(answers)
    _refuse_one_category(answers)
    agreeing, paired = _observed(answers, matrix)
    g, q = answers.n_raters, answers.n_categories

    def of(totals: NDArray[Any]) -> NDArray[Any]:
        each = totals[..., 2:].reshape(*totals.shape[:-1], g, q)
        number = each.sum(axis=-1, keepdims=True)
        there = np.abs(number) > 0.5
        share = np.where(there, each / np.where(there, number, 1), 0)
        mean, raters = share.sum(axis=-2), there[..., 0].sum(axis=-1)
        alone = np.einsum("...gk,kl,...gl", share, matrix, share, optimize=True)
        chance = ratio(np.einsum("...k,kl,...l", mean, matrix, mean) - alone, raters * (raters - 1))
        return _corrected(ratio(totals[..., 0], totals[..., 1]), chance)

    return of_totals(answers, [agreeing, paired], of, [per_rater(answers)])


def _observed(answers: Answers, matrix: Floats) -> tuple[Floats, Floats]:
    """Of each item the share of pairs of its answers that agree, and whether it has a pair."""
    number = answers.per_item
    paired = number >= 2
    if not paired.any():
        raise Undefined("no item has two answers")
    pairs = np.where(paired, number * (number - 1), 1)
    agreeing = (answers.counts * (answers.counts @ matrix - 1)).sum(axis=1) / pairs
    return np.where(paired, agreeing, 0), paired.astype(np.float64)


def _shares(answers: Answers) -> Floats:
    """The share of each category among the answers to each item."""
    return answers.counts / answers.per_item[:, None]


def _corrected(observed: NDArray[Any], chance: NDArray[Any]) -> NDArray[Any]:
    return ratio(observed - chance, 1 - chance)


def _weights(answers: Answers, weights: str | ArrayLike) -> Floats:
    if answers.n_categories > MOST_CATEGORIES:
        raise Undefined(f"{answers.n_categories:,} different answers are no categories")
    return agreement_weights(weights, answers.categories)


def _refuse_one_category(answers: Answers) -> None:
    if answers.used < 2:
        raise Undefined("all answers are alike, so chance alone would make them agree")


def _refuse_unknown_raters(answers: Answers) -> None:
    if not answers.raters_known:
        raise Undefined("the source does not say who answered")
