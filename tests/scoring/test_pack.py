"""From judgements to packed arrays: the grades of each turn, highest first, whatever the grades are."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnwise.readers.sources import read_judgements
from turnwise.scoring.pack import FEW_LEVELS, pool_of
from turnwise.tables.decisions import Decisions

WHOLE = st.integers(-3, 5).map(float)
WIDE = st.integers(-FEW_LEVELS, FEW_LEVELS).map(float)
FRACTIONS = st.sampled_from([0.1, 1.1, 2.1, 0.25, -0.5, 3.0])
LARGE = st.sampled_from([1e300, 1e15, 1e15 + 1, 0.0])


@given(
    st.sampled_from([WHOLE, WIDE, FRACTIONS, LARGE]).flatmap(
        lambda grade: st.lists(st.tuples(st.integers(1, 4), grade), min_size=1, max_size=30)
    )
)
def test_grades_of_each_turn_stand_highest_first(rows: list[tuple[int, float]]) -> None:
    judged: dict[str, dict[str, float]] = {}
    for number, (turn, grade) in enumerate(rows):
        judged.setdefault(f"1_{turn}", {})[f"d{number}"] = grade
    pool = pool_of(read_judgements(judged, Decisions()))
    found = [pool.grades[a:b].tolist() for a, b in zip(pool.offsets, pool.offsets[1:], strict=False)]
    assert found == [sorted(of_turn.values(), reverse=True) for of_turn in judged.values()]
    assert pool.max_grade == max(0.0, *(grade for _, grade in rows))


def test_grades_a_whole_step_apart_by_rounding_are_kept_as_they_are() -> None:
    # 1.1 − 1 is 0.10000000000000009, which is not the grade 0.1
    pool = pool_of(read_judgements({"1_1": {"a": 0.1, "b": 1.1}}, Decisions()))
    assert pool.grades.tolist() == [1.1, 0.1]
    assert 1.1 - 1 != 0.1


@pytest.mark.parametrize("far", [FEW_LEVELS - 1, FEW_LEVELS])
def test_few_levels_and_more(far: int) -> None:
    pool = pool_of(read_judgements({"1_1": {"a": 0, "b": far}, "1_2": {"c": 1}}, Decisions()))
    assert pool.grades.tolist() == [far, 0, 1]
    assert np.array_equal(pool.offsets, [0, 2, 3])
