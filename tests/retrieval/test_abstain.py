"""Thresholds by hand, and against trying every cut."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.retrieval.knowledge import asked_of, kb_of
from turnwise.errors import OptionError
from turnwise.retrieval.abstain import choose_threshold, refused
from turnwise.retrieval.ranked import joined, top

KB = kb_of(("a", "X"), ("b", "Y"))


def ranked_of(*best: float | None):
    """Lists whose first answer is X with this score; None is an empty list."""
    rows = [[-1.0, -1.0] if score is None else [score, -0.5] for score in best]
    return joined([top(KB, np.array([row]), None, above=-1.0) for row in rows])


def test_a_threshold_by_hand() -> None:
    """Scores 0.9 right, 0.7 wrong, 0.6 right, 0.4 wrong (nothing is right), 0.2 wrong; a wrong answer costs 1.

    Refusing none: 2 − 3 = −1. Refusing the last: 0. Refusing the last two, of which one rightly: 2 − 1 + 1 = 2.
    Refusing three: 1 − 1 + 1 = 1; four: 1 + 1 = 2; all: 1. The lowest of the best two stands between 0.4 and 0.6.
    """
    asked = asked_of(("a", [0]), ("b", [1]), ("c", [0, 1]), ("d", []), ("e", [1]))
    ranked = ranked_of(0.9, 0.7, 0.6, 0.4, 0.2)
    chosen = choose_threshold(ranked, asked)
    assert chosen.below == pytest.approx(0.5)
    assert (chosen.worth, chosen.worth_without, chosen.refused) == (2 / 5, -1 / 5, 2)
    assert refused(ranked, chosen.below).tolist() == [False, False, False, True, True]


def test_where_wrong_answers_cost_nothing_only_right_refusals_count() -> None:
    asked = asked_of(("a", [0]), ("b", [1]), ("c", []))
    assert choose_threshold(ranked_of(0.9, 0.7, 0.6), asked, 0.0).below == pytest.approx(0.65)
    assert choose_threshold(ranked_of(0.9, 0.7, 0.8), asked, 0.0).refused == 2, "the wrong answer at 0.7 is no loss"


def test_a_question_without_a_listed_answer_is_refused_under_any_threshold() -> None:
    asked = asked_of(("a", [0]), ("b", []))
    ranked = ranked_of(0.9, None)
    chosen = choose_threshold(ranked, asked)
    assert np.isneginf(chosen.below)
    assert (chosen.worth, chosen.worth_without, chosen.refused) == (1.0, 1.0, 1)
    assert refused(ranked, chosen.below).tolist() == [False, True]


SCORES = st.lists(st.sampled_from([None, 0.1, 0.2, 0.3, 0.4]), min_size=1, max_size=9)


@settings(max_examples=80, deadline=None)
@given(SCORES, st.data())
def test_no_cut_is_better(best: list[float | None], data: st.DataObject) -> None:
    gold = [data.draw(st.sampled_from([[0], [1], []])) for _ in best]
    cost = data.draw(st.sampled_from([0.0, 0.5, 1.0, 3.0]))
    asked, ranked = asked_of(*((str(at), right) for at, right in enumerate(gold))), ranked_of(*best)

    def worth(below: float) -> float:
        silent = refused(ranked, below)
        return sum(
            (1.0 if not right else 0.0) if quiet else (1.0 if 0 in right else -cost)
            for quiet, right in zip(silent, gold, strict=True)
        ) / len(best)

    chosen = choose_threshold(ranked, asked, cost)
    cuts = [-np.inf, 0.15, 0.25, 0.35, 0.5]
    assert chosen.worth == pytest.approx(max(map(worth, cuts)))
    assert worth(chosen.below) == pytest.approx(chosen.worth)
    assert worth(-np.inf) == pytest.approx(chosen.worth_without)
    assert refused(ranked, chosen.below).sum() == chosen.refused


def test_a_negative_cost_is_told() -> None:
    with pytest.raises(OptionError, match="a finite number from 0, found -1"):
        choose_threshold(ranked_of(0.5), asked_of(("a", [0])), -1)
