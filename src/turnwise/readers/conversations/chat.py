"""What the chat formats share: a list of messages, each said by someone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from turnwise.errors import did_you_mean, shown
from turnwise.readers.conversations.form import conversation, name_of, turn_objects
from turnwise.readers.records import Place, Record
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.turns import ASSISTANT, INSTRUCTIONS, TOOL, USER, Conversation, Turn

#: Whatever a format calls who speaks.
SPEAKERS = {
    "user": USER,
    "human": USER,
    "assistant": ASSISTANT,
    "gpt": ASSISTANT,
    "chatgpt": ASSISTANT,
    "bing": ASSISTANT,
    "bard": ASSISTANT,
    "model": ASSISTANT,
    "function_call": ASSISTANT,
    "system": INSTRUCTIONS,
    "developer": INSTRUCTIONS,
    "tool": TOOL,
    "function": TOOL,
    "function_response": TOOL,
    "observation": TOOL,
}


@dataclass(frozen=True)
class Keys:
    """Where a record has its messages, and a message who says it."""

    messages: str
    speaker: str


def chats(
    records: Sequence[Record], keys: Keys, text: Callable[[Place, Mapping[str, Any], str], str], decisions: Decisions
) -> list[Conversation]:
    """The conversations of all records; those without an id are named by position. Messages are numbered from 1."""
    nameless = [record for record in records if record.fields.get("id") is None]
    if nameless and len(nameless) < len(records):
        raise nameless[0].place.error("a conversation without an id", "an id in each one, as others have one")
    counted = plural(len(nameless), "conversation")
    told = f"{counted} without an id: named by position, from 1"
    decisions.add(records[0].place.source, "conversations-by-position", len(nameless), told)
    return [_chat(record, str(position), keys, text) for position, record in enumerate(records, 1)]


def _chat(
    record: Record, position: str, keys: Keys, text: Callable[[Place, Mapping[str, Any], str], str]
) -> Conversation:
    place = record.place
    name = position if record.fields.get("id") is None else name_of(place, record.fields, "id")
    turns = [
        Turn(str(number), _speaker(place, fields, keys.speaker, where), text(place, fields, where))
        for number, (where, fields) in enumerate(turn_objects(record, keys.messages), 1)
    ]
    return conversation(place, name, turns)


def _speaker(place: Place, fields: Mapping[str, Any], key: str, where: str) -> str:
    value = fields.get(key)
    if isinstance(value, str) and value.lower() in SPEAKERS:
        return SPEAKERS[value.lower()]
    found = f"no '{key}'{where}" if value is None else f"the {key} {shown(value, 30)}{where}"
    hint = did_you_mean(str(value), SPEAKERS).removeprefix("; ").removesuffix("?")
    raise place.error(found, f"one of {', '.join(SPEAKERS)}", hint)
