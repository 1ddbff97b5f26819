"""Statistics of a part of the clusters, so that statistics of different parts can be drawn together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turnwise.agreement.answers import MOST_CATEGORIES, Answers, Floats
from turnwise.agreement.statistic import OfTotals, Statistic, Undefined, ratio


@dataclass(frozen=True, eq=False)
class Among:
    """A statistic of the clusters `which` of `n` (its own cluster *k* is ``which[k]``)."""

    statistic: Statistic
    which: NDArray[np.int64]
    n: int

    @property
    def value(self) -> float:
        return self.statistic.value

    @property
    def influence(self) -> Floats:
        found = np.zeros(self.n)
        found[self.which] = self.statistic.influence
        return found

    def resampled(self, weights: Floats) -> Floats:
        return self.statistic.resampled(weights[:, self.which] if len(self.which) < self.n else weights)


def stratified(name: str, parts: Sequence[tuple[Answers, NDArray[np.int64]]], n_clusters: int) -> Statistic:
    """A coefficient over parts that share no category, such as the posts of the two sides; identity weights.

    Which part an item belongs to is known to everyone, so it is no agreement: what is observed and what chance gives
    are counted within each part, and added by the number of items (of α: of answers). A part with clusters `which`
    stands in ``which`` of all.
    """
    of = {
        "percent": _percent, "Fleiss": _fleiss, "Randolph": _randolph, "AC": _gwet, "alpha": _alpha,
    }[name]  # fmt: skip
    known = [(answers, which) for answers, which in parts if answers.n_items]
    if not any((answers.per_item >= 2).any() for answers, _ in known):
        raise Undefined("no item has two answers")
    columns, places, at = [], [], 0
    for answers, which in known:
        if answers.n_categories > MOST_CATEGORIES:
            raise Undefined(f"{answers.n_categories:,} different answers are no categories")
        own = _features(answers)
        spread = np.zeros((n_clusters, own.shape[1]))
        spread[which] = answers.cluster_sums(own)
        columns.append(spread)
        places.append(slice(at, at + own.shape[1]))
        at += own.shape[1]

    def together(totals: NDArray[Any]) -> NDArray[Any]:
        sums = [of(totals[..., place]) for place in places]
        return ratio(sum(above for above, _ in sums), sum(below for _, below in sums))  # type: ignore[arg-type]

    return OfTotals(np.concatenate(columns, axis=1), together)


def _features(answers: Answers) -> Floats:
    """Of each item: agreement of pairs, whether it has a pair, 1, the shares of categories; then for α the
    disagreement within, and the counts of categories, of items with pairs."""
    number = answers.per_item
    paired = number >= 2
    same = (answers.counts * (answers.counts - 1)).sum(axis=1)
    agreeing = np.where(paired, same / np.where(paired, number * (number - 1), 1), 0)
    within = np.where(paired, (number * (number - 1) - same) / np.where(paired, number - 1, 1), 0)
    counts = np.where(paired[:, None], answers.counts, 0)
    shares = answers.counts / number[:, None]
    head = np.stack([agreeing, paired, np.ones(answers.n_items), within], axis=1)
    return np.concatenate([head, shares, counts], axis=1)


def _split(totals: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """The shares of the categories, and their counts."""
    q = (totals.shape[-1] - 4) // 2
    return ratio(totals[..., 4 : 4 + q], totals[..., 2:3]), totals[..., 4 + q :]


def _percent(totals: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    return totals[..., 0], totals[..., 1]


def _corrected(totals: NDArray[Any], chance: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    return totals[..., 0] - chance * totals[..., 1], (1 - chance) * totals[..., 1]


def _fleiss(totals: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    share, _ = _split(totals)
    return _corrected(totals, (share**2).sum(axis=-1))


def _randolph(totals: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    q = (totals.shape[-1] - 4) // 2
    return _corrected(totals, np.asarray(1 / q))


def _gwet(totals: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    share, _ = _split(totals)
    q = share.shape[-1]
    return _corrected(totals, (share * (1 - share)).sum(axis=-1) / (q - 1))


def _alpha(totals: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """``1 − D_o/D_e`` as a quotient: expected less observed, over expected, both as sums over answers."""
    _, counts = _split(totals)
    number = counts.sum(axis=-1)
    expected = ratio(number**2 - (counts**2).sum(axis=-1), number - 1)
    return expected - totals[..., 3], expected
