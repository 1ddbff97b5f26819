"""TREC CAsT topics of 2022 as trees: the user's and the system's turns are nodes, and each names the one before it.

A link says which turn a turn follows on its path, not which one it needs. The graph is over the user's turns, since
only these are answered and judged; each inherits, through the system's turn that it follows, the user's turn before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from turnwise.errors import shown
from turnwise.readers.conversations.form import (
    conversation,
    holds_turns,
    name_of,
    others_of,
    records_format,
    text_of,
    title_of,
    turn_names,
    turn_objects,
)
from turnwise.readers.records import Place, Record
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.turns import ASSISTANT, USER, Conversation, Turn

#: What a participant is called → who that is, and where the text stands.
_SPEAKERS = {"user": (USER, "utterance"), "system": (ASSISTANT, "response")}


def _is_tree(fields: dict[str, Any]) -> bool:
    return holds_turns(fields, "turn", "participant")


def _conversations(records: Sequence[Record], decisions: Decisions) -> list[Conversation]:
    found = [_conversation(record) for record in records]
    count = sum(len(named) for conversation in found for named in (conversation.links or {}).values())
    tell_paths(records[0].place.source, count, decisions)
    return found


def tell_paths(source: str, count: int, decisions: Decisions) -> None:
    text = f"{plural(count, 'link')} from the turn before on a path: it is followed, and perhaps not needed"
    decisions.add(source, "links-along-paths", count, text)


def _conversation(record: Record) -> Conversation:
    turns, links = [], {}
    for where, fields in turn_objects(record, "turn"):
        turn = _turn(record.place, fields, where)
        turns.append(turn)
        links[turn.id] = turn_names(record.place, fields.get("parent"), f"'parent'{where}")
    name = name_of(record.place, record.fields, "number")
    return conversation(record.place, name, turns, title=title_of(record), links=links)


def _turn(place: Place, fields: dict[str, Any], where: str) -> Turn:
    participant = text_of(place, fields, "participant", where)
    if participant.lower() not in _SPEAKERS:
        raise place.error(f"the participant {shown(participant)}{where}", "'User' or 'System'")
    speaker, key = _SPEAKERS[participant.lower()]
    others = others_of(fields, {"number", "parent", "participant", key})
    return Turn(name_of(place, fields, "number", where), speaker, text_of(place, fields, key, where), others)


CAST_TREE = records_format(
    "cast-tree",
    "TREC CAsT topics of 2022 as trees; a link leads from the turn before",
    '[{"number": 132, "turn": [{"number": "1-1", "parent": …, "participant": "User", "utterance": …}]}]',
    _is_tree,
    _conversations,
)
