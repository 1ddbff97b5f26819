"""Tables 2 and 3 of “A View From The Crowd”: how people rate first choices, and whether scores go with ratings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turnwise.crowd.figure import Figure, figure, quotient
from turnwise.crowd.rated import Rated
from turnwise.tables.candidates import Bools, Floats, Ints

#: Fewer rated answers of one turn have no rank correlation worth the name.
FEWEST = 3


@dataclass(frozen=True)
class Choice:
    """The mean rating of what a system puts first (each item by its own mean), beside that of gold answers."""

    system: str
    mean: Figure
    spread: float | None  # the standard deviation of the items' means
    of_gold: Figure  # in percent
    rank: int | None
    rated: int
    unrated: int


@dataclass(frozen=True)
class Correlation:
    """Spearman's ρ of a system's scores and the mean ratings of what it lists."""

    system: str
    pooled: Figure
    items: int
    within: Figure  # the mean over turns
    turns: int


def gold_mean(rated: Rated, draws: int, seed: int) -> Figure:
    """The mean rating of gold answers."""
    features = _features(rated, rated.candidates.is_gold)
    return figure(features, rated.cluster, lambda t: quotient(t[..., 0], t[..., 1]), draws, seed)


def first_choices(rated: Rated, draws: int, seed: int) -> list[Choice]:
    candidates = rated.candidates
    gold = _features(rated, candidates.is_gold)
    found = []
    for at, system in enumerate(candidates.systems):
        first = candidates.ranks[:, at] == 1
        features = np.concatenate([_features(rated, first), gold], axis=1)
        mean = figure(features, rated.cluster, lambda t: quotient(t[..., 0], t[..., 1]), draws, seed)
        of_gold = figure(features, rated.cluster, _of_gold, draws, seed)
        means = rated.means[first & (rated.counts > 0)]
        spread = float(means.std()) if len(means) else None
        found.append(Choice(system, mean, spread, of_gold, None, len(means), int(first.sum()) - len(means)))
    order = sorted((c for c in found if c.mean.value is not None), key=lambda c: -(c.mean.value or 0))
    ranks = {choice.system: rank for rank, choice in enumerate(order, 1)}
    return [Choice(**{**vars(c), "rank": ranks.get(c.system)}) for c in found]


def _features(rated: Rated, items: Bools) -> Floats:
    """``[item, 2]``: the mean rating, and that there is one."""
    there = items & (rated.counts > 0)
    return np.stack([np.where(there, rated.means, 0), there], axis=1)


def _of_gold(totals: NDArray[Any]) -> NDArray[Any]:
    return 100 * quotient(quotient(totals[..., 0], totals[..., 1]), quotient(totals[..., 2], totals[..., 3]))


def correlations(rated: Rated, draws: int, seed: int) -> list[Correlation]:
    """Pooled, as the paper has it: over all items of all turns. And within turns, which is what ranking is about."""
    found = []
    for at, system in enumerate(rated.candidates.systems):
        listed = (rated.candidates.ranks[:, at] > 0) & (rated.counts > 0)
        scores, ratings = rated.candidates.scores[listed, at], rated.means[listed]
        features = _moments(_ranked(scores), _ranked(ratings))
        pooled = figure(features, rated.cluster[listed], _correlation, draws, seed)
        turns, values = _within(rated.candidates.turn[listed], scores, ratings)
        means = np.stack([values, np.ones(len(values))], axis=1)
        within = figure(means, rated.candidates.cluster[turns], lambda t: quotient(t[..., 0], t[..., 1]), draws, seed)
        found.append(Correlation(system, pooled, int(listed.sum()), within, len(turns)))
    return found


def _within(turn: Ints, scores: Floats, ratings: Floats) -> tuple[Ints, Floats]:
    """ρ of each turn with enough items that are not all alike."""
    turns, values = [], []
    for one in np.unique(turn):
        mine = turn == one
        if mine.sum() < FEWEST:
            continue
        value = float(_correlation(_moments(_ranked(scores[mine]), _ranked(ratings[mine])).sum(axis=0)))
        if np.isfinite(value):
            turns.append(int(one))
            values.append(value)
    return np.array(turns, dtype=np.int64), np.array(values)


def _ranked(values: Floats) -> Floats:
    """Ranks from 1, ties share their mean, moved to the middle; by what a mean rating is, to nine decimals."""
    _, place, counts = np.unique(np.round(values, 9), return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    ranks: Floats = (ends - (counts - 1) / 2)[place]
    return ranks - (len(values) + 1) / 2


def _moments(one: Floats, other: Floats) -> Floats:
    return np.stack([np.ones(len(one)), one, other, one**2, other**2, one * other], axis=1)


def _correlation(totals: NDArray[Any]) -> NDArray[Any]:
    n, x, y, xx, yy, xy = (totals[..., at] for at in range(6))
    below = (n * xx - x**2) * (n * yy - y**2)
    return quotient(n * xy - x * y, np.sqrt(np.maximum(below, 0)))
