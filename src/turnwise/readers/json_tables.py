"""JSON and JSON Lines → tables; what the fast reader of JSON Lines refuses, a plain one reads or explains."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from turnwise.errors import InputError, shown
from turnwise.readers.columns import holds_number
from turnwise.readers.files import opened, text_of
from turnwise.readers.mappings import is_ikat, table_of_ikat, table_of_mapping, table_of_records
from turnwise.readers.records import broken_json, is_one_line, loaded
from turnwise.readers.table import Table, table_of_frame
from turnwise.tables.decisions import Decisions

_HALF_CHARACTER = re.compile(rb"\\u[dD][89a-fA-F]")  # or one of two halves that make a whole
_INFERRED = 1000  # lines from which the kinds of the columns are inferred; a later line of another kind is refused
if TYPE_CHECKING:
    import polars as pl

_START = 1 << 16  # bytes in which the first object is sought
_EXPECTED = "JSON, such as {turn: {item: score}} or a list of objects"


def table_of_json(path: str | os.PathLike[str], holds: str, decisions: Decisions) -> Table:
    """The table in a JSON file: ``{turn: {item: number}}``, a TREC iKAT run, or a list of objects."""
    source = os.fspath(path)
    text = text_of(source, _EXPECTED)
    try:
        value = loaded(source, None, text)
    except json.JSONDecodeError as error:
        if error.msg == "Extra data" and is_one_line(text[: error.pos]):
            return table_of_json_lines(source)
        raise broken_json(source, error, error.lineno) from None
    if isinstance(value, list) and value:
        return table_of_records(source, value)
    if not isinstance(value, dict):
        raise InputError(f"{source}: found {shown(value)}, expected {_EXPECTED}.")
    return table_of_ikat(source, value) if is_ikat(value) else table_of_mapping(source, value, holds, decisions)


def table_of_json_lines(path: str | os.PathLike[str]) -> Table:
    """The table in a file with a JSON object on each line, whose keys are the columns."""
    import polars as pl

    source = os.fspath(path)
    with opened(source) as stream:
        data = stream.read()
    try:
        start = data[:_START].decode("utf-8", "replace")
        numbers = {name: pl.Float64 for name in first_keys(start) if holds_number(name)}
        frame = pl.read_ndjson(data, infer_schema_length=_INFERRED, schema_overrides=numbers)
    except pl.exceptions.PolarsError:
        frame = None
    if frame is None or not _is_clean(data, frame):
        lines = list(_objects(source))
        return table_of_records(source, [value for _, value in lines], lambda row: f"line {lines[row][0]}")
    return table_of_frame(source, frame, lambda row: f"line {_line_of(source, row)}")


def _is_clean(data: bytes, frame: pl.DataFrame) -> bool:
    """Whether nothing is in the text of which the fast reader takes some in silence: one of a key that stands twice in
    an object (and so more often than there are rows), and zero for half of a character."""
    twice = any(data.count(json.dumps(name).encode()) > frame.height for name in frame.columns)
    return not twice and _HALF_CHARACTER.search(data) is None


def first_keys(text: str) -> list[str]:
    """The keys of the object that a text, or a list in it, starts with; none where it does not hold it whole."""
    try:
        value, _ = json.JSONDecoder().raw_decode(text.lstrip("[ \r\n"))
    except (ValueError, RecursionError):
        return []
    return list(value) if isinstance(value, dict) else []


def _line_of(source: str, row: int) -> int:
    return next(number for at, (number, _) in enumerate(_objects(source)) if at == row)


def _objects(source: str) -> Iterator[tuple[int, Any]]:
    """Each line's value with the line's number."""
    for number, line in enumerate(text_of(source, _EXPECTED).split("\n"), 1):
        if line.strip():
            try:
                yield number, loaded(source, number, line)
            except json.JSONDecodeError as error:
                raise broken_json(source, error, number) from None
