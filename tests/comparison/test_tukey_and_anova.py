"""Two-way analysis of variance and paired Tukey: a textbook's numbers, statsmodels, scipy, and hand-worked cells."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import studentized_range

from turnwise.comparison import studentised_range
from turnwise.comparison.anova import two_way
from turnwise.comparison.tukey import tukey
from turnwise.errors import InputError

GOLDEN = json.loads((Path(__file__).parents[1] / "goldens/sakai_two_way.json").read_text())


def test_a_textbook() -> None:
    anova = two_way(np.array([GOLDEN["scores"][system] for system in "abc"]))
    assert anova.error_variance == pytest.approx(GOLDEN["error_variance"], abs=5e-5)
    assert anova.systems.f == pytest.approx(GOLDEN["f"], abs=5e-4)
    np.testing.assert_allclose(tukey(anova).p, [GOLDEN["p"][pair] for pair in ("ab", "ac", "bc")], atol=5e-6)


def test_hand_worked_sums() -> None:
    """[[1, 2], [2, 4]]: a table without interaction, but for one cell."""
    anova = two_way(np.array([[1.0, 2.0], [2.0, 4.0]]))
    # means 1.5 and 3 (grand 2.25): systems 2 · (0.75² + 0.75²) = 2.25, units the same by symmetry
    # residuals 1 − 1.5 − 1.5 + 2.25 = 0.25, and ∓0.25 elsewhere: error 4 · 0.0625 = 0.25 with 1 degree of freedom
    assert (anova.systems.sum_of_squares, anova.units.sum_of_squares, anova.error.sum_of_squares) == (2.25, 2.25, 0.25)
    assert (anova.systems.df, anova.error.df, anova.systems.f) == (1, 1, 9.0)
    assert anova.systems.partial_eta_squared == pytest.approx(2.25 / 2.5)
    assert anova.systems.omega_squared == pytest.approx((2.25 - 0.25) / (4.75 + 0.25))


def test_as_statsmodels() -> None:
    pandas = pytest.importorskip("pandas")
    api = pytest.importorskip("statsmodels.formula.api")
    anova_lm = pytest.importorskip("statsmodels.stats.anova").anova_lm
    values = np.random.default_rng(3).random((5, 12)) + np.arange(5)[:, None] * 0.1
    long = pandas.DataFrame([{"s": f"s{s}", "u": f"u{u}", "y": values[s, u]} for s in range(5) for u in range(12)])
    theirs = anova_lm(api.ols("y ~ C(s) + C(u)", long).fit())
    ours = two_way(values)
    for name, factor in (("C(s)", ours.systems), ("C(u)", ours.units)):
        assert factor.sum_of_squares == pytest.approx(theirs.loc[name, "sum_sq"], rel=1e-10)
        assert factor.f == pytest.approx(theirs.loc[name, "F"], rel=1e-10)
        assert factor.p == pytest.approx(theirs.loc[name, "PR(>F)"], rel=1e-8)
    assert ours.error_variance == pytest.approx(theirs.loc["Residual", "mean_sq"], rel=1e-10)


@pytest.mark.parametrize(("k", "df"), [(2, 2), (3, 4), (3, 38), (8, 11), (20, 76), (65, 1216), (200, 79401), (10, 1e6)])
def test_studentised_range_as_scipy(k: int, df: float) -> None:
    q = np.array([0.01, 0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 7.0, 10.0])
    np.testing.assert_allclose(studentised_range.survival(q, k, df), studentized_range.sf(q, k, df), atol=2e-10)


def test_interpolated_values_are_those_of_single_ones() -> None:
    q = np.linspace(0, 12, 700)
    many = studentised_range.survival(q, 30, 551)
    np.testing.assert_allclose(many[::50], studentised_range.survival(q[::50], 30, 551), atol=1e-9)
    assert (np.diff(many) <= 1e-9).all()


@pytest.mark.parametrize("df", [3, 30, 198_801])
def test_a_few_huge_values_do_not_spoil_the_others(df: float) -> None:
    q = np.concatenate([np.linspace(0.01, 9, 300), np.geomspace(10, 1e5, 50)])
    np.testing.assert_allclose(
        studentised_range.survival(q, 200, df)[::9], studentised_range.survival(q[::9], 200, df), atol=1e-9
    )


def test_critical_value_is_the_quantile() -> None:
    assert studentised_range.critical(0.05, 3, 38) == pytest.approx(studentized_range.isf(0.05, 3, 38), abs=1e-6)


@given(st.integers(2, 6), st.integers(2, 8), st.integers(0, 2**32 - 1))
@settings(max_examples=40, deadline=None)
def test_an_interval_leaves_out_zero_exactly_when_the_pair_is_significant(k: int, n: int, seed: int) -> None:
    pairs = tukey(two_way(np.random.default_rng(seed).random((k, n))), alpha=0.1)
    assert pairs.low is not None
    assert pairs.high is not None
    clear = np.abs(pairs.p - 0.1) > 1e-6
    apart = (pairs.low > 0) | (pairs.high < 0)
    np.testing.assert_array_equal(apart[clear], (pairs.p < 0.1)[clear])


def test_units_that_all_shift_alike_change_nothing() -> None:
    values = np.random.default_rng(0).random((4, 9))
    shifted = values + np.random.default_rng(1).random(9) * 10
    np.testing.assert_allclose(tukey(two_way(values)).p, tukey(two_way(shifted)).p, atol=1e-9)


def test_systems_that_differ_by_a_constant_everywhere() -> None:
    pairs = tukey(two_way(np.array([[0.25, 0.5], [0.5, 0.75], [0.25, 0.5]])))
    np.testing.assert_allclose(pairs.p, [0, 1, 0], atol=1e-12)


@pytest.mark.parametrize("values", [np.ones((1, 5)), np.ones((3, 1)), np.array([[1.0, np.nan], [0.0, 1.0]])])
def test_what_cannot_be_analysed_is_a_sentence(values: np.ndarray) -> None:
    with pytest.raises(InputError):
        two_way(values)
