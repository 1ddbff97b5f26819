"""The scanner that is at hand, compiled or plain: both give the same answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from turnwise.tables.hits import Hits
from turnwise.tables.rows import QRELS, RUN, Rows

if TYPE_CHECKING:
    from turnwise.tables.plain_kernel import Index, Run, split

    COMPILED: bool
else:
    try:
        from turnwise.tables._kernel import Index, Run, split

        COMPILED = True
    except ImportError:
        from turnwise.tables.plain_kernel import Index, Run, split

        COMPILED = False

__all__ = ["COMPILED", "QRELS", "RUN", "Index", "Rows", "Run", "grouped", "hits", "split"]


def grouped(rows: Rows, index: Index) -> Rows:
    """The same rows with those of each judged turn together, otherwise in their order."""
    codes: NDArray[np.int32] = np.frombuffer(index.codes(rows), np.int32)
    return rows.taken(np.argsort(codes, kind="stable"))


def hits(run: Run, system: str) -> Hits:
    """What a run that was added whole found."""
    offsets, rows, ranks, length, present = run.result()
    return Hits(
        system,
        np.frombuffer(offsets, np.int64),
        np.frombuffer(rows, np.int32),
        np.frombuffer(ranks, np.int64),
        np.frombuffer(length, np.int64),
        np.frombuffer(present, np.bool_),
    )
