"""Kendall's W: how much raters order the items alike, ties counted (Kendall and Babington Smith 1939)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from turnwise.agreement.answers import Answers, Floats
from turnwise.agreement.krippendorff import mean_ranks, moved_by
from turnwise.agreement.statistic import Statistic, Undefined, ratio


def kendall(answers: Answers) -> Statistic:
    """W over the items that every rater answered for; a rater who ranks only some items has no ranks to compare."""
    if not answers.raters_known:
        raise Undefined("the source does not say who answered")
    answers = complete_items(answers)
    if answers.n_items < 3 or answers.n_raters < 2:
        raise Undefined("fewer than three items have an answer of every rater")
    if answers.used < 2:
        raise Undefined("all answers are alike, so nothing is ordered")
    return Concordance(answers)


def complete_items(answers: Answers) -> Answers:
    """Only the items that every rater who answered at all answered for, and their raters numbered without gaps."""
    raters, rater = np.unique(answers.rater, return_inverse=True)
    kept = answers.keeping(answers.per_item[answers.item] == len(raters))
    rows = answers.per_item[answers.item] == len(raters)
    return Answers(
        kept.item, rater[rows], kept.code, kept.n_items, len(raters), kept.categories, kept.cluster, kept.raters_known
    )


@dataclass(frozen=True, eq=False)
class Concordance:
    """12 S / (m² (n³ − n) − m Σ T), with S the squared sums of ranks, and T the ties of each rater. Its ranks move with
    every bootstrap sample, in which an item that is drawn twice is tied with itself."""

    answers: Answers

    @cached_property
    def _given(self) -> Any:
        """``[item, rater × category]``, sparse."""
        from scipy.sparse import csr_array

        answers = self.answers
        column = answers.rater * answers.n_categories + answers.code
        shape = (answers.n_items, answers.n_raters * answers.n_categories)
        return csr_array((np.ones(len(column)), (answers.item, column)), shape=shape)

    def _used(self, of_item: Floats) -> Floats:
        """``[sample, rater, category]``: how often each rater gave each category."""
        found = np.asarray(of_item @ self._given)
        return found.reshape(len(of_item), self.answers.n_raters, self.answers.n_categories)

    @property
    def value(self) -> float:
        return float(self.resampled(np.ones((1, self.answers.n_clusters)))[0])

    def resampled(self, weights: Floats) -> Floats:
        of_item = weights[:, self.answers.cluster]
        used = self._used(of_item)
        number, raters = of_item.sum(axis=1), self.answers.n_raters
        ranks = _ranks(used)
        sums = ranks.reshape(len(weights), -1) @ self._given.T  # [sample, item]
        sums *= sums
        squared = np.einsum("si,si->s", of_item, sums)
        ties = (used**3 - used).sum(axis=(1, 2))
        return ratio(12 * squared, raters**2 * (number**3 - number) - raters * ties)

    @property
    def influence(self) -> Floats:
        used = self._used(np.ones((1, self.answers.n_items)))
        number, raters = self.answers.n_items, self.answers.n_raters
        ranks = _ranks(used)[0]
        sums = self._given @ ranks.ravel()
        squared = (sums**2).sum()
        below = raters**2 * (number**3 - number) - raters * (used**3 - used).sum()
        by_rank = (self._given.T @ (2 * sums)).reshape(ranks.shape)
        moved = np.stack([moved_by(of_rater) for of_rater in by_rank]).ravel()
        d_squared = sums**2 + self._given @ moved
        d_below = raters**2 * (3 * number**2 - 1) - raters * (self._given @ (3 * used.ravel() ** 2 - 1))
        return self.answers.cluster_sums(12 * (d_squared / below - squared * d_below / below**2))


def _ranks(used: Floats) -> Floats:
    flat = used.reshape(-1, used.shape[-1])
    return mean_ranks(flat).reshape(used.shape)
