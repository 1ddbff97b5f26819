"""Our own table of links: a row says that a turn needs another. CSV, TSV, JSON, JSON Lines or Parquet.

A row without a parent names a turn that needs none. Rows may stand in any order: turns with numbers stand in the order
of the numbers (`2` before `10`, `1-9` before `2-1`), others in the order of the rows, parents first.

Tables that went through pandas have ids as floating numbers and words for nothing, since a column with an empty cell
is one of floating numbers there. Both are read as they were meant, and told.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import Any, NamedTuple

from turnwise.errors import shown
from turnwise.readers.cells import whole_id
from turnwise.readers.content import Content
from turnwise.readers.conversations.form import ConversationFormat, conversation
from turnwise.readers.parquet import table_of_parquet
from turnwise.readers.records import Place
from turnwise.readers.row_table import RowTable, find, header, row_table
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.judgements import conversation_of
from turnwise.tables.turns import UNKNOWN, Conversation, Turn, in_number_order

#: The names that a column goes by, ours first; letters' case does not count.
CONVERSATION = ("conversation", "conversation_id", "conv_id", "dialogue", "dialogue_id")
PARENT = ("parent", "parent_turn", "needs")
CHILD = ("child", "child_turn", "turn", "turn_id")

#: What other programs write into a cell that holds nothing, in small letters.
NOTHING = frozenset({"", "-", "nan", "none", "null", "na", "n/a", "<na>"})
_WHOLE_FLOAT = re.compile(r"-?\d+\.0+")


class Link(NamedTuple):
    """A row: where it stands, and what it says."""

    place: Place
    conversation: str
    parent: str | None
    child: str


def _are_links(content: Content) -> bool:
    names = list(content.records[0].fields) if content.is_json else header(content.text)
    return find(names, PARENT) is not None and find(names, CHILD) is not None


def _read(content: Content, decisions: Decisions) -> list[Conversation]:
    return conversations_of(_links(row_table(content), decisions))


def read_parquet(path: str | os.PathLike[str], decisions: Decisions) -> list[Conversation]:
    """The conversations of a table of links in a Parquet file."""
    source = table_of_parquet(path)
    names = list(source.names)
    rows = enumerate(source.whole(names).rows(), 1)
    return conversations_of(_links(RowTable(source.source, "row", names, rows), decisions))


def _links(rows: RowTable, decisions: Decisions) -> list[Link]:
    conversation, parent, child = (find(rows.names, known) for known in (CONVERSATION, PARENT, CHILD))
    if parent is None or child is None:
        raise rows.lacks("columns for conversation, parent and child", CONVERSATION, PARENT, CHILD)
    cells = list(rows.rows)
    floating = _floating(cells, conversation, parent, child)
    for at in floating:
        text = f"the ids in {shown(rows.names[at])} are floating numbers and are read as whole ones (1.0 as 1)"
        decisions.add(rows.source, "floating-ids", 1, text)
    words = [word for _, row in cells if (word := _word_for_nothing(row[parent]))]
    text = f"{plural(len(words), 'row')} whose parent is a word for none ({', '.join(sorted(set(words)))}): read so"
    decisions.add(rows.source, "no-parent-words", len(words), text)
    found = []
    for number, row in cells:
        place = rows.place(number)
        turn = _name(place, row[child], "child", child in floating)
        if turn is None:
            raise place.error("a row without a child", "the turn that needs the parent")
        above = _name(place, row[parent], "parent", parent in floating)
        own = None if conversation is None else row[conversation]
        if word := _word_for_nothing(own):
            raise place.error(f"the conversation {word!r}", "its id", "name the conversation")
        name = _name(place, own, "conversation", conversation in floating) or conversation_of(turn)
        found.append(Link(place, name, above and _within(name, above), _within(name, turn)))
    _check_numbers(found)
    return found


def _floating(cells: Sequence[tuple[int, Sequence[Any]]], *columns: int | None) -> list[int]:
    """The columns of ids that are all whole numbers with a fraction of 0, as floating numbers are written."""
    ids = {
        at: {str(row[at]).strip() for _, row in cells if not _is_nothing(row[at])} for at in columns if at is not None
    }
    floating = [at for at, texts in ids.items() if texts and all(map(_WHOLE_FLOAT.fullmatch, texts))]
    parent, child = columns[-2:]
    turns = [at for at in (parent, child) if at in floating]
    if len(turns) == 1 and parent is not None and child is not None and ids[parent] & ids[child]:
        return [at for at in floating if at not in turns]  # ids such as 1.0 beside 1.1, which mean what they say
    return floating


def _check_numbers(links: Sequence[Link]) -> None:
    """One turn under two spellings of its number would be two turns, and its links lost."""
    children: dict[str, dict[float, str]] = {}
    for link in links:
        if (number := _number(link.child)) is not None:
            children.setdefault(link.conversation, {})[number] = link.child
    known = {(link.conversation, link.child) for link in links}
    for link in links:
        if link.parent is None or (link.conversation, link.parent) in known:
            continue
        number = _number(link.parent)
        twin = None if number is None else children.get(link.conversation, {}).get(number)
        if twin is not None:
            raise link.place.error(
                f"the parent {shown(link.parent, 30)}, which is nowhere a child, beside the child {shown(twin, 30)}",
                "one spelling of a turn's number",
                "write both alike",
            )


def _number(turn: str) -> float | None:
    return float(turn) if re.fullmatch(r"\d+(\.\d+)?", turn) else None


def _within(conversation: str, turn: str) -> str:
    """A turn's id within its conversation, as other formats have it: `31_4` of conversation 31 is turn `4`."""
    return turn.removeprefix(f"{conversation}_")


def _is_nothing(value: Any) -> bool:
    return value is None or str(value).strip().lower() in NOTHING


def _word_for_nothing(value: Any) -> str | None:
    """The word of a cell that means that it is empty."""
    return str(value).strip() if value is not None and _is_nothing(value) and str(value).strip() else None


def _name(place: Place, value: Any, what: str, floating: bool) -> str | None:
    if _is_nothing(value):
        return None
    if (whole := whole_id(value)) is not None:
        return whole
    if not isinstance(value, str):
        raise place.error(f"the {what} {shown(value, 30)}", "an id: text or a whole number")
    name = value.strip()
    return name.partition(".")[0] if floating else name


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
