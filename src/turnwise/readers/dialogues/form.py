"""What a format of dialogues is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from turnwise.readers.content import Content
from turnwise.readers.dialogues.gathering import Gathered
from turnwise.tables.decisions import Decisions


@dataclass(frozen=True)
class DialogueFormat:
    """A format that describes itself."""

    name: str
    title: str
    looks_like: str
    detect: Callable[[Content], bool]
    read: Callable[[Content, Decisions], Gathered]
