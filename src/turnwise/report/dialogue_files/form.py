"""What a form is that dialogues are written in, and what it can hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from turnwise.report.dialogue_files.said import Said
from turnwise.tables.dialogues import CHARACTERS, WORDS, Dialogues

#: Parts of a form's files: what stands between a file's name and its ending → the text. Most have one, named "".
Parts = Mapping[str, str]

#: Units that are measured anew where a text is read.
MEASURED = (CHARACTERS, WORDS)


@dataclass(frozen=True)
class DialogueForm:
    """A form that dialogues are written in."""

    name: str
    write: Callable[[Dialogues, list[dict[str, Said]]], Parts]
    #: nuggets are marked on blocks there
    on_blocks: bool = False
    #: without texts it can hold nothing
    needs_texts: bool = False
    lengths: bool = True
    times: bool = True
    nuggets: bool = True
    weights: bool = True
    answers: bool = True
    #: whether it tells who looked for nuggets and found none from who did not look
    readings: bool = True
    #: parts that are written only where there is something to write in them
    parts: tuple[str, ...] = ()


def other_units(found: Dialogues) -> list[str]:
    """The units whose lengths must be written, as they do not follow from the texts."""
    return [unit for unit in found.lengths if found.texts is None or unit not in MEASURED]
