"""A table with named columns, wherever it comes from, read in slices; it says where each of its rows stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from turnwise.errors import FormatError

if TYPE_CHECKING:
    import polars as pl

#: Rows of one slice: enough to make each call worth it, and a bound on memory.
SLICE = 1 << 20
#: Slices read from a file at once: each reading decodes anew the group of rows that it starts in, however large.
_AT_ONCE = 4


def row_place(row: int) -> str:
    """Where a row of a table without lines stands: rows count from 1."""
    return f"row {row + 1}"


@dataclass(frozen=True)
class Table:
    """A source's columns by name. `select` gives some of them, as a frame or, from a file in parts, a lazy one."""

    source: str
    names: Sequence[str]
    select: Callable[[Sequence[str]], pl.DataFrame | pl.LazyFrame]
    place: Callable[[int], str] = row_place

    def ready(self, names: Sequence[str]) -> Table:
        """The same table with only these columns, which are converted once, however often they are read."""
        return Table(self.source, names, self.select(names).select, self.place)

    def slices(self, names: Sequence[str]) -> Iterator[pl.DataFrame]:
        """The rows of these columns, in order, some at a time."""
        import polars as pl

        selected = self.select(names)
        if isinstance(selected, pl.DataFrame):
            yield from selected.iter_slices(SLICE)
            return
        from turnwise.readers.collecting import collected

        count = collected(selected.select(pl.len()), self.source).item()
        for start in range(0, count, _AT_ONCE * SLICE):
            yield from collected(selected.slice(start, _AT_ONCE * SLICE), self.source).iter_slices(SLICE)

    def whole(self, names: Sequence[str]) -> pl.DataFrame:
        """All rows of these columns."""
        import polars as pl

        selected = self.select(names)
        return selected if isinstance(selected, pl.DataFrame) else pl.concat(list(self.slices(names)))

    def error(self, row: int, found: str, expected: str, todo: str = "") -> FormatError:
        """The error for what a row holds."""
        return FormatError(f"{self.source}, {self.place(row)}", None, found, expected, todo)


def table_of_frame(source: str, frame: pl.DataFrame, place: Callable[[int], str] = row_place) -> Table:
    return Table(source, frame.columns, lambda names: frame.select(names), place)


def systems_of(table: Table, names: Sequence[str], systems: pl.Series) -> list[tuple[str, Table]]:
    """The part of each system, where `systems` names that of each row, in the order of their first rows."""
    selected = table.select(names)
    order = systems.to_frame("system").with_row_index("row").group_by("system", maintain_order=True).agg("row")
    return [
        (name, _part(table, selected, names, order["row"][at].to_numpy().astype(np.int64)))
        for at, name in enumerate(order["system"])
    ]


def _part(table: Table, selected: pl.DataFrame | pl.LazyFrame, names: Sequence[str], rows: NDArray[np.int64]) -> Table:
    """Some of the rows of a table, which know where they stand in the whole."""

    def select(wanted: Sequence[str]) -> pl.DataFrame | pl.LazyFrame:
        import polars as pl

        some = selected.select(wanted)
        if rows[-1] - rows[0] + 1 == len(rows):  # one stretch: of a file, only that much is read
            return some.slice(int(rows[0]), len(rows))
        return some[rows] if isinstance(some, pl.DataFrame) else table.whole(wanted)[rows]

    return Table(table.source, names, select, lambda row: table.place(int(rows[row])))
