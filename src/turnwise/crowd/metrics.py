"""Table 4 of “A View From The Crowd”: retrieval metrics against the maker's labels and against the crowd's.

For the crowd an answer is right from a mean rating of `right_from` on; only what was rated can be right for it. The
crowd is looked at as a retriever, too: its list is the rated answers by their mean rating.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from turnwise.comparison.bootstrap import clustered
from turnwise.crowd.figure import Figure
from turnwise.crowd.rated import Rated
from turnwise.measures import Lists, Pool, parse_turn
from turnwise.measures.packed import offsets_of
from turnwise.tables.candidates import Bools, Ints

METRICS = ("R@1", "R@2", "R@10", "RR", "AP", "SR@1", "SR@2", "SR@10")
CROWD = "crowd"
MAKER, EITHER = "maker", "either"


@dataclass(frozen=True)
class Against:
    """Metrics of every system against one set of labels."""

    labels: str
    turns: int
    without: int  # turns without a right answer
    right: int  # right answers
    systems: dict[str, dict[str, Figure]]


@dataclass(frozen=True)
class Labels:
    """What is right: among the candidates, and how many answers of each turn, also those that nobody offered."""

    name: str
    right: Bools  # [item]
    n_right: Ints  # [turn]


def label_sets(rated: Rated, right_from: float) -> list[Labels]:
    """The maker's labels where they are known, the crowd's, and either's. An avatar can only say its own answers."""
    candidates = rated.candidates
    own = np.array([bool(answer) for answer in candidates.answers])
    crowd = own & (rated.counts > 0) & (np.nan_to_num(rated.means) >= right_from - 1e-9)
    n = len(candidates.turns)
    of_crowd = Labels(CROWD, crowd, np.bincount(candidates.turn[crowd], minlength=n))
    if not candidates.is_labelled:
        return [of_crowd]
    maker = own & (candidates.right == 1)
    added = np.bincount(candidates.turn[crowd & ~maker], minlength=n)
    return [
        Labels(MAKER, maker, candidates.n_right),
        of_crowd,
        Labels(EITHER, maker | crowd, candidates.n_right + added),
    ]


def metrics(rated: Rated, right_from: float, draws: int, seed: int) -> list[Against]:
    candidates = rated.candidates
    orders = {name: _listed(rated, at) for at, name in enumerate(candidates.systems)}
    orders[CROWD] = _by_rating(rated)
    found = []
    for labels in label_sets(rated, right_from):
        systems = {name: _measured(rated, order, labels, draws, seed) for name, order in orders.items()}
        found.append(
            Against(
                labels.name, len(candidates.turns), int((labels.n_right == 0).sum()), int(labels.n_right.sum()), systems
            )
        )
    return found


#: Items, turn by turn and best first, and the rank of each.
Order = tuple[Ints, Ints]


def _listed(rated: Rated, system: int) -> Order:
    """The items of a system's lists. Where answers that nobody was offered stand between them, ranks have gaps."""
    ranks = rated.candidates.ranks[:, system]
    order = np.lexsort((ranks, rated.candidates.turn))
    order = order[ranks[order] > 0]
    return order, ranks[order]


def _by_rating(rated: Rated) -> Order:
    """The avatar's own answers that were rated, by their mean; ties by the answer's id, descending."""
    answers = rated.candidates.answers
    items = np.array([at for at, answer in enumerate(answers) if answer and rated.counts[at]], dtype=np.int64)
    by_id = {answer: at for at, answer in enumerate(sorted(set(answers), key=str.encode))}
    ties = np.array([by_id[answers[at]] for at in items], dtype=np.int64)
    means = np.round(rated.means[items], 9)
    order = items[np.lexsort((-ties, -means, rated.candidates.turn[items]))]
    length = np.bincount(rated.candidates.turn[order], minlength=len(rated.candidates.turns))
    return order, np.arange(len(order)) - np.repeat(offsets_of(length)[:-1], length) + 1


def _measured(rated: Rated, listed: Order, labels: Labels, draws: int, seed: int) -> dict[str, Figure]:
    candidates = rated.candidates
    n = len(candidates.turns)
    order, ranks = listed
    turn = candidates.turn[order]
    length = np.zeros(n, dtype=np.int64)
    np.maximum.at(length, turn, ranks)
    hits = labels.right[order]
    pool = Pool(offsets_of(labels.n_right), np.ones(int(labels.n_right.sum())), 1.0)
    lists = Lists(pool, offsets_of(np.bincount(turn[hits], minlength=n)), ranks[hits], np.ones(int(hits.sum())), length)
    values = np.stack([parse_turn(metric)(lists) for metric in METRICS])
    found = clustered(values, candidates.cluster, max(draws, 1), seed)
    alone = candidates.cluster.max() == 0 or not draws
    return {
        metric: Figure(
            float(found.mean[at]),
            None if alone else float(found.low[at]),
            None if alone else float(found.high[at]),
        )
        for at, metric in enumerate(METRICS)
    }
