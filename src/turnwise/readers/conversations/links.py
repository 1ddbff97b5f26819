"""Our own table of links: a row says that a turn needs another. CSV, TSV, JSON, JSON Lines or Parquet.

A row without a parent names a turn that needs none. Rows may stand in any order: turns with numbers stand in the order
of the numbers (`2` before `10`, `1-9` before `2-1`), others in the order of the rows, parents first.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import Any, NamedTuple

from turnwise.errors import shown
from turnwise.readers.content import Content
from turnwise.readers.conversations.form import ConversationFormat, conversation
from turnwise.readers.parquet import table_of_parquet
from turnwise.readers.records import Place
from turnwise.readers.row_table import RowTable, find, header, row_table
from turnwise.tables.decisions import Decisions
from turnwise.tables.judgements import conversation_of
from turnwise.tables.turns import UNKNOWN, Conversation, Turn, in_number_order

#: The names that a column goes by, ours first; letters' case does not count.
CONVERSATION = ("conversation", "conversation_id", "conv_id", "dialogue", "dialogue_id")
PARENT = ("parent", "parent_turn", "needs")
CHILD = ("child", "child_turn", "turn", "turn_id")


class Link(NamedTuple):
    """A row: where it stands, and what it says."""

    place: Place
    conversation: str
    parent: str | None
    child: str


def _are_links(content: Content) -> bool:
    names = list(content.records[0].fields) if content.is_json else header(content.text)
    return find(names, PARENT) is not None and find(names, CHILD) is not None


def _read(content: Content, _: Decisions) -> list[Conversation]:
    return conversations_of(_links(row_table(content)))


def read_parquet(path: str | os.PathLike[str]) -> list[Conversation]:
    """The conversations of a table of links in a Parquet file."""
    source = table_of_parquet(path)
    names = list(source.names)
    rows = enumerate(source.whole(names).rows(), 1)
    return conversations_of(_links(RowTable(source.source, "row", names, rows)))


def _links(rows: RowTable) -> list[Link]:
    conversation, parent, child = (find(rows.names, known) for known in (CONVERSATION, PARENT, CHILD))
    if parent is None or child is None:
        raise rows.lacks("columns for conversation, parent and child", CONVERSATION, PARENT, CHILD)
    found = []
    for number, cells in rows.rows:
        place = rows.place(number)
        turn = _name(place, cells[child], "child")
        if turn is None:
            raise place.error("a row without a child", "the turn that needs the parent")
        named = _name(place, cells[conversation], "conversation") if conversation is not None else None
        name, above = named or conversation_of(turn), _name(place, cells[parent], "parent")
        found.append(Link(place, name, above and _within(name, above), _within(name, turn)))
    return found


def _within(conversation: str, turn: str) -> str:
    """A turn's id within its conversation, as other formats have it: `31_4` of conversation 31 is turn `4`."""
    return turn.removeprefix(f"{conversation}_")


def _name(place: Place, value: Any, what: str) -> str | None:
    if value is None or value == "":
        return None
    if type(value) not in (int, str):
        raise place.error(f"the {what} {shown(value, 30)}", "an id: text or a whole number")
    return str(value).strip() or None


def conversations_of(links: Iterable[Link]) -> list[Conversation]:
    """The conversations that links tell of, with the turns that they name."""
    places: dict[str, Place] = {}
    parents: dict[str, dict[str, dict[str, None]]] = {}
    for link in links:
        places.setdefault(link.conversation, link.place)
        turns = parents.setdefault(link.conversation, {})
        if link.parent is not None:
            turns.setdefault(link.parent, {})
        turns.setdefault(link.child, {}).update({} if link.parent is None else {link.parent: None})
    return [
        conversation(
            places[name],
            name,
            [Turn(turn, UNKNOWN, "") for turn in _in_order({turn: list(named) for turn, named in turns.items()})],
            links={turn: tuple(named) for turn, named in turns.items()},
        )
        for name, turns in parents.items()
    ]


def _in_order(parents: Mapping[str, Sequence[str]]) -> list[str]:
    """The turns of a conversation in its order, as far as ids and links tell."""
    numbered = in_number_order(parents)
    if numbered is not None:
        return numbered
    seen: set[str] = set()
    for turn, named in parents.items():
        if not seen.issuperset(named):
            break
        seen.add(turn)
    else:
        return list(parents)
    try:
        return list(TopologicalSorter(parents).static_order())
    except CycleError:
        return list(parents)  # refused, with the cycle shown, where the graph is made


LINKS = ConversationFormat(
    "links",
    "a table of links (CSV, TSV, JSON, JSON Lines, Parquet); a row without a parent names a turn that needs none",
    "conversation,parent,child",
    _are_links,
    _read,
)
