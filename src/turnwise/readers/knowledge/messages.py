"""Dialogues as messages: what users say is asked; a message may name its right answers under `gold`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from turnwise.errors import shown
from turnwise.readers.content import Content
from turnwise.readers.conversations import read_conversations
from turnwise.readers.knowledge.asked import Asked, Gold
from turnwise.readers.knowledge.exchanges import SPLITS
from turnwise.readers.records import Place
from turnwise.tables.decisions import Decisions
from turnwise.tables.turns import INSTRUCTIONS, TOOL, Conversation, Turn


class Utterance(NamedTuple):
    """What somebody said in a dialogue; `asked` where it is a turn to answer."""

    text: str
    by_avatar: bool
    asked: Asked | None


def read_messages(content: Content, decisions: Decisions) -> list[list[Utterance]]:
    """The dialogues of a file of conversations in any format that has texts."""
    found = read_conversations(content.source, decisions)
    has_messages = found.format == "messages"
    records = content.records if has_messages else []
    dialogues = []
    for position, conversation in enumerate(found):
        fields = records[position].fields if has_messages else {}
        place = records[position].place if has_messages else Place(found.source, "conversation", position + 1)
        dialogues.append(_utterances(conversation, fields, place))
    return dialogues


def _utterances(conversation: Conversation, fields: Mapping[str, Any], place: Place) -> list[Utterance]:
    """What is said, without instructions and tools, which no visitor hears."""
    split = fields.get("split")
    if not isinstance(split, str | None):
        raise place.error(f"the split {shown(split, 30)}", "a text, such as dev or test")
    split = SPLITS.get((split or "").lower(), (split or "").lower())
    messages = fields.get("messages") or [{}] * len(conversation.turns)
    said = [
        (turn, message)
        for turn, message in zip(conversation.turns, messages, strict=True)
        if turn.speaker not in (INSTRUCTIONS, TOOL)
    ]
    return [
        Utterance(
            turn.text.strip(),
            not turn.is_asked,
            _asked(conversation.id, turn, message, split, said[at + 1 :], place) if turn.is_asked else None,
        )
        for at, (turn, message) in enumerate(said)
    ]


def _asked(
    conversation: str, turn: Turn, message: Mapping[str, Any], split: str, after: list[Any], place: Place
) -> Asked:
    next_turn = after[0][0] if after else None
    reply = next_turn.text.strip() if next_turn is not None and not next_turn.is_asked else ""
    where = f" of message {turn.id}"
    right = _gold(message["gold"], where, place) if "gold" in message else None
    return Asked(f"{conversation}_{turn.id}", turn.text.strip(), split, reply, right, place)


def _gold(value: Any, where: str, place: Place) -> Gold:
    """A text, a list of texts, or null for no right answer."""
    listed = [] if value is None else value if isinstance(value, list) else [value]
    for name in listed:
        if not isinstance(name, str) or not name.strip():
            raise place.error(
                f"the gold {shown(name, 40)}{where}", "the text or the id of an answer, or a list of them"
            )
    return tuple(dict.fromkeys(name.strip() for name in listed))
