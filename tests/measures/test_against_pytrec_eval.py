"""Equal to trec_eval, through pytrec_eval, on made-up rankings: ties, unjudged items, negative grades."""

from __future__ import annotations

import numpy as np
import pytest
import pytrec_eval
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import Topic, topics
from turnwise.measures import Lists, parse_turn

CUTOFFS = (1, 2, 3, 5, 10, 100)

#: trec_eval's measures of a cutoff, which take a relevance level and which do not, and ours.
AT_CUTOFFS = {"P": "P", "recall": "R", "success": "SR", "map_cut": "AP", "ndcg_cut": "nDCG"}
WHOLE = {
    "map": "AP",
    "recip_rank": "RR",
    "ndcg": "nDCG",
    "bpref": "bpref",
    "set_P": "P",
    "set_recall": "R",
    "set_F": "F1",
}
WITHOUT_LEVEL = {"nDCG"}

#: trec_eval reads outside its arrays where every grade of a turn is negative.
SAFE_TOPICS = topics().filter(lambda topic: max(topic.grades.values()) >= 0)


def _ours(name: str, level: int, k: int | None = None) -> str:
    rel = f"(rel={level})" if name not in WITHOUT_LEVEL else ""
    return name + rel + (f"@{k}" if k else "")


@pytest.mark.parametrize("level", [1, 2])
@settings(max_examples=150, deadline=None)
@given(turns=st.lists(SAFE_TOPICS, min_size=1, max_size=4))
def test_as_pytrec_eval(level: int, turns: list[Topic]) -> None:
    asked = {f"{name}.{','.join(map(str, CUTOFFS))}" for name in AT_CUTOFFS} | set(WHOLE)
    ids = [f"t{n}" for n in range(len(turns))]
    evaluator = pytrec_eval.RelevanceEvaluator(
        {i: turn.grades for i, turn in zip(ids, turns, strict=True)}, asked, relevance_level=level
    )
    theirs = evaluator.evaluate({i: turn.scores for i, turn in zip(ids, turns, strict=True)})
    written = [turn.written() for turn in turns]
    lists = Lists.of([w.ranked for w in written], [w.judged for w in written])
    names = {f"{name}_{k}": _ours(ours, level, k) for name, ours in AT_CUTOFFS.items() for k in CUTOFFS}
    names |= {name: _ours(ours, level) for name, ours in WHOLE.items()}
    for name, ours in names.items():
        expected = [theirs[i][name] for i in ids]
        np.testing.assert_allclose(parse_turn(ours)(lists), expected, rtol=0, atol=1e-12, err_msg=f"{ours} and {name}")


def test_ties_fall_by_item_id_from_the_last_byte_string_to_the_first() -> None:
    turn = Topic({"a": 1.0, "Z": 1.0, "é": 1.0, "b": 2.0}, {"a": 1})
    assert turn.written().ranked == (None, None, 1, None)  # b by its score, then é (c3 a9), a (61), Z (5a)
    theirs = pytrec_eval.RelevanceEvaluator({"t": turn.grades}, {"recip_rank"}).evaluate({"t": turn.scores})
    assert theirs["t"]["recip_rank"] == pytest.approx(1 / 3)
