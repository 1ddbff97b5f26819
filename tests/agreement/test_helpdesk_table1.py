"""The helpdesk paper's Table 1: its marginals and κ_free imply its Fleiss' κ, and its intervals are of the null."""

from __future__ import annotations

import json
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from turnwise.agreement.coefficients import fleiss_kappa, randolph_kappa

GOLDEN = json.loads((Path(__file__).parents[1] / "goldens" / "helpdesk_table1.json").read_text(encoding="utf-8"))
QUESTIONS = GOLDEN["questions"]
ITEMS, RATERS = GOLDEN["dialogues"], GOLDEN["annotators"]


def shares(question: dict[str, Any]) -> np.ndarray:
    labels = np.array(question["labels"], dtype=float)
    assert labels.sum() == ITEMS * RATERS
    return labels / labels.sum()


def fleiss_from(free: float, share: np.ndarray) -> float:
    """κ_free = (P_o − 1/q)/(1 − 1/q) gives P_o back; with P_e = Σ p² that is Fleiss' κ."""
    observed = free * (1 - 1 / len(share)) + 1 / len(share)
    chance = (share**2).sum()
    return float((observed - chance) / (1 - chance))


@pytest.mark.parametrize("name", QUESTIONS)
def test_kappa_free_and_the_marginals_imply_fleiss_within_rounding(name: str) -> None:
    question = QUESTIONS[name]
    lowest, highest = (fleiss_from(question["free"] + off, shares(question)) for off in (-0.0005, 0.0005))
    assert lowest - 0.0005 <= question["fleiss"] <= highest + 0.0005


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_number_of_agreeing_pairs_gives_both(name: str) -> None:
    """The 234 dialogues have 702 pairs of labels, of which a whole number agrees: one fits both printed values."""
    question = QUESTIONS[name]
    share = shares(question)
    fitting = [
        agreeing
        for agreeing in range(703)
        if abs((agreeing / 702 - 1 / 3) / (2 / 3) - question["free"]) <= 0.0005
        and abs((agreeing / 702 - (share**2).sum()) / (1 - (share**2).sum()) - question["fleiss"]) <= 0.0005
    ]
    assert len(fitting) == 1


def test_the_two_kappas_of_ours_are_linked_in_the_same_way() -> None:
    ratings = np.random.default_rng(0).choice([0, 1, 2], (ITEMS, RATERS), p=[0.1, 0.2, 0.7])
    share = np.bincount(ratings.ravel()) / ratings.size
    assert fleiss_kappa(ratings).value == pytest.approx(fleiss_from(randolph_kappa(ratings).value or 0, share))


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_printed_intervals_are_those_of_no_agreement(name: str) -> None:
    """Their half-width is 1.96 times Fleiss' (1979) standard error under the hypothesis that κ is 0."""
    question = QUESTIONS[name]
    p = shares(question)
    spread = (p * (1 - p)).sum()
    of_null = sqrt(2 / (ITEMS * RATERS * (RATERS - 1))) / spread * sqrt(spread**2 - (p * (1 - p) * (1 - 2 * p)).sum())
    low, high = question["interval"]
    assert (high - low) / 2 == pytest.approx(1.96 * of_null, abs=0.0006)


def test_ours_is_at_the_estimate() -> None:
    """Where agreement is high the two errors differ: ours is that of the estimate, here the smaller one."""
    rng = np.random.default_rng(1)
    right = rng.choice([0, 1, 2], ITEMS)
    ratings = np.where(rng.random((ITEMS, RATERS)) < 0.97, right[:, None], rng.choice([0, 1, 2], (ITEMS, RATERS)))
    p = np.bincount(ratings.ravel()) / ratings.size
    spread = (p * (1 - p)).sum()
    of_null = sqrt(2 / (ITEMS * RATERS * (RATERS - 1))) / spread * sqrt(spread**2 - (p * (1 - p) * (1 - 2 * p)).sum())
    found = fleiss_kappa(ratings, draws=2000)
    assert found.value is not None
    assert found.value > 0.9
    assert found.standard_error is not None
    assert found.standard_error < 0.6 * of_null
    assert found.bootstrap is not None
    assert (found.bootstrap.high - found.bootstrap.low) / (2 * 1.96) == pytest.approx(found.standard_error, rel=0.1)
