"""JSON text → its records, each knowing where it stands: one object, an array, JSON Lines, or a wrapped array."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from turnwise.errors import FormatError, shown

#: Under these keys the tools that collect replies wrap them: `{"results": [...]}`.
WRAPPERS = ("results", "replies", "responses", "logs")


class Place(NamedTuple):
    """Where something stands: `replies.json`, record 3."""

    source: str
    kind: str
    number: int

    def error(self, found: str, expected: str, todo: str = "") -> FormatError:
        return FormatError(self.source, self.number, found, expected, todo, place=self.kind)


class Record(NamedTuple):
    """One JSON object and its place."""

    place: Place
    fields: dict[str, Any]

    def part(self, *path: str) -> dict[str, Any]:
        """The object at this path, empty where it is absent or null."""
        value: Any = self.fields
        for depth, key in enumerate(path, 1):
            value = value.get(key)
            if value is None:
                return {}
            if not isinstance(value, dict):
                raise self.place.error(f"{kind_of(value)} in '{'.'.join(path[:depth])}'", "an object")
        return dict(value)

    def text(self, value: Any, name: str) -> str:
        """A text that may be absent (then empty)."""
        if value is None:
            return ""
        if not isinstance(value, str):
            raise self.place.error(f"{kind_of(value)} in '{name}'", "a text")
        return value


def is_json(text: str) -> bool:
    """Whether the text sets out to be JSON."""
    return text.lstrip()[:1] in ("{", "[")


def records(source: str, text: str) -> list[Record]:
    """Every object of a JSON text. Wrong JSON is an error that names line and column."""
    try:
        value = loaded(source, None, text)
    except json.JSONDecodeError as error:
        if error.msg == "Extra data" and is_one_line(text[: error.pos]):
            return list(_lines(source, text))
        raise broken_json(source, error, error.lineno) from None
    if isinstance(value, dict):
        wrapped = next((value[key] for key in WRAPPERS if isinstance(value.get(key), list)), None)
        value = [value] if wrapped is None else wrapped
    return [_record(Place(source, "record", number), item) for number, item in enumerate(value, 1)]


def _lines(source: str, text: str) -> Iterator[Record]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                value = loaded(source, number, line)
            except json.JSONDecodeError as error:
                raise broken_json(source, error, number) from None
            yield _record(Place(source, "line", number), value)


def loaded(source: str, line: int | None, text: str) -> Any:
    """A JSON value. A key twice in an object, and what is whole but more than Python takes, are errors too."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(pairs)
        if len(value) < len(pairs):
            keys = [key for key, _ in pairs]
            twice = next(key for at, key in enumerate(keys) if key in keys[:at])
            found = f"the key {shown(twice)} twice in one object"
            raise FormatError(source, line, found, "each key once", "keep one of the two")
        return value

    try:
        return json.loads(text, object_pairs_hook=unique)
    except json.JSONDecodeError:
        raise
    except RecursionError:
        raise FormatError(source, line, "JSON nested too deeply", "objects and lists some levels deep") from None
    except ValueError:
        raise FormatError(source, line, "a number of thousands of digits", "numbers of everyday size") from None


def _record(place: Place, value: Any) -> Record:
    if not isinstance(value, dict):
        raise place.error(f"{kind_of(value)} {shown(value, 40)}", "an object")
    return Record(place, value)


def is_one_line(document: str) -> bool:
    """Whether a first document, up to where the next one starts, stands on a line of its own: JSON Lines."""
    return document.endswith("\n") and "\n" not in document.strip()


def broken_json(source: str, error: json.JSONDecodeError, line: int) -> FormatError:
    """The error for broken JSON at a line of a source."""
    around = error.doc[error.pos : error.pos + 20]
    expected = error.msg.removeprefix("Expecting ")
    if error.msg == "Extra data":
        expected = "the end of the file, or one object on each line"
    elif expected == error.msg:
        expected = f"valid JSON ({error.msg})"
    found = f"{shown(around, 30)} at column {error.colno}" if around else f"the end of the text at column {error.colno}"
    return FormatError(source, line, f"broken JSON: {found}", expected)


def kind_of(value: Any) -> str:
    """A JSON value's kind as a sentence names it."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "a text"
    return "a list" if isinstance(value, list) else "an object"


def keys_of(fields: dict[str, Any]) -> str:
    """The keys of an object, as a sentence names them; an empty list is often what is wrong."""
    named = ", ".join(f"{key!r}{' (an empty list)' * (fields[key] == [])}" for key in list(fields)[:8])
    return f"an object with {named}{', …' if len(fields) > 8 else ''}" if fields else "an object without keys"
