"""LAR and OLAR on every list of correct (c) and wrong (w) responses: the three properties, and how far μ reaches."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from turnwise.errors import MeasureError
from turnwise.measures import Lists, TurnMeasure
from turnwise.measures.length_aware import LAR, OLAR
from turnwise.measures.properties import check_properties

#: Far above rounding, far below any difference of these measures on short lists.
TINY = 1e-13


def every_list(longest: int, correct: int) -> list[str]:
    """All lists of 1 to `longest` responses, at most `correct` of them correct."""
    if correct == 1:  # without walking through 2 ** 32 lists
        lengths = range(1, longest + 1)
        return [*("w" * n for n in lengths), *("w" * r + "c" + "w" * (n - r - 1) for n in lengths for r in range(n))]
    lists = ("".join(text) for n in range(1, longest + 1) for text in product("cw", repeat=n))
    return [text for text in lists if text.count("c") <= correct]


def scores(measure: TurnMeasure, texts: list[str], correct: int) -> np.ndarray:
    return measure(Lists.of([[float(r == "c") for r in text] for text in texts], [[1.0] * correct] * len(texts)))


def reciprocal_ranks(text: str) -> Fraction:
    """The paper's p, summed over all correct responses."""
    return sum((Fraction(1, rank) for rank, r in enumerate(text, 1) if r == "c"), Fraction())


def broken(texts: list[str], values: Iterable[float], priority: bool = True) -> list[str]:
    """Which of the properties some pair of lists breaks. Strict ones must be told apart, by more than rounding."""
    right = np.array([text.count("c") for text in texts])
    wrong = np.array([text.count("w") for text in texts])
    ranks = [reciprocal_ranks(text) for text in texts]
    place = {p: n for n, p in enumerate(sorted(set(ranks)))}  # exact, where sums of floats would tie or part
    sooner = np.array([place[p] for p in ranks])
    scored = np.fromiter(values, dtype=float)
    higher, same = scored[:, None] > scored + TINY, np.abs(scored[:, None] - scored) <= TINY
    alike = (right[:, None] == right) & (wrong[:, None] == wrong)
    demands = {
        "correctness": ~(right[:, None] > right) | higher,
        "confidence": ~((right[:, None] == right) & (wrong[:, None] < wrong)) | higher,
        "priority": ~(alike & (sooner[:, None] > sooner)) | higher,
        "equal priority": ~(alike & (sooner[:, None] == sooner)) | same,
    }
    return [name for name, held in demands.items() if not held.all() and (priority or "priority" not in name)]


@pytest.mark.parametrize("correct", range(1, 9))
def test_properties_on_every_list_up_to_8(correct: int) -> None:
    texts = every_list(8, correct)
    assert len(texts) == {1: 44, 2: 128, 3: 254, 4: 380, 5: 464, 6: 500, 7: 509, 8: 510}[correct]
    for measure in (OLAR(max_length=8), OLAR(mu=0.999 / (8 * 6)), OLAR(mu=1e-6)):
        assert broken(texts, scores(measure, texts, correct)) == [], f"{measure}, K = {correct}"
    assert broken(texts, scores(LAR(), texts, correct), priority=False) == []
    assert broken(texts, scores(LAR(), texts, correct)) == ["priority"]  # which LAR does not claim


@pytest.mark.parametrize("correct", range(1, 9))
def test_the_property_checker_proves_them_on_every_list_up_to_8(correct: int) -> None:
    assert [finding.holds for finding in check_properties("OLAR(max_length=8)", 8, correct)] == [True, True, True]
    assert [finding.holds for finding in check_properties("LAR", 8, correct)] == [True, True, False]


@pytest.mark.parametrize("longest", [2, 3, 5, 12, 32])
def test_the_derived_mu_orders_all_lists_it_is_meant_for(longest: int) -> None:
    texts = every_list(longest, 1)
    assert broken(texts, scores(OLAR(max_length=longest), texts, 1)) == []


def test_with_one_correct_response_they_are_the_papers_to_the_last_digit() -> None:
    texts = every_list(8, 1)
    mu = 1 / 7 - 1 / 8 - 0.001
    for text, lar, olar in zip(texts, scores(LAR(), texts, 1), scores(OLAR(max_length=8), texts, 1), strict=True):
        recall, length, p = float("c" in text), len(text), 1 / (text.index("c") + 1) if "c" in text else 0.0
        assert lar == (recall + 1 / length) / 2
        assert olar == (recall + 1 / length + mu * p) / (2 + mu)


def test_the_papers_mu() -> None:
    assert OLAR().weight == pytest.approx(0.05 - 0.001, abs=1e-15)
    assert OLAR(max_length=5) == OLAR()


def exact_olar(text: str, mu: Fraction) -> Fraction:
    """The paper's OLAR in whole fractions, without the constant divisor."""
    return Fraction(text.count("c")) + Fraction(1, len(text)) + mu * reciprocal_ranks(text)


@pytest.mark.parametrize("longest", range(3, 13))
def test_the_bound_of_mu_is_exact(longest: int) -> None:
    """μ < 1 ÷ (N · (N − 2)) orders all lists up to N; at the bound two of them tie, and N is too long."""
    bound = Fraction(1, longest * (longest - 2))
    for mu, reach in (
        (bound * Fraction(999, 1000), longest),
        (bound, longest - 1),
        (bound * Fraction(1001, 1000), longest - 1),
    ):
        measure = OLAR(mu=float(mu))
        assert measure.longest == max(2, reach), f"μ = {mu}"
        inside = every_list(measure.longest, 1)
        exact = [float(exact_olar(text, mu) / (2 + mu)) for text in inside]
        np.testing.assert_allclose(scores(measure, inside, 1), exact, rtol=0, atol=1e-15)
        assert broken(inside, exact) == []
        beyond = every_list(measure.longest + 1, 1)
        assert broken(beyond, [float(exact_olar(text, mu) / (2 + mu)) for text in beyond]) == ["confidence"]
        with pytest.raises(MeasureError, match=f"orders lists of up to {measure.longest}, and one has"):
            scores(measure, beyond, 1)


def test_the_tightest_pair() -> None:
    """A correct response at the end of n − 1 must beat one at the head of n; at μ = 1 ÷ (n · (n − 2)) they tie."""
    for n in range(3, 30):
        mu = Fraction(1, n * (n - 2))
        assert exact_olar("w" * (n - 2) + "c", mu) == exact_olar("c" + "w" * (n - 1), mu)


def test_any_mu_has_a_longest_list() -> None:
    for mu, longest in ((1e300, 2), (1 / 3, 2), (0.33, 3), (0.049, 5), (1e-4, 101), (5e-324, None)):
        assert OLAR(mu=mu).longest >= 2
        assert longest is None or OLAR(mu=mu).longest == longest


def test_a_mu_beyond_the_bound_is_told_from_a_good_one() -> None:
    texts = every_list(6, 2)
    too_large = [text.count("c") + max(1, text.count("c")) / len(text) for text in texts]
    assert broken(texts, [v + 0.5 * float(reciprocal_ranks(t)) for t, v in zip(texts, too_large, strict=True)]) != []
    unscaled = [text.count("c") / 2 + 1 / len(text) for text in texts]  # recall plus 1/length, for two correct ones
    assert "correctness" in broken(texts, unscaled, priority=False)
