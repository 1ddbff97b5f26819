"""ShareGPT: messages with `from` and `value`. They have no links."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from turnwise.readers.conversations.chat import Keys, chats
from turnwise.readers.conversations.form import holds_turns, records_format, text_of
from turnwise.readers.records import Place

_KEYS = Keys("conversations", "from")


def _text(place: Place, message: Mapping[str, Any], where: str) -> str:
    return text_of(place, dict(message), "value", where)


SHAREGPT = records_format(
    "sharegpt",
    "ShareGPT; turns are numbered by position",
    '{"id": "d1", "conversations": [{"from": "human", "value": …}]}',
    lambda fields: holds_turns(fields, "conversations", "from"),
    lambda records, decisions: chats(records, _KEYS, _text, decisions),
)
