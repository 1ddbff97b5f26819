"""Tables and sentences as lines of text, for a person at a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from textwrap import wrap

#: How wide sentences run.
LINE = 100


def filled(sentence: str) -> str:
    """A sentence in lines with its own indent; names and paths stay whole."""
    said = sentence.lstrip()
    indent = sentence[: len(sentence) - len(said)]
    lines = wrap(said, LINE - len(indent), break_long_words=False, break_on_hyphens=False)
    return "\n".join(indent + line for line in lines)


def width(text: str) -> int:
    """How many columns a terminal gives a text: wide East Asian characters take two, combining marks none."""
    return sum(0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in "WF") for c in text)


def cell(value: object, digits: int = 4) -> str:
    """One value as a cell: numbers with fixed digits, what is absent as a dash."""
    if value is None:
        return "–"
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    return f"{value:.{digits}f}" if isinstance(value, float) else str(value)


def table(columns: Sequence[str], rows: Sequence[Sequence[object]], digits: int = 4) -> str:
    """An aligned table: numbers to the right, words to the left, a rule under the head."""
    cells = [[cell(value, digits) for value in row] for row in rows]
    numeric = [
        bool(rows) and all(row[at] is None or isinstance(row[at], int | float) for row in rows)
        for at in range(len(columns))
    ]
    widths = [max(width(line[at]) for line in [columns, *cells]) for at in range(len(columns))]

    def line(values: Sequence[str]) -> str:
        padded = [
            " " * (w - width(v)) + v if right else v + " " * (w - width(v))
            for v, w, right in zip(values, widths, numeric, strict=True)
        ]
        return "  ".join(padded).rstrip()

    return "\n".join([line(columns), "  ".join("─" * w for w in widths), *map(line, cells)])
