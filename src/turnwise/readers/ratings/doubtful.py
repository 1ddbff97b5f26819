"""Answers and raters that may not be what they seem: they are read as they stand, and told."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from turnwise.errors import shown
from turnwise.readers.spellings import spelled_alike
from turnwise.tables.decisions import Decisions, plural

#: What people also write where they have no answer; it may be an answer, too.
_PERHAPS_NONE = {"-", "--", "–", "—", ".", "?", "??", "skip", "skipped", "missing", "#value!", "#ref!"}
#: A number that is read as a word: with a decimal comma or %, or with its meaning behind it, as in ``5 - very good``.
_NEARLY_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)*\s*(%|$|[-–:=.)(/]|(?<=\s)\S)")
#: What to do about that.
NUMBERS_ALONE = "write numbers alone, with a point and without %"


def is_nearly_number(answer: object) -> bool:
    """Whether an answer starts with a number, and is none to a program."""
    return isinstance(answer, str) and _NEARLY_NUMBER.match(answer) is not None


def tell_words(source: str, question: str, words: Sequence[str], decisions: Decisions) -> None:
    """Say of answers read as words that they may be numbers, no answers, or the same."""
    if all(map(is_nearly_number, words)):
        text = (
            f"the answers to {question!r} start with numbers, such as {shown(words[0], 30)}, and are read as words, "
            f"without an order; {NUMBERS_ALONE}"
        )
        decisions.add(source, "numbers-as-words", len(words), text)
    none = [word for word in words if word.lower() in _PERHAPS_NONE]
    text = (
        f"{', '.join(map(repr, none))} counted as answers to {question!r}; leave the cell empty, or write N/A, where "
        "there is no answer"
    )
    decisions.add(source, "perhaps-no-answers", len(none), text)
    same = spelled_alike(words)
    text = f"{plural(len(same), 'answer')} to {question!r} in several spellings, counted as different: {_first(same)}"
    decisions.add(source, "answers-alike", len(same), text)


def tell_raters(source: str, raters: Iterable[str], decisions: Decisions) -> None:
    """Say which raters may be one person."""
    same = spelled_alike(raters)
    text = f"{plural(len(same), 'rater')} in several spellings, counted as different: {_first(same)}"
    decisions.add(source, "raters-alike", len(same), text)


def _first(same: list[list[str]]) -> str:
    return ", ".join(map(repr, same[0])) if same else ""
