"""Which unit suits a language, and how long its texts are in characters and words."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from turnwise.readers.dialogues.measuring import characters, unit_of, words
from turnwise.tables.decisions import Decisions
from turnwise.tables.dialogues import Dialogues


@pytest.mark.parametrize(
    ("text", "unit", "n_characters", "n_words"),
    [
        ("The lamp blinks.", "words", 16, 3),
        ("灯一直在闪，怎么办？", "characters", 10, 10),  # a comma between two letters is a word, too
        ("ランプが点滅します", "characters", 9, 9),
        ("ไฟกะพริบ", "characters", 8, 8),
        ("램프가 깜박여요", "words", 8, 2),  # Korean has blanks between words
        ("Лампа мигает", "words", 12, 2),
        ("المصباح يومض", "words", 12, 2),
        ("手机 iPhone 15 Pro Max 坏了", "words", 23, 8),  # four Chinese letters of sixteen
        ("", "words", 0, 0),
    ],
)
def test_languages(text: str, unit: str, n_characters: int, n_words: int) -> None:
    assert unit_of([text]) == unit
    assert (characters(text), words(text)) == (n_characters, n_words)


def test_the_unit_is_that_of_most_letters(read: Callable[..., tuple[Dialogues, Decisions]]) -> None:
    """Eight Chinese letters and two Latin ones; a chat is measured by the same rule as any other form."""
    chat = {
        "id": "d",
        "messages": [{"role": "user", "content": "灯在闪 OK"}, {"role": "assistant", "content": "请重启它吧"}],
    }
    found, _ = read([chat])
    assert found.unit == "characters"
    assert found.starts("characters").tolist() == [0, 6]
    assert found.starts("words").tolist() == [0, 4]
    assert found.totals("characters").tolist() == [11]
