"""What visitors type is made safe, whatever it is."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnwise.errors import InputError
from turnwise.studio.said import MOST, cleaned, question_of

ANYTHING = st.text(st.characters(exclude_categories=[])) | st.text("\x1b[]0;9mHKa\x07\\\r\n\t \x9b\u202e", max_size=30)


@pytest.mark.parametrize(
    ("typed", "clean"),
    [
        ("  What is your name?\n", "What is your name?"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;a title\x07after", "after"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1b(Bplain\x1bc", "plain"),
        ("bell\x07, zero\x00, one\x9b2J", "bell, zero, one2J"),
        ("one\r\ntwo\x85three\u2028four", "one\ntwo\nthree\nfour"),
        ("a\tb", "a b"),
        ("half \ud83d of a pair", "half \N{REPLACEMENT CHARACTER} of a pair"),
        ("abc\u202edcba", "abcdcba"),
        ("<b>&amp;</b>", "<b>&amp;</b>"),  # escaped where it is shown, and kept as it was asked
        ("שלום 👩‍👩‍👧 naïve", "שלום 👩‍👩‍👧 naïve"),  # the joiners of an emoji are not taken for control
    ],
)
def test_cleaned(typed: str, clean: str) -> None:
    assert cleaned(typed) == clean


@given(ANYTHING)
def test_nothing_that_steers_a_terminal_is_left(typed: str) -> None:
    clean = cleaned(typed)
    kinds = {unicodedata.category(character) for character in clean.replace("\n", "")}
    assert not kinds & {"Cc", "Cs", "Zl", "Zp"}
    clean.encode("utf-8")
    assert len(clean.splitlines()) <= clean.count("\n") + 1  # no other end of a line
    assert cleaned(clean) == clean


@given(st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1))
def test_ordinary_text_stays(typed: str) -> None:
    assert cleaned(typed) == typed


@pytest.mark.parametrize("typed", ["", "  \n", "\x1b[2J", "\x00\x07"])
def test_nothing_is_no_question(typed: str) -> None:
    with pytest.raises(InputError, match=re.escape("Please type a question.")):
        question_of(typed)


def test_too_much_is_no_question() -> None:
    assert question_of("a" * MOST) == "a" * MOST
    with pytest.raises(InputError, match="102,400 characters; please ask in at most 2,000"):
        question_of("a" * 102_400)
