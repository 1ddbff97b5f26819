"""Tables of dialogues: a post a row, and in files beside it a nugget a row and an answer a row.

Beside `posts.csv` they are `posts.nuggets.csv` and `posts.labels.csv`. Cells are read as they are, as texts may begin
or end with blanks.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from turnwise.errors import FormatError, shown
from turnwise.readers.content import Content
from turnwise.readers.delimited import cells_of, separator_of
from turnwise.readers.dialogues.form import DialogueFormat
from turnwise.readers.dialogues.gathering import Gathered, Post
from turnwise.readers.dialogues.sides import is_helpdesk
from turnwise.readers.dialogues.times import seconds
from turnwise.readers.files import text_of
from turnwise.readers.records import Place
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.dialogues import CHARACTERS, KINDS, WORDS

DIALOGUE = ("dialogue", "dialogue_id", "conversation", "conversation_id", "item")
SENDER = ("sender", "speaker", "role", "author")
TEXT = ("text", "utterance", "message", "content")
TIME = ("time", "timestamp", "created_at")
ANNOTATOR = ("annotator", "rater", "annotator_id")
QUESTION, VALUE = ("question",), ("value", "answer", "rating")
#: What columns of tables of dialogues hold, and the names they go by.
COLUMNS = {
    "dialogue": DIALOGUE, "sender": SENDER, "text": TEXT, "time": TIME, "annotator": ANNOTATOR, "question": QUESTION,
    "value": VALUE,
}  # fmt: skip
#: A column of lengths is named so: `length:chars_cn`.
LENGTH = "length:"
_PACKED = (".gz", ".zst")


class Row(NamedTuple):
    """A row by the names of its columns, and its place."""

    place: Place
    cells: Mapping[str, str]

    def cell(self, column: str | None) -> str:
        return self.cells[column] if column else ""

    def needed(self, column: str) -> str:
        """What stands in a column, which must be something."""
        if value := self.cells[column].strip():
            return value
        raise self.place.error(f"nothing in the column '{column}'", "something in each row")

    def number(self, column: str | None, expected: str) -> float | None:
        """The number in a column; None where nothing stands there."""
        value = self.cell(column).strip()
        if not value:
            return None
        try:
            return float(value)
        except ValueError:
            raise self.place.error(f"{shown(value, 30)} in the column '{column}'", expected) from None


class Table(NamedTuple):
    """A table: the names of its columns, and its rows."""

    source: str
    names: Sequence[str]
    rows: list[Row]

    def find(self, known: Sequence[str]) -> str | None:
        """The column of one of these names."""
        return next((name for alias in known for name in self.names if name.lower() == alias), None)

    def needed(self, known: Sequence[str]) -> str:
        if found := self.find(known):
            return found
        named = ", ".join(shown(name, 30) for name in self.names[:12])
        raise FormatError(self.source, None, f"the columns {named}", f"one named {' or '.join(known)}")


def _read(content: Content, decisions: Decisions) -> Gathered:
    gathered, table = Gathered(content.source, "csv"), _table(content.source, content.text)
    dialogue, sender, text, time = (table.find(known) for known in (DIALOGUE, SENDER, TEXT, TIME))
    assert dialogue
    assert sender
    units = {name: unit for name in table.names if (unit := _unit(name, text))}
    by_name: dict[str, list[Row]] = {}
    scattered, before = 0, ""
    for row in table.rows:
        name = row.needed(dialogue)
        scattered += name != before and name in by_name
        by_name.setdefault(name, []).append(row)
        before = name
    others = [name for name in table.names if name not in (dialogue, sender, text, time, *units)]
    varying = [name for name in others if any(len({row.cells[name] for row in of}) > 1 for of in by_name.values())]
    for name, rows in by_name.items():
        posts = [_post(row, sender, text, time, units) for row in rows]
        groups = {group: rows[0].cells[group].strip() for group in others if group not in varying}
        gathered.dialogue(rows[0].place, name, posts, **groups)
    told = f"{plural(scattered, 'time')} a dialogue goes on after another: its posts put together in their order"
    decisions.add(content.source, "scattered-posts", scattered, told)
    told = f"{plural(len(varying), 'column')} that differ within a dialogue not read ({', '.join(varying)})"
    decisions.add(content.source, "columns-not-read", len(varying), told)
    if beside := _beside(content.source, ".nuggets"):
        _nuggets(gathered, beside)
    if beside := _beside(content.source, ".labels"):
        _labels(gathered, beside)
    return gathered


def _unit(name: str, text: str | None) -> str | None:
    """The unit of a column of lengths. Where a text stands, its characters and words are counted anew."""
    if name.lower().startswith(LENGTH):
        return name[len(LENGTH) :].strip() or None
    return name.lower() if text is None and name.lower() in (CHARACTERS, WORDS) else None


def _post(row: Row, sender: str, text: str | None, time: str | None, units: Mapping[str, str]) -> Post:
    side = is_helpdesk(row.place, row.cells[sender], sender, "")
    if side is None:
        raise row.place.error(f"the {sender} {shown(row.cells[sender], 30)}", "'customer' or 'helpdesk'")
    lengths = {}
    for column, unit in units.items():
        length = row.number(column, "a length: a number from 0")
        if length is not None and not 0 <= length < float("inf"):
            raise row.place.error(f"{shown(row.cells[column], 30)} in the column '{column}'", "a number from 0")
        if length is not None:
            lengths[unit] = length
    said = row.cells[text] if text else None
    if said is None and not lengths:
        raise row.place.error("neither a text nor a length", "one of the two in each row")
    return Post(side, said, lengths or None, seconds(row.place, row.cell(time).strip()))


def _nuggets(gathered: Gathered, path: Path) -> None:
    """The nuggets of a table: kind, first and last post (from 1) and weight. A row without a kind: nothing found."""
    table = _table(str(path), text_of(path, "a table of nuggets"))
    dialogue, annotator = table.needed(DIALOGUE), table.needed(ANNOTATOR)
    kind, first = table.needed(("kind", "label")), table.needed(("first", "post"))
    last, weight = table.find(("last",)), table.find(("weight",))
    for row in table.rows:
        pair = _dialogue(gathered, row, dialogue), gathered.annotator(row.needed(annotator))
        gathered.reading(*pair)
        label = row.cells[kind].strip()
        if not label:
            continue
        if label not in KINDS:
            raise row.place.error(f"the kind {shown(label, 30)}", f"one of {', '.join(KINDS)}")
        start = _position(row, first)
        if start is None:
            raise row.place.error(f"nothing in the column '{first}'", "the number of a post, from 1")
        end = _position(row, last) if last else None
        gathered.nugget(
            *pair, start - 1, (end or start) - 1, KINDS.index(label), row.number(weight, "a weight: a number")
        )


def _position(row: Row, column: str) -> int | None:
    value = row.number(column, "the number of a post, from 1")
    if value is not None and not value.is_integer():
        raise row.place.error(f"{row.cells[column]!r} in the column '{column}'", "the number of a post, from 1")
    return None if value is None else int(value)


def _labels(gathered: Gathered, path: Path) -> None:
    """The answers of a table."""
    table = _table(str(path), text_of(path, "a table of labels"))
    columns = [table.needed(known) for known in (DIALOGUE, ANNOTATOR, QUESTION, VALUE)]
    seen: set[tuple[int, int, str]] = set()
    for row in table.rows:
        if not (said := row.cells[columns[3]].strip()):
            continue
        place = _dialogue(gathered, row, columns[0]), gathered.annotator(row.needed(columns[1])), row.needed(columns[2])
        if place in seen:
            found = f"an answer of {row.cells[columns[1]]} to {place[2]} about {row.cells[columns[0]]} again"
            raise row.place.error(found, "one answer each", "remove one of the two")
        seen.add(place)
        gathered.answer(*place, said)


def _dialogue(gathered: Gathered, row: Row, column: str) -> int:
    name = row.needed(column)
    if name not in gathered.numbers:
        raise row.place.error(f"dialogue {shown(name, 40)}", f"one that {gathered.source} has")
    return gathered.numbers[name]


def _table(source: str, text: str) -> Table:
    """All rows of a table with a header; lines without content are none."""
    header = text.lstrip("\r\n").split("\n", 1)[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator_of(header), strict=True)
    rows, names = [], list[str]()
    line = 0
    try:
        for cells in reader:
            start, line = line + 1, reader.line_num
            place = Place(source, "line", start)
            if not any(cells):
                continue
            if not names:
                names = [cell.strip() for cell in cells]
                if twice := next((name for at, name in enumerate(names) if name in names[:at]), None):
                    raise place.error(f"two columns {twice!r}", "each name once", "rename one of them")
                continue
            if len(cells) != len(names):
                raise place.error(
                    plural(len(cells), "cell"), f"{len(names)} as in the header", "quote cells with commas"
                )
            rows.append(Row(place, dict(zip(names, cells, strict=True))))
    except csv.Error as error:
        found, todo = f"a broken cell ({error})", "close quotes, and double those within quotes"
        raise FormatError(source, line + 1, found, "CSV or TSV", todo) from None
    return Table(source, names, rows)


def _beside(source: str, part: str) -> Path | None:
    """The file of a part beside that of the posts, if there is one: posts.csv → posts.nuggets.csv."""
    path = Path(source)
    packed = path.suffix if path.suffix.lower() in _PACKED else ""
    ending = Path(path.name.removesuffix(packed)).suffix + packed
    stem = path.name.removesuffix(ending)
    named = (path.with_name(stem + part + end) for end in (ending, ending.removesuffix(packed)))
    return next((found for found in named if found.is_file()), None)


def _detect(content: Content) -> bool:
    """Whether the first line names the columns of posts."""
    if content.is_json:
        return False
    names = [name.lower() for name in cells_of(content.text.lstrip("\r\n").split("\n", 1)[0])]
    says = any(name in (*TEXT, CHARACTERS, WORDS) or name.startswith(LENGTH) for name in names)
    return says and any(name in DIALOGUE for name in names) and any(name in SENDER for name in names)


CSV = DialogueFormat(
    "csv",
    "a post a row, CSV or TSV; beside `posts.csv`, nuggets in `posts.nuggets.csv` and answers in `posts.labels.csv`",
    "dialogue,sender,time,text",
    _detect,
    _read,
)
