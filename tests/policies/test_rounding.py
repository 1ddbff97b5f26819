"""Parameters are the roundest numbers that tell observed values apart."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnwise.policies.rounding import number, quantiles, rounded_cuts, roundest


@pytest.mark.parametrize(
    ("low", "high", "round_number"),
    [
        (0.117, 0.123, 0.12),  # 0 and 0.1 are not above 0.117; 0.12 is, and not above 0.123
        (0.12, 0.123, 0.123),  # 0.12 itself is not above the lower end
        (0.61, 1.4, 1.0),
        (-np.inf, 0.0031, 0.0),
        (-0.35, -0.31, -0.31),  # −0.3 is above −0.31 and −0.4 below −0.35, so one decimal is too few
        (0.99964, 0.99991, 0.9999),
    ],
)
def test_the_fewest_decimals_win(low: float, high: float, round_number: float) -> None:
    assert roundest(low, high) == round_number


@given(st.lists(st.floats(-1e6, 1e6, allow_nan=False), min_size=1, max_size=30, unique=True))
def test_cuts_tell_all_values_apart(values: list[float]) -> None:
    ordered = np.unique(values)
    cuts = rounded_cuts(ordered)
    assert (cuts <= ordered).all()
    assert (cuts[1:] > ordered[:-1]).all()


def test_no_cut_is_below_the_least_value_allowed() -> None:
    assert rounded_cuts(np.array([0.0, 0.04, 0.3]), least=0.0).tolist() == [0.04, 0.3]


def test_many_values_are_thinned_to_quantiles_of_each_column() -> None:
    columns = np.stack([np.linspace(0, 1, 1001), np.linspace(5, 6, 1001)], axis=1)
    kept = quantiles(columns, 20)  # 10 of each column: 0, 0.111, …, 1 and 5, 5.111, …, 6
    assert len(kept) == 20
    assert kept[[0, 1, 9, 10, 19]].tolist() == [0.0, 0.111, 1.0, 5.0, 6.0]


def test_few_values_are_all_kept() -> None:
    assert quantiles(np.array([[0.5, 0.2], [0.5, -np.inf]]), 256).tolist() == [0.2, 0.5]


def test_numbers_are_written_without_exponent_or_needless_digits() -> None:
    assert [number(v) for v in (0.12, 3.0, 0.00001)] == ["0.12", "3", "0.00001"]
