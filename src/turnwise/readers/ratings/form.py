"""What a format of ratings is, and the source that it reads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from turnwise.readers.content import Content
from turnwise.readers.formats import check_records, in_records
from turnwise.readers.ratings.gathering import Gathered
from turnwise.readers.records import Record
from turnwise.readers.table import Table
from turnwise.tables.decisions import Decisions


@dataclass(frozen=True)
class Source:
    """A file, a part of an archive or a frame: text has a content, and everything whose rows are flat is a table."""

    name: str
    content: Content | None
    make_table: Callable[[], Table]
    #: the archive that it is a part of
    archive: str | None = None

    @cached_property
    def table(self) -> Table:
        return self.make_table()

    @cached_property
    def columns(self) -> list[str]:
        """The names of its columns; of JSON text, the keys of its objects."""
        return list(self.table.names)


@dataclass(frozen=True)
class RatingsFormat:
    """A format that describes itself."""

    name: str
    title: str
    looks_like: str
    detect: Callable[[Source], bool]
    read: Callable[[Source, Gathered, Decisions], None]


def json_format(
    name: str,
    title: str,
    looks_like: str,
    fits: Callable[[dict[str, Any]], bool],
    read: Callable[[Sequence[Record], Gathered, Decisions], None],
) -> RatingsFormat:
    """A format in which each JSON object holds the ratings of an item, or of the turns of a dialogue."""

    def detect(source: Source) -> bool:
        return source.content is not None and source.content.is_json and in_records(fits)(source.content)

    def read_all(source: Source, gathered: Gathered, decisions: Decisions) -> None:
        assert source.content is not None
        check_records(source.content, fits, f"ratings of the format {name}, {looks_like}")
        read(source.content.records, gathered, decisions)

    return RatingsFormat(name, title, looks_like, detect, read_all)


def where(record: Record) -> Callable[[], str]:
    """Where a record stands, said when it is asked for."""
    return partial("{0.source}, {0.kind} {0.number}".format, record.place)
