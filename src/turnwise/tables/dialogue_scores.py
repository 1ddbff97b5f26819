"""Scores of dialogues: the score table, with the spread over those who read each dialogue."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from turnwise.tables.scores import Level, Scores

Floats = NDArray[np.float64]


class DialogueRow(NamedTuple):
    """A row of the score table, and how the values of those who read the dialogue lie around its value."""

    system: str
    conversation: str | None
    turn: str | None
    measure: str
    value: float | None
    weight: float
    note: str | None
    annotators: int
    sd: float | None
    least: float | None
    most: float | None


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class DialogueScores(Scores):
    """Scores of dialogues: every measure is a measure of a conversation, and the table has no turns.

    All arrays are ``[system, dialogue, measure]``. `annotators` tells how many readings a value rests on; `sd`, `least`
    and `most` how their values lie (`sd` divides by one less than their number, and is NaN for a single one).
    ``notes[system][dialogue][measure]`` says why a value is absent.
    """

    row_type: ClassVar[Any] = DialogueRow

    annotators: NDArray[np.int64]
    sd: Floats
    least: Floats
    most: Floats
    notes: list[list[list[str | None]]]

    def __repr__(self) -> str:
        return f"<DialogueScores: {self.size()}>"

    def size(self, by: Level = "conversation", called: str | None = "dialogue") -> str:
        """`2 systems × 12 dialogues × 3 measures`."""
        return super().size(by, called)

    def rows(self, by: Level = "conversation") -> Iterator[Any]:
        """The long form, system by system: a row for each dialogue and measure. Means of systems have no spread."""
        if by == "system":
            for row in super().rows("system"):
                s, m = self.systems.index(row.system), self.conversation_measures.index(row.measure)
                yield DialogueRow(*row, int(self.annotators[s, :, m].sum()), None, None, None)
            return
        every = (self.conversation_values, self.sd, self.least, self.most)
        for s, system in enumerate(self.systems):
            for c, name in enumerate(self.conversation_names):
                for m, measure in enumerate(self.conversation_measures):
                    value, *spread = (None if x != x else x for x in (float(array[s, c, m]) for array in every))
                    n = int(self.annotators[s, c, m])
                    yield DialogueRow(system, name, None, measure, value, 1.0, self.notes[s][c][m], n, *spread)

    def _ordered(self, order: NDArray[np.int64]) -> Self:
        return replace(
            super()._ordered(order),
            annotators=self.annotators[order],
            sd=self.sd[order],
            least=self.least[order],
            most=self.most[order],
            notes=[self.notes[i] for i in order],
        )
