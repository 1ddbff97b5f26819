"""Packed arrays: what every measure of a turn sees.

Many lists stand in one set of flat arrays, so that a measure is a few lines of numpy and a million lists
cost milliseconds. Only **hits** are kept: the judged items of a list, with their rank. Items nobody judged
count through the list's length and through the ranks they push others down to.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from turnwise.errors import MeasureError

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

#: `relevant(ANY_GAIN)` are the hits with any gain at all. It is the smallest normal number, since a processor set to
#: flush smaller ones to zero (some libraries set it so) would take grade 0 for a gain.
ANY_GAIN = sys.float_info.min


def offsets_of(counts: Ints) -> Ints:
    """Where each list starts in the flat arrays, and where the last one ends."""
    return np.concatenate(([0], np.cumsum(counts, dtype=np.int64)))


@dataclass(frozen=True, eq=False)
class Pool:
    """All judged grades of each turn, highest first: what an ideal list could hold."""

    offsets: Ints
    grades: Floats
    max_grade: float  # of the whole collection; a turn's own best may be lower
    _cache: dict[float, Ints] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @cached_property
    def owner(self) -> Ints:
        """The turn that each grade belongs to."""
        return np.repeat(np.arange(len(self)), np.diff(self.offsets))

    def n_relevant(self, rel: float) -> Ints:
        """How many judged items of each turn have a grade of at least `rel`."""
        if rel not in self._cache:
            self._cache[rel] = np.bincount(self.owner[self.grades >= rel], minlength=len(self)).astype(np.int64)
        return self._cache[rel]

    def lowest_correct(self, rel: float) -> float:
        """The lowest grade of the collection with any gain that is at least `rel`; without one, `rel` itself or 1."""
        correct = self.grades[self.grades >= max(rel, ANY_GAIN)]
        return float(correct.min()) if len(correct) else float(rel) or 1.0

    @cached_property
    def n_judged(self) -> Ints:
        """How many items of each turn were judged at all (trec_eval's negative grades count as not judged)."""
        return np.bincount(self.owner[self.grades >= 0], minlength=len(self)).astype(np.int64)

    @cached_property
    def ideal(self) -> Lists:
        """The best possible list of each turn: every judged item with any gain, highest grade first."""
        counts = self.n_relevant(ANY_GAIN)
        offsets = offsets_of(counts)
        ranks = np.arange(offsets[-1]) - np.repeat(offsets[:-1], counts) + 1
        return Lists(self, offsets, ranks, self.grades[self.grades >= ANY_GAIN], counts)


@dataclass(frozen=True, eq=False)
class Relevant:
    """The hits of at least some grade: their list, rank, grade, and the how-manieth of its list each one is."""

    owner: Ints
    ranks: Ints
    grades: Floats
    nth: Ints

    def steps(self) -> list[Ints]:
        """Which hits are the first of their lists, which the second, and so on: to walk all lists at once."""
        if not len(self.nth):
            return []
        return np.split(np.argsort(self.nth, kind="stable"), np.cumsum(np.bincount(self.nth)[1:])[:-1])

    def running(self, values: Floats) -> Floats:
        """At each hit, the sum of `values` from the first hit of its list down to it.

        One cumulative sum over all lists would be shorter, but rounding would then carry from list to list.
        """
        so_far, sums = np.zeros(self.owner.max(initial=-1) + 1), np.empty(len(values))
        for step in self.steps():
            so_far[self.owner[step]] += values[step]
            sums[step] = so_far[self.owner[step]]
        return sums


@dataclass(frozen=True, eq=False)
class Lists:
    """One list per turn of the pool, in the pool's order.

    The hits of list *i* are ``ranks[offsets[i]:offsets[i + 1]]`` (from 1, ascending) with their `grades`;
    `length` counts all its items, judged or not.
    """

    pool: Pool
    offsets: Ints
    ranks: Ints
    grades: Floats
    length: Ints
    _cache: dict[float, Relevant] = field(default_factory=dict, repr=False)
    _smoothed: dict[float, Lists] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @classmethod
    def of(cls, ranked: Sequence[Sequence[float | None]], judged: Sequence[Sequence[float]] | None = None) -> Lists:
        """Pack lists written out as grades in rank order (None: not judged).

        `judged` holds all judged grades of each turn; without it, the grades of the list itself.
        """
        if judged is None:
            judged = [[g for g in grades if g is not None] for grades in ranked]
        _check_written(ranked, judged)
        best_first = [sorted(grades, reverse=True) for grades in judged]
        pool = Pool(
            offsets_of(np.array([len(g) for g in best_first], dtype=np.int64)),
            np.array([g for grades in best_first for g in grades], dtype=np.float64),
            max((g for grades in best_first for g in grades), default=0.0),
        )
        hits = [[(r, g) for r, g in enumerate(grades, 1) if g is not None] for grades in ranked]
        return cls(
            pool,
            offsets_of(np.array([len(h) for h in hits], dtype=np.int64)),
            np.array([r for h in hits for r, _ in h], dtype=np.int64),
            np.array([g for h in hits for _, g in h], dtype=np.float64),
            np.array([len(grades) for grades in ranked], dtype=np.int64),
        )

    @cached_property
    def owner(self) -> Ints:
        """The list that each hit belongs to."""
        return np.repeat(np.arange(len(self)), np.diff(self.offsets))

    def sum(self, owner: Ints, values: Floats) -> Floats:
        """Per list, the sum of `values`, in rank order (so to the last digit as a loop would add them)."""
        # of no values at all, bincount makes whole numbers
        return np.bincount(owner, weights=values, minlength=len(self)).astype(np.float64, copy=False)

    def relevant(self, rel: float, k: int | None = None) -> Relevant:
        """The hits with a grade of at least `rel`, among the first `k` items where `k` is given."""
        if rel not in self._cache:
            kept = self.grades >= rel
            owner = self.owner[kept]
            counts = np.bincount(owner, minlength=len(self))
            nth = np.arange(len(owner)) - np.repeat(np.cumsum(counts) - counts, counts) + 1
            self._cache[rel] = Relevant(owner, self.ranks[kept], self.grades[kept], nth)
        found = self._cache[rel]
        if k is None:
            return found
        top = found.ranks <= k
        return Relevant(found.owner[top], found.ranks[top], found.grades[top], found.nth[top])

    def n_found(self, rel: float, k: int | None = None) -> Ints:
        """Per list, how many relevant items it holds among its first `k`."""
        return np.bincount(self.relevant(rel, k).owner, minlength=len(self)).astype(np.int64)

    def smoothed(self, rel: float = 0.0) -> Lists:
        """The same lists, each with an extra correct response at its end.

        It is as little correct as can be, so that the best list stays the best: of the lowest grade in the collection
        that has any gain and is at least `rel`.
        """
        if rel not in self._smoothed:
            grade = self.pool.lowest_correct(rel)
            more = np.arange(len(self) + 1)
            after_better = self.pool.offsets[:-1] + self.pool.n_relevant(grade)
            pool = Pool(
                self.pool.offsets + more,
                np.insert(self.pool.grades, after_better, grade),
                max(self.pool.max_grade, grade),
            )
            self._smoothed[rel] = Lists(
                pool,
                self.offsets + more,
                np.insert(self.ranks, self.offsets[1:], self.length + 1),
                np.insert(self.grades, self.offsets[1:], grade),
                self.length + 1,
            )
        return self._smoothed[rel]


def _check_written(ranked: Sequence[Sequence[float | None]], judged: Sequence[Sequence[float]]) -> None:
    """Refuse lists that no judgements could give, which would score above what is possible."""
    if len(ranked) != len(judged):
        raise MeasureError(
            f"found {len(ranked)} lists and judgements of {len(judged)} turns; expected as many of each."
        )
    for at, (grades, known) in enumerate(zip(ranked, judged, strict=True), 1):
        if not all(g is None or isfinite(g) for g in (*grades, *known)):
            raise MeasureError(f"list {at}: a grade must be a finite number.")
        for grade, count in (Counter(g for g in grades if g is not None and g > 0) - Counter(known)).items():
            raise MeasureError(f"list {at} has {count} more of grade {grade:g} than were judged; add them to `judged`.")


def ratio(top: NDArray[np.floating] | Ints, bottom: NDArray[np.floating] | Ints) -> Floats:
    """`top / bottom`, and 0 where `bottom` is 0 (as trec_eval: a turn without relevant items scores 0)."""
    return np.divide(top, bottom, out=np.zeros(len(top), dtype=np.float64), where=np.asarray(bottom) != 0)
