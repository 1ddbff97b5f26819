"""Rows of lists or of judgements, as the scanner sees them: places in a text, and numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Text = bytes | bytearray | memoryview | NDArray[np.uint8]

# Layouts of a line, for `kernel.split`.
RUN = 0  # turn Q0 item rank score [tag ...]
QRELS = 1  # turn iteration item grade [...]

# What `kernel.split` counts; the line numbers are those of the first line of the kind, from 1.
LINES, BLANK, COMMENTS, UNTAGGED, EXTRA, FIRST_BLANK, FIRST_COMMENT, FIRST_UNTAGGED, FIRST_EXTRA = range(9)
TALLY = 9  # the size of a tally


@dataclass
class Rows:
    """Row *i* says that the item ``item_text[item_start[i]:][:item_len[i]]`` of a turn has the number ``value[i]``.

    The turn's name is found in the same way. The texts of a file are the file itself; those of a table are its
    columns' buffers. The arrays may be reused: whoever needs a name for longer copies it.
    """

    turn_text: Text
    turn_start: NDArray[np.int64]
    turn_len: NDArray[np.int32]
    item_text: Text
    item_start: NDArray[np.int64]
    item_len: NDArray[np.int32]
    value: NDArray[np.float64]

    @classmethod
    def over(cls, text: Text, capacity: int) -> Rows:
        """Empty rows of one text, for `kernel.split` to fill."""
        starts = [np.empty(capacity, np.int64) for _ in range(2)]
        lengths = [np.empty(capacity, np.int32) for _ in range(2)]
        return cls(text, starts[0], lengths[0], text, starts[1], lengths[1], np.empty(capacity, np.float64))

    def __len__(self) -> int:
        return len(self.value)

    def first(self, count: int) -> Rows:
        """The first rows, without a copy."""
        return self.taken(slice(count))

    def taken(self, which: slice | NDArray[np.int64]) -> Rows:
        """The rows at these places, in this order."""
        return Rows(
            self.turn_text,
            self.turn_start[which],
            self.turn_len[which],
            self.item_text,
            self.item_start[which],
            self.item_len[which],
            self.value[which],
        )

    def turn(self, row: int) -> bytes:
        start = int(self.turn_start[row])
        return bytes(self.turn_text[start : start + int(self.turn_len[row])])

    def item(self, row: int) -> bytes:
        start = int(self.item_start[row])
        return bytes(self.item_text[start : start + int(self.item_len[row])])
