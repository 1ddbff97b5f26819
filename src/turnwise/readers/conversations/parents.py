"""Links as `{conversation: {turn: [parents]}}`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from turnwise.errors import shown
from turnwise.readers.content import Content
from turnwise.readers.conversations.form import ConversationFormat, conversation, only_object, turn_names
from turnwise.readers.records import Place, kind_of
from turnwise.tables.decisions import Decisions
from turnwise.tables.turns import UNKNOWN, Conversation, Turn


def _is_parents(content: Content) -> bool:
    first = next(iter(only_object(content).values()), None)
    return isinstance(first, dict) and bool(first) and all(isinstance(named, list) for named in first.values())


def _read(content: Content, _: Decisions) -> list[Conversation]:
    found = only_object(content).items()
    return [_conversation(content.source, number, *entry) for number, entry in enumerate(found, 1)]


def conversations_of(links: Mapping[Any, Any]) -> tuple[Conversation, ...]:
    """The same of a dict in memory, whose ids may be numbers and whose parents any collection."""
    return tuple(
        _conversation("links", number, str(name), _plain(parents))
        for number, (name, parents) in enumerate(links.items(), 1)
    )


def _plain(parents: Any) -> Any:
    if not isinstance(parents, Mapping):
        return parents
    return {
        str(turn): list(named) if isinstance(named, tuple | set | frozenset) else named
        for turn, named in parents.items()
    }


def _conversation(source: str, number: int, name: str, parents: Any) -> Conversation:
    place = Place(source, "conversation", number)
    if not isinstance(parents, dict):
        raise place.error(f"{kind_of(parents)} for {shown(name)}", "an object {turn: [parents]}")
    links = {turn: turn_names(place, named, f"the parents of {name}_{turn}") for turn, named in parents.items()}
    return conversation(place, name, [Turn(turn, UNKNOWN, "") for turn in parents], links=links)


PARENTS = ConversationFormat(
    "parents",
    "links, such as those of COTED, as JSON; a turn without parents has an empty list",
    '{"31": {"1": [], "2": [1]}}',
    _is_parents,
    _read,
)
