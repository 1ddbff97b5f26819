"""From judgements and hits to the packed arrays that measures see."""

from __future__ import annotations

import numpy as np

from turnwise.measures.packed import Lists, Pool, offsets_of
from turnwise.tables.hits import Hits
from turnwise.tables.judgements import Judgements

#: Grades nearly always are a few whole numbers; counting them is several times as fast as sorting them.
FEW_LEVELS = 64


def pool_of(judgements: Judgements) -> Pool:
    """The judged grades of each turn, highest first: made once, used for every system."""
    turns, turn, grades = len(judgements), judgements.turn_of_row, judgements.grades
    offsets = offsets_of(np.bincount(turn, minlength=turns))
    highest = float(grades.max(initial=0.0))
    below = highest - grades
    if below.max(initial=0.0) < FEW_LEVELS:
        level = below.astype(np.int64)
        levels = highest - np.arange(level.max(initial=0) + 1)
        if (levels[level] == grades).all():
            counts = np.bincount(turn * np.int64(len(levels)) + level, minlength=turns * len(levels))
            return Pool(offsets, np.repeat(np.tile(levels, turns), counts), highest)
    return Pool(offsets, grades[np.lexsort((-grades, turn))], highest)


def lists_of(hits: Hits, judgements: Judgements, pool: Pool) -> Lists:
    """One system's lists, in the order of the judged turns."""
    return Lists(pool, hits.offsets, hits.ranks, judgements.grades[hits.rows], hits.length)
