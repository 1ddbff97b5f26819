"""Intraclass correlations: the share of the answers' variance that is due to the items.

Named as by McGraw and Wong (1996): ICC(1) takes the raters of each item for a fresh sample; ICC(A,1), Shrout and
Fleiss's ICC(2,1), counts a rater who is always stricter against agreement; ICC(C,1), their ICC(3,1), does not. With
`average`, of the mean of k raters.

Where items have different raters, the variances are estimated by Henderson's first method (1953): sums of squares are
set to what they are expected to be. On complete data this is the analysis of variance, and gives the textbook's values.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from turnwise.agreement.answers import Answers, Floats
from turnwise.agreement.statistic import Statistic, Undefined, of_totals, per_rater, ratio


def icc_one_way(answers: Answers, *, average: bool = False) -> Statistic:
    """ICC(1), or ICC(k) of the mean of k raters."""
    _refuse_few(answers)
    value = _standardised(answers)
    number, total = answers.per_item.astype(np.float64), answers.item_sums(value)
    columns = [np.ones(answers.n_items), number, number**2, total, answers.item_sums(value**2), total**2 / number]

    def of(totals: NDArray[Any]) -> NDArray[Any]:
        items, n, squared_sizes, summed, squares, item_squares = (totals[..., k] for k in range(6))
        between = ratio(item_squares - ratio(summed**2, n), items - 1)
        within = ratio(squares - item_squares, n - items)
        size = ratio(n - ratio(squared_sizes, n), items - 1)
        item_variance = ratio(between - within, size)
        return ratio(item_variance, item_variance + (ratio(within, size) if average else within))

    return of_totals(answers, columns, of)


def icc_two_way(answers: Answers, *, agreement: bool, average: bool = False) -> Statistic:
    """ICC(A,1) with `agreement`, else ICC(C,1); with `average` of the mean of k raters."""
    _refuse_few(answers)
    if not answers.raters_known:
        raise Undefined("the source does not say who answered")
    if (np.bincount(answers.rater) > 1).sum() < 2:
        raise Undefined("fewer than two raters answered for two items")
    value = _standardised(answers)
    number, total = answers.per_item.astype(np.float64), answers.item_sums(value)
    columns = [np.ones(answers.n_items), number, number**2, total, answers.item_sums(value**2), total**2 / number]
    by_rater = [per_rater(answers, np.ones(len(value))), per_rater(answers, value)]

    def of(totals: NDArray[Any]) -> NDArray[Any]:
        item_variance, rater_variance, rest, size = _henderson(totals, answers.n_raters)
        noise = rest + rater_variance if agreement else rest
        return ratio(item_variance, item_variance + (ratio(noise, size) if average else noise))

    return of_totals(answers, columns, of, by_rater)


def _henderson(totals: NDArray[Any], n_raters: int) -> tuple[NDArray[Any], ...]:
    """Variance of items, of raters and of the rest, and the number of raters an item has (as in the one-way ANOVA).

    With y.. the sum of N answers, E[Σ y² − Σᵢ yᵢ.²/nᵢ] = (N − items)(σ_r² + σ_e²), likewise for raters, and
    E[Σᵢ yᵢ.²/nᵢ − y..²/N] = (N − Σnᵢ²/N) σ_i² + (items − Σmⱼ²/N) σ_r² + (items − 1) σ_e².
    """
    items, n, squared_sizes, summed, squares, item_squares = (totals[..., k] for k in range(6))
    answered, given = totals[..., 6 : 6 + n_raters], totals[..., 6 + n_raters :]
    there = np.abs(answered) > 0.5
    rater_squares = np.where(there, given**2 / np.where(there, answered, 1), 0).sum(axis=-1)
    raters = there.sum(axis=-1)
    not_items = ratio(squares - item_squares, n - items)  # σ_r² + σ_e²
    not_raters = ratio(squares - rater_squares, n - raters)  # σ_i² + σ_e²
    of_items = n - ratio(squared_sizes, n)
    of_raters = items - ratio((answered**2).sum(axis=-1), n)
    rest = ratio(
        item_squares - ratio(summed**2, n) - not_raters * of_items - not_items * of_raters,
        items - 1 - of_items - of_raters,
    )
    return not_raters - rest, not_items - rest, rest, ratio(of_items, items - 1)


def _standardised(answers: Answers) -> Floats:
    """The answers with mean 0 and variance 1, so that what is too small to divide by does not depend on their unit."""
    value = answers.values - answers.values.mean()
    return value / value.std()


def _refuse_few(answers: Answers) -> None:
    if not (answers.per_item >= 2).any():
        raise Undefined("no item has two answers")
    if answers.n_items < 2:
        raise Undefined("there is only one item")
    if answers.used < 2:
        raise Undefined("all answers are alike, so they have no variance")
