"""FED: ratings of single responses and of whole dialogues, several questions each, five answers without names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from turnwise.readers.ratings.form import json_format, where
from turnwise.readers.ratings.gathering import Gathered
from turnwise.readers.records import Record, kind_of
from turnwise.tables.decisions import Decisions


def _fits(fields: dict[str, Any]) -> bool:
    """`annotations` with a list for each question; other formats of dialogues have a list there."""
    return isinstance(fields.get("context"), str) and isinstance(fields.get("annotations"), dict)


def _read(records: Sequence[Record], gathered: Gathered, decisions: Decisions) -> None:
    """An item with a response is a turn, one without is a dialogue. They have no ids and are named by position."""
    gathered.nobody_known()
    dialogues = [record for record in records if "response" not in record.fields]
    before = len(gathered.items)
    for record in records:
        item = str(before + record.place.number)
        groups = {key: value for key in ("system",) if isinstance(value := record.fields.get(key), str)}
        gathered.item(item, **groups, dialogue=str(before + _dialogue(record, dialogues)))
        unit = "turn" if "response" in record.fields else "dialogue"
        for question, values in record.fields["annotations"].items():
            if not isinstance(values, list):
                raise record.place.error(f"{kind_of(values)} for {question!r}", "a list of answers")
            gathered.anonymously(where(record), item, question, values, unit)
    text = f"{len(records):,} items have no id: named by position, from 1"
    decisions.add(records[0].place.source, "items-by-position", len(records), text)


def _dialogue(record: Record, dialogues: Sequence[Record]) -> int:
    """The position of the dialogue that a turn was taken from: the one that starts with its context."""
    start = record.fields["context"] + "\n"
    whole = (other for other in dialogues if (other.fields["context"] + "\n").startswith(start))
    found = record if "response" not in record.fields else next(whole, record)
    return found.place.number


FED = json_format(
    "fed",
    "ratings of the FED data: of turns (with a response) and of dialogues, without names of raters",
    '{"context": "…", "response": "…", "system": "Meena", "annotations": {"Fluent": [2, 1, …], …}}',
    _fits,
    _read,
)
