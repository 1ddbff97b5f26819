"""TREC iKAT topics; they have no links."""

from __future__ import annotations

from typing import Any

from turnwise.readers.conversations.form import (
    asked_turn,
    conversation,
    holds_turns,
    name_of,
    records_format,
    title_of,
    turn_objects,
)
from turnwise.readers.records import Record
from turnwise.tables.turns import Conversation


def _is_ikat(fields: dict[str, Any]) -> bool:
    return holds_turns(fields, "turns", "turn_id", "utterance")


def _conversation(record: Record) -> Conversation:
    turns = [
        asked_turn(record.place, fields, where, ("turn_id", "utterance"))
        for where, fields in turn_objects(record, "turns")
    ]
    return conversation(record.place, name_of(record.place, record.fields, "number"), turns, title=title_of(record))


IKAT = records_format(
    "ikat",
    "TREC iKAT topics",
    '[{"number": "9-1", "turns": [{"turn_id": 1, "utterance": …, "resolved_utterance": …, "response": …}]}]',
    _is_ikat,
    lambda records, _: [_conversation(record) for record in records],
)
