"""A text for each turn, between tabs: the resolved utterances of TREC CAsT 2019. They have no links."""

from __future__ import annotations

from turnwise.readers.conversations.form import ConversationFormat, conversation
from turnwise.readers.conversations.identified import has_lines, lines
from turnwise.readers.replies.content import Content
from turnwise.readers.replies.records import Place
from turnwise.tables.decisions import Decisions
from turnwise.tables.turns import USER, Conversation, Turn


def _read(content: Content, _: Decisions) -> list[Conversation]:
    found: dict[str, list[Turn]] = {}
    places: dict[str, Place] = {}
    for place, name, turn, (text,) in lines(content, ("turn", "text")):
        places.setdefault(name, place)
        found.setdefault(name, []).append(Turn(turn, USER, text))
    return [conversation(places[name], name, turns) for name, turns in found.items()]


TEXTS = ConversationFormat(
    "texts",
    "a turn and its text on each line, such as the resolved utterances of TREC CAsT 2019",
    "31_1⇥What is throat cancer?",
    lambda content: has_lines(content, 2),
    _read,
)
