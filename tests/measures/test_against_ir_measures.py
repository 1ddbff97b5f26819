"""Equal to ir_measures where it computes the same by its own means; where it does not, the difference is shown."""

from __future__ import annotations

import shutil
from typing import Any

import ir_measures
import numpy as np
import pytest

from turnwise.measures import Lists, parse_turn

QRELS = {
    "1": {"a": 2, "b": 0, "c": 1, "d": 4, "e": 1, "f": 0},
    "2": {"a": 1, "g": 3, "h": 1, "i": 0},
    "3": {"c": 1, "j": 1},
    "4": {"a": 0, "b": 2},
}
RUN = {
    "1": {"a": 9.0, "x": 8.0, "d": 7.5, "b": 7.0, "y": 6.0, "c": 5.0, "z": 4.0},
    "2": {"x": 3.0, "h": 2.0, "i": 1.0, "g": 0.5},
    "3": {"x": 5.0, "y": 4.0},
    "4": {"b": 1.0},
}


def _lists() -> Lists:
    ranked = [[QRELS[q].get(item) for item in sorted(RUN[q], key=RUN[q].get, reverse=True)] for q in QRELS]  # type: ignore[arg-type]
    return Lists.of(ranked, [list(QRELS[q].values()) for q in QRELS])


def _theirs(measure: Any, provider: Any = ir_measures) -> list[float]:
    found = {m.query_id: m.value for m in provider.iter_calc([measure], QRELS, RUN)}
    return [found[q] for q in QRELS]


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("nDCG(dcg='exp-log2')@5", "nDCG(gain=exponential)@5"),
        ("ERR@3", "ERR(max_grade=4)@3"),  # gdeval's scale always ends at 4
        ("ERR@20", "ERR(max_grade=4)@20"),
    ],
)
def test_as_gdeval(theirs: str, ours: str) -> None:
    if not shutil.which("perl"):
        pytest.skip("gdeval is a Perl script, and there is no perl here")
    # gdeval prints five decimals
    np.testing.assert_allclose(
        parse_turn(ours)(_lists()), _theirs(ir_measures.parse_measure(theirs), ir_measures.gdeval), rtol=0, atol=5.1e-6
    )


def test_without_a_scale_err_ends_at_the_highest_grade_in_the_judgements() -> None:
    """Which is 4 here as in gdeval; where it is lower, our ERR is higher than gdeval's."""
    assert parse_turn("ERR")(_lists()).tolist() == parse_turn("ERR(max_grade=4)")(_lists()).tolist()
    assert parse_turn("ERR")(Lists.of([[1]]))[0] == 1 / 2 > parse_turn("ERR(max_grade=4)")(Lists.of([[1]]))[0] == 1 / 16


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("AP(rel=2)@4", "AP(rel=2)@4"),
        ("Judged@3", "Judged@3"),
        ("Judged@100", "Judged@100"),
        ("RR(rel=2)", "RR(rel=2)"),
        ("RR@2", "RR@2"),
        ("SetF", "F1"),
        ("SetP(rel=2)", "P(rel=2)"),
        ("Success@1", "SR@1"),
        ("nDCG@3", "nDCG@3"),
        ("Bpref(rel=2)", "bpref(rel=2)"),
    ],
)
def test_as_ir_measures(theirs: str, ours: str) -> None:
    expected = _theirs(ir_measures.parse_measure(theirs))
    np.testing.assert_allclose(parse_turn(ours)(_lists()), expected, rtol=0, atol=1e-12)


def test_a_negative_grade_is_not_judged_here_and_judged_for_ir_measures() -> None:
    """trec_eval takes it as in the pool but not judged, and so do we."""
    (theirs,) = ir_measures.iter_calc([ir_measures.Judged @ 2], {"q": {"a": -1, "b": 1}}, {"q": {"a": 2.0, "b": 1.0}})
    assert theirs.value == 1
    assert parse_turn("Judged@2")(Lists.of([[-1, 1]])).tolist() == [1 / 2]
