"""A text for each turn: lines `31_1⇥text`, as TREC CAsT 2019 has its resolved utterances, or a table with a header."""

from __future__ import annotations

from collections.abc import Iterator

from turnwise.errors import shown
from turnwise.readers.content import Content
from turnwise.readers.conversations.form import ConversationFormat, conversation, split_id
from turnwise.readers.conversations.identified import has_lines, lines
from turnwise.readers.records import Place
from turnwise.readers.row_table import find, header, row_table
from turnwise.tables.decisions import Decisions
from turnwise.tables.turns import USER, Conversation, Turn

#: The names that a column goes by, ours first; letters' case does not count.
TURN = ("turn", "turn_id", "qid", "query_id")
TEXT = ("text", "utterance")


def _are_texts(content: Content) -> bool:
    if has_lines(content, 2):
        return True
    names = list(content.records[0].fields) if content.is_json else header(content.text)
    return len(names) == 2 and find(names, TURN) is not None and find(names, TEXT) is not None


def _read(content: Content, _: Decisions) -> list[Conversation]:
    found: dict[str, list[Turn]] = {}
    places: dict[str, Place] = {}
    for place, name, turn, text in _lines(content) if has_lines(content, 2) else _rows(content):
        places.setdefault(name, place)
        found.setdefault(name, []).append(Turn(turn, USER, text))
    return [conversation(places[name], name, turns) for name, turns in found.items()]


def _lines(content: Content) -> Iterator[tuple[Place, str, str, str]]:
    for place, name, turn, (text,) in lines(content, ("turn", "text")):
        yield place, name, turn, text


def _rows(content: Content) -> Iterator[tuple[Place, str, str, str]]:
    rows = row_table(content)
    turn, text = find(rows.names, TURN), find(rows.names, TEXT)
    if turn is None or text is None:
        raise rows.lacks("columns for turn and text", TURN, TEXT)
    for number, cells in rows.rows:
        place = rows.place(number)
        if not (isinstance(cells[turn], str) and isinstance(cells[text], str)):
            raise place.error(f"{shown(cells[turn], 30)} and {shown(cells[text], 30)}", "the id of a turn and its text")
        yield place, *split_id(place, cells[turn].strip()), cells[text].strip()


TEXTS = ConversationFormat(
    "texts",
    "a turn and its text on each line, such as the resolved utterances of TREC CAsT 2019, or a table with both",
    "31_1⇥What is throat cancer?",
    _are_texts,
    _read,
)
