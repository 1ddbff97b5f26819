"""Agreement between conclusions, and whether the turns of a conversation are alike."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import kendalltau

from turnwise.comparison.conclusions import agreement, swapped, tau_with_interval
from turnwise.comparison.turn_pairs import compare_turn_pairs, turn_taus


def test_each_kind_of_agreement_is_counted() -> None:
    first = np.array([0.1, 0.1, 0.1, 0.1, 0.1])
    second = np.array([0.2, -0.2, 0.2, 0.2, 0.2])
    found = agreement(first, second, np.array([1, 1, 0, 1, 0], bool), np.array([1, 1, 0, 0, 1], bool))
    assert (found.AA, found.AD, found.PA, found.PD1, found.PD2, found.total) == (1, 1, 1, 1, 1, 5)


def test_swapped_pairs_leave_ties_out() -> None:
    # (0, 1) stays, (0, 2) turns round, (1, 2) is tied under the second measure
    assert swapped(np.array([3.0, 2.0, 1.0]), np.array([2.5, 1.0, 1.0])) == (0, 3)
    assert swapped(np.array([3.0, 2.0, 1.0]), np.array([2.0, 1.0, 2.5])) == (2, 3)
    # 0.1 + 0.2 + 0.3 and 0.3 + 0.2 + 0.1 are equal on paper, and no pair that changes order
    assert swapped(np.array([0.1 + 0.2 + 0.3, 0.3 + 0.2 + 0.1]), np.array([1.0, 2.0])) == (0, 1)


def test_tau_and_its_interval() -> None:
    rng = np.random.default_rng(0)
    one = rng.random((10, 30)) + np.linspace(0, 0.5, 10)[:, None]
    two = one + rng.random((10, 30)) * 0.3
    found = tau_with_interval(one, two, draws=500, seed=4)
    assert found.value == pytest.approx(kendalltau(one.mean(axis=1), two.mean(axis=1)).statistic)
    assert -1 <= found.low <= found.high <= 1
    assert found == tau_with_interval(one, two, draws=500, seed=4)
    same = tau_with_interval(one, one, draws=100)
    assert (same.value, same.low, same.high) == pytest.approx((1, 1, 1))


def test_taus_of_all_turn_pairs_as_scipy() -> None:
    values = np.round(np.random.default_rng(1).random((12, 9)), 1)  # with ties
    values[:, 4] = 0.5  # a turn under which all systems are equal
    taus = turn_taus(values)
    for i in range(9):
        for j in range(9):
            theirs = kendalltau(values[:, i], values[:, j]).statistic
            assert taus[i, j] == pytest.approx(theirs, abs=1e-12, nan_ok=True)
    assert np.isnan(taus[4]).all()


def test_turns_of_a_conversation_that_share_an_effect_are_found_alike() -> None:
    rng = np.random.default_rng(2)
    conversation = np.repeat(np.arange(8), 5)
    shared = rng.normal(size=(20, 8))[:, conversation]
    alike = compare_turn_pairs(shared + rng.normal(size=(20, 40)), conversation, np.arange(40) // 2, draws=500)
    assert alike.same_conversation.mean > alike.different.mean + 0.2
    assert alike.p_conversation < 0.01
    assert alike.ks_conversation[1] < 0.001
    unlike = compare_turn_pairs(rng.normal(size=(20, 40)), conversation, np.arange(40) // 2, draws=500)
    assert unlike.p_conversation > 0.01
    pairs = len(alike.different.taus) + len(alike.same_conversation.taus)
    assert pairs == 40 * 39 // 2
    assert len(alike.same_tree.taus) < len(alike.same_conversation.taus)


def test_dealing_out_turns_as_written_out() -> None:
    rng = np.random.default_rng(3)
    values = rng.random((6, 18)) + rng.random((6, 3))[:, np.arange(18) // 6]
    values[:, 4] = 0.5  # no τ with this turn
    conversation, tree = np.arange(18) // 6, np.arange(18) // 3
    found = compare_turn_pairs(values, conversation, tree, draws=200, seed=5)
    taus, draw = turn_taus(values), np.random.default_rng(5)

    def mean_of_pairs_alike(label: np.ndarray) -> float:
        pairs = [taus[i, j] for i in range(18) for j in range(i) if label[i] == label[j]]
        return float(np.nanmean(pairs))

    for label, blocks, p in (
        (conversation, [np.arange(18)], found.p_conversation),
        (tree, [np.arange(6), np.arange(6, 12), np.arange(12, 18)], found.p_tree),
    ):
        reached = 1
        for _ in range(200):
            dealt = label.copy()
            for block in blocks:
                dealt[block] = label[draw.permutation(block)]
            reached += mean_of_pairs_alike(dealt) >= mean_of_pairs_alike(label) - 1e-12
        assert p == reached / 201
    assert 1 / 201 < found.p_tree < 1, "else any dealing out would do"
