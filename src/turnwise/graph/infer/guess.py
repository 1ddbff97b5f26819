"""What a method that infers links says of a turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from turnwise.tables.turns import Turn


class Guess(NamedTuple):
    """How likely a turn needs context, and how likely each chosen parent gives it; parents are places of turns."""

    needs: float
    parents: dict[int, float]


#: From the turns of one conversation, in order, to a guess for each.
Method = Callable[[Sequence[Turn]], list[Guess]]

#: The first turn has nothing before it.
FIRST = Guess(0.0, {})
