"""Kendall's τ_b, Spearman's ρ and Pearson's r, each for many bootstrap samples at once.

A sample is a column of weights: how often each item was drawn. Copies of one item tie with each other in both
variables. Nothing here compares all pairs: τ takes O(n log n) additions of rows, each row holding all samples.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

#: Two positions in a list of variables.
Pairs = Sequence[tuple[int, int]]
#: ``(variables[k][item], pairs, weights[item, sample]) → [pair, sample]``; NaN where a variable does not vary.
Coefficient = Callable[[Sequence[Floats], Pairs, Floats], Floats]
TINY = 1e-12


def kendall(variables: Sequence[Floats], pairs: Pairs, weights: Floats) -> Floats:
    """τ_b: pairs in the same order less pairs in opposite order, over the geometric mean of the untied pairs."""
    at = [levels(variable) for variable in variables]
    untied = [_untied(level, weights) for level in at]
    found = np.empty((len(pairs), weights.shape[1]))
    for row, (one, other) in enumerate(pairs):
        # the tree is as high as its variable has values
        x, y = (at[one], at[other]) if at[one].max() >= at[other].max() else (at[other], at[one])
        found[row] = _ratio(_concordance(x, y, weights), np.sqrt(untied[one] * untied[other]))
    return found


def _concordance(x: Ints, y: Ints, weights: Floats) -> Floats:
    """Σ over pairs with x below of ``w · w · sign(y − y)``: one pass in order of x, over a tree of the weights by y.

    The tree is Fenwick's: node *k* holds the weights of the ``k & −k`` levels up to *k*, so a sum up to any level is
    a sum of at most log₂ nodes.
    """
    order = np.argsort(x, kind="stable")
    ends = np.flatnonzero(np.diff(x[order], append=-1))
    n_levels = int(y.max()) + 1
    counts = weights.astype(np.float32)  # whole numbers, exact below 2^24
    tree = np.zeros((n_levels + 1, counts.shape[1]), dtype=np.float32)
    at_level = np.zeros((n_levels, counts.shape[1]), dtype=np.float32)
    seen = np.zeros(counts.shape[1], dtype=np.float32)
    found = np.zeros(counts.shape[1])
    start = 0
    for end in ends.tolist():
        group = [(item, int(y[item])) for item in order[start : end + 1].tolist()]
        if start:
            for item, level in group:
                balance = at_level[level] - seen  # below + up to here − seen, with twice what is below
                node = level
                while node:
                    balance += 2 * tree[node]
                    node &= node - 1
                found += counts[item] * balance
        for item, level in group:
            node = level + 1
            while node <= n_levels:
                tree[node] += counts[item]
                node += node & -node
            at_level[level] += counts[item]
            seen += counts[item]
        start = end + 1
    return found


def _untied(level: Ints, weights: Floats) -> Floats:
    """How many pairs differ."""
    tied = level_sums(level, weights)
    total = weights.sum(axis=0)
    found: Floats = (total**2 - (tied**2).sum(axis=0)) / 2
    return found


def spearman(variables: Sequence[Floats], pairs: Pairs, weights: Floats) -> Floats:
    """ρ: Pearson's correlation of mean ranks."""
    root = np.sqrt(weights)
    scaled = []
    for variable in variables:
        ranks = _mean_ranks(variable, weights) * root
        length = np.sqrt(np.einsum("is,is->s", ranks, ranks))
        scaled.append(_ratio(ranks, np.broadcast_to(length, ranks.shape)))
    return np.stack([np.einsum("is,is->s", scaled[one], scaled[other]) for one, other in pairs])


def _mean_ranks(values: Floats, weights: Floats) -> Floats:
    """``[item, sample]`` from the middle rank; ties share the mean of their ranks."""
    level = levels(values)
    each = level_sums(level, weights)
    ranks = np.cumsum(each, axis=0) - each / 2 - weights.sum(axis=0) / 2
    found: Floats = ranks[level]
    return found


def pearson(variables: Sequence[Floats], pairs: Pairs, weights: Floats) -> Floats:
    """r."""
    standard = [(of - of.mean()) / (of.std() or 1) for of in variables]
    total = weights.sum(axis=0)
    mean = np.stack(standard) @ weights / total
    square = np.stack([of**2 for of in standard]) @ weights / total - mean**2
    both = np.stack([standard[one] * standard[other] for one, other in pairs]) @ weights / total
    one, other = (np.array([pair[side] for pair in pairs]) for side in (0, 1))
    spread = np.maximum(square[one], 0) * np.maximum(square[other], 0)
    return _ratio(both - mean[one] * mean[other], np.sqrt(spread))


