"""Counts over conversation graphs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from turnwise.graph.graph import Graph


@dataclass(frozen=True)
class GraphStats:
    """What a collection's graphs look like; `depths[d]` turns stand at depth *d*."""

    conversations: int
    turns: int
    links: int
    roots: int
    leaves: int
    isolated: int
    several_parents: int
    most_parents: int
    components: int
    tree_components: int
    depths: tuple[int, ...]


def graph_stats(graphs: Iterable[Graph]) -> GraphStats:
    """Count over the graphs of a collection."""
    known = list(graphs)
    counts = Counter(depth for graph in known for depth in graph.depths)
    n_parents = [len(parents) for graph in known for parents in graph.parents]
    trees = [_components(graph) for graph in known]
    return GraphStats(
        conversations=len(known),
        turns=len(n_parents),
        links=sum(n_parents),
        roots=n_parents.count(0),
        leaves=sum(len(graph.leaves) for graph in known),
        isolated=sum(not p and not c for g in known for p, c in zip(g.parents, g.children, strict=True)),
        several_parents=sum(n > 1 for n in n_parents),
        most_parents=max(n_parents, default=0),
        components=sum(total for total, _ in trees),
        tree_components=sum(of_trees for _, of_trees in trees),
        depths=tuple(counts[depth] for depth in range(max(counts, default=-1) + 1)),
    )


def _components(graph: Graph) -> tuple[int, int]:
    """How many components there are, and how many of them are trees: no turn has several parents."""
    tangled = {part for part, parents in zip(graph.trees, graph.parents, strict=True) if len(parents) > 1}
    total = len(set(graph.trees))
    return total, total - len(tangled)
