"""The graph of one conversation: a turn's parents are the earlier turns that give the context to understand it.

Several parents, several roots and several components are normal. What cannot be a conversation is refused with the
offenders named: a link to an unknown turn, to itself, to a later turn, or a cycle.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from turnwise.errors import GraphError, did_you_mean
from turnwise.tables.turns import in_number_order

#: What becomes of a link from a turn that is left out: its own parents stand in for it, or the link is dropped.
Through = Literal["pass", "drop"]


@dataclass(frozen=True)
class Graph:
    """A checked conversation graph; turns are numbered in the order of the conversation."""

    conversation: str
    turns: tuple[str, ...]
    parents: tuple[tuple[int, ...], ...]

    def __len__(self) -> int:
        return len(self.turns)

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        found: list[list[int]] = [[] for _ in self.turns]
        for child, parents in enumerate(self.parents):
            for parent in parents:
                found[parent].append(child)
        return tuple(map(tuple, found))

    @property
    def roots(self) -> list[int]:
        """The self-contained turns."""
        return [turn for turn, parents in enumerate(self.parents) if not parents]

    @property
    def leaves(self) -> list[int]:
        """The turns that no other turn needs."""
        return [turn for turn, children in enumerate(self.children) if not children]

    @property
    def n_links(self) -> int:
        return sum(map(len, self.parents))

    @cached_property
    def depths(self) -> tuple[int, ...]:
        """The longest way from a root down to each turn: 0 for roots."""
        depths = [0] * len(self)
        for turn, parents in enumerate(self.parents):  # parents stand before their children
            depths[turn] = 1 + max(depths[p] for p in parents) if parents else 0
        return tuple(depths)

    @cached_property
    def trees(self) -> tuple[int, ...]:
        """The number of the connected part each turn belongs to, in the order of first turns."""
        part = list(range(len(self)))
        for child, parents in enumerate(self.parents):
            for parent in parents:
                low, high = sorted((part[parent], part[child]))
                part = [low if p == high else p for p in part]
        number = {p: n for n, p in enumerate(dict.fromkeys(part))}
        return tuple(number[p] for p in part)

    @property
    def links(self) -> dict[str, tuple[str, ...]]:
        """The parents of each turn, by name."""
        return {
            turn: tuple(self.turns[p] for p in parents) for turn, parents in zip(self.turns, self.parents, strict=True)
        }

    def with_turns(self, names: Collection[str]) -> Graph:
        """The graph with further, self-contained turns: where their numbers say if all turns have some, else last."""
        turns = in_number_order([*self.turns, *names])
        if turns is None or [turn for turn in turns if turn not in names] != list(self.turns):
            turns = [*self.turns, *names]
        return graph_of(self.conversation, turns, self.links) if names else self

    def only(self, kept: Collection[str], through: Through = "pass") -> Graph:
        """The graph of some turns. A link from a turn left out passes to that turn's own parents, or is dropped."""
        known = set(kept)
        place = {turn: at for at, turn in enumerate(t for t in self.turns if t in known)}
        stand_in: list[set[int]] = []  # what each turn of the whole graph becomes, as a parent of kept turns
        new: list[tuple[int, ...]] = []
        for turn, parents in zip(self.turns, self.parents, strict=True):
            above = {p for parent in parents for p in stand_in[parent]}
            if turn in place:
                new.append(tuple(sorted(above)))
                stand_in.append({place[turn]})
            else:
                stand_in.append(above if through == "pass" else set())
        return Graph(self.conversation, tuple(place), tuple(new))


def graph_of(conversation: str, turns: Sequence[str], links: Mapping[str, Iterable[str]], *, source: str = "") -> Graph:
    """The graph of a conversation whose `turns` stand in order; `links` names the parents of each turn that has any."""
    where = f"{source}: " if source else ""
    place: dict[str, int] = {}
    for turn in turns:
        if turn in place:
            raise GraphError(f"{where}conversation {conversation}: turn {turn} stands twice; expected each turn once.")
        place[turn] = len(place)
    for turn, named in links.items():
        for other, role in [(turn, "a link leads to"), *((p, f"turn {turn} depends on") for p in named)]:
            if other not in place:
                raise GraphError(
                    f"{where}conversation {conversation}: {role} turn {other!r}, which is unknown"
                    f"{did_you_mean(str(other), place) or '; expected one of its turns.'}"
                )
    parents = {turn: list(dict.fromkeys(named)) for turn, named in links.items()}
    for turn, named in parents.items():
        for parent in named:
            if parent == turn:
                raise GraphError(
                    f"{where}conversation {conversation}: turn {turn} depends on itself; remove that link."
                )
            if place[parent] > place[turn]:
                cycle = _cycle(parents, turn)
                what = (
                    f"the cycle {' → '.join(cycle)}" if cycle else f"turn {turn} depends on {parent}, which comes later"
                )
                raise GraphError(
                    f"{where}conversation {conversation}: found {what}; expected links to earlier turns only."
                )
    return Graph(
        conversation,
        tuple(place),
        tuple(tuple(sorted(place[p] for p in parents.get(turn, ()))) for turn in place),
    )


def _cycle(parents: Mapping[str, list[str]], start: str) -> list[str] | None:
    """A way from a turn through its parents back to itself, if there is one."""
    ways = [[start]]
    seen = set()
    while ways:
        way = ways.pop()
        for parent in parents.get(way[-1], ()):
            if parent == start:
                return [*way, start]
            if parent not in seen:
                seen.add(parent)
                ways.append([*way, parent])
    return None
