"""Nuggets by vote: the rule by hand, and against a loop that reads like the rule."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnwise.dialogues.vote import LEAST_CLAIM, VOTE, voted
from turnwise.tables.dialogues import KINDS, Dialogues, Nuggets

Span = tuple[int, int, str]  # first post, last post, kind


def dialogues(sides: list[str], readings: list[list[list[Span]]], weights: dict | None = None) -> Dialogues:
    """Dialogues written as `CCH`, and for each the spans that each annotator found."""
    rows, read = [], []
    for d, by_annotator in enumerate(readings):
        for a, spans in enumerate(by_annotator):
            read.append((d, a))
            rows += [
                (d, a, first, last, KINDS.index(kind), (weights or {}).get((a, first), np.nan))
                for first, last, kind in spans
            ]
    columns = np.array([row[:5] for row in rows], dtype=np.int64).reshape(-1, 5).T
    n_annotators = max((len(by) for by in readings), default=0)
    return Dialogues(
        source="written",
        format="written",
        names=[f"d{at}" for at in range(len(sides))],
        offsets=np.concatenate([[0], np.cumsum([len(side) for side in sides])]),
        by_helpdesk=np.array([letter == "H" for side in sides for letter in side]),
        lengths={"characters": np.ones(sum(map(len, sides)))},
        nuggets=Nuggets(
            [str(at) for at in range(n_annotators)],
            *columns,
            weight=np.array([row[5] for row in rows], dtype=np.float64),
            read=np.array(read, dtype=np.int64).reshape(-1, 2),
        ),
    )


def spans(found: Dialogues) -> list[list[Span]]:
    nuggets = found.nuggets
    assert nuggets is not None
    assert nuggets.annotators == [VOTE]
    rows = zip(nuggets.dialogue, nuggets.first, nuggets.last, nuggets.kind, strict=True)
    by_dialogue: list[list[Span]] = [[] for _ in found.names]
    for dialogue, first, last, kind in rows:
        by_dialogue[dialogue].append((int(first), int(last), KINDS[kind]))
    return by_dialogue


def test_more_than_half_and_not_just_half() -> None:
    two_of_three = dialogues(["CH"], [[[(0, 0, "CNUG")], [(0, 0, "CNUG"), (1, 1, "HNUG")], []]])
    assert spans(voted(two_of_three)) == [[(0, 0, "CNUG")]]
    one_of_two = dialogues(["CH"], [[[(0, 0, "CNUG")], []]])
    assert spans(voted(one_of_two)) == [[]]


def test_the_kind_most_say_and_of_equally_many_the_least_claim() -> None:
    goal = [[(0, 0, "CNUG*")], [(0, 0, "CNUG*")], [(0, 0, "CNUG")]]
    assert spans(voted(dialogues(["C"], [goal]))) == [[(0, 0, "CNUG*")]]
    tied = [[(0, 0, "CNUG*")], [(0, 0, "CNUG0")]]
    assert spans(voted(dialogues(["C"], [tied]))) == [[(0, 0, "CNUG0")]]
    assert spans(voted(dialogues(["H"], [[[(0, 0, "HNUG*")], [(0, 0, "HNUG")]]]))) == [[(0, 0, "HNUG")]]


def test_neighbouring_posts_are_one_nugget_where_most_say_so() -> None:
    apart = [(0, 0, "CNUG"), (1, 1, "CNUG")]
    together = [(0, 1, "CNUG")]
    assert spans(voted(dialogues(["CC"], [[together, together, apart]]))) == [[(0, 1, "CNUG")]]
    assert spans(voted(dialogues(["CC"], [[together, apart, apart]]))) == [[(0, 0, "CNUG"), (1, 1, "CNUG")]]
    assert spans(voted(dialogues(["CC"], [[together, apart]]))) == [[(0, 0, "CNUG"), (1, 1, "CNUG")]]
    # two kinds are two nuggets
    mixed = [[(0, 0, "CNUG0"), (1, 1, "CNUG")]] * 2
    assert spans(voted(dialogues(["CC"], [mixed]))) == [[(0, 0, "CNUG0"), (1, 1, "CNUG")]]


def test_nothing_is_carried_from_one_dialogue_to_the_next() -> None:
    both = dialogues(["C", "C", "C"], [[[(0, 0, "CNUG")]], [[(0, 0, "CNUG")]], []])
    assert spans(voted(both)) == [[(0, 0, "CNUG")], [(0, 0, "CNUG")], []]
    nuggets = voted(both).nuggets
    assert nuggets is not None
    assert nuggets.read.tolist() == [[0, 0], [1, 0]]  # the third was not read by anybody


def test_weights_are_the_mean_of_those_given_to_the_kind() -> None:
    # post 0 as CNUG with 2 and 4, as CNUG* with 50; post 1 without a weight
    readings = [[(0, 0, "CNUG"), (1, 1, "HNUG")], [(0, 0, "CNUG"), (1, 1, "HNUG")], [(0, 0, "CNUG*"), (1, 1, "HNUG")]]
    found = voted(dialogues(["CH"], [readings], {(0, 0): 2.0, (1, 0): 4.0, (2, 0): 50.0})).nuggets
    assert found is not None
    assert found.weight[0] == 3
    assert np.isnan(found.weight[1])


def test_without_nuggets_nothing_changes() -> None:
    some = replace(dialogues(["C"], [[]]), nuggets=None)
    assert voted(some) is some


def plain(sides: str, readings: list[list[Span]]) -> list[Span]:
    """The rule, post by post."""
    labels: list[str | None] = []
    for post in range(len(sides)):
        said = [kind for reading in readings for first, last, kind in reading if first <= post <= last]
        if 2 * len(said) <= len(readings):
            labels.append(None)
            continue
        count = Counter(said)
        labels.append(min(count, key=lambda kind: (-count[kind], LEAST_CLAIM.index(KINDS.index(kind)))))
    found: list[Span] = []
    for post, kind in enumerate(labels):
        if kind is None:
            continue
        both = [r for r in readings if all(any(f <= p <= la for f, la, _ in r) for p in (post - 1, post))]
        same = [r for r in both if any(f <= post - 1 and post <= la for f, la, _ in r)]
        if found and found[-1][1] == post - 1 and found[-1][2] == kind and 2 * len(same) > len(both):
            found[-1] = (found[-1][0], post, kind)
        else:
            found.append((post, post, kind))
    return found


@st.composite
def read(draw: st.DrawFn) -> tuple[str, list[list[Span]]]:
    sides = draw(st.text("CH", min_size=1, max_size=8))
    readings = []
    for _ in range(draw(st.integers(0, 5))):
        found, post = [], 0
        while post < len(sides):
            last = post
            while last + 1 < len(sides) and sides[last + 1] == sides[post] and draw(st.booleans()):
                last += 1
            if draw(st.booleans()):
                kinds = [kind for kind in KINDS if kind.startswith(sides[post])]
                found.append((post, last, draw(st.sampled_from(kinds))))
            post = last + 1
        readings.append(found)
    return sides, readings


@settings(deadline=None, max_examples=150)
@given(found=st.lists(read(), min_size=1, max_size=3))
def test_equals_the_rule_post_by_post(found: list[tuple[str, list[list[Span]]]]) -> None:
    merged = voted(dialogues([sides for sides, _ in found], [readings for _, readings in found]))
    assert spans(merged) == [plain(sides, readings) for sides, readings in found]


@pytest.mark.parametrize("times", [1, 2, 5])
def test_those_who_agree_get_what_they_said(times: int) -> None:
    said: list[Span] = [(0, 1, "CNUG0"), (2, 2, "HNUG"), (3, 3, "HNUG*"), (5, 5, "CNUG*")]
    assert spans(voted(dialogues(["CCHHHC"], [[said] * times]))) == [said]
