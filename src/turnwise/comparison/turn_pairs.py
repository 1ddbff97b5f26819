"""Are the turns of a conversation independent? (Faggioli et al., SIGIR 2021, Figure 2)

Two turns are alike if they order the systems alike. So: Kendall's τ between all pairs of turns over systems, for
pairs from different conversations, from the same conversation, and from the same tree of a conversation's graph.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turnwise.comparison.pairs import DECIMALS

Floats = NDArray[np.float64]


def turn_taus(values: Floats) -> Floats:
    """τ_b between every two turns of ``values[system, turn]``, as a matrix; NaN where all systems are equal.

    With the sign of every pair of systems under every turn in a matrix, all numerators are one matrix product.
    """
    i, j = np.triu_indices(len(values), 1)
    signs = np.sign(np.round(values[i] - values[j], DECIMALS)).astype(
        np.float32
    )  # products are whole numbers, exact below 2^24
    untied = np.abs(signs).sum(axis=0, dtype=np.float64)
    exact = len(i) < 1 << 24
    agree = (signs.T @ signs).astype(np.float64) if exact else signs.T.astype(np.float64) @ signs
    with np.errstate(invalid="ignore", divide="ignore"):
        taus = agree / np.sqrt(np.outer(untied, untied))
    taus[untied == 0] = np.nan
    taus[:, untied == 0] = np.nan
    return taus


@dataclass(frozen=True)
class Group:
    """The τ of one kind of pair of turns."""

    name: str
    taus: Floats

    @property
    def mean(self) -> float:
        return float(self.taus.mean()) if len(self.taus) else float("nan")


@dataclass(frozen=True)
class TurnPairs:
    """The three groups, and tests of whether one is more alike than the one before."""

    different: Group
    same_conversation: Group
    same_tree: Group
    without_value: int  # pairs with a turn under which all systems are equal
    #: p by drawing the grouping anew: conversations' turns are dealt out at random, all pairs with them
    p_conversation: float
    p_tree: float
    ks_conversation: tuple[float, float]  # Kolmogorov–Smirnov: statistic and p, as if pairs were independent
    ks_tree: tuple[float, float]
    draws: int
    seed: int

    def groups(self, has_trees: bool) -> list[Group]:
        """The groups that have pairs; without graphs, trees are not known."""
        groups = [self.different, self.same_conversation, *([self.same_tree] if has_trees else [])]
        return [group for group in groups if len(group.taus)]

    def as_dict(self, has_trees: bool) -> dict[str, Any]:
        """For programs: the groups that have pairs, and each one's tests against the one before."""
        tests = {
            self.same_conversation.name: (self.p_conversation, self.ks_conversation),
            self.same_tree.name: (self.p_tree, self.ks_tree),
        }
        groups = self.groups(has_trees)
        return {
            "groups": {group.name: {"pairs": len(group.taus), "mean": group.mean} for group in groups},
            "tests": {
                group.name: {"permutation_p": p, "ks_statistic": statistic, "ks_p": ks_p}
                for group in groups
                if group.name in tests
                for p, (statistic, ks_p) in [tests[group.name]]
            },
            "without_value": self.without_value,
            "draws": self.draws,
            "seed": self.seed,
        }


def compare_turn_pairs(
    values: Floats, conversation: NDArray[np.int64], tree: NDArray[np.int64], draws: int = 10_000, seed: int = 0
) -> TurnPairs:
    """Group the τ of all pairs of turns; `conversation` and `tree` are numbers for each turn."""
    taus = turn_taus(values)
    i, j = np.triu_indices(values.shape[1], 1)
    known = ~np.isnan(taus[i, j])
    without_value = int((~known).sum())
    i, j = i[known], j[known]
    of_pair = taus[i, j]
    together = conversation[i] == conversation[j]
    in_tree = together & (tree[i] == tree[j])
    groups = [
        Group("different conversations", of_pair[~together]),
        Group("same conversation", of_pair[together]),
        Group("same tree", of_pair[in_tree]),
    ]
    rng = np.random.default_rng(seed)
    return TurnPairs(
        groups[0],
        groups[1],
        groups[2],
        without_value,
        _permuted(taus, conversation, np.zeros(len(conversation), dtype=np.int64), draws, rng),
        _permuted(taus, tree, conversation, draws, rng),
        _kolmogorov_smirnov(groups[1].taus, groups[0].taus),
        _kolmogorov_smirnov(groups[2].taus, groups[1].taus),
        draws,
        seed,
    )


def _permuted(
    taus: Floats, label: NDArray[np.int64], within: NDArray[np.int64], draws: int, rng: np.random.Generator
) -> float:
    """How often random labels, dealt out anew among the turns of each block, give a mean τ within labels as large.

    Pairs that share a turn depend on each other; dealing out turns, not pairs, keeps that.
    """
    n = len(label)
    one, other = np.triu_indices(n, 1)
    alike = label[one] == label[other]
    one, other = one[alike], other[alike]
    known = ~np.isnan(taus)
    filled, known = np.where(known, taus, 0.0).ravel(), known.ravel()
    blocks = [np.flatnonzero(within == w) for w in np.unique(within)]

    def mean_within(turns: NDArray[np.int64]) -> float:
        """The mean τ within labels, with the turn that stands at each place."""
        cells = turns[one] * n + turns[other]
        count = np.count_nonzero(known[cells])
        return float(filled[cells].sum() / count) if count else -np.inf

    observed = mean_within(np.arange(n))
    reached = 1
    dealt = np.arange(n)
    places = np.empty(n, dtype=np.int64)
    for _ in range(draws):
        for block in blocks:
            dealt[block] = rng.permutation(block)
        places[dealt] = np.arange(n)  # turn t takes the label of place dealt[t]: it stands there now
        reached += mean_within(places) >= observed - 1e-12
    return float(reached / (draws + 1))


def _kolmogorov_smirnov(one: Floats, two: Floats) -> tuple[float, float]:
    if not len(one) or not len(two):
        return float("nan"), float("nan")
    from scipy.stats import ks_2samp

    found = ks_2samp(one, two)
    return float(found.statistic), float(found.pvalue)
