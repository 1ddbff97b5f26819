"""Ratings: what people or models answered about items, in the formats that studies publish them in.

`FORMATS` is the list, each self-describing. A file's format is found from its content, or named.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from turnwise.errors import InputError, OptionError, shown
from turnwise.readers.dialogues import is_submission
from turnwise.readers.formats import format_named
from turnwise.readers.objects import is_frame, table_of_object
from turnwise.readers.ratings.breakdowns import BREAKDOWNS
from turnwise.readers.ratings.crowd import CROWD
from turnwise.readers.ratings.fed import FED
from turnwise.readers.ratings.files import rating_files, sources_in
from turnwise.readers.ratings.form import RatingsFormat, Source
from turnwise.readers.ratings.gathering import Gathered
from turnwise.readers.ratings.grade import GRADE
from turnwise.readers.ratings.ikat import IKAT_GPT4
from turnwise.readers.ratings.labelled_dialogues import LABELLED_DIALOGUES
from turnwise.readers.ratings.links import LINKED_TURNS
from turnwise.readers.ratings.long import LONG, read_long
from turnwise.readers.ratings.wide import WIDE
from turnwise.tables.decisions import Decisions
from turnwise.tables.ratings import Ratings

#: In the order they are tried: a format comes before those whose shape its own includes.
FORMATS = (
    FED,
    GRADE,
    BREAKDOWNS,
    CROWD,
    LABELLED_DIALOGUES,
    IKAT_GPT4,
    LONG,
    LINKED_TURNS,
    WIDE,
)


def read_ratings(
    sources: Any,
    decisions: Decisions | None = None,
    *,
    format: str | None = None,
    columns: Mapping[str, str] | None = None,
) -> Ratings:
    """The ratings in a file, a folder, a zip archive or a frame, or in several of them, put together by item.

    Items and raters of the same name are the same in all of them: the answers of a model may stand in a file of their
    own. `columns` names columns of a table with an answer a row that are not found by themselves, as in
    ``{"value": "stars"}``; such a table is then read as `long`.
    """
    taken = decisions or Decisions()
    gathered = Gathered()
    several = isinstance(sources, Iterable) and not (isinstance(sources, str | os.PathLike) or is_frame(sources))
    for one in list(sources) if several else [sources]:
        for source in _sources(one, taken):
            gathered.reading(source.archive or source.name)
            if columns:
                read_long(source, gathered, taken, columns)
            else:
                _format(source, format).read(source, gathered, taken)
    if not gathered.sources:
        raise OptionError("found no ratings, expected at least one file.")
    return gathered.table(taken)


def _sources(given: Any, decisions: Decisions) -> Iterable[Source]:
    if isinstance(given, str | os.PathLike):
        for path in rating_files(Path(given), decisions):
            for source in sources_in(path, decisions):
                if _is_prediction(source):
                    if not Path(given).is_dir():
                        raise InputError(
                            f"{source.name}: found predictions of labels, expected ratings; `turnwise dialogues "
                            "score-submission` scores them."
                        )
                    text = "predictions of labels, which nobody gave: passed over"
                    decisions.add(source.name, "other-files", 1, text)
                    continue
                yield source
        return
    yield Source("ratings", None, partial(table_of_object, "ratings", given, "value", decisions))


def _is_prediction(source: Source) -> bool:
    """Whether these are distributions that a system predicts; a plain table may well have a column `quality`."""
    if source.content is None or not source.content.is_json:
        return False
    first = source.content.records[0]
    parts = [first.fields[key] for key in ("quality", "nugget") if key in first.fields]
    return is_submission(first) and all(isinstance(part, dict | list) for part in parts)


def _format(source: Source, name: str | None) -> RatingsFormat:
    """The format of this name, or the one whose shape the source has."""
    if name is not None:
        known = format_named(name, FORMATS, "format of ratings")
        if known in (LONG, WIDE) or known.detect(source):  # these two say themselves which column they lack
            return known
        raise InputError(f"{source.name}: found another form, expected the format {known.name}: {known.looks_like}.")
    found = next((known for known in FORMATS if known.detect(source)), None)
    if found is not None:
        return found
    columns = ", ".join(shown(column, 30) for column in source.columns[:8])
    names = ", ".join(known.name for known in FORMATS)
    raise InputError(
        f"{source.name}: found the columns {columns}, expected ratings in one of the formats {names}; "
        "`--from-format` names one, and `turnwise agree --help` shows what a plain table has."
    )
