"""Plain tables: one option of one query a row, as CSV, TSV or JSON records."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from turnwise.errors import shown
from turnwise.readers.content import Content
from turnwise.readers.records import Place
from turnwise.readers.replies.columns import GOLD, OPTION, QUERY, SCORE, TEXT, names_in, query_name
from turnwise.readers.replies.form import Reply, ReplyFormat
from turnwise.readers.row_table import RowTable, find, row_table


def _is_plain(content: Content) -> bool:
    """Text that is no JSON can be nothing else; JSON records must have the columns."""
    if not content.is_json:
        return True
    names = list(content.records[0].fields)
    return find(names, OPTION) is not None and find(names, SCORE) is not None


@dataclass
class _Group:
    """The rows of one query so far."""

    place: Place
    text: str
    names: list[str] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    gold: dict[str, None] = field(default_factory=dict)


def _read(content: Content) -> list[Reply]:
    """A query's rows make one reply, wherever they stand; a row without option and score adds the query alone."""
    rows = row_table(content)
    query, text, gold = rows.column(QUERY), rows.column(TEXT), rows.column(GOLD)
    option, score = rows.column(OPTION), rows.column(SCORE)
    key = text if query is None else query
    if key is None or option is None or score is None:
        raise rows.lacks("columns for query, option and score", (*QUERY, *TEXT), OPTION, SCORE)
    groups: dict[str, _Group] = {}
    for number, cells in rows.rows:
        name = query_name(cells[key], rows, number)
        group = groups.get(name)
        if group is None:
            said = "" if text is None else cells[text]
            group = groups[name] = _Group(rows.place(number), said if isinstance(said, str) else "")
        confidence = _confidence(rows, number, cells[option], cells[score])
        if confidence is not None:
            group.names.append(cells[option])
            group.scores.append(confidence)
        if gold is not None and cells[gold]:
            group.gold.update(dict.fromkeys(names_in(cells[gold], rows.place(number))))
    return [
        Reply(
            group.place,
            None if query is None else name,
            group.text,
            group.names,
            group.scores,
            gold=None if gold is None else tuple(group.gold),
        )
        for name, group in groups.items()
    ]


def _confidence(rows: RowTable, number: int, option: Any, score: Any) -> float | None:
    """A row's score, or none where both option and score are empty."""
    if option in (None, "") and score in (None, ""):
        return None
    if not isinstance(option, str) or not option:
        raise rows.place(number).error(f"the option {shown(option)}", "an option's name")
    if type(score) in (int, float) or (isinstance(score, str) and rows.kind == "line"):
        try:
            if isfinite(value := float(score)):
                return value
        except (ValueError, OverflowError):
            pass
    todo = "write decimals with a point" if isinstance(score, str) and "," in score else ""
    raise rows.place(number).error(f"the score {shown(score)}", "a finite number, such as 0.75", todo)


PLAIN = ReplyFormat(
    "plain",
    "a plain table (CSV, TSV, JSON or JSON Lines), one option a row",
    "query,option,score with, optionally, text and gold",
    _is_plain,
    _read,
)
