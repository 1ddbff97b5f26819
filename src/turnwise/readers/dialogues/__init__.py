"""Dialogues between customers and a helpdesk, with the nuggets and labels that annotators gave them.

`FORMATS` is the list, each self-describing. A file's format is found from its content, or named.
"""

from __future__ import annotations

import os

from turnwise.dialogues.rules import Broken
from turnwise.readers.content import content_of
from turnwise.readers.dialogues.chats import MESSAGES, SHAREGPT
from turnwise.readers.dialogues.labelstudio import LABELSTUDIO
from turnwise.readers.dialogues.posts import POSTS
from turnwise.readers.dialogues.stc3 import STC3
from turnwise.readers.dialogues.tables import CSV
from turnwise.readers.formats import chosen_format
from turnwise.readers.records import Record, keys_of
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
    if format is None and content.is_json and is_submission(first := content.records[0]):
        todo = "this looks like a submission, which `turnwise dialogues score-submission` reads"
        raise first.place.error(keys_of(first.fields), "dialogues", todo)
    return chosen_format(content, format, FORMATS, "dialogues").read(content, taken).table(taken, aside)


def is_submission(record: Record) -> bool:
    """Whether these are predictions about a dialogue, which is not there itself."""
    return bool({"quality", "nugget"} & set(record.fields)) and not {"turns", "posts"} & set(record.fields)
