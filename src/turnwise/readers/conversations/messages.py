"""Messages as OpenAI and Hugging Face ("conversational") write them. They have no links."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from turnwise.readers.conversations.chat import Keys, chats
from turnwise.readers.conversations.form import holds_turns, records_format
from turnwise.readers.records import Place, Record, kind_of
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.turns import Conversation

_KEYS = Keys("messages", "role")


def _conversations(records: Sequence[Record], decisions: Decisions) -> list[Conversation]:
    found = chats(records, _KEYS, message_text, decisions)
    count_textless(records, decisions)
    return found


def count_textless(records: Sequence[Record], decisions: Decisions) -> None:
    """Tell how many parts of messages are no texts."""
    others = [
        part
        for record in records
        for message in record.fields["messages"]
        if isinstance(message.get("content"), list)
        for part in message["content"]
        if isinstance(part, dict) and "text" not in part
    ]
    text = f"{plural(len(others), 'part')} of messages without text (images, sounds, files) not read"
    decisions.add(records[0].place.source, "parts-without-text", len(others), text)


def message_text(place: Place, message: Mapping[str, Any], where: str) -> str:
    """The content: a text, parts of which some are texts, or nothing where an assistant only calls a tool."""
    content = message.get("content")
    if isinstance(content, str):
        return content
    if isinstance(content, list) and all(isinstance(part, dict) for part in content):
        return "\n".join(part["text"] for part in content if isinstance(part.get("text"), str))
    if content is None and (message.get("tool_calls") or message.get("function_call")):
        return ""
    found = f"no 'content'{where}" if content is None else f"{kind_of(content)} in 'content'{where}"
    raise place.error(found, "a text, or a list of parts")


MESSAGES = records_format(
    "messages",
    "messages with roles, as OpenAI and Hugging Face write them; turns are numbered by position",
    '{"id": "d1", "messages": [{"role": "user", "content": …}]}',
    lambda fields: holds_turns(fields, "messages", "role"),
    _conversations,
)
