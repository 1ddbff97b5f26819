"""What a visitor typed, made safe to show, to search for and to write down."""

from __future__ import annotations

import re
import unicodedata

from turnwise.errors import InputError

#: Characters of a question; what is longer is no question, and slows every retriever.
MOST = 2000
#: Sequences that steer a terminal: `ESC [ … m` and its like, and titles and links up to their end.
_STEERING = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~])")
#: Characters that reverse all text after them; honest right-to-left text does without.
_REVERSING = "\u202d\u202e"
#: What Unicode, but not JSON, takes for the end of a line.
_LINE_ENDS = re.compile(r"\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]")


def cleaned(text: str) -> str:
    """The text without what steers a terminal, control characters, and halves of characters."""
    text = _LINE_ENDS.sub("\n", _STEERING.sub("", text)).replace("\t", " ")
    kept = (_harmless(character) for character in text)
    return "".join(kept).strip()


def _harmless(character: str) -> str:
    if character == "\n" or " " <= character <= "~":
        return character
    kind = unicodedata.category(character)
    if kind == "Cs":
        return "\N{REPLACEMENT CHARACTER}"
    return "" if kind == "Cc" or character in _REVERSING else character


def question_of(typed: str) -> str:
    """The question that was typed; a sentence for the visitor where there is none, or too much of one."""
    if len(typed) > MOST:
        raise InputError(f"That has {len(typed):,} characters; please ask in at most {MOST:,}.")
    question = cleaned(typed)
    if not question:
        raise InputError("Please type a question.")
    return question
