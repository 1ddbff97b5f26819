"""Through the whole engine: new names of items and turns, and another order of rows, leave every value as it is."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import turnwise as tw
from tests.strategies import Topic, topics
from turnwise.measures import TURN_MEASURES

#: OLAR for lists as long as the made-up ones.
MEASURES = [name if name != "OLAR" else "OLAR(max_length=32)" for name in TURN_MEASURES]


def _values(turns: dict[str, Topic]) -> dict[str, np.ndarray]:
    run = {turn: topic.scores for turn, topic in turns.items()}
    scores = tw.score({"system": run}, {turn: topic.grades for turn, topic in turns.items()}, MEASURES)
    return dict(zip(scores.turns, scores.values[0], strict=True))


def _renamed(topic: Topic, names: dict[str, str]) -> Topic:
    return Topic(
        {names[item]: score for item, score in reversed(topic.scores.items())},
        {names[item]: grade for item, grade in reversed(topic.grades.items())},
    )


def _longer(topic: Topic) -> dict[str, str]:
    """New names in the same order byte by byte, which decides ties."""
    return {item: f"doc#{item}" for item in {**topic.scores, **topic.grades}}


def _unordered(topic: Topic, seed: int) -> dict[str, str]:
    items = sorted({**topic.scores, **topic.grades})
    return {item: f"{n:03}" for item, n in zip(items, np.random.default_rng(seed).permutation(len(items)), strict=True)}


@settings(max_examples=60, deadline=None)
@given(st.lists(topics(), min_size=1, max_size=3))
def test_new_names_in_the_same_order(topics: list[Topic]) -> None:
    before = _values({f"1_{n}": topic for n, topic in enumerate(topics)})
    after = _values({f"z{9 - n}_q": _renamed(topic, _longer(topic)) for n, topic in enumerate(topics)})
    for n in range(len(topics)):
        assert after[f"z{9 - n}_q"].tolist() == before[f"1_{n}"].tolist()


@settings(max_examples=40, deadline=None)
@given(topics(), st.integers(0, 99))
def test_any_new_names_where_no_scores_tie(topic: Topic, seed: int) -> None:
    apart = Topic({item: float(n) for n, item in enumerate(topic.scores)}, topic.grades)
    before = _values({"1": apart})["1"]
    assert _values({"1": _renamed(apart, _unordered(apart, seed))})["1"].tolist() == before.tolist()


def test_names_matter_where_scores_tie() -> None:
    """So the laws above can fail: the item that is last by its bytes comes first."""
    tied = Topic({"a": 1.0, "b": 1.0}, {"a": 1})
    swapped = _renamed(tied, {"a": "b", "b": "a"})
    at = MEASURES.index("RR")
    assert _values({"1": tied})["1"][at] == 1 / 2
    assert _values({"1": swapped})["1"][at] == 1
