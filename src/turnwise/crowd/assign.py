"""Who rates what: every turn to k raters, as evenly as turns allow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from turnwise.errors import OptionError
from turnwise.tables.candidates import Candidates


def rater_names(count: int) -> list[str]:
    width = max(2, len(str(count)))
    return [f"rater-{number:0{width}}" for number in range(1, count + 1)]


def assigned(candidates: Candidates, raters: Sequence[str], per_item: int, seed: int = 0) -> Candidates:
    """Give each turn to `per_item` raters. Who rates a turn rates all its items, so everybody meets gold answers.

    The largest turns go first, each to those who have least so far; who that is among equals is drawn, so that any two
    raters may meet.
    """
    if per_item > len(raters):
        raise OptionError(
            f"found {len(raters)} raters for {per_item} ratings an item, expected as many raters or more."
        )
    rng = np.random.default_rng(seed)
    sizes = np.bincount(candidates.turn, minlength=len(candidates.turns))
    load = np.zeros(len(raters), dtype=np.int64)
    chosen: list[tuple[str, ...]] = [()] * len(candidates.turns)
    shuffled = rng.permutation(len(sizes))
    for turn in shuffled[np.argsort(-sizes[shuffled], kind="stable")]:
        order = np.lexsort((rng.random(len(raters)), load))[:per_item]
        load[order] += sizes[turn]
        chosen[turn] = tuple(raters[at] for at in sorted(order))
    return replace(candidates, raters=chosen)
