"""What lists are worth: the paper's Table 1 for prefixes, and the fallback as a list of one."""

from __future__ import annotations

import numpy as np
import pytest

from tests.policies.lists_of_options import asked, drawn_replies, replies_of
from turnwise.errors import MeasureError
from turnwise.measures import TURN_MEASURES, Lists, parse
from turnwise.measures.length_aware import OLAR
from turnwise.policies.worth import Worth, break_even, fitted
from turnwise.tables.decisions import Decisions

FOUR = {"a": 0.5, "b": 0.25, "c": 0.125, "d": 0.0625}


def test_prefixes_score_as_the_paper_says() -> None:
    """Table 1 of Atanasova et al. for lists up to 4 of a query whose second option is right: w, wc, wcw, wcww."""
    table = Worth(asked(replies_of((FOUR, "b"))), parse("OLAR")).table
    assert table.round(3).tolist() == [[0.488, 0.488, 0.744, 0.663, 0.622]]  # length 0 is the fallback, wrong here
    table = Worth(asked(replies_of((FOUR, "b"))), parse("LAR")).table
    assert table.round(2).tolist() == [[0.5, 0.5, 0.75, 0.67, 0.62]]


def test_out_of_scope_only_the_fallback_is_right() -> None:
    table = Worth(asked(replies_of((FOUR, None))), parse("LAR")).table
    # The fallback alone: recall 1, length 1. Lists of options: recall 0, so 1 ÷ (2 · length).
    assert table.tolist() == [[1.0, 1 / 2, 1 / 4, 1 / 6, 1 / 8]]


def test_a_list_ends_with_its_ranking() -> None:
    table = Worth(asked(replies_of(({"a": 1.0}, "a"), (FOUR, "a"))), parse("LAR")).table
    assert table[0].tolist() == [0.5, 1.0, 1.0, 1.0, 1.0]


def test_where_the_bot_falls_back_every_list_is_the_fallback() -> None:
    table = Worth(asked(replies_of(({"fallback": 0.9, "a": 0.1}, "a"), ({}, None), (FOUR, "a"))), parse("LAR")).table
    assert table[0].tolist() == [0.5] * 5
    assert table[1].tolist() == [1.0] * 5


def test_several_right_options_count() -> None:
    """K = 2, both ranked: LAR = (correct + max(correct, 1) ÷ length) ÷ 3 for c, cc, ccw."""
    table = Worth(asked(replies_of(({"a": 0.5, "b": 0.3, "c": 0.2}, ("a", "b")))), parse("LAR")).table
    assert table[0].tolist() == pytest.approx([1 / 3, 2 / 3, 1.0, (2 + 2 / 3) / 3])


@pytest.mark.parametrize("name", sorted(TURN_MEASURES))
def test_every_measure_is_the_one_of_the_catalogue(name: str) -> None:
    """Packed prefixes give what the measure gives for the same lists written out."""
    questions = asked(drawn_replies(40, seed=3), max_length=4)
    measure = TURN_MEASURES[name]()
    table = Worth(questions, measure).table
    for query in range(len(questions)):
        outside, size = bool(questions.out_of_scope[query]), int(min(questions.ranked[query], 4))
        marks = [float(mark) for mark in questions.right[query, :size]]
        missing = int(questions.n_right[query]) - int(sum(marks))
        judged = (*marks, *[1.0] * missing, *([] if outside else [0.0]))
        for length in range(5):
            shown = marks[:length] or [float(outside)]
            expected = measure(Lists.of([shown], [judged]))[0]
            assert table[query, length] == pytest.approx(expected), (query, length)


def test_one_ratio_over_all_queries_cannot_be_tuned_query_by_query() -> None:
    with pytest.raises(MeasureError, match="one ratio over all queries"):
        Worth(asked(replies_of((FOUR, "a"))), parse("R(pooled=true)"))


def test_a_list_that_the_measure_cannot_order_is_an_error() -> None:
    with pytest.raises(MeasureError, match="orders lists of up to 3"):
        _ = Worth(asked(replies_of((FOUR, "a"))), parse("OLAR(max_length=3)")).table


def test_plain_olar_grows_with_the_lists_and_says_so() -> None:
    decisions = Decisions()
    assert fitted(OLAR(), 7, decisions) == OLAR(max_length=7)
    assert [decision.kind for decision in decisions] == ["derived-olar"]
    assert fitted(OLAR(), 5, decisions) == OLAR()
    assert fitted(parse("OLAR(mu=0.01)"), 7, decisions) == parse("OLAR(mu=0.01)")
    assert len(decisions) == 1


@pytest.mark.parametrize(
    ("measure", "share"),
    [
        ("LAR", 0.5),  # c − cw = 1 − 0.75, wc − w = 0.75 − 0.5
        ("F1", 1 / 3),  # c − cw = 1 − 2/3, wc − w = 2/3 − 0
        # OLAR: (c − cw) · 2.049 = 1/2; (wc − w) · 2.049 = 1.5 + 0.0245 − 1; their sum is 1.0245
        ("OLAR", 0.5 / 1.0245),
        ("SR", None),  # a longer list never costs anything
        ("SR@1", None),
    ],
)
def test_when_a_second_option_pays(measure: str, share: float | None) -> None:
    assert break_even(parse(measure)) == (None if share is None else pytest.approx(share))


def test_break_even_is_what_the_table_says() -> None:
    """Of 1,000 toss-ups with the second right in 487 or 489, a list of two pays under OLAR only in the latter."""
    olar, judged = parse("OLAR"), [(1, 0)] * 2
    one, two = olar(Lists.of([(1,), (0,)], judged)), olar(Lists.of([(1, 0), (0, 1)], judged))
    for second, pays in ((0.487, False), (0.489, True)):
        weights = np.array([1 - second, second])
        assert (weights @ two > weights @ one) == pays


def test_a_measure_of_short_lists_says_at_once_how_long_they_may_be() -> None:
    replies = replies_of(*[({"a": 0.4, "b": 0.3, "c": 0.2, "d": 0.1}, "a")] * 3)
    with pytest.raises(MeasureError, match=r"one has 4; use OLAR\(max_length=4\)"):
        Worth(asked(replies), OLAR(max_length=2)).table  # noqa: B018 - worked out when asked for
