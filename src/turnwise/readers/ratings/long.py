"""Tables with one answer a row: our own exchange table, and any other with an item, an annotator and a value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from turnwise.errors import FormatError, shown
from turnwise.readers.cells import names_of
from turnwise.readers.ratings.columns import (
    EXCHANGE,
    JUDGED,
    columns_in,
    is_unnamed,
    lacking,
    others_of,
    plain,
    tell_columns,
)
from turnwise.readers.ratings.form import RatingsFormat, Source
from turnwise.readers.ratings.gathering import Answer, Gathered
from turnwise.readers.ratings.items import SYSTEM, Items, differs_within, texts_of
from turnwise.readers.row_table import find
from turnwise.readers.table import Table
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.ratings import HUMAN, MODEL

if TYPE_CHECKING:
    import polars as pl

#: The name of the only question of a table that names none.
QUESTION = "rating"
_YES, _NO = {"true", "1", "yes"}, {"false", "0", "no", ""}
_TYPES = {HUMAN: HUMAN, MODEL: MODEL, "model": MODEL, "": HUMAN}


def _is_long(source: Source) -> bool:
    found = columns_in(source.name, source.columns, {})
    if not {"item", "value"} <= found.keys():
        return False
    return "annotator" in found or (plain(found["item"]) in ("item", "item_id") and "question" in found)


def read_long(source: Source, gathered: Gathered, decisions: Decisions, given: Mapping[str, str] | None = None) -> None:
    """Rows that a later answer has superseded fall out. Without a column of annotators nobody knows who answered."""
    table = source.table
    found = columns_in(source.name, table.names, given or {})
    for needed in ("item", "value"):
        if needed not in found:
            raise lacking(source.name, table.names, needed)
    holding = [holds for holds in JUDGED if holds not in (given or {})]
    tell_columns(source.name, table.names, found, holding, decisions)
    frame = table.whole(list(table.names))
    if not frame.height:
        raise FormatError(source.name, None, "no rows", "one for each answer")
    columns = _Columns(table, frame, found)
    kept = columns.kept(source.name, decisions)
    items = columns.items(gathered, decisions)
    if "question" not in (given or {}):
        columns.leave_texts(items, decisions)
    raters = columns.names("annotator") or _positions(items, columns.texts("question"), kept)
    if "annotator" not in found:
        gathered.nobody_known()
    questions = columns.names("question") or [QUESTION] * frame.height
    types, seconds = columns.types(), columns.seconds()
    units, times, values = columns.texts("unit"), columns.texts("created_at"), frame[found["value"]].to_list()
    for row in kept:
        spot = partial(_place, table, row)
        gathered.add(
            Answer(spot, items[row], raters[row], questions[row], values[row], units[row], types[row],
                   seconds[row], times[row])
        )  # fmt: skip
    for name, of_item in columns.groups(items, decisions).items():
        for item, value in of_item.items():
            gathered.item(item, **{name: value})


def _place(table: Table, row: int) -> str:
    return f"{table.source}, {table.place(row)}"


def _positions(items: Sequence[str], questions: Sequence[str], kept: Sequence[int]) -> dict[int, str]:
    """A name for each answer: which one of its item and question it is."""
    seen: dict[tuple[str, str], int] = {}
    found = {}
    for row in kept:
        key = items[row], questions[row]
        seen[key] = seen.get(key, 0) + 1
        found[row] = f"answer {seen[key]}"
    return found


class _Columns:
    """The columns of a table of answers, by what they hold."""

    def __init__(self, table: Table, frame: pl.DataFrame, found: dict[str, str]) -> None:
        self.table, self.frame, self.found = table, frame, found

    def names(self, holds: str) -> list[str]:
        """A column in which every row must have a name; empty where there is no such column."""
        if holds not in self.found:
            return []
        found: list[str] = names_of(self.frame[self.found[holds]], self.table, 0, holds).to_list()
        return found

    def texts(self, holds: str) -> list[str]:
        """A column that may be absent, and whose cells may be empty."""
        if holds not in self.found:
            return [""] * self.frame.height
        return texts_of(self.frame[self.found[holds]])

    def items(self, gathered: Gathered, decisions: Decisions) -> list[str]:
        """What each row is about: the item, within its dialogue and system, and the part of it that is its target."""
        items = Items(self.table, self.frame, self.names("item"), gathered)
        items.within_dialogues(self.found["item"], self.found.get("dialogue"), decisions)
        items.within_systems(self.found["item"], self._system(), decisions)
        return [
            f"{item}/{target}" if target else item
            for item, target in zip(items.names, self.texts("target"), strict=True)
        ]

    def _system(self) -> str | None:
        """The column of systems; where each rater has one model, it is the rater's."""
        rest = [name for name in self.frame.columns if name not in self.found.values()]
        at = find(rest, SYSTEM)
        if at is None:
            return None
        raters = self.texts("annotator")
        is_of_raters = any(raters) and not differs_within(raters, texts_of(self.frame[rest[at]]))
        return None if is_of_raters and rest[at].strip().lower() == "model" else rest[at]

    def leave_texts(self, items: Sequence[str], decisions: Decisions) -> None:
        """A question that visitors asked, of which each item has its own, is nothing that raters were asked."""
        questions = self.texts("question")
        several, n_items = len(set(questions)), len(set(items))
        if several < 2 or len(set(self.texts("unit"))) > 1 or differs_within(items, questions):
            return
        answers = [name for name in others_of(self.frame.columns, self.found, "value") if name.lower() == "answer"]
        if several < n_items and not (answers and not differs_within(items, texts_of(self.frame[answers[0]]))):
            return
        name = self.found.pop("question")
        text = (
            f"{name!r} has {several:,} texts and one for each item: read as about the items, not as what raters were "
            f"asked; `--column question={name}` says otherwise"
        )
        decisions.add(self.table.source, "questions-about-items", several, text)

    def kept(self, source: str, decisions: Decisions) -> list[int]:
        """The rows that no later answer has superseded."""
        kept = [row for row, said in enumerate(self.texts("superseded")) if not self._is_yes(row, said)]
        fallen = self.frame.height - len(kept)
        text = f"{plural(fallen, 'answer')} superseded by a later one: left out"
        decisions.add(source, "superseded-answers", fallen, text)
        return kept

    def _is_yes(self, row: int, said: str) -> bool:
        if said.lower() not in _YES | _NO:
            raise self.table.error(row, f"{shown(said, 20)} in 'superseded'", "true or false")
        return said.lower() in _YES

    def types(self) -> list[str]:
        found = self.texts("rater_type")
        for row, said in enumerate(found):
            if said.lower() not in _TYPES:
                raise self.table.error(row, f"the rater type {shown(said, 20)}", f"{HUMAN} or {MODEL}")
        return [_TYPES[said.lower()] for said in found]

    def seconds(self) -> list[float | None]:
        return [self._second(row, said) for row, said in enumerate(self.texts("seconds"))]

    def _second(self, row: int, said: str) -> float | None:
        if not said:
            return None
        try:
            value = float(said)
        except ValueError:
            value = -1.0
        if not 0 <= value < float("inf"):
            raise self.table.error(row, f"the seconds {shown(said, 20)}", "a number from 0")
        return value

    def groups(self, items: Sequence[str], decisions: Decisions) -> dict[str, dict[str, str]]:
        """What else the table says of items: columns whose cells are the same in all rows of an item."""
        used = {name for holds, name in self.found.items() if holds != "dialogue"}
        told = {name for holds in JUDGED for name in others_of(self.frame.columns, self.found, holds)}
        found: dict[str, dict[str, str]] = {}
        left = []
        for name in self.frame.columns:
            if name in used or is_unnamed(name):
                continue
            of_item: dict[str, str] = {}
            cells = texts_of(self.frame[name])
            if all(of_item.setdefault(item, cell) == cell for item, cell in zip(items, cells, strict=True)):
                found["dialogue" if name == self.found.get("dialogue") else name.strip().lower()] = of_item
            elif name not in told and name.strip().lower() not in EXCHANGE:
                left.append(shown(name, 30))
        text = (
            f"{plural(len(left), 'column')} not read, which differ within an item: {', '.join(left[:8])}; to read one "
            f"as the answers, `--column value=NAME`"
        )
        decisions.add(self.table.source, "columns-not-read", len(left), text)
        return found


LONG = RatingsFormat(
    "long",
    "a table with an answer a row (CSV, TSV, JSON, JSON Lines or Parquet), such as our own exchange table",
    f"item,annotator,question,value; or {','.join(EXCHANGE)}",
    _is_long,
    read_long,
)
