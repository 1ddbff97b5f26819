"""How small a p-value can get: beside the tests at their surest, and at the edge of what they can find."""

from __future__ import annotations

import numpy as np
import pytest

import turnwise as tw
from tests.comparison.test_compare_verb import scores_of
from turnwise.comparison.paired import holm, sign_flips, wilcoxon
from turnwise.comparison.randomised_tukey import randomised_tukey
from turnwise.comparison.reach import monte_carlo_error, reach


def as_far_apart_as_can_be(systems: int, units: int) -> np.ndarray:
    """Every system is above the next on every unit."""
    return np.arange(systems, 0, -1)[:, None] + np.arange(units) * 0.01 * np.arange(1, systems + 1)[:, None]


@pytest.mark.parametrize("units", [3, 6, 9])
def test_the_surest_arrangement_has_the_smallest_p(units: int) -> None:
    pair = as_far_apart_as_can_be(2, units)
    assert wilcoxon(pair).p[0] == pytest.approx(reach("wilcoxon", "none", 2, units, 1, 0).smallest)
    limit = reach("sign-flip", "none", 2, units, 1, 40_000)
    near = 2 * monte_carlo_error(limit.by_units, 40_000)
    assert limit.smallest == limit.by_units == pytest.approx(2.0 ** (1 - units))
    assert sign_flips(pair, 40_000).p[0] == pytest.approx(limit.smallest, abs=near)
    assert randomised_tukey(pair, 40_000).p[0] == pytest.approx(limit.smallest, abs=near)


def test_the_surest_of_three_systems() -> None:
    # 3 units: of 6³ arrangements 6 set the systems apart as far, one for each naming of them
    limit = reach("randomised-tukey", "holm", 3, 3, 3, 40_000)
    assert limit.smallest == pytest.approx(6 / 6**3)
    p = randomised_tukey(as_far_apart_as_can_be(3, 3), 40_000).p
    assert p.min() == pytest.approx(limit.smallest, abs=2 * monte_carlo_error(limit.smallest, 40_000))


def test_tests_with_a_distribution_are_without_bound() -> None:
    assert reach("tukey", "holm", 5, 3, 10, 100).smallest == 0
    assert reach("t", "holm", 5, 3, 10, 100).smallest == 0


@pytest.mark.parametrize("pairs", [1, 3, 253, 19_900])
@pytest.mark.parametrize("alpha", [0.05, 0.01])
def test_what_is_needed_is_just_enough(pairs: int, alpha: float) -> None:
    any_units = reach("sign-flip", "holm", 3, 5, pairs, 100)
    draws, units = any_units.draws_needed(alpha), any_units.units_needed(alpha)
    assert reach("sign-flip", "holm", 3, 60, pairs, draws).smallest < alpha
    assert reach("sign-flip", "holm", 3, 60, pairs, draws - 1).smallest >= alpha
    assert reach("wilcoxon", "holm", 3, units, pairs, 0).smallest < alpha
    assert reach("wilcoxon", "holm", 3, units - 1, pairs, 0).smallest >= alpha


def test_holm_multiplies_the_smallest_by_the_number_of_pairs() -> None:
    p = np.full(10, 0.01)
    assert holm(p).min() == pytest.approx(0.1)
    assert reach("sign-flip", "holm", 5, 60, 10, 99).smallest == pytest.approx(0.1)
    assert reach("sign-flip", "benjamini-hochberg", 5, 60, 10, 99).smallest == pytest.approx(0.01)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"test": "wilcoxon"}, "the smallest p here is 0.062, times 3 for Holm's correction; it takes at least 7 conv"),
        (
            {"test": "sign-flip", "draws": 10, "correction": "none"},
            "smallest p here is 0.091; it takes at least 6 conv",
        ),
        ({"test": "randomised-tukey", "draws": 10}, "smallest p here is 0.091; draw at least 20 times (--draws), or"),
    ],
)
def test_a_test_that_can_find_nothing_says_so(settings: dict[str, object], words: str) -> None:
    scores = scores_of(as_far_apart_as_can_be(3, 5)[:, :, None], ["nDCG@3"], turns_each=1)
    chosen = tw.ComparisonSettings(**settings)  # type: ignore[arg-type]
    found = tw.compare(scores, settings=chosen)
    assert not found.measures[0].significant.any()
    assert words in str(found)
    assert "None could" not in str(tw.compare(scores))


def test_the_monte_carlo_error_is_stated() -> None:
    scores = scores_of(as_far_apart_as_can_be(3, 8)[:, :, None], ["nDCG@3"], turns_each=1)
    said = str(tw.compare(scores, settings=tw.ComparisonSettings(test="randomised-tukey")))
    assert "(10,000 draws, seed 0; Monte-Carlo error at 0.05: ±0.0044)" in said  # 2 √(0.05 · 0.95 ÷ 10,000)
