"""The text of one file, whole, and the JSON records in it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property

from turnwise.errors import InputError, shown
from turnwise.readers.files import text_of
from turnwise.readers.records import Record, is_json, records


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
    source, text = os.fspath(path), text_of(path, expected)
    content = Content(source, text)
    if content.is_json and not content.records:
        raise InputError(f"{source}: found {shown(text.strip(), 30)}, expected {expected}.")
    return content
