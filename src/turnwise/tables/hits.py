"""What scoring needs of one system's lists: where the judged items stand, and how long each list is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Hits:
    """One list per judged turn, in the order of the judgements' turns.

    The judged items of turn *t* are ``rows[offsets[t]:offsets[t + 1]]`` (rows of the judgements), at the `ranks`
    of the same positions (from 1, ascending). `length` counts every item of a list; `present` tells which turns
    the system answered at all.
    """

    system: str
    offsets: NDArray[np.int64]
    rows: NDArray[np.int32]
    ranks: NDArray[np.int64]
    length: NDArray[np.int64]
    present: NDArray[np.bool_]
