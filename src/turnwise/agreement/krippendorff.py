"""Krippendorff's α: how much less the answers to one item differ than answers at large.

Only items with two answers or more count. Where chance is concerned a pair is drawn without putting the first answer
back, so α corrects for small samples. (K. Krippendorff, Content Analysis, 2004, chapter 11.)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turnwise.agreement.answers import MOST_CATEGORIES, Answers, Floats
from turnwise.agreement.statistic import Statistic, Undefined, of_totals, ratio
from turnwise.agreement.weights import distances
from turnwise.errors import OptionError, did_you_mean

LEVELS = ("nominal", "ordinal", "interval", "ratio")


def krippendorff(answers: Answers, level: str) -> Statistic:
    """α of this level of measurement."""
    if level not in LEVELS:
        hint = did_you_mean(level, LEVELS) or f"; the levels are {', '.join(LEVELS)}."
        raise OptionError(f"there is no level of measurement {level!r}{hint}")
    pairable = answers.per_item >= 2
    if not pairable.any():
        raise Undefined("no item has two answers")
    if len(np.unique(answers.code[pairable[answers.item]])) < 2:
        raise Undefined("all answers are alike, so no disagreement was possible")
    if level == "ordinal":
        return OrdinalAlpha(answers)
    if level == "interval":
        return _interval(answers, pairable)
    if level == "nominal" and answers.n_categories > MOST_CATEGORIES:
        raise Undefined(f"{answers.n_categories:,} different answers are no categories")
    return _of_distances(answers, pairable, distances(level, answers.categories))


def _of_distances(answers: Answers, pairable: Any, apart: Floats) -> Statistic:
    counts = np.where(pairable[:, None], answers.counts, 0)
    others = np.where(pairable, answers.per_item - 1, 1)
    within = ((counts @ apart) * counts).sum(axis=1) / others

    def of(totals: NDArray[Any]) -> NDArray[Any]:
        number = totals[..., 1:].sum(axis=-1)
        between = np.einsum("...k,kl,...l", totals[..., 1:], apart, totals[..., 1:], optimize=True)
        return 1 - ratio((number - 1) * totals[..., 0], between)

    return of_totals(answers, [within, counts], of)


def _interval(answers: Answers, pairable: Any) -> Statistic:
    """By sums of squares, so that numbers need not be categories."""
    value = answers.values - answers.values.mean()
    value /= value.std()  # so that squares are near 1, whatever the unit
    number = np.where(pairable, answers.per_item, 0).astype(np.float64)
    total = np.where(pairable, answers.item_sums(value), 0)
    squares = np.where(pairable, answers.item_sums(value**2), 0)
    within = 2 * (number * squares - total**2) / np.where(pairable, number - 1, 1)

    def of(totals: NDArray[Any]) -> NDArray[Any]:
        inside, count, summed, squared = (totals[..., k] for k in range(4))
        return 1 - ratio((count - 1) * inside, 2 * (count * squared - summed**2))

    return of_totals(answers, [within, number, total, squares], of)


@dataclass(frozen=True, eq=False)
class OrdinalAlpha:
    """α with Krippendorff's own ordinal distance, which depends on how often the categories between are used.

    ``δ(k, l) = (n_k + … + n_l − (n_k + n_l)/2)²`` is the squared difference of the categories' mean ranks, so this is
    the interval α of ranks. They move with every bootstrap sample, which draws other frequencies.
    """

    answers: Answers

    @cached_property
    def _counts(self) -> Any:
        """``[item, category]`` of items with two answers or more; sparse where numbers may be as many as answers."""
        from scipy.sparse import csr_array

        answers = self.answers
        if answers.n_categories <= MOST_CATEGORIES:
            return np.where(answers.per_item[:, None] >= 2, answers.counts, 0)
        rows = answers.per_item[answers.item] >= 2
        one = np.ones(int(rows.sum()))
        shape = (answers.n_items, answers.n_categories)
        return csr_array((one, (answers.item[rows], answers.code[rows])), shape=shape)

    @cached_property
    def _others(self) -> Floats:
        """One less than the number of answers, for items that have two or more; else 1."""
        return np.maximum(self.answers.per_item - 1, 1).astype(np.float64)

    @cached_property
    def _spread(self) -> Any:
        """The counts times ``n / (n − 1)`` of each item."""
        from scipy.sparse import diags_array

        times = self.answers.per_item / self._others
        if isinstance(self._counts, np.ndarray):
            return self._counts * times[:, None]
        return diags_array(times) @ self._counts

    @property
    def value(self) -> float:
        return float(self.resampled(np.ones((1, self.answers.n_clusters)))[0])

    def resampled(self, weights: Floats) -> Floats:
        of_item = weights[:, self.answers.cluster]
        used = np.asarray(of_item @ self._counts)
        number, ranks = used.sum(axis=1), mean_ranks(used)
        own = ranks @ self._counts.T  # [sample, item]: the sum of its answers' ranks
        own *= own
        own /= self._others
        within = 2 * ((ranks**2 * (of_item @ self._spread)).sum(axis=1) - np.einsum("si,si->s", of_item, own))
        between = 2 * (number * (used * ranks**2).sum(axis=1) - (used * ranks).sum(axis=1) ** 2)
        return 1 - ratio((number - 1) * within, between)

    @property
    def influence(self) -> Floats:
        """By the chain rule: an item adds differences of its own, and moves everybody's ranks."""
        counts, others = self._counts, self._others
        used = np.asarray(counts.sum(axis=0), dtype=np.float64)
        number, ranks = used.sum(), mean_ranks(used[None])[0]
        spread = np.asarray(self._spread.sum(axis=0))
        own, own_squared = counts @ ranks, counts @ ranks**2
        size = np.asarray(counts.sum(axis=1))
        within = 2 * (spread @ ranks**2 - (own**2 / others).sum())
        between = 2 * (number * (used @ ranks**2) - (used @ ranks) ** 2)
        within_by_rank = 4 * (ranks * spread - counts.T @ (own / others))
        between_by_rank = 4 * (number * used * ranks - (used @ ranks) * used)
        d_within = 2 * (self._spread @ ranks**2 - own**2 / others) + counts @ moved_by(within_by_rank)
        d_between = (
            2 * (size * (used @ ranks**2) + number * own_squared - 2 * (used @ ranks) * own)
            + counts @ moved_by(between_by_rank)
        )  # fmt: skip
        apart = size * within / between + (number - 1) * (d_within / between - within * d_between / between**2)
        return self.answers.cluster_sums(-apart)


def mean_ranks(used: Floats) -> Floats:
    """The mean rank of each category, from the middle of all answers."""
    ranks: Floats = np.cumsum(used, axis=1) - used / 2 - used.sum(axis=1, keepdims=True) / 2
    return ranks


def moved_by(by_rank: Floats) -> Floats:
    """What one more answer of a category adds, by the ranks that it moves: half its own, and all above; the middle
    moves too, but a shift of all ranks changes no difference."""
    above = by_rank[::-1].cumsum()[::-1] - by_rank
    moved: Floats = above + by_rank / 2
    return moved
