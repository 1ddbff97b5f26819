"""A table of exchanges, a question and its reply a row: dialogues with an avatar or FAQ bot, and their logs."""

from __future__ import annotations

from turnwise.readers.content import Content
from turnwise.readers.conversations.form import ConversationFormat, conversation
from turnwise.readers.records import Place
from turnwise.tables.decisions import Decisions
from turnwise.tables.judgements import conversation_of
from turnwise.tables.turns import USER, Conversation, Turn

# `readers.knowledge` reads conversations, so it can only be imported once this package is whole.


def _are_exchanges(content: Content) -> bool:
    from turnwise.readers.knowledge.exchanges import is_exchanges

    return is_exchanges(content)


def _read(content: Content, decisions: Decisions) -> list[Conversation]:
    from turnwise.readers.knowledge.exchanges import read_exchanges

    found: dict[str, list[Turn]] = {}
    places: dict[str, Place] = {}
    for asked in read_exchanges(content, decisions):
        name = conversation_of(asked.turn)
        others = {"response": asked.reply} if asked.reply else {}
        places.setdefault(name, asked.place)
        found.setdefault(name, []).append(Turn(asked.turn.removeprefix(f"{name}_"), USER, asked.text, others))
    return [conversation(places[name], name, turns) for name, turns in found.items()]


EXCHANGES = ConversationFormat(
    "exchanges",
    "a question and its reply a row, as the logs of `turnwise avatar` and the Margarita Dialogue Corpus have them",
    "conversation,exchange,question,reply",
    _are_exchanges,
    _read,
)