COEFFICIENTS: dict[str, Coefficient] = {"kendall": kendall, "spearman": spearman, "pearson": pearson}


def levels(values: Floats) -> Ints:
    """Each value's place among the different values; values that differ by rounding alone are one."""
    rounded = np.round(values / (np.abs(values).max(initial=0) or 1), 12)
    return np.asarray(np.unique(rounded, return_inverse=True)[1], dtype=np.int64)


def level_sums(level: Ints, weights: Floats) -> Floats:
    """``[level, sample]``: the weights of each level."""
    order = np.argsort(level, kind="stable")
    starts = np.flatnonzero(np.diff(level[order], prepend=-1))
    found: Floats = np.add.reduceat(weights[order], starts, axis=0)
    return found


def partial(xy: Floats, xz: Floats, yz: Floats) -> Floats:
    """The correlation of x and y with z held constant, from the three correlations; of τ this is Kendall's own."""
    return _ratio(xy - xz * yz, np.sqrt(np.maximum((1 - xz**2) * (1 - yz**2), 0)))


def tau_influence(x: Floats, y: Floats) -> tuple[float, Floats]:
    """τ_b, and for each item the derivative of it when the item counts a little more."""
    x_level, y_level = levels(x), levels(y)
    score = _concordance_of_each(x_level, y_level)
    n = len(x)
    x_apart, y_apart = (n - np.bincount(level)[level] for level in (x_level, y_level))
    concordant, x_pairs, y_pairs = score.sum() / 2, x_apart.sum() / 2, y_apart.sum() / 2
    if not x_pairs or not y_pairs:
        return float("nan"), np.full(n, np.nan)
    scale = np.sqrt(x_pairs * y_pairs)
    tau = concordant / scale
    return float(tau), score / scale - tau / 2 * (x_apart / x_pairs + y_apart / y_pairs)


def same_order(x: Floats, y: Floats) -> float | None:
    """Of the pairs that differ in both, the share in the same order: (γ + 1) / 2 of Goodman and Kruskal's γ.

    It is no function of τ_b, whose denominator also has pairs that differ in one of the two alone.
    """
    x_level, y_level = levels(x), levels(y)
    both = x_level * (int(y_level.max(initial=0)) + 1) + y_level
    tied_x, tied_y, tied_both = (
        float((count * (count - 1)).sum() / 2) for count in map(np.bincount, (x_level, y_level, both))
    )
    differ = len(x) * (len(x) - 1) / 2 - tied_x - tied_y + tied_both
    balance = float(_concordance_of_each(x_level, y_level).sum() / 2)
    return (differ + balance) / 2 / differ if differ else None


def _concordance_of_each(x: Ints, y: Ints, at_once: int = 512) -> Floats:
    """Σ over j of ``sign(x_i − x_j) · sign(y_i − y_j)``, by counting how many are below in x and in y."""
    if x.max(initial=0) < y.max(initial=0):
        x, y = y, x
    n, q = len(x), int(y.max(initial=0)) + 1
    every = np.bincount(y, minlength=q)
    found = np.zeros(n)
    order = np.argsort(x, kind="stable")
    sizes = np.bincount(x)
    ends = np.cumsum(sizes)
    before = np.zeros(q, dtype=np.int64)  # of lower x, by y
    taken = 0
    while taken < n:
        # whole groups of equal x at a time
        last = min(int(np.searchsorted(ends, taken + at_once)), len(ends) - 1)
        upto = int(ends[last])
        rows = order[taken:upto]
        first = int(x[rows[0]])
        by_group = np.zeros((int(x[rows[-1]]) - first + 1, q), dtype=np.int64)
        np.add.at(by_group, (x[rows] - first, y[rows]), 1)
        lower = before + np.cumsum(by_group, axis=0) - by_group
        higher = every - lower - by_group
        balance = lower - higher  # times sign(y_i − y_j), summed over the levels of y
        sums = np.concatenate([np.zeros((len(balance), 1), dtype=np.int64), np.cumsum(balance, axis=1)], axis=1)
        group, level = x[rows] - first, y[rows]
        found[rows] = sums[group, level] - (sums[group, -1] - sums[group, level + 1])
        before = before + by_group.sum(axis=0)
        taken = upto
    return found


def _ratio(above: Floats, below: Floats) -> Floats:
    none = np.abs(below) < TINY
    found: Floats = np.where(none, np.nan, above / np.where(none, 1, below))
    return found
