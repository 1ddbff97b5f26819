"""Do annotators mark the same spans? F1 between annotators, over all pairs of them.

With one annotator's nuggets taken for right, F1 of another's is ``2 · matches / (nuggets of both)``; it is the same
the other way round. Over pairs and dialogues, matches and nuggets are added up (micro). A span that c of the R readers
of a dialogue marked makes c(c − 1)/2 matches, and each reader's nuggets stand in R − 1 pairs: no pair is formed.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from turnwise.agreement.statistic import OfTotals, Undefined, ratio
from turnwise.tables.dialogues import Dialogues, Nuggets

Ints = NDArray[np.int64]
Match = Literal["exact", "overlap"]


def span_f1(
    dialogues: Dialogues, nuggets: Nuggets, match: Match, *, kind: int | None = None, same_kind: bool = True
) -> OfTotals:
    """Mean pairwise F1; of one `kind`, or of all. Clusters are the dialogues.

    `exact` counts nuggets with the same first and last post; `overlap` counts posts that are in both's nuggets. With
    `same_kind` they must be of one kind, too.
    """
    chosen = np.ones(len(nuggets), dtype=np.bool_) if kind is None else nuggets.kind == kind
    dialogue, annotator = nuggets.dialogue[chosen], nuggets.annotator[chosen]
    first, last = nuggets.first[chosen], nuggets.last[chosen]
    label = nuggets.kind[chosen] if same_kind else np.zeros(int(chosen.sum()), dtype=np.int64)
    if match == "overlap":
        long = last - first + 1
        which = np.repeat(np.arange(len(long)), long)
        first = first[which] + np.arange(long.sum()) - np.repeat(np.cumsum(long) - long, long)
        last, dialogue, annotator, label = first, dialogue[which], annotator[which], label[which]
    marked = np.unique(np.stack([dialogue, first, last, label, annotator], axis=1), axis=0)
    spans, count = np.unique(marked[:, :4], axis=0, return_counts=True)
    n = len(dialogues)
    readers = np.bincount(nuggets.read[:, 0], minlength=n)
    matched = np.bincount(spans[:, 0], weights=count * (count - 1), minlength=n)
    paired = np.bincount(marked[:, 0], minlength=n) * np.maximum(readers - 1, 0)
    if not paired.sum():
        raise Undefined("nobody marked one where two annotators read")
    return OfTotals(np.stack([matched, paired], axis=1).astype(np.float64), lambda t: ratio(t[..., 0], t[..., 1]))
