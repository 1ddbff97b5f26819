"""TREC CAsT topics of 2022, flattened: each path through a tree is written out, and paths share their first turns.

The paths of one topic are put together again, so that each turn stands once; a turn's link leads from the turn
before it on its path, as in the tree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from turnwise.readers.conversations.cast_tree import tell_paths
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
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.turns import Conversation, Turn


def _is_path(fields: dict[str, Any]) -> bool:
    return holds_turns(fields, "turn", "utterance") and not holds_turns(fields, "turn", "participant")


def _conversations(records: Sequence[Record], decisions: Decisions) -> list[Conversation]:
    source = records[0].place.source
    topics: dict[str, _Topic] = {}
    for record in records:
        name = name_of(record.place, record.fields, "number")
        topics.setdefault(name, _Topic(name, record)).add(record)
    again = sum(topic.again for topic in topics.values())
    differing = sum(topic.differing for topic in topics.values())
    text = f"{plural(again, 'turn')} written again on another path of a topic: put together"
    if differing:
        text += f", the first answer kept where they differ ({differing:,})"
    decisions.add(source, "shared-turns", again, text)
    tell_paths(source, sum(len(named) for topic in topics.values() for named in topic.links.values()), decisions)
    return [topic.whole() for topic in topics.values()]


@dataclass
class _Topic:
    """The paths of one topic, put together."""

    name: str
    first: Record
    turns: dict[str, Turn] = field(default_factory=dict)
    links: dict[str, tuple[str, ...]] = field(default_factory=dict)
    again: int = 0
    differing: int = 0

    def add(self, record: Record) -> None:
        turns = [
            asked_turn(record.place, fields, where, ("number", "utterance"))
            for where, fields in turn_objects(record, "turn")
        ]
        conversation(record.place, self.name, turns)
        before: tuple[str, ...] = ()
        for turn in turns:
            known = self.turns.setdefault(turn.id, turn)
            if known is not turn:
                self.again += 1
                self.differing += known.others != turn.others
            if known.text != turn.text or self.links.setdefault(turn.id, before) != before:
                what = "after another turn" if known.text == turn.text else "with another text"
                raise record.place.error(
                    f"turn {turn.id} of conversation {self.name} {what} than on an earlier path",
                    "paths of one tree",
                    "give each conversation its own number",
                )
            before = (turn.id,)

    def whole(self) -> Conversation:
        place, title = self.first.place, title_of(self.first)
        return conversation(place, self.name, self.turns.values(), title=title, links=self.links)


CAST_PATHS = records_format(
    "cast-paths",
    "TREC CAsT topics of 2022, flattened to paths; a link leads from the turn before",
    '[{"number": 132, "turn": [{"number": "1-1", "utterance": …, "response": …}]}]',
    _is_path,
    _conversations,
)
