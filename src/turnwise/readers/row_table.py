"""Small tables with named columns, read row by row: CSV, TSV, or JSON records. A column may go by several names."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from turnwise.errors import FormatError
from turnwise.readers.content import Content
from turnwise.readers.delimited import separator_of
from turnwise.readers.records import Place

#: What Excel reads, and some tools write, in the line before the header.
_SEPARATOR = re.compile(r"(?i)sep=.?")


class RowTable(NamedTuple):
    """Column names, and the rows below them with the number of their line or record."""

    source: str
    kind: str
    names: list[str]
    rows: Iterator[tuple[int, Sequence[Any]]]

    def place(self, number: int) -> Place:
        return Place(self.source, self.kind, number)

    def column(self, known: Sequence[str]) -> int | None:
        """The position of the column that goes by one of these names."""
        return find(self.names, known)

    def lacks(self, expected: str, *columns: Sequence[str]) -> FormatError:
        """The error for a table without a column it needs; it names those found and those read."""
        read = "; ".join(f"{known[0]}: also {', '.join(known[1:])}" for known in columns)
        found = f"the columns {_listed([repr(name) for name in self.names])}"
        return FormatError(self.source, 1, found, expected, f"name them in the header ({read})", place=self.kind)


def find(names: Sequence[str], known: Sequence[str]) -> int | None:
    lower = [name.strip().lower() for name in names]
    return next((lower.index(name) for name in known if name in lower), None)


def header(text: str) -> list[str]:
    """The cells of the first line."""
    first = _first_line(text)
    try:
        return next(csv.reader([first], delimiter=separator_of(first), skipinitialspace=True), [])
    except csv.Error:
        return [first]  # longer than any name; the missing columns are told


def row_table(content: Content) -> RowTable:
    """The table in a file: JSON records, whose keys are the columns, or CSV or TSV with a header."""
    if not content.is_json:
        names = header(content.text)
        return RowTable(content.source, "line", names, _csv_rows(content, names))
    found = content.records
    names = list(dict.fromkeys(key for record in found for key in record.fields))
    rows = ((record.place.number, [record.fields.get(name) for name in names]) for record in found)
    return RowTable(content.source, found[0].place.kind, names, rows)


def _csv_rows(content: Content, names: list[str]) -> Iterator[tuple[int, list[str]]]:
    """The rows below the header. A row of another width is an error; one without content is none."""
    first = _first_line(content.text)
    stream = io.StringIO(content.text, newline="")
    reader = csv.reader(stream, delimiter=separator_of(first), skipinitialspace=True, strict=True)
    below = False
    try:
        for cells in reader:
            if not any(map(str.strip, cells)) or (not below and _SEPARATOR.fullmatch(cells[0])):
                continue
            if below:
                if len(cells) != len(names):
                    expected = f"{len(names)}, one for each column ({_listed(names)})"
                    raise Place(content.source, "line", reader.line_num).error(f"{len(cells)} cells", expected)
                yield reader.line_num, cells
            below = True
    except csv.Error as error:
        expected = "CSV or TSV whose quotes are closed"
        raise FormatError(content.source, reader.line_num, f"a broken row ({error})", expected) from None


def _listed(names: Sequence[str]) -> str:
    """Names for a sentence, which must not grow with the table."""
    return ", ".join([name[:40] for name in names[:8]] + ["…"] * (len(names) > 8))


def _first_line(text: str) -> str:
    """The first line with content, which is the header; Excel's `sep=;` before it is none."""
    lines = (line for line in re.split(r"[\r\n]+", text.lstrip("\r\n"), maxsplit=2) if line.strip())
    first = next(lines, "")
    return next(lines, "") if _SEPARATOR.fullmatch(first.strip().strip('"')) else first
