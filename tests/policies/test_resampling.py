"""Bootstrap intervals: seeded, paired, and the plain bootstrap although equal columns are drawn together."""

from __future__ import annotations

import numpy as np
import pytest

from turnwise.policies.resampling import intervals


def test_the_same_seed_gives_the_same_interval() -> None:
    values = np.random.default_rng(0).random((2, 30))
    assert (intervals(values, 200, 7) == intervals(values, 200, 7)).all()
    assert (intervals(values, 200, 7) != intervals(values, 200, 8)).any()


def test_it_is_the_binomial_interval_for_hits_and_misses() -> None:
    """40 hits in 100: a resample's hits are Binomial(100, 0.4), whose 2.5% and 97.5% points are 31 and 50."""
    values = np.repeat([[1.0, 0.0]], [40, 60], axis=1)
    assert intervals(values, 20_000, 0)[0] == pytest.approx([0.31, 0.50], abs=0.0101)


def test_differences_are_paired() -> None:
    """Two rows that always differ by 0.5 have a difference without any spread."""
    first = np.random.default_rng(1).random(50)
    rows = np.vstack([first, first + 0.5, np.full(50, 0.5)])
    low, high = intervals(rows, 500, 0)[2]
    assert low == high == 0.5


def test_a_single_query_has_no_spread() -> None:
    assert intervals(np.array([[0.25]]), 10, 0).tolist() == [[0.25, 0.25]]
