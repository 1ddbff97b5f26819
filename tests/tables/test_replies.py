"""The table of replies: ranking, the tie rule, duplicates, and taking a part."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnwise.errors import InputError
from turnwise.tables.decisions import Decisions
from turnwise.tables.replies import Options, Replies, ranked


def table(lists: list[list[tuple[str, float]]], decisions: Decisions | None = None) -> Replies:
    flat = [pair for one in lists for pair in one]
    queries = [f"q{i}" for i in range(len(lists))]
    options = Options([len(one) for one in lists], [name for name, _ in flat], np.array([score for _, score in flat]))
    return ranked("here", "test", queries, list(queries), options, Decisions() if decisions is None else decisions)


def lists_of(replies: Replies) -> list[list[str]]:
    return [replies.options(i) for i in range(len(replies))]


def test_options_are_ranked_by_score_then_as_they_are_listed() -> None:
    decisions = Decisions()
    replies = table([[("a", 0.1), ("b", 0.7), ("c", 0.2)], [("é", 0.5), ("a", 0.5), ("z", 0.5), ("Z", 0.9)]], decisions)
    assert lists_of(replies) == [["b", "c", "a"], ["Z", "é", "a", "z"]]
    assert decisions.count("ties-as-listed") == 0  # the best ones are not tied
    assert replies.scores.tolist() == [0.7, 0.2, 0.1, 0.9, 0.5, 0.5, 0.5]
    assert replies.offsets.tolist() == [0, 3, 7]


def test_replies_tied_at_the_top_are_counted() -> None:
    decisions = Decisions()
    replies = table(
        [[("a", 0.5), ("z", 0.5)], [("z", 0.5), ("a", 0.5)], [("a", 0.5), ("z", 0.4)], [("a", 1)]], decisions
    )
    assert lists_of(replies) == [["a", "z"], ["z", "a"], ["a", "z"], ["a"]]
    assert decisions.count("ties-as-listed") == 2
    assert "first: query 'q0'" in str(next(iter(decisions)))


def test_the_vocabulary_compares_as_its_codes() -> None:
    replies = table([[("pear", 1), ("apple", 2)], [("fig", 3)]])
    assert replies.vocabulary == ["apple", "fig", "pear"]
    assert replies.codes.tolist() == [0, 2, 1]


def test_a_repeated_option_keeps_its_best_score_and_is_counted() -> None:
    decisions = Decisions()
    replies = table([[("a", 0.1), ("b", 0.3), ("a", 0.6), ("a", 0.6)], [("a", 0.2)]], decisions)
    assert lists_of(replies) == [["a", "b"], ["a"]]
    assert replies.scores.tolist() == [0.6, 0.3, 0.2]
    assert decisions.count("duplicate-options") == 2
    assert "query 'q0', option 'a'" in str(next(iter(decisions)))


def test_empty_lists_stay() -> None:
    replies = table([[], [("a", 0.2)], []])
    assert lists_of(replies) == [[], ["a"], []]
    assert replies.lengths.tolist() == [0, 1, 0]
    assert len(table([])) == 0


def test_taking_keeps_lists_whole_and_in_the_asked_order() -> None:
    replies = table([[("a", 3), ("b", 2)], [], [("c", 1), ("a", 0)]]).with_gold([("a",), (), ("c", "a")])
    part = replies.taking([2, 1])
    assert part.queries == ["q2", "q1"]
    assert lists_of(part) == [["c", "a"], []]
    assert part.scores.tolist() == [1, 0]
    assert part.gold == [("c", "a"), ()]


def test_gold_must_cover_every_query() -> None:
    with pytest.raises(InputError, match="found gold for 1 query, expected it for all 2 queries"):
        table([[], []]).with_gold([("a",)])


NAMES = st.sampled_from(["a", "b", "B", "é", "z", "ab", "\U0001f600", "\uffee"])
LISTS = st.lists(st.lists(st.tuples(NAMES, st.sampled_from([-1.0, 0.0, 0.25, 0.5])), max_size=8), max_size=5)


@given(LISTS)
def test_ranking_is_what_sorting_each_list_alone_gives(lists: list[list[tuple[str, float]]]) -> None:
    expected = []
    for one in lists:
        sorted_once = sorted(one, key=lambda option: -option[1])  # stable, as the code printed for a setting
        expected.append(list(dict.fromkeys(name for name, _ in sorted_once)))
    assert lists_of(table(lists)) == expected
