"""A TREC file as rows: in chunks of whole turns, so that memory stays bounded, or whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

import numpy as np

from turnwise.errors import FormatError
from turnwise.readers.broken_line import broken_line, looks_like_run, run_as_qrels
from turnwise.tables import kernel
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.rows import (
    BLANK,
    COMMENTS,
    EXTRA,
    FIRST_BLANK,
    FIRST_COMMENT,
    FIRST_EXTRA,
    FIRST_UNTAGGED,
    LINES,
    QRELS,
    RUN,
    TALLY,
    UNTAGGED,
    Rows,
)

CHUNK = 1 << 20  # bytes; large enough to amortise each call, small enough for the cache
LONGEST_LINE = 1 << 24
_SHORTEST_LINE = 8  # "t 0 i 1\n"
_TURN_HEADERS = {b"query_id", b"qid", b"query", b"topic", b"topic_id", b"turn", b"turn_id", b"topic_turn_id"}
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Scan:
    """The rows of one open file. What had to be decided on the way is in `report`."""

    def __init__(self, stream: BinaryIO, source: str, layout: int, chunk: int | None = None) -> None:
        self._stream, self._source, self._layout = stream, source, layout
        self._chunk = CHUNK if chunk is None else chunk
        self._header_line = 0  # none
        self.tally = np.zeros(TALLY, np.int64)
        self._start = self._read_start()

    def _read_start(self) -> bytes:
        """Read on to the first row, count what stands before it, and return its line."""
        scratch = Rows.over(b"", 1)
        line = self._stream.readline(LONGEST_LINE).removeprefix(_BYTE_ORDER_MARK)
        while line:
            fields = line.split()
            if fields and not line.startswith(b"#"):
                if self._header_line or fields[0].lower() not in _TURN_HEADERS:
                    break
                self.tally[LINES] += 1
                self._header_line = int(self.tally[LINES])
            else:
                kernel.split(line, self._layout, True, scratch, self.tally)
            line = self._stream.readline(LONGEST_LINE)
        self._refuse_endless_line(line)
        if self._layout == QRELS and looks_like_run(line):
            raise run_as_qrels(self._source, int(self.tally[LINES]) + 1, line)
        return line

    def whole(self) -> Rows:
        """All rows at once."""
        text = bytearray(self._start)
        while piece := self._stream.read(CHUNK):
            text += piece
        rows = Rows.over(text, text.count(b"\n") + 1)
        count, consumed, fine = kernel.split(text, self._layout, True, rows, self.tally)
        if not fine:
            raise self._broken(memoryview(text)[consumed:])
        return rows.first(count)

    def __iter__(self) -> Iterator[Rows]:
        """Rows of whole turns. Each yield lasts until the next but one: there are two buffers, used in turn."""
        size = max(self._chunk, 2 * len(self._start), _SHORTEST_LINE)
        slots = [_Slot(size), _Slot(size)]
        rest: bytes | memoryview = self._start
        ended = False
        while not ended:
            slot = slots[0]
            slots.reverse()
            slot.hold(rest)
            count = 0
            while not count and not ended:
                ended = slot.fill(self._stream)
                text = slot.text()
                count, consumed, fine = kernel.split(text, self._layout, ended, slot.rows, self.tally)
                rest = text[consumed:]
                if not fine:
                    raise self._broken(rest)
                if not count and not ended:
                    self._refuse_endless_line(rest)
                    slot.hold(bytes(rest))
            yield slot.rows.first(count)

    def _refuse_endless_line(self, rest: bytes | memoryview) -> None:
        if len(rest) < LONGEST_LINE or b"\n" in bytes(rest[-LONGEST_LINE:]):
            return
        line = int(self.tally[LINES]) + bytes(rest).count(b"\n") + 1
        found, todo = f"more than {LONGEST_LINE:,} bytes without a line end", "check that this is the right file"
        raise FormatError(self._source, line, found, "lines of columns", todo)

    def _broken(self, rest: memoryview) -> FormatError:
        line = bytes(rest[:LONGEST_LINE]).partition(b"\n")[0]
        return broken_line(self._source, int(self.tally[LINES]) + 1, line, self._layout)

    def line_of(self, rows: Rows, row: int) -> int:
        """The number of the line that a row of `whole` stands on."""
        before = rows.turn_text[: int(rows.turn_start[row])]
        skipped = int(self.tally[LINES]) - self._lines_of(rows)
        return skipped + bytes(before).count(b"\n") + 1

    @staticmethod
    def _lines_of(rows: Rows) -> int:
        text = bytes(rows.turn_text)
        return text.count(b"\n") + (not text.endswith(b"\n") and text != b"")

    def report(self, decisions: Decisions) -> None:
        """Tell what was skipped and what was read though it is not as it should be."""
        tally, full = self.tally.tolist(), 6 if self._layout == RUN else 4
        if self._header_line:
            decisions.add(self._source, "header-rows", 1, f"a header row is skipped (line {self._header_line})")
        lines = {kind: plural(tally[kind], "line") for kind in (COMMENTS, BLANK, UNTAGGED, EXTRA)}
        for kind, key, what, first in (
            (COMMENTS, "comments", "of comment skipped", FIRST_COMMENT),
            (BLANK, "blank-lines", "without content skipped", FIRST_BLANK),
            (UNTAGGED, "untagged-lines", f"with {full - 1} columns read as if the tag were missing", FIRST_UNTAGGED),
            (EXTRA, "extra-columns", f"with more than {full} columns read without the rest", FIRST_EXTRA),
        ):
            decisions.add(self._source, key, tally[kind], f"{lines[kind]} {what} (first: line {tally[first]})")


class _Slot:
    """A buffer that holds what was left over, then what is read, with room for its rows."""

    def __init__(self, size: int) -> None:
        self._filled = 0
        self._allocate(size)

    def _allocate(self, size: int) -> None:
        self._buffer = bytearray(size)
        self.rows = Rows.over(self._buffer, size // _SHORTEST_LINE + 1)

    def hold(self, rest: bytes | memoryview) -> None:
        """Start with what was left over, with room for at least as much again."""
        if 2 * len(rest) > len(self._buffer):
            self._allocate(max(2 * len(rest), 2 * len(self._buffer)))
        self._buffer[: len(rest)] = rest
        self._filled = len(rest)

    def fill(self, stream: BinaryIO) -> bool:
        """Read until the buffer is full; True when the stream has ended."""
        room = memoryview(self._buffer)
        while self._filled < len(room):
            count = stream.readinto(room[self._filled :])  # type: ignore[attr-defined]
            if not count:
                return True
            self._filled += count
        return False

    def text(self) -> memoryview:
        return memoryview(self._buffer)[: self._filled]
