"""Dialogues between customers and a helpdesk, with the nuggets and labels that annotators gave them.

`FORMATS` is the list, each self-describing. A file's format is found from its content, or named.
"""

from __future__ import annotations

import os

from turnwise.dialogues.rules import Broken
from turnwise.errors import FormatError, shown
from turnwise.readers.content import Content, content_of
from turnwise.readers.dialogues.chats import MESSAGES, SHAREGPT
from turnwise.readers.dialogues.form import DialogueFormat
from turnwise.readers.dialogues.labelstudio import LABELSTUDIO
from turnwise.readers.dialogues.posts import POSTS
from turnwise.readers.dialogues.stc3 import STC3
from turnwise.readers.dialogues.tables import CSV
from turnwise.readers.formats import format_named, format_of
from turnwise.readers.records import keys_of
from turnwise.tables.decisions import Decisions
from turnwise.tables.dialogues import Dialogues

#: In the order they are tried: a format comes before those whose shape its own includes.
FORMATS = (POSTS, STC3, MESSAGES, SHAREGPT, LABELSTUDIO, CSV)

Path = str | os.PathLike[str]


def read_dialogues(
    path: Path, decisions: Decisions | None = None, *, format: str | None = None, aside: list[Broken] | None = None
) -> Dialogues:
    """The dialogues in a file, with the nuggets and the labels that it has.

    A nugget of posts that are not there, or with a weight that is none, is an error, or put `aside` in a list.
    """
    taken = decisions or Decisions()
    content = content_of(path, "dialogues")
    return _format(content, format).read(content, taken).table(taken, aside)


def _format(content: Content, name: str | None) -> DialogueFormat:
    """The format of this name, or the one whose shape the content has."""
    if name is None:
        if found := format_of(content, FORMATS):
            return found
        names = ", ".join(known.name for known in FORMATS)
        raise _unlike(content, f"dialogues in one of the formats {names}", "`--from-format` names one")
    known = format_named(name, FORMATS, "format of dialogues")
    if not known.detect(content):
        raise _unlike(content, f"the format {known.name}: {known.looks_like}", "")
    return known


def _unlike(content: Content, expected: str, todo: str) -> FormatError:
    """The error for a file that does not look as expected."""
    if content.is_json:
        first = content.records[0]
        return first.place.error(keys_of(first.fields), expected, todo)
    before = content.text.lstrip("\r\n")
    line = content.text.count("\n", 0, len(content.text) - len(before)) + 1
    return FormatError(content.source, line, shown(before.split("\n", 1)[0].strip()), expected, todo)
