"""Which tree of its conversation's graph each judged turn belongs to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from turnwise.graph import Graph
from turnwise.tables.judgements import conversation_of


def turn_trees(turns: Sequence[str], graphs: Mapping[str, Graph]) -> NDArray[np.int64]:
    """A number for each turn, the same for turns that links join in the whole graph, judged or not.

    A turn that no graph knows is a tree of its own.
    """
    known = {
        (name, turn): (name, tree)
        for name, graph in graphs.items()
        for turn, tree in zip(graph.turns, graph.trees, strict=True)
    }
    number: dict[object, int] = {}
    found = []
    for turn in turns:
        name = conversation_of(turn)
        tree = known.get((name, turn)) or known.get((name, turn.removeprefix(f"{name}_"))) or turn
        found.append(number.setdefault(tree, len(number)))
    return np.array(found, dtype=np.int64)
