"""Python objects → replies and gold: frames, dicts and lists of records, read as the JSON that says the same."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from typing import Any

from turnwise.errors import InputError, OptionError, shown
from turnwise.readers.content import Content, content_of
from turnwise.readers.objects import is_frame, table_of_object
from turnwise.tables.decisions import Decisions


def is_path(source: Any) -> bool:
    return isinstance(source, str | os.PathLike)


def replies_content(source: Any, decisions: Decisions) -> Content:
    """The content of a file, a frame, ``{query: {option: score}}``, or replies as a toolkit's JSON has them."""
    if is_path(source):
        return content_of(source, "a bot's replies")
    if isinstance(source, Mapping) and source and all(isinstance(inner, Mapping) for inner in source.values()):
        return _as_json("replies", _rows_of_scores(source))
    if isinstance(source, Mapping) or is_records(source):
        return _as_json("replies", source)
    if is_frame(source):
        return _as_json("replies", _rows_of_frame("replies", source, decisions))
    raise _of_another_kind("replies", source, "a dict {query: {option: score}}")


def gold_content(source: Any, decisions: Decisions) -> Content:
    """The content of a file of gold, a frame, ``{query: gold}``, or ``{query: {option: grade}}``."""
    if is_path(source):
        return content_of(source, "a gold option for each query")
    if isinstance(source, Mapping):
        return _as_json("gold", [{"query": query, "gold": _right(gold)} for query, gold in source.items()])
    if is_records(source):
        return _as_json("gold", source)
    if is_frame(source):
        return _as_json("gold", _rows_of_frame("gold", source, decisions))
    raise _of_another_kind("gold", source, "a dict {query: gold}")


def is_records(source: Any) -> bool:
    """Whether this is a list of JSON objects, rather than of files."""
    return isinstance(source, list | tuple) and bool(source) and all(isinstance(one, Mapping) for one in source)


def _rows_of_scores(source: Mapping[Any, Mapping[Any, Any]]) -> list[dict[str, Any]]:
    """One row an option; a query without any has a row of its own."""
    return [
        {"query": query, "option": option, "score": score}
        for query, scores in source.items()
        for option, score in (scores or {None: None}).items()
    ]


def _rows_of_frame(name: str, frame: Any, decisions: Decisions) -> list[dict[str, Any]]:
    table = table_of_object(name, frame, "score", decisions)
    return table.whole(list(table.names)).to_dicts()


def _right(gold: Any) -> Any:
    """The right options of a query: those of a grade above 0, where there are grades."""
    if isinstance(gold, Mapping):
        return [option for option, grade in gold.items() if grade > 0]
    return list(gold) if isinstance(gold, tuple | set | frozenset) else gold


def _as_json(name: str, value: Any) -> Content:
    if not value:
        raise InputError(f"{name}: found no rows, expected at least one.")
    try:
        return Content(name, json.dumps(_plain(value), ensure_ascii=False))
    except (TypeError, ValueError) as error:
        raise OptionError(f"{name}: found a value that is no text, number or list of them ({error}).") from None


def _plain(value: Any) -> Any:
    """A value as JSON has it: no number (NaN) is null, and numbers of numpy are Python's."""
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    if hasattr(value, "tolist"):
        return _plain(value.tolist())
    return None if isinstance(value, float) and math.isnan(value) else value


def _of_another_kind(name: str, value: Any, example: str) -> OptionError:
    return OptionError(
        f"{name}: found {type(value).__name__} {shown(value, 40)}, expected a file's path, a frame (polars, pandas, "
        f"Arrow) or {example}."
    )
