"""Ratings: what people or models answered about items, in the formats that studies publish them in.

`FORMATS` is the list, each self-describing. A file's format is found from its content, or named.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from turnwise.errors import FormatError, InputError, OptionError, shown
from turnwise.readers.conversations import FORMATS as CONVERSATIONS
from turnwise.readers.conversations.exchanges import EXCHANGES
from turnwise.readers.dialogues import is_submission
from turnwise.readers.formats import format_named, format_of
from turnwise.readers.objects import is_frame, table_of_object
from turnwise.readers.ratings.booleans import booleans_as_text
from turnwise.readers.ratings.breakdowns import BREAKDOWNS
from turnwise.readers.ratings.columns import COLUMNS, columns_in, lacking
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
from turnwise.readers.ratings.wide import WIDE, read_wide
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
    own. `columns` names columns of a table that are not found by themselves, as in ``{"value": "stars"}``; a table is
    then read as `long`, unless `format` says `wide`.
    """
    if columns and format not in (None, LONG.name, WIDE.name):
        raise OptionError(f"columns: found them with the format {format!r}, expected {LONG.name} or {WIDE.name}.")
    taken = decisions or Decisions()
    gathered = Gathered()
    several = isinstance(sources, Iterable) and not (
        isinstance(sources, str | os.PathLike | Mapping | bytes) or is_frame(sources)
    )
    for one in list(sources) if several else [sources]:
        for source in _sources(one, taken):
            gathered.reading(source.archive or source.name)
            if columns:
                (read_wide if format == WIDE.name else read_long)(source, gathered, taken, columns)
            else:
                _format(source, format).read(source, gathered, taken)
    if not gathered.sources:
        raise OptionError("found no ratings, expected at least one file.")
    return gathered.table(taken)


def _sources(given: Any, decisions: Decisions) -> Iterable[Source]:
    if isinstance(given, str | os.PathLike):
        for path in rating_files(Path(given), decisions):
            for source in sources_in(path, decisions):
                other = _other(source)
                if other is None:
                    yield source
                    continue
                what, todo = other
                if not Path(given).is_dir():
                    raise InputError(f"{source.name}: found {what}, expected ratings; {todo}.")
                decisions.add(source.name, "other-files", 1, f"{what}, not ratings: passed over")
        return
    if not is_frame(given):
        expected = "a file's path, a folder, a frame (polars, pandas, Arrow), or several of them"
        raise OptionError(f"ratings: found {type(given).__name__} {shown(given, 40)}, expected {expected}.")
    yield Source("ratings", None, partial(table_of_object, "ratings", booleans_as_text(given), "value", decisions))


def _other(source: Source) -> tuple[str, str] | None:
    """What a source holds that is nobody's ratings and may lie beside them, and what to do with it."""
    if _is_prediction(source):
        return "predictions of labels", "`turnwise dialogues score-submission` scores them"
    content = source.content
    if content is None or not content.is_json or LONG.detect(source):
        return None
    if format_of(content, CONVERSATIONS) is EXCHANGES:
        return "what an avatar was asked", "the ratings.csv beside it has the ratings"
    return None


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
    if missing := _missing(source):
        raise missing
    columns = ", ".join(shown(column, 30) for column in source.columns[:8])
    names = ", ".join(known.name for known in FORMATS)
    raise InputError(
        f"{source.name}: found the columns {columns}, expected ratings in one of the formats {names}, such as a table "
        f"with an item ({_some('item')}), an annotator ({_some('annotator')}) and a value ({_some('value')}) a row; "
        "`--column value=NAME` names one, and `--from-format` a format."
    )


def _missing(source: Source) -> FormatError | None:
    """What a table with an answer a row lacks, where it has the rest of one."""
    found = columns_in(source.name, source.columns, {})
    lacks = [holds for holds in ("item", "value", "annotator") if holds not in found]
    if len(lacks) != 1:
        return None
    also = f"; without one, `--from-format {LONG.name}` reads answers of nobody known" if lacks == ["annotator"] else ""
    return lacking(source.name, source.columns, lacks[0], also)


def _some(holds: str) -> str:
    return ", ".join(COLUMNS[holds][:4])
