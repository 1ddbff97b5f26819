"""The tables that a person reads: which lengths of lists they tell apart."""

from __future__ import annotations

import pytest

from turnwise.policies.outcome import Shown
from turnwise.policies.wording import length_groups, shown_heads, shown_row


@pytest.mark.parametrize("longest", [1, 10, 11, 20, 23, 100, 3000, 100_001])
def test_groups_hold_every_length_once(longest: int) -> None:
    groups = length_groups(longest)
    assert [length for first, last in groups for length in range(first, last + 1)] == list(range(1, longest + 1))
    assert len(groups) <= 20


def test_long_lists_are_told_in_groups() -> None:
    shares = (0.1, *[0.0] * 11, 0.4, *[0.0] * 9, 0.25, 0.25)  # the fallback, then lengths 12, 22 and 23
    shown = Shown(1.0, 15.0, shares, None, 0.1)
    assert shown_heads(23)[5:] == ["lists: fallback", "1", "2", "3", "4", "5", "6–10", "11–20", "21–23"]
    assert shown_row("", shown)[5:] == ["10%", "0%", "0%", "0%", "0%", "0%", "0%", "40%", "50%"]
