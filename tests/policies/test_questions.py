"""Scope, fallback and gold: what counts as right, and what is counted and told."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.policies.lists_of_options import replies_of
from turnwise.errors import InputError
from turnwise.policies.questions import questions_of
from turnwise.tables.decisions import Decisions

NONE = -np.inf


def kinds(decisions: Decisions) -> dict[str, int]:
    return {decision.kind: decision.count for decision in decisions}


def test_rankings_become_matrices() -> None:
    replies = replies_of(
        ({"a": 0.5, "b": 0.25, "c": 0.125}, "b"),
        ({"a": 0.75}, ("a", "c")),
        ({"a": 0.5, "b": 0.375}, "elsewhere"),
    )
    asked = questions_of(replies, decisions := Decisions(), max_length=2)
    assert asked.scores.tolist() == [[0.5, 0.25], [0.75, NONE], [0.5, 0.375]]
    assert asked.right.tolist() == [[False, True], [True, False], [False, False]]
    assert asked.n_right.tolist() == [1, 2, 1]  # a right option that no reply ranks is still one to find
    assert asked.ranked.tolist() == [3, 1, 2]
    assert not asked.out_of_scope.any()
    assert kinds(decisions) == {"gold-never-ranked": 1}
    assert "first: 'elsewhere'" in str(next(iter(decisions)))


def test_no_gold_and_known_names_mean_out_of_scope() -> None:
    replies = replies_of(({"a": 0.5}, None), ({"a": 0.5}, "OOS"), ({"a": 0.5}, "a"))
    asked = questions_of(replies, decisions := Decisions())
    assert asked.out_of_scope.tolist() == [True, True, False]
    assert asked.n_right.tolist() == [1, 1, 1]  # out of scope, the fallback is the right one
    assert kinds(decisions) == {"no-gold": 1, "out-of-scope-names": 1}


def test_a_query_is_out_of_scope_or_has_a_right_option() -> None:
    replies = replies_of(({"a": 0.5}, ("none", "a")))
    with pytest.raises(InputError, match=r"found the gold 'a' and 'none' for query 'q1', .* not both; --out-of-scope"):
        questions_of(replies, Decisions())
    assert questions_of(replies, Decisions(), out_of_scope=["oos"]).n_right.tolist() == [2]


def test_gold_in_other_names_than_the_replies_have_is_an_error() -> None:
    """Every right option would count as missed, and the advice would be about nothing."""
    replies = replies_of(({"pay": 0.5}, "PAY"), ({"card": 0.5}, "lost"))
    with pytest.raises(
        InputError, match=r"found no reply that ranks .* 'PAY', .*; write 'PAY' as 'pay', as the replies"
    ):
        questions_of(replies, Decisions())
    some = replies_of(({"pay": 0.5}, "PAY"), ({"card": 0.5}, "card"))
    questions_of(some, decisions := Decisions())
    assert "write 'PAY' as 'pay'" in str(next(iter(decisions)))


@pytest.mark.parametrize("name", ["N/A", "nan", "null"])
def test_no_answer_is_no_name_unless_it_is_ranked_or_said_so(name: str) -> None:
    replies = replies_of(({"a": 0.5}, name), ({"a": 0.5}, "a"))
    with pytest.raises(InputError, match=r"expected an option's name; leave it empty where no option is right, or say"):
        questions_of(replies, Decisions())
    assert questions_of(replies, Decisions(), out_of_scope=[name]).out_of_scope.tolist() == [True, False]
    questions_of(replies_of(({name: 0.5}, name)), Decisions())


def test_a_fallback_that_nobody_ranks_is_told() -> None:
    replies = replies_of(({"a": 0.5}, "a"))
    questions_of(replies, decisions := Decisions(), fallback=["nope"])
    assert kinds(decisions) == {"unknown-fallback": 1}
    assert "no reply ranks 'nope'" in str(next(iter(decisions)))


def test_given_names_take_the_place_of_the_known_ones() -> None:
    replies = replies_of(({"oops": 0.5}, "oops"), ({"a": 0.5}, "oos"), ({"a": 0.5}, "chitchat"))
    asked = questions_of(replies, decisions := Decisions(), out_of_scope=["chitchat"])
    assert asked.out_of_scope.tolist() == [False, False, True]
    assert kinds(decisions) == {"gold-never-ranked": 1}  # "oos" is an option like any other now


def test_the_fallback_never_stands_in_a_list() -> None:
    replies = replies_of(
        ({"nlu_fallback": 0.75, "a": 0.25}, "a"),  # ranked first: the bot falls back
        ({"a": 0.5, "nlu_fallback": 0.375, "b": 0.125}, "b"),  # ranked lower: the list closes up
        ({}, "a"),  # nothing ranked: the bot falls back
    )
    asked = questions_of(replies, decisions := Decisions())
    assert asked.falls_back.tolist() == [True, False, True]
    assert asked.scores[1].tolist() == [0.5, 0.125]
    assert asked.right[1].tolist() == [False, True]
    assert kinds(decisions) == {"no-options": 1, "fallback-first": 1, "fallback-lower": 1}


def test_a_named_fallback_is_what_was_asked_for_and_no_decision() -> None:
    replies = replies_of(({"handover": 0.75, "none": 0.25}, "none"))
    asked = questions_of(replies, decisions := Decisions(strict=True), out_of_scope=["x"], fallback=["handover"])
    assert asked.falls_back.tolist() == [True]
    assert asked.out_of_scope.tolist() == [False]
    assert len(decisions) == 0


def test_replies_without_gold_say_how_to_give_it() -> None:
    replies = replace(replies_of(({"a": 1.0}, "a")), gold=None)
    with pytest.raises(InputError, match=r"found no gold, expected .*--gold FILE.*--gold-is NAME"):
        questions_of(replies, Decisions())
