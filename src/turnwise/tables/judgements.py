"""The judgements of a collection, prepared once for all systems."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from turnwise.tables.kernel import Index


@dataclass(frozen=True, eq=False)
class Judgements:
    """One row a judged item of a turn.

    `turns` are in the order of their first row; row *r* judges an item of turn ``turn_of_row[r]`` with
    ``grades[r]``. `index` finds the row of a turn's item by its name.
    """

    source: str
    turns: list[str]
    turn_of_row: NDArray[np.int32]
    grades: NDArray[np.float64]
    index: Index

    def __len__(self) -> int:
        return len(self.turns)

    @cached_property
    def conversations(self) -> list[str]:
        """The conversation of each turn."""
        return [conversation_of(turn) for turn in self.turns]


def conversation_of(turn: str) -> str:
    """The conversation that a turn's id names: `31_4` → `31`, `132_1-3` → `132`, `9-1_3` → `9-1`.

    An id without an underscore is a conversation of one turn.
    """
    return turn.rpartition("_")[0] or turn
