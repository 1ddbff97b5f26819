"""The columns of tables of queries: what they go by, and what their cells say."""

from __future__ import annotations

import json
from typing import Any

from turnwise.errors import shown
from turnwise.readers.records import Place
from turnwise.readers.row_table import RowTable

#: The names that a column goes by, the first ones first; letters' case does not count.
QUERY = ("query", "query_id", "qid", "id")
TEXT = ("text", "utterance", "question")
OPTION = ("option", "prediction", "intent", "item", "answer")
SCORE = ("score", "confidence", "probability")
GOLD = ("gold", "gold_intent", "true_intent", "expected", "label")
GOLD_ALONE = (*GOLD, "intent", "category", "answer")


def query_name(value: Any, rows: RowTable, number: int) -> str:
    """A query's id or text, which a row must have; JSON may give an id as a whole number."""
    if isinstance(value, str) and value:
        return value
    if type(value) is int:
        return str(value)
    raise rows.place(number).error(f"the query {shown(value)}", "a query's id or text")


def names_in(value: Any, place: Place) -> tuple[str, ...]:
    """The right options that a gold cell names: one, none (an empty cell), or several as a JSON list."""
    if isinstance(value, str) and value.lstrip().startswith("["):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return (value,)  # a name may begin with a bracket
    if value is None or value == "":
        return ()
    listed = value if isinstance(value, list) else [value]
    for name in listed:
        if not isinstance(name, str) or not name:
            raise place.error(f"the gold {value!r}", "the name of an option, or a list of names")
    return tuple(dict.fromkeys(listed))
