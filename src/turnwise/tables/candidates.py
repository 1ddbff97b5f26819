"""What raters are shown: answers that were offered for turns of dialogues, the maker's own one among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from turnwise.tables.judgements import conversation_of

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

#: What somebody said, and whether it was the avatar.
Said = tuple[str, bool]
#: Of a turn of which nobody said which answers are right.
UNKNOWN = -1


@dataclass(frozen=True, eq=False)
class Candidates:
    """Item *i* offers ``texts[i]`` as the reply to turn ``turns[turn[i]]``. Items stand turn by turn.

    A gold item is the reply that the maker gave in the dialogue: raters are judged by it. `right` is what the maker
    labelled (1 or 0, or `UNKNOWN`); `n_right` counts the right answers of a turn, also those nobody offered.
    """

    source: str
    items: list[str]
    turns: list[str]
    turn: Ints
    answers: list[str]  # [item] its id in the knowledge base; empty where it is none of its answers
    texts: list[str]
    is_gold: Bools
    right: Ints  # [item]
    n_right: Ints  # [turn]
    shown: list[list[Said]]  # [turn] what stands before the candidate: the question last
    systems: list[str] = field(default_factory=list)
    ranks: Ints = field(default_factory=lambda: np.empty((0, 0), dtype=np.int64))  # [item, system] 0: not in its list
    scores: Floats = field(default_factory=lambda: np.empty((0, 0)))  # [item, system] NaN: not in its list
    raters: Sequence[tuple[str, ...]] = ()  # [turn] who is asked; empty where that is left open

    def __len__(self) -> int:
        return len(self.items)

    @property
    def questions(self) -> list[str]:
        """The words of each turn."""
        return [said[-1][0] for said in self.shown]

    @cached_property
    def cluster(self) -> Ints:
        """The number of each turn's dialogue."""
        number: dict[str, int] = {}
        return np.array([number.setdefault(conversation_of(turn), len(number)) for turn in self.turns], dtype=np.int64)

    @property
    def is_labelled(self) -> bool:
        """Whether the maker said what is right."""
        return bool(len(self.turns)) and bool((self.n_right != UNKNOWN).all())
