"""The sweep of all settings at once equals trying them one by one."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.policies.lists_of_options import asked, drawn_replies, replies_of
from turnwise.measures import parse
from turnwise.policies.outcome import final_lengths, hits_table, shown_of
from turnwise.policies.policy import POLICIES, Policy, TopK
from turnwise.policies.sweep import grid_of, swept
from turnwise.policies.worth import Worth


@pytest.mark.parametrize("name", sorted(POLICIES))
@pytest.mark.parametrize("floors", [False, True])
def test_running_sums_equal_settings_tried_one_by_one(name: str, floors: bool) -> None:
    questions = asked(drawn_replies(60, seed=1), max_length=4)
    table, fold = Worth(questions, parse("OLAR")).table, np.arange(60) % 3
    grid = grid_of(POLICIES[name], questions, 4, floors=floors)
    sums = swept(grid, questions, table, fold, 3)
    assert len(sums) == np.prod(grid.shape)
    assert len({str(grid.setting(at)) for at in range(len(sums))}) == len(sums)
    for at in range(0, len(sums), 7):
        lengths = final_lengths(questions, grid.setting(at).lengths(questions.scores))
        worth = table[np.arange(60), lengths]
        assert sums[at] == pytest.approx([worth[fold == k].sum() for k in range(3)]), grid.setting(at)


@pytest.mark.parametrize("name", ["threshold", "margin", "mass"])
def test_no_other_parameter_gives_lists_that_the_grid_lacks(name: str) -> None:
    """On few queries every set of lists that any value of the parameter can make is among those tried."""
    questions = asked(drawn_replies(6, seed=5, options=4), max_length=3)
    grid = grid_of(POLICIES[name], questions, 3, floors=False)

    def shown(policy: Policy) -> tuple[int, ...]:
        return tuple(final_lengths(questions, policy.lengths(questions.scores)).tolist())

    tried = {shown(grid.setting(at)) for at in range(math.prod(grid.shape))}
    fixed = {shown(TopK(k)) for k in (1, 2, 3)} | {(0,) * 6}  # what policy top-k tries, and never an answer
    for value in np.linspace(0.001, 1.0, 400):
        for longest in (1, 2, 3):
            assert shown(POLICIES[name].of(float(value), longest, None)) in tried | fixed


def test_values_go_from_short_lists_to_long_ones() -> None:
    questions = asked(drawn_replies(50, seed=2), max_length=3)
    for policy in POLICIES.values():
        values = grid_of(policy, questions, 3, floors=False).values
        means = [policy.of(float(v), 3, None).lengths(questions.scores).mean() for v in values]
        assert means == sorted(means)


def test_a_policy_whose_threshold_is_a_floor_needs_no_other() -> None:
    questions = asked(drawn_replies(30, seed=4), max_length=3)
    assert grid_of(POLICIES["threshold"], questions, 3, floors=True).floors.tolist() == [-np.inf]
    assert len(grid_of(POLICIES["margin"], questions, 3, floors=True).floors) > 1


def test_what_people_see_by_hand() -> None:
    questions = asked(
        replies_of(
            ({"a": 0.5, "b": 0.3}, "a"),  # shown 2, the right one is there
            ({"a": 0.5, "b": 0.3}, "b"),  # shown 1, it is not
            ({"a": 0.5, "b": 0.3}, "c"),  # sent to the fallback
            ({"a": 0.5}, None),  # out of scope, shown 2 of 1: 1
            ({"fallback": 1.0}, None),  # out of scope, the bot falls back
        )
    )
    shown = shown_of(questions, np.array([2, 1, 0, 2, 2]))
    assert shown.right_in_list == pytest.approx(1 / 3)
    assert shown.mean_length == pytest.approx((2 + 1 + 1 + 1 + 1) / 5)  # the fallback is a list of one
    assert shown.length_shares == pytest.approx((2 / 5, 2 / 5, 1 / 5))
    assert shown.fallback_when_out_of_scope == pytest.approx(1 / 2)
    assert shown.fallback_when_in_scope == pytest.approx(1 / 3)


def test_a_share_of_no_queries_is_none_not_zero() -> None:
    shown = shown_of(asked(replies_of(({"a": 0.5}, "a"))), np.array([1]))
    assert shown.fallback_when_out_of_scope is None


def test_hits_count_the_first_right_option_once() -> None:
    questions = asked(replies_of(({"a": 0.5, "b": 0.3, "c": 0.2}, ("b", "c"))))
    assert hits_table(questions).tolist() == [[0, 0, 1, 1]]
