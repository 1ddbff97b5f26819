"""Schemes of labels: the paper's, that of STC-3, and how answers are collapsed by them."""

from __future__ import annotations

import numpy as np
import pytest

from turnwise.errors import InputError, OptionError
from turnwise.tables.ratings import Ratings
from turnwise.tables.schemes import HELPDESK_SCHEME, SCHEMES, STC3_SCHEME


def ratings(question: str, values: list[float], words: tuple[str, ...] = ()) -> Ratings:
    rows = np.arange(len(values))
    zeros = np.zeros(len(values), dtype=np.int64)
    items = [f"d{row}" for row in rows]
    labels = {question: words} if words else {}
    return Ratings("given", items, ["ann"], [question], rows, zeros, zeros, np.array(values, dtype=float), labels)


def test_the_papers_questions_have_the_values_of_its_figure() -> None:
    assert [question.name for question in HELPDESK_SCHEME.questions] == ["Q1", "Q2", "Q3", "Q4", "Q5"]
    for name in ("Q1", "Q2", "Q4", "Q5"):
        assert list(HELPDESK_SCHEME[name].values) == [2, 1, 0]
    assert list(HELPDESK_SCHEME["Q3"].values) == [2, 1, 0, -1, -2]
    assert HELPDESK_SCHEME["Q1"].values[1] == "Partially"
    assert HELPDESK_SCHEME["Q4"].values[1] == "Maybe"
    assert HELPDESK_SCHEME["Q2"].only_if == ("Q1", 1)  # "if you chose 2 or 1 in Q1"


def test_the_third_question_is_collapsed_as_in_table_1() -> None:
    """ "2 and 1 were collapsed into 1, and -2 and -1 were collapsed into -1"."""
    collapsed = HELPDESK_SCHEME.collapsed(ratings("Q3", [2, 1, 0, -1, -2]))
    assert collapsed.value.tolist() == [1, 1, 0, -1, -1]
    assert HELPDESK_SCHEME.collapsed(ratings("Q4", [2, 1, 0])).value.tolist() == [2, 1, 0]


def test_words_become_their_values() -> None:
    given = ratings("Q3", [0, 1, 2], ("neutral", "Highly satisfied", "-2"))
    assert HELPDESK_SCHEME.numbers(given, "Q3").tolist() == [0, 2, -2]
    collapsed = HELPDESK_SCHEME.collapsed(given)
    assert collapsed.value.tolist() == [0, 1, -1]
    assert collapsed.labels == {}


def test_other_questions_stay_as_they_are() -> None:
    given = ratings("mood", [0, 1], ("good", "bad"))
    collapsed = STC3_SCHEME.collapsed(given)
    assert collapsed.value.tolist() == [0, 1]
    assert collapsed.labels == {"mood": ("good", "bad")}


@pytest.mark.parametrize(("values", "words"), [([2, 3], ()), ([0, 1], ("Yes", "Perhaps"))])
def test_an_answer_that_the_scheme_lacks_is_an_error(values: list[float], words: tuple[str, ...]) -> None:
    with pytest.raises(InputError, match=r"found the answer ('Perhaps'|3) to Q1, expected one of 2, 1, 0"):
        HELPDESK_SCHEME.collapsed(ratings("Q1", values, words))


def test_a_question_that_is_not_there() -> None:
    with pytest.raises(OptionError, match="the scheme stc3 has no question 'B'; it has A, S, E"):
        SCHEMES["stc3"]["B"]
    assert "A" in STC3_SCHEME
    assert "Q1" not in STC3_SCHEME
