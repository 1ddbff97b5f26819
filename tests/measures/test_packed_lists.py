"""Packing lists written out as grades, and what measures ask of the packed arrays."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

from turnwise.errors import MeasureError
from turnwise.measures import Lists, parse_turn
from turnwise.measures.packed import ANY_GAIN, ratio


def test_hits_are_the_judged_items() -> None:
    lists = Lists.of([[None, 2, 0], [], [-1, None, 1]])
    assert lists.offsets.tolist() == [0, 2, 2, 4]
    assert lists.ranks.tolist() == [2, 3, 1, 3]
    assert lists.grades.tolist() == [2, 0, -1, 1]
    assert lists.owner.tolist() == [0, 0, 2, 2]
    assert lists.length.tolist() == [3, 0, 3]
    assert len(lists) == len(lists.pool) == 3


def test_the_pool_is_highest_first_and_counts_negative_grades_as_not_judged() -> None:
    pool = Lists.of([[0], [None]], [[0, -2, 3, 1], [-1]]).pool
    assert pool.grades.tolist() == [3, 1, 0, -2, -1]
    assert pool.max_grade == 3
    assert pool.n_judged.tolist() == [3, 0]
    assert pool.n_relevant(1).tolist() == [2, 0]
    assert pool.ideal.grades.tolist() == [3, 1]
    assert pool.ideal.ranks.tolist() == [1, 2]
    assert pool.ideal.length.tolist() == [2, 0]


def test_relevant_hits_are_counted_through_their_list() -> None:
    hits = Lists.of([[1, None, 2, 0, 1], [2]]).relevant(1)
    assert hits.nth.tolist() == [1, 2, 3, 1]
    assert hits.ranks.tolist() == [1, 3, 5, 1]
    assert [step.tolist() for step in hits.steps()] == [[0, 3], [1], [2]]
    assert hits.running(hits.grades).tolist() == [1, 3, 4, 2]
    cut = Lists.of([[1, None, 2, 0, 1], [2]]).relevant(1, k=3)
    assert cut.nth.tolist() == [1, 2, 1]
    assert Lists.of([[0]]).relevant(1).steps() == []
    assert Lists.of([]).relevant(1).running(np.array([])).tolist() == []


def test_any_gain_is_no_number_a_processor_may_flush_to_zero() -> None:
    assert sys.float_info.min == ANY_GAIN > 0
    assert Lists.of([[0, -1, 1e-300]]).relevant(ANY_GAIN).ranks.tolist() == [3]


@pytest.mark.parametrize(
    ("rel", "grade"),
    [(0, 1), (1, 1), (2, 3), (4, 4)],  # the lowest grade that gains and is at least rel, else rel
)
def test_smoothing_appends_one_correct_response(rel: float, grade: float) -> None:
    lists = Lists.of([[0, 3], [], [None]], [[0, 3, 1], [], [3, 0]])
    more = lists.smoothed(rel)
    assert more.length.tolist() == [3, 1, 2]
    assert more.ranks.tolist() == [1, 2, 3, 1, 2]
    assert more.grades.tolist() == [0, 3, grade, grade, grade]
    for at in range(3):
        judged = more.pool.grades[more.pool.offsets[at] : more.pool.offsets[at + 1]].tolist()
        assert judged == sorted(judged, reverse=True)
        assert grade in judged
    assert more.pool.max_grade == max(3, grade)
    assert lists.smoothed(rel) is more
    assert lists.length.tolist() == [2, 0, 1]


def test_smoothing_where_nothing_gains() -> None:
    assert Lists.of([[0, -1]]).smoothed().grades.tolist() == [0, -1, 1]
    assert Lists.of([[0.5]]).smoothed().grades.tolist() == [0.5, 0.5]
    assert len(Lists.of([]).smoothed()) == 0


def test_a_list_among_others_has_the_value_it_has_alone_to_the_last_digit() -> None:
    """A cumulative sum over all lists would carry rounding from one to the next."""
    rng = np.random.default_rng(5)
    written = [rng.choice([0.1, 0.2, 0.3, 0.7], size=30).tolist() for _ in range(300)]
    together = parse_turn("Q")(Lists.of(written))
    alone = [parse_turn("Q")(Lists.of([grades]))[0] for grades in written]
    assert together.tolist() == alone


@pytest.mark.parametrize(
    ("ranked", "judged", "says"),
    [
        ([[1]], [[1], [1]], "found 1 lists and judgements of 2 turns; expected as many of each."),
        ([[0], [1, 1]], [[0], [1]], "list 2 has 1 more of grade 1 than were judged; add them to `judged`."),
        ([[2]], [[1]], "list 1 has 1 more of grade 2 than were judged"),
        ([[float("nan")]], None, "list 1: a grade must be a finite number."),
        ([[1]], [[1, float("inf")]], "list 1: a grade must be a finite number."),
    ],
)
def test_lists_no_judgements_give_are_refused(ranked: list[list[float]], judged: Any, says: str) -> None:
    with pytest.raises(MeasureError) as error:
        Lists.of(ranked, judged)
    assert says in str(error.value)


def test_wrong_items_need_not_be_among_the_judged() -> None:
    assert parse_turn("R")(Lists.of([[0, 1]], [[1]])).tolist() == [1]


def test_a_ratio_over_nothing_is_0() -> None:
    assert ratio(np.array([1.0, 3.0]), np.array([0, 2])).tolist() == [0, 1.5]
    assert ratio(np.array([]), np.array([])).dtype == np.float64
