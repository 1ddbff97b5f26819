"""Where the turns of a conversation graph stand in a drawing: depth from left to right, few crossings, short ways.

Each component is laid out for itself, below the one before. A link over several columns runs through a free place in
each column between, which links from the same parent share; so no link runs behind a turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from turnwise.graph import Graph

#: How often columns are sorted and pulled straight; more changes nothing on graphs of real conversations.
SWEEPS = 8
#: How far apart neighbours of a column stand at least: turns, and free places for links.
TURN_ROOM, LINK_ROOM = 1.0, 0.4

#: A place in a column: a turn, or where the links of a parent pass through a column (`(turn, column)`).
Place = tuple[int, int]


@dataclass(frozen=True)
class Layout:
    """Columns and rows of the turns, and the points of each link from (parent, child), both ends included."""

    columns: tuple[int, ...]
    rows: tuple[float, ...]
    links: dict[tuple[int, int], list[tuple[float, float]]]
    n_columns: int
    n_rows: float


def layout(graph: Graph) -> Layout:
    """The places of all turns of a graph."""
    rows: dict[Place, float] = {}
    start = 0.0
    for part in range(max(graph.trees, default=-1) + 1):
        turns = [turn for turn, tree in enumerate(graph.trees) if tree == part]
        own = _component(graph, turns)
        top = min(own.values())
        rows.update({place: row - top + start for place, row in own.items()})
        start += max(own.values()) - top + TURN_ROOM
    depths = graph.depths
    links = {
        (parent, child): [
            *((float(column), rows[parent, column]) for column in range(depths[parent], depths[child])),
            (float(depths[child]), rows[child, depths[child]]),
        ]
        for child, parents in enumerate(graph.parents)
        for parent in parents
    }
    return Layout(
        depths,
        tuple(rows[turn, depths[turn]] for turn in range(len(graph))),
        links,
        max(depths, default=-1) + 1,
        start,
    )


def _component(graph: Graph, turns: Sequence[int]) -> dict[Place, float]:
    """The row of each place of one component."""
    depths = graph.depths
    columns: list[list[Place]] = [[] for _ in range(max(depths[turn] for turn in turns) + 1)]
    near: dict[Place, list[Place]] = {}
    for turn in turns:
        last = max([depths[child] - 1 for child in graph.children[turn]] or [depths[turn]])
        for column in range(depths[turn], last + 1):
            columns[column].append((turn, column))
            near[turn, column] = []
        for column in range(depths[turn], last):
            _join(near, (turn, column), (turn, column + 1))
    for child in turns:
        for parent in graph.parents[child]:
            _join(near, (parent, depths[child] - 1), (child, depths[child]))
    columns = _with_few_crossings(columns, near)
    room = {place: TURN_ROOM if depths[place[0]] == place[1] else LINK_ROOM for place in near}
    return _rows(columns, near, room)


def _join(near: dict[Place, list[Place]], left: Place, right: Place) -> None:
    near[left].append(right)
    near[right].append(left)


def _with_few_crossings(columns: list[list[Place]], near: dict[Place, list[Place]]) -> list[list[Place]]:
    """Each column sorted by the middle of its neighbours' places, to and fro; the best order met is kept."""
    best, fewest = columns, _crossings(columns, near)
    for sweep in range(SWEEPS):
        if not fewest:
            break
        columns = [list(column) for column in columns]
        forth = sweep % 2 == 0
        for at in range(1, len(columns)) if forth else range(len(columns) - 2, -1, -1):
            beside = {place: row for row, place in enumerate(columns[at - 1 if forth else at + 1])}
            own = {place: row for row, place in enumerate(columns[at])}
            columns[at].sort(key=lambda place: _mean([beside[n] for n in near[place] if n in beside], own[place]))
        crossings = _crossings(columns, near)
        if crossings < fewest:
            best, fewest = columns, crossings
    return best


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def _crossings(columns: list[list[Place]], near: dict[Place, list[Place]]) -> int:
    """How many pairs of links cross between neighbouring columns."""
    count = 0
    for left, right in pairwise(columns):
        row = {place: at for at, place in enumerate(right)}
        ends: list[int] = []
        for place in left:
            own = sorted(row[n] for n in near[place] if n in row)
            count += sum(other > end for end in own for other in ends)
            ends += own
    return count


def _rows(columns: list[list[Place]], near: dict[Place, list[Place]], room: dict[Place, float]) -> dict[Place, float]:
    """Rows that keep the order of each column and stand as near as they can to the middle of their neighbours."""
    rows: dict[Place, float] = {}
    for column in columns:
        rows.update(zip(column, _kept_apart([0.0] * len(column), [room[place] for place in column]), strict=True))
    for sweep in range(2 * SWEEPS):
        forth = sweep % 2 == 1  # from the right first: parents come to the middle of their children
        for at in range(1, len(columns)) if forth else range(len(columns) - 2, -1, -1):
            beside = set(columns[at - 1 if forth else at + 1])
            wanted = [_mean([rows[n] for n in near[place] if n in beside], rows[place]) for place in columns[at]]
            rows.update(zip(columns[at], _kept_apart(wanted, [room[place] for place in columns[at]]), strict=True))
    return rows


def _kept_apart(wanted: Sequence[float], rooms: Sequence[float]) -> list[float]:
    """The rows nearest to the wanted ones (least squares) that keep order and room: pooled adjacent violators."""
    offsets = [0.0]
    for before, after in pairwise(rooms):
        offsets.append(offsets[-1] + (before + after) / 2)
    pools: list[tuple[float, int]] = []  # mean of the members' wanted rows without their offsets, and how many
    for row, offset in zip(wanted, offsets, strict=True):
        mean, count = row - offset, 1
        while pools and pools[-1][0] >= mean:
            other, size = pools.pop()
            mean, count = (mean * count + other * size) / (count + size), count + size
        pools.append((mean, count))
    means = [mean for mean, count in pools for _ in range(count)]
    return [mean + offset for mean, offset in zip(means, offsets, strict=True)]
