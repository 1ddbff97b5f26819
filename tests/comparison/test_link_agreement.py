"""Two annotations of links, compared by hand."""

from __future__ import annotations

import numpy as np
import pytest

from turnwise.comparison.links import MEASURES, compare_links
from turnwise.errors import InputError
from turnwise.tables.decisions import Decisions
from turnwise.tables.turns import UNKNOWN, Conversation, Conversations, Links, Turn


def annotation(name: str, **conversations: Links | None) -> Conversations:
    def of(turns: Links | None) -> tuple[Turn, ...]:
        return tuple(Turn(turn, UNKNOWN, "") for turn in turns or {})

    return Conversations(name, "parents", tuple(Conversation(c, of(t), links=t) for c, t in conversations.items()))


RIGHT = annotation("right", a={"1": (), "2": ("1",), "3": ("1", "2")}, b={"1": (), "2": ()})
FOUND = annotation("found", a={"1": (), "2": ("1",), "3": ("2",)}, b={"1": (), "2": ("1",)})


def test_counts_and_ratios() -> None:
    one = compare_links(FOUND, RIGHT, Decisions())
    # a: 2 of 2 found links are right, of 3; turns 1 and 2 have exactly their parents. b: 0 of 1, of none; turn 1.
    assert one.counts.tolist() == [[2, 2, 3, 2, 3], [0, 1, 0, 1, 2]]
    values = [one[measure].value for measure in MEASURES]
    assert values == pytest.approx([2 / 3, 2 / 3, 4 / 6, 3 / 5])


def test_intervals_draw_conversations() -> None:
    one = compare_links(FOUND, RIGHT, Decisions(), draws=4000)
    # Two conversations: a twice (1/4), b twice (1/4), or both (1/2); exact is 2/3, 1/2 or 3/5.
    assert (one["exact"].low, one["exact"].high) == pytest.approx((1 / 2, 2 / 3))
    again = compare_links(FOUND, RIGHT, Decisions(), draws=4000)
    assert np.array_equal(one._drawn, again._drawn, equal_nan=True)


def test_without_links_found_there_is_no_precision() -> None:
    none = annotation("none", a={"1": (), "2": (), "3": ()}, b={"1": (), "2": ()})
    one = compare_links(none, RIGHT, Decisions())
    assert (one["precision"].value, one["precision"].low) == (None, None)
    assert one["recall"].value == 0
    assert one["exact"].value == pytest.approx(3 / 5)
    assert one.difference(compare_links(RIGHT, RIGHT, Decisions()), "precision").value is None


def test_a_difference_is_taken_over_the_same_draws() -> None:
    perfect = compare_links(RIGHT, RIGHT, Decisions())
    same = perfect.difference(perfect, "F1")
    assert (same.value, same.low, same.high) == (0, 0, 0)
    lead = perfect.difference(compare_links(FOUND, RIGHT, Decisions()), "exact")
    # 1 − 3/5; with b drawn twice 1 − 1/2, with a drawn twice 1 − 2/3.
    assert (lead.value, lead.low, lead.high) == pytest.approx((0.4, 1 / 3, 0.5))
    with pytest.raises(InputError, match="links of different conversations"):
        perfect.difference(compare_links(annotation("x", a=dict(RIGHT["a"].links or {})), RIGHT, Decisions()), "F1")


def test_only_turns_of_both_count_and_the_others_are_told() -> None:
    more = annotation("more", a={"1": (), "2": ("1",), "3": ("2",), "4": ("3",)}, c={"1": ()})
    decisions = Decisions()
    one = compare_links(more, RIGHT, decisions)
    assert one.conversations == ["a"]
    assert one.counts.tolist() == [[2, 2, 3, 2, 3]]
    assert decisions.count("turns-not-compared") == 4  # a_4 and c_1 here; b_1 and b_2 there


def test_nothing_in_common_is_refused() -> None:
    with pytest.raises(InputError, match="links of no turn of right"):
        compare_links(RIGHT, annotation("other", z={"1": ()}), Decisions())
    with pytest.raises(InputError, match="found no links between turns"):
        compare_links(annotation("topics", a=None), RIGHT, Decisions())
