"""Tables with one item a row and one rater a column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from turnwise.errors import FormatError, shown
from turnwise.readers.cells import names_of
from turnwise.readers.no_answer import is_no_answer
from turnwise.readers.ratings.columns import COLUMNS, columns_in, is_unnamed, lacking, others_of, plain, tell_columns
from turnwise.readers.ratings.form import RatingsFormat, Source
from turnwise.readers.ratings.gathering import Answer, Gathered, number_of
from turnwise.readers.ratings.items import SYSTEM, Items
from turnwise.readers.ratings.long import QUESTION
from turnwise.readers.row_table import find
from turnwise.tables.decisions import Decisions, plural

if TYPE_CHECKING:
    import polars as pl

#: Columns that say what an item is, and are nobody's answers.
ABOUT = ("system", "text", "context", "response", "source", "dataset", "model")
#: Columns that are counted or measured, and are nobody's answers either.
MEASURED = (
    "time", "timestamp", "date", "duration", "minutes", "age", "index", "row", "number", "position", "length",
)  # fmt: skip
_TELLING = ("item", "question", "unit", "dialogue")
#: What a table of answers calls its parts; with a rater a column, these are no raters.
_NAMES = {name for names in COLUMNS.values() for name in names}
#: Somebody's answers may be called so, too: they are where the cells are answers such as the others'.
_PERHAPS = {"model", *COLUMNS["value"]}


def _is_wide(source: Source) -> bool:
    if source.content is not None and source.content.is_json:
        return False  # a JSON object says by its keys what its values are
    found = columns_in(source.name, source.columns, {})
    return "item" in found and "annotator" not in found and len(_raters(source.columns, found)) >= 2


def _raters(names: Sequence[str], found: Mapping[str, str]) -> list[str]:
    """The columns that are nothing else, or perhaps are not."""
    used = {found[holds] for holds in _TELLING if holds in found}
    reserved = {*ABOUT, *MEASURED, *_NAMES} - _PERHAPS
    return [name for name in names if name not in used and plain(name) not in reserved and not is_unnamed(name)]


def _is_like(frame: pl.DataFrame, name: str, raters: Sequence[str]) -> bool:
    """Whether the cells of a column are answers that the others gave, or numbers between theirs."""
    own = _answers(frame[name])
    theirs = [answer for rater in raters for answer in _answers(frame[rater])]
    numbers, others = ([n for answer in of if (n := number_of(answer)) is not None] for of in (own, theirs))
    if len(others) < len(theirs):
        return bool(own) and set(own) <= set(theirs)
    between = bool(numbers) and bool(others) and min(others) <= min(numbers) and max(numbers) <= max(others)
    return between and len(numbers) == len(own)


def _answers(column: pl.Series) -> list[Any]:
    return [cell.strip() if isinstance(cell, str) else cell for cell in column.to_list() if not is_no_answer(cell)]


def read_wide(source: Source, gathered: Gathered, decisions: Decisions, given: Mapping[str, str] | None = None) -> None:
    """Each column that is no other is a rater's."""
    table = source.table
    found = columns_in(source.name, table.names, given or {})
    if "item" not in found:
        raise lacking(source.name, table.names, "item")
    raters = _raters(table.names, found)
    frame = table.whole(list(table.names))
    others = [name for name in raters if plain(name) not in _PERHAPS]
    raters = [name for name in raters if name in others or _is_like(frame, name, others)]
    if len(raters) < 2:
        expected = "a column of items, and one for each of two raters or more"
        raise FormatError(source.name, None, f"the columns {', '.join(table.names)}", expected)
    if not frame.height:
        raise FormatError(source.name, None, "no rows", "one for each item")
    _tell(source.name, table.names, found, raters, decisions)
    named = Items(table, frame, names_of(frame[found["item"]], table, 0, "item").to_list(), gathered)
    named.within_dialogues(found["item"], found.get("dialogue"), decisions)
    systems = [name for name in table.names if name not in raters]
    at = find(systems, SYSTEM)
    named.within_systems(found["item"], None if at is None else systems[at], decisions)
    _add(source, frame, found, (named.names, raters), gathered)


def _add(
    source: Source,
    frame: pl.DataFrame,
    found: Mapping[str, str],
    who: tuple[Sequence[str], Sequence[str]],
    gathered: Gathered,
) -> None:
    table, (items, raters) = source.table, who
    others = {holds: frame[found[holds]].to_list() for holds in _TELLING[1:] if holds in found}
    about = {plain(name): frame[name].to_list() for name in table.names if plain(name) in ABOUT and name not in raters}
    values = {rater: frame[rater].to_list() for rater in raters}
    for row, item in enumerate(items):
        known = {name: str(cells[row]) for name, cells in about.items() if cells[row] is not None}
        if "dialogue" in others:
            known["dialogue"] = str(others["dialogue"][row] or "")
        gathered.item(item, **known)
        question, unit = (str(others[key][row] or "") if key in others else "" for key in ("question", "unit"))
        spot = partial(_place, source, row)
        for rater in raters:
            gathered.add(Answer(spot, item, rater, question or QUESTION, values[rater][row], unit))


def _place(source: Source, row: int) -> str:
    return f"{source.name}, {source.table.place(row)}"


def _tell(
    source: str, names: Sequence[str], found: Mapping[str, str], raters: Sequence[str], decisions: Decisions
) -> None:
    """Say what was set aside; what is told of items is kept with them."""
    tell_columns(source, names, found, ("item", "question"), decisions)
    kept = {*raters, *(found[holds] for holds in _TELLING if holds in found)}
    kept |= {name for holds in ("item", "question") for name in others_of(names, found, holds)}  # told already
    aside = [n for n in names if n not in kept and plain(n) not in ABOUT and not is_unnamed(n)]
    text = (
        f"{plural(len(aside), 'column')} not taken for a rater's: {', '.join(shown(name, 30) for name in aside[:8])}; "
        "rename one that is"
    )
    decisions.add(source, "columns-not-read", len(aside), text)


WIDE = RatingsFormat(
    "wide",
    "a table with an item a row and a rater a column (CSV, TSV or Parquet)",
    "item,ann,ben,cem",
    _is_wide,
    read_wide,
)
