"""The answers to one question, packed: what every coefficient is computed from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from turnwise.errors import OptionError

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

#: More different answers than these are numbers, and no categories.
MOST_CATEGORIES = 100


@dataclass(frozen=True, eq=False)
class Answers:
    """Answer *r*: rater ``rater[r]`` gave item ``item[r]`` the category ``code[r]``. Every item has an answer.

    Items of one cluster (the turns of a dialogue) were not drawn on their own: intervals draw whole clusters.
    """

    item: Ints
    rater: Ints
    code: Ints
    n_items: int
    n_raters: int
    categories: Floats  # the number that each category stands for, ascending
    cluster: Ints  # [item], from 0 without a gap
    #: whether rater *k* of one item is rater *k* of another
    raters_known: bool = True

    @property
    def n_categories(self) -> int:
        return len(self.categories)

    @cached_property
    def n_clusters(self) -> int:
        return int(self.cluster.max()) + 1 if self.n_items else 0

    @cached_property
    def values(self) -> Floats:
        """The number of each answer."""
        return self.categories[self.code]

    @cached_property
    def per_item(self) -> Ints:
        """How many answers each item has."""
        return np.bincount(self.item, minlength=self.n_items)

    @cached_property
    def counts(self) -> Floats:
        """``[item, category]``: how many raters gave it."""
        q = self.n_categories
        return np.bincount(self.item * q + self.code, minlength=self.n_items * q).reshape(-1, q).astype(np.float64)

    @cached_property
    def used(self) -> int:
        """How many categories were used at all."""
        return len(np.unique(self.code))

    def item_sums(self, of: Floats) -> Floats:
        """The sum over each item's answers."""
        return np.bincount(self.item, weights=of, minlength=self.n_items).astype(np.float64)

    def cluster_sums(self, of: Floats) -> Floats:
        """``[cluster, …]`` of ``[item, …]``."""
        if self.n_clusters == self.n_items:
            return of[np.argsort(self.cluster)]
        found = np.zeros((self.n_clusters, *of.shape[1:]))
        np.add.at(found, self.cluster, of)
        return found

    def keeping(self, rows: Bools) -> Answers:
        """Only these answers; items that keep none, and their clusters, fall out."""
        items, item = np.unique(self.item[rows], return_inverse=True)
        _, cluster = np.unique(self.cluster[items], return_inverse=True)
        return Answers(
            item, self.rater[rows], self.code[rows], len(items), self.n_raters, self.categories, cluster,
            self.raters_known,
        )  # fmt: skip


def answers_of(
    ratings: Answers | ArrayLike, *, categories: Sequence[float] | None = None, clusters: ArrayLike | None = None
) -> Answers:
    """The answers of a matrix ``[item, rater]``, NaN where that rater did not answer for that item.

    `categories` are all that could be answered, where not all were; `clusters` names the cluster of each item.
    """
    if isinstance(ratings, Answers):
        return ratings
    matrix = np.asarray(ratings, dtype=np.float64)
    if matrix.ndim != 2:
        raise OptionError(f"ratings: found an array of {matrix.ndim} dimensions, expected a matrix [item, rater].")
    item, rater = np.nonzero(~np.isnan(matrix))
    cluster = None if clusters is None else np.unique(np.asarray(clusters), return_inverse=True)[1]
    if cluster is not None and len(cluster) != len(matrix):
        raise OptionError(f"clusters: found {len(cluster)}, expected one for each of the {len(matrix)} items.")
    return packed(item, rater, matrix[item, rater], matrix.shape[1], categories=categories, cluster=cluster)


def packed(
    item: Ints,
    rater: Ints,
    value: Floats,
    n_raters: int,
    *,
    categories: Sequence[float] | None = None,
    cluster: Ints | None = None,
    raters_known: bool = True,
) -> Answers:
    """Answers from rows. Items are numbered anew, without those that nobody answered for; so are `cluster`'s."""
    found = np.unique(value)
    scale = found if categories is None else np.unique(np.asarray(categories, dtype=np.float64))
    if len(odd := np.setdiff1d(found, scale)):
        raise OptionError(f"categories: found the answer {odd[0]:g}, expected one of those named; name it, too.")
    items, item = np.unique(item, return_inverse=True)
    of_item = np.arange(len(items)) if cluster is None else np.unique(cluster[items], return_inverse=True)[1]
    code = np.searchsorted(scale, value)
    return Answers(item, np.asarray(rater), code, len(items), n_raters, scale, of_item, raters_known)
