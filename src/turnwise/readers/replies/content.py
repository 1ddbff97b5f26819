"""The text of one file, whole, and the JSON records in it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property

from turnwise.errors import FormatError, InputError, shown
from turnwise.readers.files import opened
from turnwise.readers.replies.records import Record, is_json, records


@dataclass(frozen=True)
class Content:
    """A file's text, parsed once however many formats look at it."""

    source: str
    text: str

    @property
    def is_json(self) -> bool:
        return is_json(self.text)

    @cached_property
    def records(self) -> list[Record]:
        """Its JSON objects; none where it is not JSON."""
        return records(self.source, self.text) if self.is_json else []


def content_of(path: str | os.PathLike[str], expected: str) -> Content:
    """The content of a text file that holds what is `expected`; an empty one is an error."""
    source = os.fspath(path)
    with opened(source) as stream:
        data = stream.read()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        found = f"the byte {data[error.start : error.start + 1].hex()}"
        raise FormatError(source, line, found, "UTF-8 text", "save the file as UTF-8") from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise FormatError(source, line, "a zero byte", "text", "check that it is the right file")
    if not text.strip():
        raise InputError(f"{source}: found an empty file, expected {expected}.")
    content = Content(source, text)
    if content.is_json and not content.records:
        raise InputError(f"{source}: found {shown(text.strip(), 30)}, expected {expected}.")
    return content
