"""What the authors' metrics could have come to, had their sort left ties otherwise: least, most, and the mean.

Pairs of one score may stand in any order. Within such a block the best case puts right answers first, and among them
answers not seen before; the worst case is the reverse. The mean over all orders is exact: which rows of a block come
first is a draw without replacement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from turnwise.reproduce.toia_counting import DEPTHS, Asked, Floats, Ints


@dataclass(frozen=True)
class Ties:
    """A metric over all orders of ties, in percent."""

    least: float
    mean: float
    most: float


class Block(NamedTuple):
    """Pairs of one score in one list."""

    above: int  # how many pairs stand above
    size: int
    labels: int
    right: Counter[int]  # how often each right answer stands in it


#: least, mean and most
Range = tuple[float, float, float]


def over_orders(asked: list[Asked], answer_of: Ints, scores: Floats) -> dict[str, Ties]:
    """The range of each metric of ``scores[turn, pair]``."""
    lists = [list(_blocks(turn, answer_of, row)) for turn, row in zip(asked, scores, strict=True)]
    listed = [bool((row > 0).any()) for row in scores]
    refusals = sum(not turn.labels and not some for turn, some in zip(asked, listed, strict=True))
    labels = sum(len(turn.labels) for turn in asked) + refusals
    found: dict[str, Ties] = {}
    for k in DEPTHS:
        sums = np.sum([_hits(blocks, k) for blocks in lists], axis=0)
        found[f"R@{k}"] = Ties(*(100 * (sums + refusals) / labels).tolist())
    firsts = [
        _reciprocal_rank(blocks) if turn.right and some else (0.0, 0.0, 0.0)
        for turn, blocks, some in zip(asked, lists, listed, strict=True)
    ]
    found["MRR"] = Ties(*(100 * np.mean([first for first in firsts if first], axis=0)).tolist())
    precisions = [
        average_precision(blocks, turn.right, len(set(answer_of[row > 0].tolist())))
        for turn, blocks, row in zip(asked, lists, scores, strict=True)
    ]
    found["MAP"] = Ties(*(100 * np.mean(precisions, axis=0)).tolist())
    for k in DEPTHS:
        sums = np.sum([_success(blocks, k) for blocks in lists], axis=0)
        found[f"SR@{k}"] = Ties(*(100 * (sums + refusals) / len(asked)).tolist())
    return found


def none_among(size: int, marked: int, first: Floats | Ints | int) -> Floats:
    """The chance that none of the marked rows, of `size` in any order, is among the `first`."""
    steps = np.arange(marked)
    left = np.maximum(size - np.asarray(first)[..., None] - steps, 0)
    chance: Floats = np.prod(left / np.maximum(size - steps, 1), axis=-1)
    return chance


def _blocks(turn: Asked, answer_of: Ints, row: Floats) -> Iterator[Block]:
    """The blocks with a label or a right answer, best first: no other moves a metric."""
    matters = np.isin(answer_of, list(turn.right | turn.own)) & (row > 0)
    for score in np.unique(row[matters])[::-1]:
        pairs = np.flatnonzero(row == score).tolist()
        start = int((row > score).sum())
        right = Counter(answer for answer in answer_of[pairs].tolist() if answer in turn.right)
        yield Block(start, len(pairs), len(turn.labels.intersection(pairs)), right)


def _hits(blocks: list[Block], k: int) -> Range:
    """How many labels the first `k` pairs hold."""
    least = mean = most = 0.0
    for block in blocks:
        room = min(k - block.above, block.size)
        if room <= 0:
            break
        least += max(0, room - (block.size - block.labels))
        mean += block.labels * room / block.size
        most += min(block.labels, room)
    return least, mean, most


def _success(blocks: list[Block], k: int) -> Range:
    """Whether they hold any."""
    least, _, most = _hits(blocks, k)
    fails = 1.0
    for block in blocks:
        if block.above < k and block.labels:
            fails *= float(none_among(block.size, block.labels, min(k - block.above, block.size)))
    return min(least, 1), 1 - fails, min(most, 1)


def _reciprocal_rank(blocks: list[Block]) -> Range | None:
    """By the first block with a right answer; none where no block has one."""
    for block in blocks:
        if marked := block.right.total():
            at = np.arange(1, block.size + 1)
            chance = none_among(block.size, marked, at - 1) - none_among(block.size, marked, at)
            mean = float((chance / (block.above + at)).sum())
            return 1 / (block.above + block.size - marked + 1), mean, 1 / (block.above + 1)
    return None


def average_precision(blocks: list[Block], right: frozenset[int], looked_at: int) -> Range:
    """Sums over the ranks up to `looked_at`, by the number of right answers."""
    if not right:
        return 0.0, 0.0, 0.0
    seen: set[int] = set()
    sums = np.zeros(3)
    for block in blocks:
        if block.right:
            sums += _block_precision(block, seen, looked_at)
            seen |= block.right.keys()
    least, mean, most = (sums / len(right)).tolist()
    return least, mean, most


def _block_precision(block: Block, seen: set[int], looked_at: int) -> Floats:
    new = sorted((n for answer, n in block.right.items() if answer not in seen), reverse=True)
    old = sum(n for answer, n in block.right.items() if answer in seen)
    known, marked = len(seen), block.right.total()
    # Best: answers not seen before, once each; then what repeats. Worst: what repeats as long as there is any.
    rising = known + np.minimum(np.arange(1, marked + 1), len(new))
    falling = known + np.repeat(np.arange(len(new) + 1), [old, *new])
    best = np.arange(marked) + 1 + block.above
    worst = best + block.size - marked
    most = (rising / best)[best <= looked_at].sum()
    least = (falling / worst)[worst <= looked_at].sum()
    return np.array([least, _mean_precision(block, new, old, known, looked_at), most])


def _mean_precision(block: Block, new: list[int], old: int, known: int, looked_at: int) -> float:
    """Any row may stand at any place; the others stand above it or not, as a draw without replacement."""
    at = np.arange(1, block.size + 1)
    share = np.where(block.above + at <= looked_at, 1 / (block.above + at) / block.size, 0)
    there = [1 - none_among(block.size - 1, n, at - 1) for n in new]
    all_new = np.sum(there, axis=0) if there else np.zeros(len(at))
    total = old * float((share * (known + all_new)).sum())
    for n, own in zip(new, there, strict=True):
        total += n * float((share * (known + 1 + all_new - own)).sum())
    return total
