"""The names of dialogues: those that records have, or their positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from turnwise.readers.conversations.form import name_of
from turnwise.readers.records import Record
from turnwise.tables.decisions import Decisions, plural

#: Under which keys a dialogue may have its id.
IDS = ("id", "dialogue_id", "conversation_id")


def names(records: Sequence[Record], fields: Sequence[dict[str, Any]], decisions: Decisions) -> list[str]:
    """The id that each record has in these fields of it, or the position where none has one."""
    keys = [next((key for key in IDS if of.get(key) is not None), None) for of in fields]
    nameless = keys.count(None)
    if nameless and nameless < len(keys):
        raise records[keys.index(None)].place.error("a dialogue without an id", "an id in each one, as others have one")
    text = f"{plural(nameless, 'dialogue')} without an id: named by position, from 1"
    decisions.add(records[0].place.source, "conversations-by-position", nameless, text)
    return [
        str(number) if key is None else name_of(record.place, of, key)
        for number, (record, of, key) in enumerate(zip(records, fields, keys, strict=True), 1)
    ]
