"""Thesauruses: words of one meaning in a line, such as `big, large, huge`."""

from __future__ import annotations

import os

from turnwise.errors import FormatError, InputError
from turnwise.readers.content import content_of


def read_thesaurus(path: str | os.PathLike[str]) -> dict[str, list[str]]:
    """Each word, in lower case, → the other words of its lines. Empty lines, and those that start with #, hold none."""
    content = content_of(path, "a thesaurus")
    if content.is_json:
        raise InputError(f"{content.source}: found JSON, expected words of one meaning in a line, such as big, large.")
    found: dict[str, list[str]] = {}
    for number, line in enumerate(content.text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        words = list(dict.fromkeys(word.strip().lower() for word in line.split(",") if word.strip()))
        if len(words) < 2:
            raise FormatError(content.source, number, f"{line.strip()[:40]!r}", "two or more words between commas")
        for word in words:
            known = found.setdefault(word, [])
            known += [other for other in words if other != word and other not in known]
    if not found:
        raise InputError(
            f"{content.source}: found no words, expected some of one meaning in a line, such as big, large."
        )
    return found
