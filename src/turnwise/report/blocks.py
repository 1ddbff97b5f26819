"""What a report is made of. Every table and picture has a name, under which it is also written as files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from turnwise.report.themed_figure import Draw


@dataclass(frozen=True)
class Prose:
    """A paragraph; `soft` ones stand back."""

    text: str
    soft: bool = False


@dataclass(frozen=True)
class Listing:
    """Sentences, one below the other."""

    items: Sequence[str]


@dataclass(frozen=True)
class Facts:
    """Names and what they are."""

    of: Mapping[str, str]


@dataclass(frozen=True)
class NamedTable:
    """A table; the first column names the rows. Cells are numbers, text, or None for what is absent."""

    name: str
    caption: str
    columns: Sequence[str]
    rows: Sequence[Sequence[object]]
    #: columns of words, which are set to the left
    words: Sequence[int] = ()
    best: int | None = None
    digits: int = 4
    #: grounds of the cells after the first column, from 0 to 1
    shades: Sequence[Sequence[float | None]] | None = None
    #: all rows, for files, where a page shows only some
    whole: tuple[Sequence[str], Sequence[Sequence[object]]] | None = None


@dataclass(frozen=True)
class Picture:
    """A drawing of `size` inches, with what it shows in words for those who do not see it."""

    name: str
    title: str
    description: str
    caption: str
    size: tuple[float, float]
    draw: Draw
    #: a wide one keeps its size and scrolls on a phone
    wide: bool = False


Block = Prose | Listing | Facts | NamedTable | Picture


@dataclass(frozen=True)
class Section:
    """A part of a report. Whoever has something to add to a report makes one of these."""

    title: str
    blocks: Sequence[Block]
