"""How long texts are, in characters and words, and which of the two suits their language."""

from __future__ import annotations

import re
from collections.abc import Sequence

from turnwise.tables.dialogues import CHARACTERS, WORDS

#: The scripts that are written without blanks between words: Chinese and Japanese (with Yi), Thai and Lao, Tibetan,
#: Burmese, Khmer, Tai Le and its relatives. Korean is written with blanks.
_UNSPACED = (
    "\u0e00-\u0eff\u0f00-\u0fff\u1000-\u109f\u1780-\u17ff\u1950-\u19df\u1a20-\u1aaf"
    "\u3005-\u3007\u3021-\u3029\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uaa60-\uaa7f"
    "\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
#: A word: one character of such a script, or what stands between blanks and such characters.
_WORD = re.compile(rf"[{_UNSPACED}]|[^\s{_UNSPACED}]+")
_UNSPACED_CHARACTER = re.compile(f"[{_UNSPACED}]")
_LETTER = re.compile(r"[^\W\d_]")


def characters(text: str) -> int:
    """The number of Unicode code points."""
    return len(text)


def words(text: str) -> int:
    """The number of words. A script without blanks shows no words, so each of its characters counts as one."""
    return len(text.split()) if text.isascii() else len(_WORD.findall(text))


def unit_of(texts: Sequence[str]) -> str:
    """Characters where most letters are of a script without blanks between words, else words."""
    letters, unspaced = 0, 0
    for text in texts:
        letters += len(_LETTER.findall(text))
        unspaced += 0 if text.isascii() else len(_UNSPACED_CHARACTER.findall(text))
    return CHARACTERS if unspaced * 2 > letters else WORDS
