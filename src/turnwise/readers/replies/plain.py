"""Plain tables: one option of one query a row, as CSV, TSV or JSON records."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from turnwise.errors import shown
from turnwise.readers.content import Content
from turnwise.readers.records import Place
from turnwise.readers.replies.columns import (
    GOLD,
    OPTION,
    QUERY,
    SCORE,
    SYSTEM,
    TEXT,
    Said,
    names_in,
    query_name,
    query_table,
)
from turnwise.readers.replies.form import Reply, ReplyFormat
from turnwise.readers.row_table import RowTable, find
from turnwise.tables.decisions import Decisions, plural

#: Numbers as every tool writes them; Python reads more, such as 1_000 and digits of other scripts.
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_PERCENT = re.compile(r"([0-9]+)(?:[.,]([0-9]+))?\s*%")


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


def _read(content: Content, said: Said, decisions: Decisions) -> list[Reply]:
    """A query's rows make one reply, wherever they stand; a row without option and score adds the query alone."""
    table = query_table(content, said, decisions)
    rows = table.rows
    query, text, gold = table.column("query", QUERY), table.column("text", TEXT), table.column("gold", GOLD)
    option, score = table.column("option", OPTION), table.column("score", SCORE)
    key = text if query is None else query
    if key is None or option is None or score is None:
        raise rows.lacks("columns for query, option and score", (*QUERY, *TEXT), OPTION, SCORE)
    floating, count = 0, 0
    system, systems = rows.column(SYSTEM), set()
    groups: dict[str, _Group] = {}
    for number, cells in table.stripped(text):
        count += 1
        floating += isinstance(cells[key], float)
        systems.add("" if system is None else str(cells[system]))
        name = query_name(cells[key], rows, number)
        group = groups.get(name)
        if group is None:
            words = "" if text is None else cells[text]
            group = groups[name] = _Group(rows.place(number), words if isinstance(words, str) else "")
        confidence = _confidence(rows, number, cells[option], cells[score])
        if confidence is not None:
            group.names.append(cells[option])
            group.scores.append(confidence)
        if gold is not None and cells[gold]:
            group.gold.update(dict.fromkeys(names_in(cells[gold], rows.place(number))))
    table.tell_floating(key, floating)
    if system is not None and len(systems) > 1:
        told = f"{len(systems)} values in {shown(rows.names[system])}, which is not read: all rows are of one bot"
        decisions.add(rows.source, "columns-not-read", 1, told)
    if query is not None and len(groups) == count:
        _tell_rows_with_ids(rows, query, [group.text for group in groups.values()], decisions)
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


def _tell_rows_with_ids(rows: RowTable, query: int, texts: list[str], decisions: Decisions) -> None:
    """Ids that never repeat beside texts that do may number the rows instead of naming the queries."""
    again = len(texts) - len(set(texts))
    if again and all(texts):
        text = (
            f"each row has another {shown(rows.names[query])}, so each is a query of one option, though "
            f"{plural(again, 'text is', 'texts are')} repeated; if rows are numbered, leave that column out"
        )
        decisions.add(rows.source, "ids-of-rows", again, text)


def _confidence(rows: RowTable, number: int, option: Any, score: Any) -> float | None:
    """A row's score, or none where both option and score are empty."""
    if option in (None, "") and score in (None, ""):
        return None
    if not isinstance(option, str) or not option:
        raise rows.place(number).error(f"the option {shown(option)}", "an option's name")
    if type(score) in (int, float) or (isinstance(score, str) and rows.kind == "line" and _NUMBER.fullmatch(score)):
        try:
            if isfinite(value := float(score)):
                return value
        except OverflowError:
            pass
    raise rows.place(number).error(f"the score {shown(score)}", "a finite number, such as 0.75", _number_hint(score))


def _number_hint(score: Any) -> str:
    if not isinstance(score, str):
        return ""
    if percent := _PERCENT.fullmatch(score):
        whole, decimals = percent[1], percent[2] or ""
        return f"write it as a share, {float(f'{whole}.{decimals or 0}e-2'):.{len(decimals) + 2}f}"
    return "write decimals with a point" if "," in score else ""


PLAIN = ReplyFormat(
    "plain",
    "a plain table (CSV, TSV, JSON or JSON Lines), one option a row",
    "query,option,score with, optionally, text and gold",
    _is_plain,
    _read,
)
