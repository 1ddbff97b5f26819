"""Judgements from the rows of any source; a source says where each of its rows stands."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from turnwise.errors import FormatError, shown
from turnwise.tables import kernel
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.judgements import Judgements
from turnwise.tables.rows import Rows


class Places(Protocol):
    """Where the rows of a source stand in it."""

    @property
    def source(self) -> str: ...

    def place(self, row: int) -> str:
        """Where a row stands, in words: `line 7`."""

    def error(self, row: int, found: str, expected: str, todo: str) -> FormatError:
        """The error for what a row holds."""


def judgements_of(rows: Rows, places: Places, decisions: Decisions) -> Judgements:
    """Judgements of which each says something new. Two rows that give an item two grades are an error."""
    index = kernel.Index(rows)
    first: NDArray[np.int32] = np.frombuffer(index.first_of_row, np.int32)
    new = first == np.arange(len(rows))
    turn_of_row: NDArray[np.int32] = np.frombuffer(index.turn_of_row, np.int32)
    turns = _names(index, turn_of_row, places)
    if not new.all():
        _check_repeated(rows, np.flatnonzero(~new), first, places, decisions)
        rows = rows.taken(np.flatnonzero(new))
        index = kernel.Index(rows)
        turn_of_row = np.frombuffer(index.turn_of_row, np.int32)
    return Judgements(places.source, turns, turn_of_row, np.ascontiguousarray(rows.value), index)


def _names(index: kernel.Index, turn_of_row: NDArray[np.int32], places: Places) -> list[str]:
    turns = []
    for place, name in enumerate(index.turns):
        try:
            turns.append(name.decode())
        except UnicodeDecodeError:
            row = int(np.argmax(turn_of_row == place))
            raise places.error(row, f"the turn {shown(name)}", "UTF-8 text", "save the file as UTF-8") from None
    return turns


def _check_repeated(
    rows: Rows, repeated: NDArray[np.int64], first: NDArray[np.int32], places: Places, decisions: Decisions
) -> None:
    for row in map(int, repeated[rows.value[repeated] != rows.value[first[repeated]]][:1]):
        before = int(first[row])
        found = f"grade {rows.value[row]:g} for item {shown(rows.item(row))} of turn {shown(rows.turn(row))}"
        expected = f"the grade {rows.value[before]:g} of {places.place(before)}"
        raise places.error(row, found, expected, "keep one of the two")
    row = int(repeated[0])
    example = f"turn {shown(rows.turn(row))}, item {shown(rows.item(row))}, {places.place(row)}"
    again = plural(len(repeated), "judgement")
    text = f"{again} given again with the same grade and not counted again (first: {example})"
    decisions.add(places.source, "repeated-judgements", len(repeated), text)
