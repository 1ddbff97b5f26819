"""Tables with one item a row and one rater a column."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from turnwise.errors import FormatError
from turnwise.readers.cells import names_of
from turnwise.readers.ratings.columns import columns_in
from turnwise.readers.ratings.form import RatingsFormat, Source
from turnwise.readers.ratings.gathering import Answer, Gathered
from turnwise.readers.ratings.long import QUESTION
from turnwise.tables.decisions import Decisions

#: Columns that say what an item is, and are nobody's answers.
ABOUT = ("system", "text", "context", "response", "source", "dataset", "model")
_TELLING = ("item", "question", "unit", "dialogue")


def _is_wide(source: Source) -> bool:
    if source.content is not None and source.content.is_json:
        return False  # a JSON object says by its keys what its values are
    found = columns_in(source.name, source.columns, {})
    return "item" in found and "annotator" not in found and len(_raters(source, found)) >= 2


def _raters(source: Source, found: Mapping[str, str]) -> list[str]:
    used = {found[holds] for holds in _TELLING if holds in found}
    return [name for name in source.columns if name not in used and name.strip().lower() not in ABOUT]


def _read(source: Source, gathered: Gathered, _: Decisions) -> None:
    table = source.table
    found = columns_in(source.name, table.names, {})
    raters = _raters(source, found)
    if "item" not in found or len(raters) < 2:
        expected = "a column of items, and one for each of two raters or more"
        raise FormatError(source.name, None, f"the columns {', '.join(table.names)}", expected)
    frame = table.whole(list(table.names))
    if not frame.height:
        raise FormatError(source.name, None, "no rows", "one for each item")
    items = names_of(frame[found["item"]], table, 0, "item").to_list()
    others = {holds: frame[found[holds]].to_list() for holds in _TELLING[1:] if holds in found}
    about = {name.strip().lower(): frame[name].to_list() for name in table.names if name.strip().lower() in ABOUT}
    values = {rater: frame[rater].to_list() for rater in raters}
    for row, item in enumerate(items):
        known = {name: str(cells[row]) for name, cells in about.items() if cells[row] is not None}
        if "dialogue" in others:
            known["dialogue"] = str(others["dialogue"][row])
        gathered.item(item, **known)
        question, unit = (str(others[key][row] or "") if key in others else "" for key in ("question", "unit"))
        spot = partial("{}, {}".format, table.source, table.place(row))
        for rater in raters:
            gathered.add(Answer(spot, item, rater, question or QUESTION, values[rater][row], unit))


WIDE = RatingsFormat(
    "wide",
    "a table with an item a row and a rater a column (CSV, TSV or Parquet)",
    "item,ann,ben,cem",
    _is_wide,
    _read,
)
