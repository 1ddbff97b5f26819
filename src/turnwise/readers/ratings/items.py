"""What an item is, in a table: what a column names, told apart by dialogue and system where that names several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from turnwise.errors import FormatError
from turnwise.readers.cells import names_of
from turnwise.readers.ratings.gathering import Gathered
from turnwise.readers.table import Table
from turnwise.tables.decisions import Decisions, plural

if TYPE_CHECKING:
    import polars as pl

#: Columns of the systems whose turns were rated.
SYSTEM = ("system", "system_id", "bot", "model")


def texts_of(column: pl.Series) -> list[str]:
    """The cells as text; empty ones are."""
    return ["" if value is None else str(value).strip() for value in column.to_list()]


def differs_within(names: Sequence[str], cells: Sequence[str]) -> bool:
    """Whether rows of one name have different cells; an empty one says nothing."""
    seen: dict[str, str] = {}
    return any(seen.setdefault(name, cell) != cell for name, cell in zip(names, cells, strict=True) if cell)


class Items:
    """The items of a table, by name."""

    def __init__(self, table: Table, frame: pl.DataFrame, names: list[str], gathered: Gathered) -> None:
        self.table, self.frame, self.names, self.gathered = table, frame, names, gathered

    def within_dialogues(self, item: str, column: str | None, decisions: Decisions) -> None:
        """Turn 1 of two dialogues is two items."""
        self._within("dialogue", item, column, "{1}_{0}".format, decisions)

    def within_systems(self, item: str, column: str | None, decisions: Decisions) -> None:
        """A turn that two systems answered is two items."""
        self._within("system", item, column, "{0}/{1}".format, decisions)

    def _within(
        self, kind: str, item: str, column: str | None, join: Callable[[str, str], str], decisions: Decisions
    ) -> None:
        """Names made of both, where the column differs within a name; or did so in a source read before."""
        if column is None:
            return
        known = self.gathered.items
        before = kind in self.gathered.told_apart and not any(name in known for name in self.names)
        if not before and not differs_within(self.names, texts_of(self.frame[column])):
            return
        cells: list[str] = names_of(self.frame[column], self.table, 0, kind).to_list()
        made = list(map(join, self.names, cells))
        several = len(set(zip(self.names, cells, strict=True)))
        if several != len(set(made)):
            raise FormatError(self.table.source, None, f"items that {column!r} and {item!r} do not tell apart", "ids")
        if any(name in known for name in self.names) and not any(name in known for name in made):
            found = f"items of the same name in several {kind}s"
            expected = f"names as in {self.gathered.sources[0]}"
            raise FormatError(self.table.source, None, found, expected, "name items alike in all sources")
        self.gathered.told_apart.add(kind)
        text = (
            f"{plural(several, 'item')} named by {column!r} and {item!r} together, as {made[0]!r}, since {kind}s have "
            f"items of the same name"
        )
        decisions.add(self.table.source, "items-of-two-columns", several, text)
        self.names = made
