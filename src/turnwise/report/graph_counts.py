"""Counts over conversation graphs, as a table and as JSON: a column a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from turnwise.graph import GraphStats
from turnwise.tables.aligned import table

#: What a row counts, in words, and the field that has it.
ROWS = {
    "conversations": "conversations",
    "turns": "turns",
    "links": "links",
    "self-contained turns (roots)": "roots",
    "turns that no other needs (leaves)": "leaves",
    "turns without any link": "isolated",
    "turns with several parents": "several_parents",
    "most parents of a turn": "most_parents",
    "components": "components",
    "components that are trees": "tree_components",
}


def counts_table(names: Sequence[str], stats: Sequence[GraphStats]) -> str:
    """The counts, and how many turns stand at each depth."""
    rows: list[list[object]] = [[words, *(getattr(s, field) for s in stats)] for words, field in ROWS.items()]
    deepest = max((len(s.depths) for s in stats), default=0)
    rows += [
        [f"turns at depth {depth}", *(s.depths[depth] if depth < len(s.depths) else 0 for s in stats)]
        for depth in range(deepest)
    ]
    return table(["", *names], rows)


def counts_json(stats: Mapping[str, GraphStats]) -> dict[str, dict[str, object]]:
    """The same for a program, by file."""
    return {
        name: {**{field: getattr(s, field) for field in ROWS.values()}, "depths": s.depths} for name, s in stats.items()
    }
