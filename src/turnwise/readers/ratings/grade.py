"""GRADE: ratings of a response to a context, as a list that is written as a text."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from turnwise.errors import shown
from turnwise.readers.ratings.form import json_format, where
from turnwise.readers.ratings.gathering import Gathered
from turnwise.readers.records import Record
from turnwise.tables.decisions import Decisions

_SCORES = "HumanScores"


def _fits(fields: dict[str, Any]) -> bool:
    return _SCORES in fields and "ID" in fields


def _read(records: Sequence[Record], gathered: Gathered, _: Decisions) -> None:
    gathered.nobody_known()
    for record in records:
        item = str(record.fields["ID"])
        names = (("dataset", "Dataset"), ("system", "DialogModel"), ("context", "Context"))
        gathered.item(item, **{ours: str(record.fields[theirs]) for ours, theirs in names if theirs in record.fields})
        gathered.anonymously(where(record), item, "score", _scores(record))


def _scores(record: Record) -> list[Any]:
    """The scores, also where the list is a text."""
    value = record.fields[_SCORES]
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError:
            value = None
    if not isinstance(value, list):
        raise record.place.error(f"{shown(record.fields[_SCORES], 30)} in '{_SCORES}'", "a list of numbers")
    return value


GRADE = json_format(
    "grade",
    "human judgements of the GRADE data, whose lists of scores are texts; without names of raters",
    '{"ID": 0, "Dataset": "…", "DialogModel": "…", "Context": "…", "Response": "…", "HumanScores": "[3, 5, …]"}',
    _fits,
    _read,
)
