"""Each policy shows the prefix that its sentence says."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnwise.policies.policy import POLICIES, Margin, Mass, Policy, Threshold, TopK

NONE = -np.inf
#: A sure query, a toss-up, a query with two options only, one without any.
SCORES = np.array([[0.75, 0.125, 0.0625], [0.375, 0.375, 0.25], [0.5, 0.25, NONE], [NONE, NONE, NONE]])


@pytest.mark.parametrize(
    ("policy", "lengths"),
    [
        (TopK(1), [1, 1, 1, 0]),
        (TopK(3), [3, 3, 2, 0]),
        (TopK(2, floor=0.5), [2, 0, 2, 0]),  # best 0.75, 0.375, 0.5: the second is below the floor
        (Threshold(0.25, 3), [1, 3, 2, 0]),
        (Threshold(0.25, 2), [1, 2, 2, 0]),
        (Threshold(0.4, 3), [1, 0, 1, 0]),  # nothing of the toss-up reaches 0.4: fallback
        (Margin(0.0, 3), [1, 2, 1, 0]),  # a tie is within any margin
        (Margin(0.125, 3), [1, 3, 1, 0]),  # 0.375 − 0.25 = 0.125 is just within
        (Margin(0.25, 3), [1, 3, 2, 0]),
        (Margin(0.25, 2, floor=0.4), [1, 0, 2, 0]),
        (Mass(0.75, 3), [1, 2, 2, 0]),  # 0.75; 0.375 + 0.375; 0.5 + 0.25: each sum reaches 0.75 exactly
        (Mass(0.76, 3), [2, 3, 2, 0]),
        (Mass(0.76, 2), [2, 2, 2, 0]),
        (Mass(0.76, 3, floor=0.6), [2, 0, 0, 0]),
    ],
)
def test_lengths_by_hand(policy: Policy, lengths: list[int]) -> None:
    assert policy.lengths(SCORES).tolist() == lengths


def test_a_matrix_without_columns_shows_nothing() -> None:
    empty = np.empty((2, 0))
    for policy in (TopK(2), Threshold(0.1, 2), Margin(0.1, 2), Mass(0.5, 2)):
        assert policy.lengths(empty).tolist() == [0, 0]


@given(st.lists(st.integers(0, 20), min_size=1, max_size=6), st.sampled_from(sorted(POLICIES)), st.data())
def test_keys_never_grow_along_a_ranking(cents: list[int], name: str, data: st.DataObject) -> None:
    """What is shown is a prefix: an option further down never passes where one above it does not."""
    scores = np.array([sorted((c / 20 for c in cents), reverse=True)])
    keys = POLICIES[name].keys(scores)
    assert (np.diff(keys) <= 0).all()
    value = data.draw(st.floats(0.01, 1.5))
    short, long = (POLICIES[name].of(value, longest, None).lengths(scores)[0] for longest in (2, 4))
    assert short == min(2, long)


@pytest.mark.parametrize(
    ("policy", "text", "words"),
    [
        (TopK(1), "top-k(k=1)", "Show one option"),
        (TopK(3), "top-k(k=3)", "Show the 3 best options"),
        (
            TopK(1, floor=0.3),
            "top-k(k=1, floor=0.3)",
            "Show one option, and the fallback when no confidence reaches 0.3",
        ),
        (
            Threshold(0.12, 3),
            "threshold(threshold=0.12, max_length=3)",
            "Show every option with a confidence of at least 0.12, 3 at most, and the fallback when there is none",
        ),
        (
            Threshold(0.3, 1),
            "threshold(threshold=0.3, max_length=1)",
            "Show one option when its confidence is at least 0.3, and the fallback otherwise",
        ),
        (
            Margin(0.2, 2),
            "margin(margin=0.2, max_length=2)",
            "Show every option whose confidence is within 0.2 of the best one's, 2 at most",
        ),
        (Mass(0.62, 2), "mass(mass=0.62, max_length=2)", "Show 2 options whenever no confidence reaches 0.62"),
        (Mass(0.62, 1), "mass(mass=0.62, max_length=1)", "Show one option"),
        (
            Mass(0.9, 4),
            "mass(mass=0.9, max_length=4)",
            "Show up to 4 options, the fewest whose confidences sum to 0.9, whenever no single confidence reaches it",
        ),
    ],
)
def test_a_setting_says_itself(policy: Policy, text: str, words: str) -> None:
    assert str(policy) == text
    assert policy.words == words


def test_mass_refuses_what_cannot_be_summed() -> None:
    assert Mass.unfit(np.array([[0.5, -0.25], [0.5, NONE]])) == "1 confidence is below 0, so sums of them mean nothing"
    assert Mass.unfit(np.array([[0.0, 0.0]])) == "no confidence is above 0, so all sums are 0"
    assert Mass.unfit(SCORES) is None
