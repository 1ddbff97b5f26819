"""Lists of formats that describe themselves: one is chosen by its name, or by what a file holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from turnwise.errors import FormatError, OptionError, did_you_mean, shown
from turnwise.readers.content import Content
from turnwise.readers.records import keys_of

_LOOKED_AT = 20  # records by which a file is known; a wrong one further down is an error, and not another format


class Named(Protocol):
    """What can be chosen by its name."""

    @property
    def name(self) -> str: ...


class Format(Named, Protocol):
    """What every format of text says of itself here; what it reads is its own."""

    @property
    def looks_like(self) -> str: ...

    @property
    def detect(self) -> Callable[[Content], bool]: ...


AnyNamed = TypeVar("AnyNamed", bound=Named)
Known = TypeVar("Known", bound=Format)


def format_named(name: str, formats: Sequence[AnyNamed], kind: str) -> AnyNamed:
    """The format of this name; `kind` says what the formats are of, where there is none."""
    for known in formats:
        if known.name == name:
            return known
    names = [known.name for known in formats]
    hint = did_you_mean(name, names) or f"; the formats are {', '.join(names)}."
    raise OptionError(f"there is no {kind} {name!r}{hint}")


def format_of(content: Content, formats: Sequence[Known]) -> Known | None:
    """The first format whose shape the content has."""
    return next((known for known in formats if known.detect(content)), None)


def chosen_format(
    content: Content, name: str | None, formats: Sequence[Known], holds: str, can_be_named: bool = True
) -> Known:
    """The format of this name, or the one whose shape the content has; `holds` says what the formats are of.

    `can_be_named` says whether the command that reads has an option that names one.
    """
    if name is None:
        if found := format_of(content, formats):
            return found
        names = ", ".join(known.name for known in formats)
        todo = "`--from-format` names one" if can_be_named else ""
        raise _unlike(content, f"{holds} in one of the formats {names}", todo)
    known = format_named(name, formats, f"format of {holds}")
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


def in_records(fits: Callable[[dict[str, Any]], bool]) -> Callable[[Content], bool]:
    """What detects a format by the shape of its JSON objects."""
    return lambda content: any(fits(record.fields) for record in content.records[:_LOOKED_AT])


def check_records(content: Content, fits: Callable[[dict[str, Any]], bool], expected: str) -> None:
    """Every JSON object must have the shape."""
    for record in content.records:
        if not fits(record.fields):
            raise record.place.error(keys_of(record.fields), expected)
