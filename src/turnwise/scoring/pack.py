"""From judgements and hits to the packed arrays that measures see."""

from __future__ import annotations

import numpy as np

from turnwise.measures.packed import Lists, Pool, offsets_of
from turnwise.tables.hits import Hits
from turnwise.tables.judgements import Judgements


def pool_of(judgements: Judgements) -> Pool:
    """The judged grades of each turn, highest first: made once, used for every system."""
    order = np.lexsort((-judgements.grades, judgements.turn_of_row))
    counts = np.bincount(judgements.turn_of_row, minlength=len(judgements))
    grades = judgements.grades[order]
    return Pool(offsets_of(counts), grades, float(grades.max(initial=0.0)))


def lists_of(hits: Hits, judgements: Judgements, pool: Pool) -> Lists:
    """One system's lists, in the order of the judged turns."""
    return Lists(pool, hits.offsets, hits.ranks, judgements.grades[hits.rows], hits.length)
