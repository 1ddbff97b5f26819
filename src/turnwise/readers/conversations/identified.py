"""Text files whose lines start with the id of a turn, such as `31_4`, and a tab."""

from __future__ import annotations

import re
from collections.abc import Iterator

from turnwise.errors import shown
from turnwise.readers.content import Content
from turnwise.readers.conversations.form import split_id
from turnwise.readers.records import Place
from turnwise.tables.decisions import plural

_TURN_ID = re.compile(r"[^\s_]+_[^\s_]+")


def has_lines(content: Content, n_cells: int) -> bool:
    """Whether the first line has the id of a turn and as many cells."""
    cells = content.text.lstrip("\r\n").split("\n", 1)[0].split("\t")
    return not content.is_json and len(cells) == n_cells and bool(_TURN_ID.fullmatch(cells[0].strip()))


def lines(content: Content, names: tuple[str, ...]) -> Iterator[tuple[Place, str, str, list[str]]]:
    """The place, conversation, turn and further cells of each line."""
    for number, line in enumerate(content.text.split("\n"), 1):
        if not line.strip():
            continue
        place = Place(content.source, "line", number)
        cells = [cell.strip() for cell in line.split("\t")]
        if len(cells) != len(names):
            found = f"{plural(len(cells), 'cell')}: {shown(line, 40)}"
            raise place.error(found, f"{len(names)} between tabs: {', '.join(names)}")
        yield place, *split_id(place, cells[0]), cells[1:]
