"""Hierarchical dependence-aware aggregation: what one turn lacks, the turns it is linked with may give."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from turnwise.errors import MeasureError
from turnwise.measures.conversation import ConversationExample, ConversationMeasure, Conversations, gathered
from turnwise.measures.measure import Rule, one_of, param
from turnwise.measures.packed import Floats

REFERENCE = (
    "G. Faggioli, M. Ferrante, N. Ferro, R. Perego and N. Tonellotto. Hierarchical Dependence-aware Evaluation "
    "Measures for Conversational Search. SIGIR 2021."
)
#: A root with two children: the conversation of the worked examples.
PARENTS, VALUES = ((), (0,), (0,)), (0.5, 0.2, 0.6)

UNIT = Rule("a number from 0 to 1", lambda v: isinstance(v, int | float) and not isinstance(v, bool) and 0 <= v <= 1)


def damping() -> Any:
    return param(1, UNIT, "how much of what linked turns give is taken; 1 is the paper's, 0 the turn's own value")


@dataclass(frozen=True)
class HDAb(ConversationMeasure):
    """Gain flows from children back to parents; a conversation's score is the mean gain of its roots.

    A turn's value m is the chance that it satisfied the user. With chance 1 − m the user asks on, and gains what the
    follow-up turns give. For exploratory conversations, whose first turns hold the overall need.
    """

    name = "HDA-b"
    title = "Hierarchical aggregation, backward"
    formula = "g(u) = m(u) + (1 − m(u)) · γ · mean of g over the children of u;  HDA-b = mean of g over roots"
    reference = REFERENCE
    example = ConversationExample(PARENTS, VALUES, 0.7, "leaves 0.2 and 0.6; root 0.5 + 0.5 · (0.2 + 0.6) ÷ 2 = 0.7")
    needs_graph = True

    gamma: float = damping()

    def values(self, conversations: Conversations, turn_values: Floats) -> Floats:
        gain = gathered(turn_values, conversations.from_children, self.gamma)
        return conversations.mean(gain, conversations.roots)


@dataclass(frozen=True)
class HDAf(ConversationMeasure):
    """Gain flows from parents forward to children; a conversation's score is the mean gain of its leaves.

    With chance 1 − m the user finds what a turn lacks in the turns that gave its context. For conversations that start
    with a generic need and refine it.
    """

    name = "HDA-f"
    title = "Hierarchical aggregation, forward"
    formula = "g(u) = m(u) + (1 − m(u)) · γ · mean of g over the parents of u;  HDA-f = mean of g over leaves"
    reference = REFERENCE
    example = ConversationExample(
        PARENTS, VALUES, 0.7, "leaves 0.2 + 0.8 · 0.5 = 0.6 and 0.6 + 0.4 · 0.5 = 0.8; (0.6 + 0.8) ÷ 2 = 0.7"
    )
    needs_graph = True

    gamma: float = damping()

    def values(self, conversations: Conversations, turn_values: Floats) -> Floats:
        gain = gathered(turn_values, conversations.from_parents, self.gamma)
        return conversations.mean(gain, conversations.leaves)


@dataclass(frozen=True)
class HDAm(ConversationMeasure):
    """The Markovian exploration that the authors announce: an unsatisfied user moves on to a child or to a parent.

    At a turn the user is satisfied with chance m. If not, the user moves to one of its children with chance `child`, to
    one of its parents with chance `parent`, or leaves. Where there is no child (parent), that chance is one to leave.
    The value is the chance to be satisfied in the end, from each start, in closed form: (I − (1 − m) · A) g = m, where
    A holds the chances to move. `child=1, parent=0` from roots is HDA-b, `child=0, parent=1` from leaves is HDA-f.
    """

    name = "HDA-m"
    title = "Hierarchical aggregation, Markovian"
    formula = (
        "g(u) = m(u) + (1 − m(u)) · (child · mean of g over children + parent · mean of g over parents);  "
        "HDA-m = mean of g over the starting turns"
    )
    reference = REFERENCE + " (announced as future work; defined here)"
    example = ConversationExample(
        PARENTS,
        VALUES,
        0.62 / 0.946,
        "g(leaf) = m + (1 − m) · 0.3 · g(root); g(root) = 0.5 + 0.5 · 0.6 · (0.2 + 0.6 + 0.36 · g(root)) ÷ 2, "
        "so g(root) = 0.62 ÷ 0.946 = 0.6554",
    )
    needs_graph = True

    child: float = param(0.6, UNIT, "the chance that an unsatisfied user moves on to a child")
    parent: float = param(0.3, UNIT, "the chance that an unsatisfied user moves back to a parent")
    start: str = param("roots", one_of("roots", "leaves", "all"), "the turns from which users start, each as likely")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.child + self.parent > 1:
            raise MeasureError(f"HDA-m: child + parent must be at most 1, found {self.child} + {self.parent}.")

    def values(self, conversations: Conversations, turn_values: Floats) -> Floats:
        moves = self._moves(conversations)
        gain = np.empty_like(turn_values)
        for first, last in zip(conversations.offsets[:-1], conversations.offsets[1:], strict=True):
            own = turn_values[first:last].T[:, :, None]
            system = np.eye(last - first) - (1 - own) * moves[first:last, : last - first]
            gain[first:last] = np.linalg.solve(system, own)[:, :, 0].T
        starts = {
            "roots": conversations.roots,
            "leaves": conversations.leaves,
            "all": np.arange(conversations.n_turns),
        }
        return conversations.mean(gain, starts[self.start])

    def _moves(self, conversations: Conversations) -> Floats:
        """The chance to move from each turn (row) to each turn of its conversation (column)."""
        longest = int(np.diff(conversations.offsets).max(initial=0))
        moves = np.zeros((conversations.n_turns, longest))
        place = conversations.position - 1
        for taker, giver, chance in (
            (conversations.parent, conversations.child, self.child),
            (conversations.child, conversations.parent, self.parent),
        ):
            number = np.bincount(taker, minlength=conversations.n_turns)
            moves[taker, place[giver]] += chance / number[taker]
        return moves
