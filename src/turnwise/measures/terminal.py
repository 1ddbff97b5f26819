"""The terminal response of Liu, Moffat, Baldwin and Zhang (Quit While Ahead, SIGIR 2016).

Each list is taken to end with a response t that says "that is all". Its gain is the share of the turn's
relevant items that the list holds, and 1 where there are none to hold: stopping is right when nothing is left.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from turnwise.measures.packed import Floats, Lists


def terminal_gain(lists: Lists, rel: float) -> Floats:
    """The gain of t for each list."""
    relevant = lists.pool.n_relevant(rel)
    return np.where(relevant == 0, 1.0, lists.n_found(rel) / np.maximum(relevant, 1))


def terminal_shown(lists: Lists, k: int | None) -> NDArray[np.bool_]:
    """Whether t, one rank after the list's last item, is among the first `k`."""
    return lists.length < (np.inf if k is None else k)
