"""The same numbers from statsmodels, on complete data, which is all that it takes."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import friedmanchisquare
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import aggregate_raters, cohens_kappa, fleiss_kappa, to_table

from turnwise.agreement import coefficients as ours

RATINGS = np.clip(np.round(np.random.default_rng(3).normal(0, 0.8, (60, 5)) + np.linspace(-2, 2, 60)[:, None]), -2, 2)


@pytest.mark.parametrize(("method", "coefficient"), [("fleiss", ours.fleiss_kappa), ("rand", ours.randolph_kappa)])
def test_kappas_of_many_raters(method: str, coefficient: object) -> None:
    table, _ = aggregate_raters(RATINGS)
    assert coefficient(RATINGS).value == pytest.approx(fleiss_kappa(table, method=method), abs=1e-12)  # type: ignore[operator]


@pytest.mark.parametrize(("weights", "wt"), [("identity", None), ("linear", "linear"), ("quadratic", "quadratic")])
def test_cohen(weights: str, wt: str | None) -> None:
    theirs = cohens_kappa(to_table(RATINGS[:, :2], bins=np.arange(-2.5, 3))[0], wt=wt)
    found = ours.cohen_kappa(RATINGS[:, 0], RATINGS[:, 1], weights=weights, categories=range(-2, 3))
    assert found.value == pytest.approx(theirs.kappa, abs=1e-12)
    # its large-sample error at the estimate (Fleiss, Cohen and Everitt 1969) is the same linearisation, divided by n
    assert found.standard_error == pytest.approx(theirs.std_kappa * np.sqrt(60 / 59), rel=1e-9)


def test_conger_of_two_raters_is_cohen() -> None:
    for weights in ("identity", "linear", "quadratic"):
        cohen = ours.cohen_kappa(RATINGS[:, 0], RATINGS[:, 1], weights=weights)
        conger = ours.conger_kappa(RATINGS[:, :2], weights=weights)
        assert conger.value == pytest.approx(cohen.value, abs=1e-12)
        assert conger.standard_error == pytest.approx(cohen.standard_error, rel=1e-9)


def test_kendall_w_is_friedmans_statistic() -> None:
    """W = χ² / (m (n − 1)), of n items that m raters rank, ties counted."""
    chi_square = friedmanchisquare(*RATINGS).statistic
    assert ours.kendall_w(RATINGS).value == pytest.approx(chi_square / (5 * 59), abs=1e-12)


@pytest.mark.parametrize("weights", ["linear", "quadratic"])
def test_weighted_kappa_of_raters_who_share_some_items(weights: str) -> None:
    """Three of ten raters an item, at random: every pair is compared on the items it shares, and on no other."""
    rng = np.random.default_rng(5)
    truth = rng.integers(1, 6, (3000, 1))
    whole = np.clip(truth + rng.integers(-1, 2, (3000, 10)), 1, 5).astype(float)
    whole[rng.random(whole.shape).argsort(axis=1) >= 3] = np.nan
    for one, other in ((0, 1), (2, 7)):
        pair = whole[:, [one, other]]
        shared = pair[~np.isnan(pair).any(axis=1)]
        found = ours.cohen_kappa(*pair.T, weights=weights, categories=range(1, 6))
        by_position = [column[~np.isnan(column)] for column in pair.T]
        length = min(map(len, by_position))
        theirs = cohen_kappa_score(*shared.T, weights=weights, labels=range(1, 6))
        assert found.value == pytest.approx(theirs, abs=1e-12)
        assert found.n_items == len(shared)
        trap = cohen_kappa_score(by_position[0][:length], by_position[1][:length], weights=weights)
        assert (found.value or 0) > 0.4 > 0.2 > abs(trap)
