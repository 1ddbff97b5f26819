"""A turn that an avatar is asked, as a file has it, before its right answers are looked up in a knowledge base."""

from __future__ import annotations

from typing import NamedTuple

from turnwise.readers.records import Place

#: The right answers as a file names them, by text or by id; none where no answer is right.
Gold = tuple[str, ...]


class Asked(NamedTuple):
    """One turn. `right` is None where the file does not say what is right."""

    turn: str
    text: str
    split: str
    reply: str
    right: Gold | None
    place: Place
