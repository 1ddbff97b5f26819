"""What a format of conversations is, and the checks that all of them share."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from turnwise.errors import shown
from turnwise.readers.content import Content
from turnwise.readers.formats import check_records, in_records
from turnwise.readers.records import Place, Record, kind_of
from turnwise.tables.decisions import Decisions
from turnwise.tables.judgements import conversation_of
from turnwise.tables.turns import USER, Conversation, Links, Turn


@dataclass(frozen=True)
class ConversationFormat:
    """A format that describes itself."""

    name: str
    title: str
    looks_like: str
    detect: Callable[[Content], bool]
    read: Callable[[Content, Decisions], list[Conversation]]


def records_format(
    name: str,
    title: str,
    looks_like: str,
    detect: Callable[[dict[str, Any]], bool],
    collect: Callable[[Sequence[Record], Decisions], list[Conversation]],
) -> ConversationFormat:
    """A format in which each JSON object is a conversation; every one must have the format's shape."""

    def read(content: Content, decisions: Decisions) -> list[Conversation]:
        check_records(content, detect, f"a conversation of the format {name}, {looks_like}")
        return collect(content.records, decisions)

    return ConversationFormat(name, title, looks_like, in_records(detect), read)


def holds_turns(fields: dict[str, Any], key: str, *keys: str) -> bool:
    """Whether an object has, under `key`, a list whose first object has all the `keys`."""
    turns = fields.get(key)
    first = turns[0] if isinstance(turns, list) and turns else None
    return isinstance(first, dict) and all(name in first for name in keys)


def conversation(
    place: Place, name: str, turns: Iterable[Turn], *, title: str = "", links: Links | None = None
) -> Conversation:
    """A conversation whose turns are there, each once."""
    known: dict[str, Turn] = {}
    for turn in turns:
        if turn.id in known:
            raise place.error(f"turn {turn.id} of conversation {name} twice", "each turn once", "rename one of the two")
        known[turn.id] = turn
    if not known:
        raise place.error(f"conversation {name} without turns", "at least one")
    return Conversation(name, tuple(known.values()), title, links)


def name_of(place: Place, fields: dict[str, Any], key: str, where: str = "") -> str:
    """The id under a key: text, or a whole number."""
    value = fields.get(key)
    if isinstance(value, str) and value.strip():
        return value.strip()
    if type(value) is int:
        return str(value)
    found = f"no '{key}'{where}" if value is None else f"the {key} {shown(value, 30)}{where}"
    raise place.error(found, "an id: text or a whole number")


def turn_objects(record: Record, key: str) -> list[tuple[str, dict[str, Any]]]:
    """The turns of a record, each with words for where it stands."""
    found = []
    for number, item in enumerate(record.fields[key], 1):
        if not isinstance(item, dict):
            raise record.place.error(f"{kind_of(item)} as item {number} of '{key}'", "an object for each turn")
        found.append((f" in item {number} of '{key}'", item))
    return found


def text_of(place: Place, fields: dict[str, Any], key: str, where: str) -> str:
    """The text under a key, which must be there."""
    value = fields.get(key)
    if not isinstance(value, str):
        found = f"no '{key}'{where}" if value is None else f"{kind_of(value)} in '{key}'{where}"
        raise place.error(found, "a text")
    return value.strip()


def others_of(fields: dict[str, Any], used: Collection[str]) -> dict[str, str]:
    """All further texts of a turn, under their own names."""
    return {key: value.strip() for key, value in fields.items() if isinstance(value, str) and key not in used}


def asked_turn(
    place: Place, fields: dict[str, Any], where: str, keys: tuple[str, str], not_texts: Collection[str] = ()
) -> Turn:
    """A user's turn, whose id and text stand under these two keys."""
    number, text = keys
    others = others_of(fields, {*keys, *not_texts})
    return Turn(name_of(place, fields, number, where), USER, text_of(place, fields, text, where), others)


def title_of(record: Record) -> str:
    return record.text(record.fields.get("title"), "title").strip()


def turn_names(place: Place, value: Any, what: str) -> tuple[str, ...]:
    """Ids of turns: a list, a single one, or null for none."""
    listed = value if isinstance(value, list) else [] if value is None else [value]
    for item in listed:
        if type(item) not in (int, str) or item == "":
            raise place.error(f"{shown(item, 30)} in {what}", "the number of a turn, or a list of them")
    return tuple(dict.fromkeys(str(item).strip() for item in listed))


def split_id(place: Place, value: str) -> tuple[str, str]:
    """The conversation and the turn that an id names: `31_4` → `31` and `4`."""
    name = conversation_of(value)
    turn = value.removeprefix(name + "_")
    if not turn or turn == value:
        raise place.error(f"the turn {shown(value, 40)}", "CONVERSATION_TURN, such as 31_4")
    return name, turn


def only_object(content: Content) -> dict[str, Any]:
    """The object of a JSON file that is one object; empty where it is anything else."""
    return content.records[0].fields if len(content.records) == 1 else {}
