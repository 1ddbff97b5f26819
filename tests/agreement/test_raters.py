"""Raters beside the others, on the same items."""

from __future__ import annotations

import json

import numpy as np
import polars as pl
import pytest

import turnwise as tw
from turnwise.agreement.raters import RaterProfile, RaterProfiles, holm
from turnwise.errors import InputError
from turnwise.report.raters import as_text, sentences
from turnwise.tables.decisions import Decisions


def frame(matrix: np.ndarray, **columns: object) -> pl.DataFrame:
    item, rater = np.nonzero(~np.isnan(matrix))
    return pl.DataFrame(
        {"item": [f"i{n}" for n in item], "annotator": [f"r{n}" for n in rater], "value": matrix[item, rater]}
    ).with_columns(**columns)


def test_two_items_by_hand() -> None:
    """Items a: 1, 1, 2 and b: 2, 1, 2 by r0, r1 and r2.

    r2 is above the others' mean by 2 − 1 on a and 2 − 3/2 on b: 3/4. Of the others 0 of 2 agree with r2 on a, 1 of 2 on
    b: 1/4. The others agree with each other on a, and not on b: 1/2.
    """
    (found,) = tw.raters(frame(np.array([[1, 1, 2], [2, 1, 2.0]])))
    profile = found.profiles[2]
    assert profile.severity is not None
    assert profile.severity.value == pytest.approx(3 / 4)
    assert profile.agreement == pytest.approx(1 / 4)
    assert profile.among_others == pytest.approx(1 / 2)
    assert profile.difference is not None
    assert profile.difference.value == pytest.approx(-1 / 4)
    assert profile.bias["2"].value == pytest.approx(3 / 4)  # 1 − 0 on a, 1 − 1/2 on b
    # the differences −1/2 − … are −1 on a and 1/2 on b: mean −1/4, and their error √(((3/4)² + (3/4)²) / 2 / 1) = 3/4
    assert profile.difference.standard_error == pytest.approx(3 / 4)


def test_numbers_of_any_kind_agree_by_squares() -> None:
    """Agreement is 1 − d²/range²: of r0 with r1 and r2 on the only item, 1 − 1/16 and 1 − 1, so 15/32."""
    values = np.array([[0, 1, 4.0]])
    (found,) = tw.raters(frame(values), level="interval")
    assert found.profiles[0].agreement == pytest.approx(15 / 32)
    assert found.profiles[0].among_others == pytest.approx(1 - 9 / 16)
    many = np.random.default_rng(0).normal(size=(60, 4))  # too many values for a matrix of weights
    (by_sums,) = tw.raters(frame(many))
    reach = np.ptp(many)
    apart = [(many[:, 0] - many[:, k]) ** 2 / reach**2 for k in (1, 2, 3)]
    assert by_sums.profiles[0].agreement == pytest.approx(1 - np.mean(apart))


def of(found: RaterProfiles, rater: str) -> RaterProfile:
    return next(profile for profile in found.profiles if profile.rater == rater)


def simulated(seed: int, odd: bool) -> pl.DataFrame:
    """Eight raters of 150 items, two thirds of which each rates; one of them may answer at random."""
    rng = np.random.default_rng(seed)
    truth = rng.normal(0, 1.2, 150)
    matrix = np.clip(np.round(truth[:, None] + rng.normal(0, 0.2, 8) + rng.normal(0, 0.7, (150, 8))), -2, 2)
    if odd:
        matrix[:, 5] = rng.integers(-2, 3, 150)
    matrix[rng.random(matrix.shape) < 1 / 3] = np.nan
    return frame(matrix)


def test_who_answers_at_random_is_found() -> None:
    found = [tw.raters(simulated(seed, odd=True))[0] for seed in range(10)]
    caught = [one for one in found if "agreement" in of(one, "r5").unusual]
    assert len(caught) >= 9
    assert any("r5 is unlike the others: agrees less" in sentence for sentence in sentences(caught[0]))


def test_nobody_is_accused_where_raters_are_alike() -> None:
    accused = [
        profile.unusual for seed in range(20) for profile in tw.raters(simulated(seed, odd=False))[0].profiles
    ]  # fmt: skip
    assert sum(map(bool, accused)) <= 3  # 5% of 20 studies, and not of 160 raters


def test_few_raters_or_items_are_not_judged() -> None:
    (found,) = tw.raters(frame(np.array([[1, 1, 5.0]] * 30)))
    assert found.tested == 0
    assert next(sentences(found)).startswith("Nobody is called unusual: that takes 5 raters")


def test_hard_items_do_not_make_a_bad_rater() -> None:
    """r0 rates only items on which everybody disagrees, and agrees there as much as the others do."""
    rng = np.random.default_rng(2)
    matrix = np.full((200, 5), 3.0)
    matrix[:100] = rng.integers(1, 6, (100, 5))
    matrix[100:, 0] = np.nan
    (found,) = tw.raters(frame(matrix))
    first = found.profiles[0]
    assert (first.agreement or 0) < (found.profiles[1].agreement or 0) - 0.1
    assert first.difference is not None
    assert first.difference.low is not None
    assert first.difference.high is not None
    assert first.difference.low < 0 < first.difference.high


def test_time() -> None:
    (found,) = tw.raters(frame(np.array([[1, 2.0], [2, 2]]), seconds=pl.Series([4.0, 10, 6, 20])))
    assert [profile.seconds for profile in found.profiles] == [5, 15]


def test_who_answered_must_be_known() -> None:
    with pytest.raises(InputError, match="found answers without names"):
        tw.raters(pl.DataFrame({"item": ["a", "a"], "value": [1, 2]}), from_format="long")


def test_every_form() -> None:
    found = tw.raters(simulated(1, odd=True))
    text = as_text(found, Decisions())
    assert max(map(len, text.splitlines())) <= 100
    told = json.loads(as_text(found, Decisions(), "json"))["questions"][0]
    assert told["profiles"][5]["agreement"] == found[0].profiles[5].agreement
    assert len(as_text(found, Decisions(), "csv").splitlines()) == 9
    assert r"\toprule" in as_text(found, Decisions(), "latex")


def test_holm_by_hand() -> None:
    """.01 · 3, then max(.03, .02 · 2), then max(.04, .5)."""
    assert holm([0.02, 0.5, 0.01]) == pytest.approx([0.04, 0.5, 0.03])
    assert holm([]) == []
