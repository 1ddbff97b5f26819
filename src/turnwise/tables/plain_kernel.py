"""The scanner in plain Python: the reference for the compiled one, and its stand-in where there is none.

What each part does is said here; `_kernel.c` does the same, and the tests hold the two together.
"""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from turnwise.tables.rows import (
    BLANK,
    COMMENTS,
    EXTRA,
    FIRST_BLANK,
    LINES,
    RUN,
    UNTAGGED,
    Rows,
    Text,
)

_FIELD = re.compile(rb"[^ \t\n\r\v\f]+")
_NUMBER = re.compile(rb"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_LONE_RETURN = re.compile(rb"\r[ \t\r\v\f]*[^ \t\r\v\f]")


def split(text: Text, layout: int, final: bool, rows: Rows, tally: NDArray[np.int64]) -> tuple[int, int, bool]:
    """Fill `rows` from lines of white-space-separated fields: (number of rows, bytes consumed, all is well).

    Unless `final`, a last line without its end, and the rows of the last turn, are left for the next call, since more
    of them may follow. At a line that breaks the layout it stops: the line starts where `consumed` says. `tally`
    counts what was consumed and goes on from call to call.
    """
    data = bytes(text)
    count = at = 0
    kept, kept_at, kept_tally = 0, -1, tally.copy()  # what stands if the last turn is held back
    turn = None
    while at < len(data):
        end = data.find(b"\n", at)
        if end < 0:
            if not final:
                break
            end = len(data)
        if data.startswith(b"#", at) or not data[at:end].strip():
            _note(tally, BLANK if data[at:end].strip() == b"" else COMMENTS)
        else:
            row = _row(data, at, end, layout)
            if row is None:
                return count, at, False
            if data[row[0][0] : row[0][1]] != turn:
                turn = data[row[0][0] : row[0][1]]
                kept, kept_at, kept_tally = count, at, tally.copy()
            _fill(rows, count, row)
            count += 1
            if row[3] != _fields_of(layout):
                _note(tally, UNTAGGED if row[3] < _fields_of(layout) else EXTRA)
        tally[LINES] += 1
        at = min(end + 1, len(data))
    if final or kept_at < 0:
        return count, at, True
    tally[:] = kept_tally
    return kept, kept_at, True


def _fields_of(layout: int) -> int:
    return 6 if layout == RUN else 4


def _note(tally: NDArray[np.int64], kind: int) -> None:
    tally[kind] += 1
    first = kind + FIRST_BLANK - BLANK
    if tally[first] == 0:
        tally[first] = tally[LINES] + 1


def _row(data: bytes, at: int, end: int, layout: int) -> tuple[tuple[int, int], tuple[int, int], float, int] | None:
    """The turn's and the item's place, the number and how many fields a line has; None if it breaks the layout."""
    fields = [match.span() for match in _FIELD.finditer(data, at, end)]
    number_at = 4 if layout == RUN else 3
    if len(fields) <= number_at or data.find(b"\0", at, end) >= 0:
        return None
    if len(fields) > _fields_of(layout) and _LONE_RETURN.search(data, at, end):
        return None  # lines that end in carriage returns alone look like one long line
    number = data[slice(*fields[number_at])]
    value = float(number) if _NUMBER.fullmatch(number) else math.nan
    return (fields[0], fields[2], value, len(fields)) if math.isfinite(value) else None


def _fill(rows: Rows, place: int, row: tuple[tuple[int, int], tuple[int, int], float, int]) -> None:
    turn, item, rows.value[place], _ = row
    rows.turn_start[place], rows.turn_len[place] = turn[0], turn[1] - turn[0]
    rows.item_start[place], rows.item_len[place] = item[0], item[1] - item[0]


class Index:
    """Finds the row of the judgements that judges an item of a turn.

    `turns` are in the order of their first row; ``turn_of_row`` and ``first_of_row`` are int32: the place of each
    row's turn among them, and the first row of the same turn and item.
    """

    def __init__(self, rows: Rows) -> None:
        places: dict[bytes, int] = {}
        self._rows: list[dict[bytes, int]] = []
        turn_of_row, first_of_row = array("i"), array("i")
        for row in range(len(rows)):
            turn = places.setdefault(rows.turn(row), len(places))
            if turn == len(self._rows):
                self._rows.append({})
            turn_of_row.append(turn)
            first_of_row.append(self._rows[turn].setdefault(rows.item(row), row))
        self._places = places
        self.turns = list(places)
        self.turn_of_row = turn_of_row.tobytes()
        self.first_of_row = first_of_row.tobytes()

    def codes(self, rows: Rows) -> bytes:
        """The place of each row's turn among the judged turns, or −1, as int32."""
        return array("i", (self._places.get(rows.turn(row), -1) for row in range(len(rows)))).tobytes()


class Run:
    """Matches one system's lists with the judgements: at which ranks do judged items stand?

    A list is put in the order of score, then item id, both descending (on bytes, as trec_eval does). Of an item that
    stands in a list more than once the best-ranked copy counts. With `single_precision` scores are first rounded to
    32 bits.
    """

    def __init__(self, index: Index, single_precision: bool) -> None:
        self._index, self._single = index, single_precision
        self._hits: dict[int, tuple[list[int], list[int], int]] = {}
        self._unjudged: set[bytes] = set()
        self.unjudged_rows = 0
        self.first_unjudged: bytes | None = None
        self.duplicates = 0
        self.first_duplicate: tuple[bytes, bytes] | None = None

    @property
    def unjudged_turns(self) -> int:
        return len(self._unjudged)

    @property
    def judged_turns(self) -> int:
        return len(self._hits)

    def add(self, rows: Rows) -> bool:
        """Match rows of whole turns, grouped by turn. False: a judged turn came back, so they are not grouped."""
        for first, last, turn in _groups(rows):
            place = self._index._places.get(turn)
            if place is None:
                self._unjudged.add(turn)
                self.unjudged_rows += last - first
                self.first_unjudged = turn if self.first_unjudged is None else self.first_unjudged
            elif place in self._hits:
                return False
            else:
                self._hits[place] = self._match(rows, first, last, turn, self._index._rows[place])
        return True

    def _match(
        self, rows: Rows, first: int, last: int, turn: bytes, judged: dict[bytes, int]
    ) -> tuple[list[int], list[int], int]:
        values = rows.value[first:last]
        if self._single:
            with np.errstate(over="ignore"):
                values = values.astype(np.float32).astype(np.float64)
        items = [rows.item(row) for row in range(first, last)]
        ranked = sorted(zip(values.tolist(), items, strict=True), reverse=True)
        seen: set[bytes] = set()
        found: list[int] = []
        ranks: list[int] = []
        for _, item in ranked:
            if item in seen:
                self.duplicates += 1
                self.first_duplicate = self.first_duplicate or (turn, item)
                continue
            seen.add(item)
            if item in judged:
                found.append(judged[item])
                ranks.append(len(seen))
        return found, ranks, len(seen)

    def result(self) -> tuple[bytes, bytes, bytes, bytes, bytes]:
        """`Hits` as bytes: offsets (int64), rows (int32), ranks, length (int64) and present (bool)."""
        offsets, rows, ranks, length = array("q", [0]), array("i"), array("q"), array("q")
        present = bytearray()
        for place in range(len(self._index.turns)):
            found, at, count = self._hits.get(place, ([], [], 0))
            rows.extend(found)
            ranks.extend(at)
            offsets.append(len(rows))
            length.append(count)
            present.append(place in self._hits)
        return offsets.tobytes(), rows.tobytes(), ranks.tobytes(), length.tobytes(), bytes(present)


def _groups(rows: Rows) -> Iterator[tuple[int, int, bytes]]:
    """(first row, row after the last, turn) of each stretch of rows of one turn."""
    first = 0
    for row in range(len(rows)):
        if row + 1 == len(rows) or rows.turn(row + 1) != rows.turn(first):
            yield first, row + 1, rows.turn(first)
            first = row + 1
