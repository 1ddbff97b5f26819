"""What can be computed from a sum over clusters of items, with how it moves when clusters are drawn anew.

A coefficient is a function of a few totals, such as the number of agreeing pairs. Each cluster adds to the totals, so a
bootstrap sample is a product of matrices, and the large-sample variance follows from the derivative of the function
(the linearised variance of Gwet 2008: it holds at the estimate, not under the hypothesis of no agreement).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from turnwise.agreement.answers import Answers, Floats

#: Told how much is done, of how much, and what.
Progress = Callable[[int, int, str], None]

#: A step so small that the derivative along it is exact: it is taken in the imaginary direction.
_STEP = 1e-30
#: Bootstrap samples at once: enough to make each product worth it, and a bound on memory.
_AT_ONCE = 250
#: Clusters at once where each of them is moved a little.
_ROWS = 2000
#: A denominator below this is 0 but for rounding.
TINY = 1e-12
#: Numbers kept for clusters and raters; more would fill the memory.
_MOST_FEATURES = 40_000_000


class Undefined(Exception):
    """A coefficient that these answers do not define; its text says why, as the end of a sentence."""


class Statistic(Protocol):
    """A number computed from clusters of items."""

    @property
    def value(self) -> float: ...

    @property
    def influence(self) -> Floats:
        """``[cluster]``: the derivative of the value when a cluster counts a little more."""
        ...

    def resampled(self, weights: Floats) -> Floats:
        """The value of each ``weights[sample, cluster]``: how often each cluster counts."""
        ...


@dataclass(frozen=True, eq=False)
class OfTotals:
    """A function of totals: `features` is ``[cluster, k]``, `of` takes ``[…, k]`` to ``[…]``."""

    features: Floats
    of: Callable[[NDArray[Any]], NDArray[Any]]

    @property
    def value(self) -> float:
        return float(self.of(self.features.sum(axis=0)))

    @property
    def influence(self) -> Floats:
        totals = self.features.sum(axis=0)
        parts = [
            self.of(totals + 1j * _STEP * self.features[start : start + _ROWS]).imag / _STEP
            for start in range(0, len(self.features), _ROWS)
        ]
        return np.concatenate(parts)

    def resampled(self, weights: Floats) -> Floats:
        return self.of(weights @ self.features)


def of_totals(
    answers: Answers,
    columns: Sequence[Floats],
    of: Callable[[NDArray[Any]], NDArray[Any]],
    further: Sequence[Floats] = (),
) -> OfTotals:
    """The statistic whose features are these columns, ``[item]`` or ``[item, …]`` each, in their order; `further` ones
    are ``[cluster, …]`` already."""
    flat = np.concatenate([column.reshape(answers.n_items, -1) for column in columns], axis=1)
    return OfTotals(np.concatenate([answers.cluster_sums(flat), *further], axis=1), of)


def per_rater(answers: Answers, of: Floats | None = None) -> Floats:
    """``[cluster, rater × category]``: how often each rater gave each category; or ``[cluster, rater]``, the sum of
    `of` over each one's answers."""
    width = answers.n_raters * (answers.n_categories if of is None else 1)
    if answers.n_clusters * width > _MOST_FEATURES:
        raise Undefined(f"{answers.n_raters:,} raters are too many to tell apart here")
    column = answers.rater * answers.n_categories + answers.code if of is None else answers.rater
    at = answers.cluster[answers.item] * width + column
    return np.bincount(at, weights=of, minlength=answers.n_clusters * width).reshape(-1, width).astype(np.float64)


def ratio(above: NDArray[Any], below: NDArray[Any]) -> NDArray[Any]:
    """A quotient, NaN where it has no meaning."""
    none = np.abs(below) < TINY
    return np.where(none, np.nan, above / np.where(none, 1, below))


def samples(n_clusters: int, draws: int, seed: int) -> Iterator[Floats]:
    """How often each cluster counts in each bootstrap sample, some samples at a time."""
    rng = np.random.default_rng(seed)
    for start in range(0, draws, _AT_ONCE):
        count = min(_AT_ONCE, draws - start)
        drawn = rng.integers(0, n_clusters, (count, n_clusters), dtype=np.int32)
        drawn += (np.arange(count, dtype=np.int32) * n_clusters)[:, None]
        yield np.bincount(drawn.ravel(), minlength=count * n_clusters).reshape(count, n_clusters).astype(np.float64)


def bootstrap(
    statistics: Sequence[Statistic], n_clusters: int, draws: int, seed: int, progress: Progress | None = None
) -> Floats:
    """``[statistic, draw]``: all of them on the same samples, so that differences are paired."""
    found = np.empty((len(statistics), draws))
    done = 0
    for weights in samples(n_clusters, draws, seed):
        for at, statistic in enumerate(statistics):
            if progress:
                progress(done + at * len(weights) // len(statistics), draws, "bootstrap")
            found[at, done : done + len(weights)] = statistic.resampled(weights)
        done += len(weights)
    if progress:
        progress(draws, draws, "")
    return found
