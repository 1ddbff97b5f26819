"""Chats as dialogues: messages with roles, and ShareGPT. The user is the customer, the assistant the helpdesk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from turnwise.readers.content import Content
from turnwise.readers.conversations.form import holds_turns, turn_objects
from turnwise.readers.conversations.messages import count_textless, message_text
from turnwise.readers.dialogues.form import DialogueFormat
from turnwise.readers.dialogues.gathering import Gathered, Post
from turnwise.readers.dialogues.named import IDS, names
from turnwise.readers.dialogues.sides import is_helpdesk
from turnwise.readers.dialogues.times import seconds
from turnwise.readers.formats import check_records, in_records
from turnwise.readers.records import Place, kind_of
from turnwise.tables.decisions import Decisions, plural

TIMES = ("time", "timestamp", "created_at", "create_time")
Text = Callable[[Place, Mapping[str, Any], str], str]


def _reader(name: str, listed: str, speaker: str, text: Text, looks_like: str) -> Callable[..., Gathered]:
    """What reads chats with these keys."""

    def read(content: Content, decisions: Decisions) -> Gathered:
        check_records(content, _fits(listed, speaker), f"a dialogue of the format {name}, {looks_like}")
        gathered = Gathered(content.source, name)
        left_out: Counter[str] = Counter()
        fields = [record.fields for record in content.records]
        for record, dialogue in zip(content.records, names(content.records, fields, decisions), strict=True):
            posts = []
            for where, message in turn_objects(record, listed):
                side = is_helpdesk(record.place, message.get(speaker), speaker, where)
                if side is None or _calls_alone(message):
                    left_out[str(message[speaker]).lower()] += 1
                    continue
                time = next((message[key] for key in TIMES if message.get(key) is not None), None)
                said = text(record.place, message, where)
                posts.append(Post(side, said, time=seconds(record.place, time, where)))
            groups = {k: v for k, v in record.fields.items() if k not in (*IDS, listed) and isinstance(v, str)}
            gathered.dialogue(record.place, dialogue, posts, **groups)
        roles = ", ".join(f"{role} {count:,}" for role, count in left_out.items())
        total = left_out.total()
        told = f"{plural(total, 'message')} that neither side says to the other left out ({roles})"
        decisions.add(content.source, "messages-left-out", total, told)
        return gathered

    return read


def _calls_alone(message: Mapping[str, Any]) -> bool:
    """Whether an assistant says nothing, but calls a tool."""
    return not message.get("content") and bool(message.get("tool_calls") or message.get("function_call"))


def _fits(listed: str, speaker: str) -> Callable[[dict[str, Any]], bool]:
    return lambda fields: holds_turns(fields, listed, speaker)


def _messages(content: Content, decisions: Decisions) -> Gathered:
    gathered = _read_messages(content, decisions)
    count_textless(content.records, decisions)
    return gathered


def _value(place: Place, message: Mapping[str, Any], where: str) -> str:
    value = message.get("value")
    if not isinstance(value, str):
        raise place.error(f"{'no' if value is None else kind_of(value) + ' in'} 'value'{where}", "a text")
    return value


_MESSAGES = '{"id": "d1", "messages": [{"role": "user", "content": …}]}'
_SHAREGPT = '{"id": "d1", "conversations": [{"from": "human", "value": …}]}'
_read_messages = _reader("messages", "messages", "role", message_text, _MESSAGES)

MESSAGES = DialogueFormat(
    "messages",
    "messages with roles, as OpenAI and Hugging Face write them: the user is the customer, the assistant the helpdesk",
    _MESSAGES,
    in_records(_fits("messages", "role")),
    _messages,
)
SHAREGPT = DialogueFormat(
    "sharegpt",
    "ShareGPT: the human is the customer, the model the helpdesk",
    _SHAREGPT,
    in_records(_fits("conversations", "from")),
    _reader("sharegpt", "conversations", "from", _value, _SHAREGPT),
)
