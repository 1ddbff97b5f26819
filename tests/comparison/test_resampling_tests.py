"""Randomised Tukey, sign flips, bootstrap and corrections: exact small cases, twins, seeds, and scipy."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import permutations, product

import numpy as np
import pytest
from scipy.stats import false_discovery_control, ttest_rel
from scipy.stats import wilcoxon as scipy_wilcoxon

from turnwise.comparison import shuffle
from turnwise.comparison.anova import two_way
from turnwise.comparison.bootstrap import clustered
from turnwise.comparison.paired import benjamini_hochberg, holm, paired_t, sign_flips, wilcoxon
from turnwise.comparison.power import paired_power, smallest_difference, units_needed
from turnwise.comparison.randomised_tukey import randomised_tukey
from turnwise.comparison.standardise import std_ab, z_scores
from turnwise.comparison.tukey import tukey
from turnwise.errors import OptionError


def test_randomised_tukey_is_near_the_exact_distribution() -> None:
    """3 systems, 3 units: all 6³ arrangements can be counted."""
    values = np.array([[0.9, 0.8, 0.7], [0.5, 0.6, 0.1], [0.2, 0.4, 0.3]])
    ranges = []
    for orders in product(permutations(range(3)), repeat=3):
        sums = sum(values[list(order), unit] for unit, order in enumerate(orders))
        ranges.append(sums.max() - sums.min())
    found = randomised_tukey(values, draws=20_000, seed=1)
    for i, j, p in zip(found.first, found.second, found.p, strict=True):
        apart = abs(values[i].sum() - values[j].sum())
        exact = np.mean(np.array(ranges) >= apart - 1e-12)
        assert p == pytest.approx(exact, abs=4 * np.sqrt(exact * (1 - exact) / 20_000) + 1e-4)


def test_randomised_tukey_agrees_with_tukey_where_systems_are_equal() -> None:
    """(Where they differ, shuffling mixes the differences into every system, so p is larger than Tukey's.)"""
    values = np.random.default_rng(5).normal(size=(6, 40))
    np.testing.assert_allclose(randomised_tukey(values, 10_000).p, tukey(two_way(values)).p, atol=0.03)


def test_sign_flips_of_all_pairs_are_those_of_each_pair() -> None:
    """Scores in tenths: many arrangements tie with the one observed, and all of them count."""
    values = np.random.default_rng(8).integers(0, 4, (5, 7)) / 10
    found = sign_flips(values, draws=2500, seed=6)
    rng = np.random.default_rng(6)
    signs = np.concatenate([rng.integers(0, 2, (count, 7)) * 2 - 1 for count in (1000, 1000, 500)])
    for i, j, p in zip(found.first, found.second, found.p, strict=True):
        tenths = np.round((values[i] - values[j]) * 10).astype(int)
        reached = (np.abs(signs @ tenths) >= abs(tenths.sum())).sum()
        assert p == pytest.approx((reached + 1) / 2501)


@pytest.mark.parametrize("test", [wilcoxon, partial(sign_flips, draws=1500)])
def test_long_tests_tell_how_far_they_are(test: Callable[..., object]) -> None:
    told: list[tuple[int, int, str]] = []
    test(np.random.default_rng(4).random((40, 8)), progress=lambda *said: told.append(said))  # 780 pairs
    assert [done for done, _, _ in told] == sorted(done for done, _, _ in told)
    assert len(told) == 3
    assert told[-1][0] == told[-1][1]


def test_the_seed_decides_all() -> None:
    values = np.random.default_rng(2).random((4, 10))
    one, again, other = (randomised_tukey(values, 2000, seed).p for seed in (7, 7, 8))
    np.testing.assert_array_equal(one, again)
    assert (one != other).any()


def test_compiled_and_plain_shuffles_draw_the_same() -> None:
    if shuffle._shuffle is None:
        pytest.skip("there is no compiled shuffle here: it needs a C compiler at installation")
    values = np.random.default_rng(0).random((13, 7))
    compiled, plain = np.empty(50), np.empty(50)
    shuffle._compiled(values, 11, 300, compiled)
    shuffle.plain(values, 11, 300, plain)
    np.testing.assert_array_equal(compiled, plain)


def test_every_order_of_a_shuffle_is_as_likely() -> None:
    """One unit of 3 systems: the range of sums is always the same, so watch where the largest goes instead."""
    rows = np.arange(30_000, dtype=np.uint64)
    scores = np.tile([0, 1, 2], (30_000, 1))
    for last in (2, 1):
        bits = shuffle.random_bits(4, rows * np.uint64(3) + np.uint64(last)) >> np.uint64(32)
        other = ((bits * np.uint64(last + 1)) >> np.uint64(32)).astype(np.int64)
        scores[rows, other], scores[:, last] = scores[:, last].copy(), scores[rows, other]
    _, counts = np.unique(scores @ [9, 3, 1], return_counts=True)
    assert len(counts) == 6
    assert (np.abs(counts - 5000) < 5 * np.sqrt(5000 * 5 / 6)).all()


def test_sign_flips_are_near_the_exact_distribution() -> None:
    apart = np.array([0.3, 0.1, -0.05, 0.2, 0.15, -0.1])
    exact = np.mean([abs(np.dot(signs, apart)) >= apart.sum() - 1e-12 for signs in product([-1, 1], repeat=6)])
    found = sign_flips(np.stack([apart, np.zeros(6)]), draws=50_000, seed=3)
    assert found.p[0] == pytest.approx(exact, abs=0.01)


def test_paired_t_and_wilcoxon_as_scipy() -> None:
    values = np.random.default_rng(8).random((4, 15))
    t, w = paired_t(values), wilcoxon(values)
    for at, (i, j) in enumerate(zip(t.first, t.second, strict=True)):
        theirs = ttest_rel(values[i], values[j])
        assert t.p[at] == pytest.approx(theirs.pvalue, rel=1e-9)
        low, high = theirs.confidence_interval()
        assert (t.low[at], t.high[at]) == pytest.approx((low, high))  # type: ignore[index]
        assert w.p[at] == pytest.approx(scipy_wilcoxon(values[i], values[j]).pvalue)


def test_differences_that_rounding_alone_tells_apart_are_tied() -> None:
    """0.3 − 0.2 and 0.1 − 0.2 are as far from 0, and 0.3 − (0.1 + 0.2) is 0, though not in floating point."""
    values = np.array([[0.3, 0.1, 0.8, 0.2, 0.9, 0.3], [0.2, 0.2, 0.5, 0.0, 0.5, 0.1 + 0.2]])
    assert wilcoxon(values).p[0] == pytest.approx(scipy_wilcoxon([0.1, -0.1, 0.3, 0.2, 0.4]).pvalue)
    assert scipy_wilcoxon(values[0], values[1]).pvalue != pytest.approx(wilcoxon(values).p[0])


def test_equal_systems_do_not_differ() -> None:
    values = np.array([[0.5, 0.25, 0.75], [0.5, 0.25, 0.75]])
    for test in (paired_t(values), wilcoxon(values), sign_flips(values, 100)):
        assert test.p[0] == 1


def test_corrections() -> None:
    p = np.array([0.01, 0.04, 0.03, 0.005])
    # Holm: 0.005·4, 0.01·3, 0.03·2, then 0.04·1 raised to the step before
    np.testing.assert_allclose(holm(p), [0.03, 0.06, 0.06, 0.02])
    np.testing.assert_allclose(benjamini_hochberg(p), false_discovery_control(p))
    assert holm(np.array([0.9, 0.8])).max() == 1


def test_bootstrap_draws_whole_conversations() -> None:
    """Turns of a conversation that are all alike: 4 conversations, so the interval is that of 4 values, not of 40."""
    by_conversation = np.array([[0.1, 0.3, 0.5, 0.9]])
    conversation = np.repeat(np.arange(4), 10)
    found = clustered(np.repeat(by_conversation, 10, axis=1), conversation, draws=20_000, seed=1)
    alone = clustered(by_conversation, np.arange(4), draws=20_000, seed=1)
    assert found.mean[0] == pytest.approx(0.45)
    assert (found.low[0], found.high[0]) == pytest.approx((alone.low[0], alone.high[0]))
    naive = clustered(np.repeat(by_conversation, 10, axis=1), np.arange(40), draws=20_000, seed=1)
    assert found.high[0] - found.low[0] > 2 * (naive.high[0] - naive.low[0])


def test_bootstrap_intervals_cover() -> None:
    rng = np.random.default_rng(12)
    inside = 0
    for _ in range(200):
        found = clustered(rng.normal(1.0, 0.5, (1, 30)), np.arange(30), draws=500, seed=1)
        inside += found.low[0] <= 1.0 <= found.high[0]
    assert 0.88 <= inside / 200 <= 0.99


def test_standardised_scores() -> None:
    values = np.array([[0.1, 0.5], [0.3, 0.5], [0.5, 0.5]])
    # unit 1: mean 0.3, standard deviation 0.2; unit 2 tells nothing
    np.testing.assert_allclose(z_scores(values), [[-1, 0], [0, 0], [1, 0]], atol=1e-12)
    np.testing.assert_allclose(std_ab(values), [[0.35, 0.5], [0.5, 0.5], [0.65, 0.5]])


def test_power_against_statsmodels_and_itself() -> None:
    power = pytest.importorskip("statsmodels.stats.power").TTestPower()
    for n, difference in ((10, 0.3), (50, 0.1), (128, 0.05)):
        assert paired_power(difference, 0.2, n) == pytest.approx(power.power(difference / 0.2, n, 0.05), abs=1e-9)
    needed = units_needed(0.05, 0.2)
    assert paired_power(0.05, 0.2, needed) >= 0.8 > paired_power(0.05, 0.2, needed - 1)
    assert paired_power(smallest_difference(0.2, 20), 0.2, 20) == pytest.approx(0.8)
    with pytest.raises(OptionError):
        units_needed(0.0, 0.2)


def test_bounds_do_not_depend_on_the_order_of_adding_up() -> None:
    """The means of draws come from products of matrices, which each processor adds up in an order of its own."""
    rng = np.random.default_rng(0)
    values, conversation = rng.random((3, 60)), np.arange(60) // 4
    found = clustered(values, conversation, draws=200)
    for end in (*found.low.tolist(), *found.high.tolist()):
        assert end == round(end, 12)
