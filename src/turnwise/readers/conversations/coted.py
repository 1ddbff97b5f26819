"""COTED's own text format: a line with the conversation, a line `turn,parent,parent` for each turn, a blank line."""

from __future__ import annotations

import re

from turnwise.errors import shown
from turnwise.readers.content import Content
from turnwise.readers.conversations.form import ConversationFormat, conversation
from turnwise.readers.records import Place
from turnwise.tables.decisions import Decisions
from turnwise.tables.turns import UNKNOWN, Conversation, Turn

_TURN = re.compile(r"\d+(,\d+)*")


def _is_coted(content: Content) -> bool:
    """Numbers and commas only; with commas alone it might be any table."""
    start = [line.strip() for line in content.text.strip().split("\n", 50)[:50]]
    return "," not in start[0] and all(_TURN.fullmatch(line) or not line for line in start)


def _read(content: Content, _: Decisions) -> list[Conversation]:
    found: list[Conversation] = []
    block: list[tuple[Place, list[str]]] = []
    for number, line in enumerate([*content.text.split("\n"), ""], 1):
        if line.strip():
            block.append((Place(content.source, "line", number), line.strip().split(",")))
        elif block:
            found.append(_conversation(block))
            block = []
    return found


def _conversation(block: list[tuple[Place, list[str]]]) -> Conversation:
    place, name = block[0]
    if len(name) > 1:
        raise place.error(f"{shown(','.join(name), 30)} at the start of a block", "the number of a conversation")
    links = {}
    turns = []
    for where, (turn, *parents) in block[1:]:
        if not (turn.isdigit() and all(parent.isdigit() for parent in parents)):
            raise where.error(shown(",".join([turn, *parents]), 30), "numbers: turn,parent,parent")
        turns.append(Turn(turn, UNKNOWN, ""))
        links[turn] = tuple(dict.fromkeys(parents))
    return conversation(place, name[0], turns, links=links)


COTED = ConversationFormat(
    "coted",
    "links as COTED publishes them, as text: blocks of a conversation's number and `turn,parent,parent` lines",
    "31 / 1 / 2,1",
    _is_coted,
    _read,
)
