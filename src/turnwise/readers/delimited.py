"""CSV and TSV with a header row → tables; what the fast reader refuses, a plain one reads or explains."""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from turnwise.errors import FormatError
from turnwise.readers.columns import Header, knows_any
from turnwise.readers.files import opened, text_of
from turnwise.readers.table import Table
from turnwise.tables.decisions import Decisions, plural

if TYPE_CHECKING:
    from _csv import Reader as CsvReader

    import polars as pl

#: How Excel is told what separates cells; no other program reads it.
_SEPARATOR_LINE = re.compile(rb"(?:\xef\xbb\xbf)?(sep=[^\r\n]?)\r?\n", re.IGNORECASE)
_EXPECTED = "a table with a header row, such as turn,item,score"


def separator_of(header: str) -> str:
    """Tab where the first line has one; else comma, or the semicolon that spreadsheets of many languages write."""
    if "\t" in header:
        return "\t"
    return ";" if header.count(";") > header.count(",") else ","


def cells_of(line: str) -> list[str]:
    """The cells of a header row; none where it is no such row."""
    try:
        cells = next(csv.reader([line], delimiter=separator_of(line), skipinitialspace=True), [])
    except csv.Error:  # carriage returns within it, or a cell of unlikely length
        return []
    return [cell.strip() for cell in cells]


def table_of_delimited(path: str | os.PathLike[str], decisions: Decisions) -> Table:
    """The table in a CSV or TSV file; cells are text, without the blanks around them."""
    source = os.fspath(path)
    with opened(source) as stream:
        data = stream.read()
    if line := _SEPARATOR_LINE.match(data):
        raise FormatError(source, 1, repr(line[1].decode("utf-8", "replace")), "a header row", "delete this line")
    plain = _PlainReader(source)
    frame = _read_fast(data)
    if frame is None:
        frame = plain.frame(decisions)
    return Table(source, frame.columns, frame.select, plain.place)


def _read_fast(data: bytes) -> pl.DataFrame | None:
    """All rows of a clean file, or None."""
    import polars as pl

    header = data[: data.find(b"\n") + 1].decode("utf-8-sig", "replace")
    names, separator = cells_of(header), separator_of(header)
    if not names or len(set(names)) < len(names) or not _is_clean(data, separator.encode()) or "\ufffd" in header:
        return None
    try:
        frame = pl.read_csv(data, separator=separator, infer_schema=False)
    except pl.exceptions.PolarsError:
        return None
    if frame.width != len(names):
        return None
    frame.columns = names
    frame = frame.filter(~pl.all_horizontal(pl.all().is_null()))  # lines without content
    return None if frame[names[-1]].null_count() else frame  # rows that may be too short


def _is_clean(data: bytes, separator: bytes) -> bool:
    """Whether no cell has a blank at its end, a quote in the wrong place or half a line end; where in doubt, no."""
    padded = (separator + b" ", b" " + separator, b"\n ", b" \n", b" \r\n", b'" ', b' "')
    if b"\0" in data or any(end in data for end in padded) or data.startswith(b" ") or data.endswith((b" ", separator)):
        return False
    if data.count(b"\r") != data.count(b"\r\n"):
        return False
    return b'"' not in data or _are_quotes_paired(data, separator)


def _are_quotes_paired(data: bytes, separator: bytes) -> bool:
    """Whether quotes open cells and close them in turn; one that is doubled closes its cell and opens it again."""
    framed = np.frombuffer(b"\n" + data.removeprefix(b"\xef\xbb\xbf") + b"\n", np.uint8)
    quotes = np.flatnonzero(framed == ord('"'))
    starts = np.isin(framed[quotes[0::2] - 1], np.frombuffer(b'\n"' + separator, np.uint8))
    ends = np.isin(framed[quotes[1::2] + 1], np.frombuffer(b'\r\n"' + separator, np.uint8))
    return len(starts) == len(ends) and bool(starts.all() and ends.all())


class _PlainReader:
    """Reads with the standard library, and says what is wrong where."""

    def __init__(self, source: str) -> None:
        self.source = source

    def frame(self, decisions: Decisions) -> pl.DataFrame:
        """All rows; empty cells are null."""
        import polars as pl

        rows = self._rows()
        _, header = next(rows, (1, []))
        names = [name.strip() for name in header]
        self._check_names(names)
        columns: list[list[str | None]] = [[] for _ in names]
        for _, cells in rows:
            for column, cell in zip(columns, cells, strict=True):
                column.append(cell.strip(" ") or None)
        padded = self._padded_rows()
        text = f"{plural(padded, 'row')} with blanks around the content of cells read without them"
        decisions.add(self.source, "padded-rows", padded, text)
        return pl.DataFrame(dict(zip(names, columns, strict=True)), schema=dict.fromkeys(names, pl.String))

    def _check_names(self, names: list[str]) -> None:
        for at, name in enumerate(names):
            if name in names[:at] and not knows_any(names):
                Header(self.source, names).of_lists()  # says that there is no header row
            if name in names[:at]:
                raise FormatError(self.source, 1, f"two columns {name!r}", "each name once", "rename one of them")

    def _rows(self) -> Iterator[tuple[int, Sequence[str]]]:
        """The header and the rows below, each with the line it starts on; rows without content are none."""
        reader = self._reader(skipinitialspace=True, strict=True)
        line, width = 0, 0
        try:
            for cells in reader:
                start, line = line + 1, reader.line_num
                if any(cell.strip(" ") for cell in cells):
                    width = width or len(cells)
                    if len(cells) != width:
                        found, todo = plural(len(cells), "cell"), "quote cells that hold the separator"
                        raise FormatError(self.source, start, found, f"{width} as in the header", todo)
                    yield start, cells
        except csv.Error as error:
            todo = "close quotes, and double those within quotes"
            raise FormatError(self.source, line + 1, f"a broken cell ({error})", "CSV or TSV", todo) from None

    def _padded_rows(self) -> int:
        """How many rows have a blank beside a cell's content; before a quote such a blank makes other cells of it."""
        return sum(any(c != c.strip(" ") for c in cells) for cells in islice(self._reader(), 1, None))

    def _reader(self, **form: Any) -> CsvReader:
        text = text_of(self.source, _EXPECTED)
        first = next(line for line in text.split("\n") if line.strip())
        if "\r" in first.strip():
            todo = "convert its line ends, for instance with `tr '\\r' '\\n'`"
            raise FormatError(self.source, 1, "carriage returns within it", "one line for each row", todo)
        return csv.reader(io.StringIO(text, newline=""), delimiter=separator_of(first), **form)

    @cached_property
    def _lines(self) -> list[int]:
        return [line for line, _ in self._rows()][1:]

    def place(self, row: int) -> str:
        """The line of a row."""
        return f"line {self._lines[row]}"
