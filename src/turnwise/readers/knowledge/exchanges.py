"""Dialogues as a table: one exchange (a question and its reply) a row, as the Margarita Dialogue Corpus has them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from turnwise.errors import shown
from turnwise.readers.content import Content
from turnwise.readers.knowledge.asked import Asked, Gold
from turnwise.readers.replies.columns import names_in
from turnwise.readers.row_table import RowTable, find, header, row_table
from turnwise.tables.decisions import Decisions, plural

#: The names that a column goes by, the first one ours; letters' case does not count.
CONVERSATION = ("conversation", "dialogue", "dialog")
EXCHANGE = ("exchange", "turn")
MODE = ("mode",)
SPLIT = ("split", "experiment")
QUESTION = ("question", "q")
REPLY = ("reply", "a", "response")
GOLD = ("gold", "answers")
#: Annotated answers in columns of their own: BA1, BA2, …
NUMBERED_GOLD = re.compile(r"(?:ba|gold|answer)_?\d{1,3}", re.IGNORECASE)
#: What the corpus calls its splits; the paper says "development" for what the file calls "train".
SPLITS = {"train": "dev", "dev": "dev", "development": "dev", "test": "test"}


def is_exchanges(content: Content) -> bool:
    names = list(content.records[0].fields) if content.is_json else header(content.text)
    return find(names, CONVERSATION) is not None and find(names, QUESTION) is not None


def read_exchanges(content: Content, decisions: Decisions) -> list[Asked]:
    """The exchanges, dialogue by dialogue in the order of their first rows."""
    rows = row_table(content)
    at = {
        "mode": rows.column(MODE), "conversation": rows.column(CONVERSATION), "exchange": rows.column(EXCHANGE),
        "split": rows.column(SPLIT), "question": rows.column(QUESTION), "reply": rows.column(REPLY),
    }  # fmt: skip
    if at["conversation"] is None or at["question"] is None:
        raise rows.lacks("columns for conversation and question", CONVERSATION, QUESTION)
    gold = _gold_columns(rows)
    found: defaultdict[str, list[Asked]] = defaultdict(list)
    for number, cells in rows.rows:
        said = {holds: "" if c is None else _cell(cells[c], holds, rows, number) for holds, c in at.items()}
        if not said["conversation"] or not said["question"]:
            lacking = "conversation" if not said["conversation"] else "question"
            raise rows.place(number).error(f"no {lacking}", "one in each row")
        name = f"{said['mode']}-{said['conversation']}" if said["mode"] else said["conversation"]
        turn = said["exchange"] or str(len(found[name]) + 1)
        if any(other.turn == f"{name}_{turn}" for other in found[name]):
            raise rows.place(number).error(f"turn {turn} of dialogue {name} twice", "each turn once")
        right = None if not gold else _gold(cells, gold, rows, number)
        split = SPLITS.get(said["split"].lower(), said["split"].lower())
        found[name].append(Asked(f"{name}_{turn}", said["question"], split, said["reply"], right, rows.place(number)))
    _report(found, rows, at["mode"] is not None, decisions)
    return [asked for dialogue in found.values() for asked in dialogue]


def _gold_columns(rows: RowTable) -> list[int]:
    one = rows.column(GOLD)
    numbered = [at for at, name in enumerate(rows.names) if NUMBERED_GOLD.fullmatch(name.strip())]
    return numbered if one is None else [one, *numbered]


def _gold(cells: Sequence[Any], columns: list[int], rows: RowTable, number: int) -> Gold:
    """The right answers as the row names them; an empty cell names none."""
    named = (names_in(cells[at], rows.place(number)) for at in columns)
    return tuple(dict.fromkeys(name.strip() for names in named for name in names if name.strip()))


def _cell(value: Any, holds: str, rows: RowTable, number: int) -> str:
    if value is None:
        return ""
    if isinstance(value, str) or (type(value) is int and holds in ("conversation", "exchange", "mode")):
        return str(value).strip()
    raise rows.place(number).error(f"the {holds} {shown(value, 40)}", "a text")


def _report(found: dict[str, list[Asked]], rows: RowTable, has_modes: bool, decisions: Decisions) -> None:
    if has_modes:
        numbers = {name.rpartition("-")[2] for name in found}
        restarted = len(found) - len(numbers)
        first = next(iter(found))
        text = f"conversation numbers start again in each mode: dialogues are named MODE-NUMBER, such as {first}"
        decisions.add(rows.source, "conversations-by-mode", restarted, text)
    silent = [asked.turn for dialogue in found.values() for asked in dialogue if asked.right == ()]
    if silent:
        text = f"{plural(len(silent), 'turn')} with an empty gold cell: no answer is right (first: {silent[0]})"
        decisions.add(rows.source, "unanswerable-turns", len(silent), text)
    gaps = []
    for dialogue in found.values():
        numbered = [
            (int(number), asked.turn) for asked in dialogue if (number := asked.turn.rpartition("_")[2]).isdigit()
        ]
        gaps += [turn for (before, _), (number, turn) in pairwise(numbered) if number != before + 1]
    if gaps:
        text = f"{plural(len(gaps), 'gap')} in the numbers of exchanges: read on (first: before {gaps[0]})"
        decisions.add(rows.source, "skipped-exchanges", len(gaps), text)
