"""The score engine: the missing rule, means, weights, decisions."""

from __future__ import annotations

import numpy as np
import pytest

import turnwise as tw
from turnwise.errors import InputError, MeasureError, OptionError

QRELS = {"1_1": {"a": 1, "b": 0, "c": 1}, "1_2": {"d": 2}, "2_1": {"e": 1}}
RUN = {"1_1": {"a": 3.0, "b": 2.0, "x": 1.0}, "1_2": {"x": 2.0, "d": 1.0}}


def test_hand_worked_values_and_means() -> None:
    scores = tw.score({"mine": RUN}, QRELS, ["RR", "P@2", "R"])
    # 1_1: a at rank 1: RR 1, P@2 1/2, R 1/2.  1_2: d at rank 2: RR 1/2, P@2 1/2, R 1.  2_1: missing, all 0.
    assert scores.turns == ["1_1", "1_2", "2_1"]
    np.testing.assert_array_equal(scores.values[0], [[1, 0.5, 0.5], [0.5, 0.5, 1], [0, 0, 0]])
    np.testing.assert_array_equal(scores.means[0], [1.5 / 3, 1 / 3, 1.5 / 3])
    np.testing.assert_array_equal(scores.conversation_means[0, :, 0], [0.75, 0])
    assert scores.conversation_names == ["1", "2"]
    assert scores.missing.tolist() == [[False, False, True]]


def test_missing_turns_are_counted_and_the_rule_can_be_chosen() -> None:
    zero = tw.score({"mine": RUN}, QRELS, "RR")
    assert zero.decisions.count("missing-turns") == 1
    assert zero.means[0, 0] == 0.5
    skipped = tw.score({"mine": RUN}, QRELS, "RR", missing="skip")
    assert skipped.means[0, 0] == 0.75
    assert np.isnan(skipped.conversation_means[0, 1, 0])
    assert [row.value for row in skipped.rows("turn")] == [1.0, 0.5, None]
    assert [row.note for row in skipped.rows("turn")] == [None, None, "missing"]
    with pytest.raises(InputError, match=r"mine: 1 judged turn of 3 missing \(first: 2_1\)"):
        tw.score({"mine": RUN}, QRELS, "RR", missing="error")
    with pytest.raises(OptionError, match="missing must be"):
        tw.score({"mine": RUN}, QRELS, "RR", missing="fill")  # type: ignore[arg-type]


def test_pooled_recall_sums_over_turns_before_it_divides() -> None:
    scores = tw.score({"mine": RUN}, QRELS, ["R", "R(pooled=true)"])
    # found 1 of 2, 1 of 1, 0 of 1: the mean is (1/2 + 1 + 0) / 3, pooled it is 2 / 4
    np.testing.assert_allclose(scores.means[0], [0.5, 0.5])
    without_last = {turn: QRELS[turn] for turn in ("1_1", "1_2")}
    scores = tw.score({"mine": RUN}, without_last, ["R", "R(pooled=true)"])
    np.testing.assert_allclose(scores.means[0], [0.75, 2 / 3])
    assert [row.weight for row in scores.rows("turn")] == [1, 2, 1, 1]


def test_several_systems_stand_in_one_table() -> None:
    scores = tw.score({"one": RUN, "two": {"2_1": {"e": 1.0}}}, QRELS, ["RR", "SR@1"])
    assert scores.systems == ["one", "two"]
    np.testing.assert_array_equal(scores.of("two", "SR@1"), [0, 0, 1])
    assert scores.decisions.count("missing-turns") == 3


def test_rel_reaches_the_measures_that_do_not_set_it() -> None:
    scores = tw.score({"mine": RUN}, QRELS, ["RR", "AP(rel=2)", "nDCG@3"], rel=2)
    assert scores.measures == ["RR(rel=2)", "AP(rel=2)", "nDCG@3"]
    written = tw.score({"mine": RUN}, QRELS, ["RR", "RR(rel=1)", "Mean(RR(rel=1))", "Mean(RR)"], rel=2)
    assert written.all_measures == ["RR(rel=2)", "RR", "Mean(RR)", "Mean(RR(rel=2))"]
    # relevant with 1: a at rank 1, d at rank 2; with 2: d alone
    assert written.means[0, :2].tolist() == [pytest.approx(0.5 / 3), 0.5]
    np.testing.assert_array_equal(scores.of("mine", "RR(rel=2)"), [0, 0.5, 0])


def test_turns_without_relevant_items_score_zero_and_are_told() -> None:
    scores = tw.score({"mine": {"1": {"a": 1.0}, "2": {"b": 1.0}}}, {"1": {"a": 1}, "2": {"b": 0}}, "AP")
    assert scores.means[0, 0] == 0.5
    assert scores.decisions.count("no-relevant") == 1


def test_a_list_longer_than_olar_can_order_is_an_error() -> None:
    run = {"1": {str(i): float(-i) for i in range(6)}}
    with pytest.raises(MeasureError, match=r"OLAR orders lists of up to 5, and one has 6; use OLAR\(max_length=6\)"):
        tw.score({"mine": run}, {"1": {"0": 1}}, "OLAR")


def test_a_relevant_grade_that_nothing_reaches_is_told() -> None:
    scores = tw.score({"mine": RUN}, QRELS, ["RR", "nDCG"], rel=9)
    assert scores.means[0, 0] == 0
    assert scores.decisions.count("unreached-grade") == 3  # of all three turns
    assert tw.score({"mine": RUN}, QRELS, "RR", rel=2).decisions.count("unreached-grade") == 0


def test_no_run_is_an_error() -> None:
    with pytest.raises(InputError):
        tw.score({}, QRELS, "RR")


def test_strict_refuses_decisions() -> None:
    with pytest.raises(InputError, match="strict"):
        tw.score({"mine": RUN}, QRELS, "RR", strict=True)
