"""What a measure of a conversation is: it holds a measure of a turn, and sees that measure's values on a graph.

All systems are computed at once. Turns stand in the rows and systems in the columns, so that a step along the graph
is a few operations on whole rows; a block of conversations at a time keeps memory bounded.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from turnwise.errors import MeasureError
from turnwise.measures.gain import nDCG
from turnwise.measures.measure import Measure, TurnMeasure, Worked
from turnwise.measures.packed import Floats, Ints, offsets_of

#: Values held at a time while conversations are computed, in numbers (16 MB).
BLOCK = 1 << 21


@dataclass(frozen=True, eq=False)
class Step:
    """The turns of one level, and for each the turns whose gain it takes the mean of."""

    turns: Ints
    sources: Ints
    starts: Ints
    counts: Ints


@dataclass(frozen=True, eq=False)
class Conversations:
    """Conversation graphs, packed: the turns of conversation *c* are ``offsets[c]:offsets[c + 1]``.

    Link *i* says that turn ``parent[i]`` gives the context to understand turn ``child[i]``, which comes later in the
    same conversation. Links are sorted by child.
    """

    offsets: Ints
    child: Ints
    parent: Ints

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def n_turns(self) -> int:
        return int(self.offsets[-1])

    @cached_property
    def owner(self) -> Ints:
        """The conversation of each turn."""
        return np.repeat(np.arange(len(self)), np.diff(self.offsets))

    @cached_property
    def position(self) -> Ints:
        """The place of each turn in its conversation, from 1."""
        return np.arange(self.n_turns) - self.offsets[self.owner] + 1

    @cached_property
    def roots(self) -> Ints:
        """The turns without parents."""
        return np.flatnonzero(np.bincount(self.child, minlength=self.n_turns) == 0)

    @cached_property
    def leaves(self) -> Ints:
        """The turns without children."""
        return np.flatnonzero(np.bincount(self.parent, minlength=self.n_turns) == 0)

    @cached_property
    def from_parents(self) -> list[Step]:
        """Each turn takes from its parents, roots downwards."""
        return self._steps(self.child, self.parent)

    @cached_property
    def from_children(self) -> list[Step]:
        """Each turn takes from its children, leaves upwards."""
        return self._steps(self.parent, self.child)

    def _steps(self, taker: Ints, giver: Ints) -> list[Step]:
        """The levels in which every taker comes after all its givers."""
        level = np.zeros(self.n_turns, dtype=np.int64)
        while True:
            deeper = level.copy()
            np.maximum.at(deeper, taker, level[giver] + 1)
            if np.array_equal(deeper, level):
                break
            level = deeper
        order = np.lexsort((giver, taker, level[taker]))
        steps = []
        for links in np.split(order, np.flatnonzero(np.diff(level[taker][order])) + 1) if len(order) else []:
            turns, starts, counts = np.unique(taker[links], return_index=True, return_counts=True)
            steps.append(Step(turns, giver[links], starts, counts))
        return steps

    def mean(self, values: Floats, turns: Ints) -> Floats:
        """Per conversation, the mean over some of its turns (in order, at least one a conversation)."""
        starts = np.searchsorted(turns, self.offsets[:-1])
        counts = np.diff([*starts, len(turns)])
        return np.add.reduceat(values[turns], starts, axis=0) / counts[:, None]

    def part(self, first: int, last: int) -> Conversations:
        """The conversations from `first` up to `last`, on their own."""
        start, end = self.offsets[first], self.offsets[last]
        low, high = np.searchsorted(self.child, [start, end])
        return Conversations(
            self.offsets[first : last + 1] - start, self.child[low:high] - start, self.parent[low:high] - start
        )

    def blocks(self, n_systems: int) -> Iterator[tuple[int, int]]:
        """Stretches of conversations whose values for all systems fit a block."""
        first = 0
        while first < len(self):
            end = self.offsets[first] + max(BLOCK // max(n_systems, 1), 1)
            last = max(int(np.searchsorted(self.offsets, end, side="right")) - 1, first + 1)
            yield first, last
            first = last

    @classmethod
    def of(cls, parents: list[list[tuple[int, ...]]]) -> Conversations:
        """Pack graphs written out as the parents of each turn (numbered within its conversation)."""
        offsets = offsets_of(np.array([len(graph) for graph in parents], dtype=np.int64))
        links = [
            (int(start) + turn, int(start) + parent)
            for start, graph in zip(offsets[:-1], parents, strict=True)
            for turn, above in enumerate(graph)
            for parent in above
        ]
        pairs = np.array(links, dtype=np.int64).reshape(-1, 2)
        return cls(offsets, pairs[:, 0], pairs[:, 1])


def gathered(values: Floats, steps: list[Step], gamma: float) -> Floats:
    """The gain g(u) = m(u) + (1 − m(u)) · γ · mean of g over the turns that u takes from."""
    gain = values.copy()
    for step in steps:
        mean = np.add.reduceat(gain[step.sources], step.starts, axis=0) / step.counts[:, None]
        own = gain[step.turns]
        gain[step.turns] = own + (1 - own) * gamma * mean
    return gain


@dataclass(frozen=True)
class ConversationExample:
    """A worked example: one conversation as its turns' parents and values, the result, and its arithmetic."""

    parents: tuple[tuple[int, ...], ...]
    turn_values: tuple[float, ...]
    value: float
    work: str

    def given(self) -> str:
        values = ", ".join(f"{value:g}" for value in self.turn_values)
        links = [
            f"turn {turn} depends on {' and '.join(str(p + 1) for p in above)}"
            for turn, above in enumerate(self.parents, 1)
            if above
        ]
        return f"a conversation of turns with the values {values}, in which {', '.join(links)}"


@dataclass(frozen=True)
class ConversationMeasure(Measure):
    """A measure of a conversation, made from the values of a measure of its turns, `of`."""

    example: ClassVar[ConversationExample]
    needs_graph: ClassVar[bool] = False
    #: a mean over the turns that are known is a mean; a walk along a graph with a hole in it is not
    skips_missing: ClassVar[bool] = False

    of: TurnMeasure

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.of, TurnMeasure):
            raise MeasureError(f"{self.name} holds a measure of a turn, as in {self.name}(nDCG@3); found {self.of}.")
        if self.needs_graph and self.of.bounds != (0.0, 1.0):
            raise MeasureError(
                f"{self.name} takes values as chances, so its measure must lie between 0 and 1; {self.of} does not. "
                "Use nDCG in the place of DCG."
            )

    @classmethod
    def worked(cls) -> Worked:
        example, measure = cls.example, cls(nDCG(k=3))
        conversation = Conversations.of([list(example.parents)])
        value = float(measure(conversation, np.array([example.turn_values]))[0, 0])
        return Worked(example.given(), str(measure), value, example.work)

    @abstractmethod
    def values(self, conversations: Conversations, turn_values: Floats) -> Floats:
        """``[conversation, system]`` from ``turn_values[turn, system]``."""

    def __call__(self, conversations: Conversations, turn_values: NDArray[np.float64]) -> Floats:
        """``[system, conversation]`` from ``turn_values[system, turn]``."""
        n_systems = turn_values.shape[0]
        found = np.empty((n_systems, len(conversations)))
        for first, last in conversations.blocks(n_systems):
            turns = slice(conversations.offsets[first], conversations.offsets[last])
            part = np.ascontiguousarray(turn_values[:, turns].T)
            found[:, first:last] = self.values(conversations.part(first, last), part).T
        return found
