"""The rules of nuggets and of labels, each broken once."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.dialogues.written import dialogue, made
from turnwise.dialogues.rules import RULES, Broken, Checked, check_dialogues
from turnwise.errors import InputError
from turnwise.readers.dialogues import read_dialogues
from turnwise.tables.schemes import HELPDESK_SCHEME, STC3_SCHEME, Scheme

TWO = "CNUG0 at posts 1 to 2"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "given.jsonl"


def checked(path: Path, *dialogues: dict[str, Any], scheme: Scheme | None = None) -> Checked:
    aside: list[Broken] = []
    found = made(path, *dialogues, aside=aside)
    return check_dialogues(found, aside, scheme)


@pytest.mark.parametrize(
    ("sides", "nuggets", "rule", "post", "says"),
    [
        ("CCH", [("CNUG", 2, 4)], "posts", 2, "CNUG at posts 2 to 4 of 3"),
        ("CCH", [("CNUG", 0, 1)], "posts", 1, "CNUG at posts 0 to 1 of 3"),
        ("CCH", [("CNUG", 2, 1)], "posts", 2, "CNUG at posts 2 to 1 of 3"),
        ("CCH", [("CNUG", 1, 3)], "one-side", 3, "CNUG at posts 1 to 3, of which post 3 is of the other side"),
        ("CHC", [("CNUG", 1, 3)], "one-side", 2, "CNUG at posts 1 to 3, of which post 2 is of the other side"),
        ("CCH", [("HNUG*", 2)], "kind", 2, "HNUG* at post 2, said by the customer"),
        ("CCH", [("CNUG0", 3)], "kind", 3, "CNUG0 at post 3, said by the helpdesk"),
        ("CC", [("CNUG0", 1, 2), ("CNUG", 2)], "overlap", 2, "CNUG at post 2, which overlaps with " + TWO),
        ("CCH", [("CNUG", 1), ("CNUG0", 1)], "overlap", 1, "CNUG0 at post 1, which overlaps with CNUG at post 1"),
        ("CCH", [("CNUG0", 1, 2, -1)], "weight", 1, "CNUG0 at posts 1 to 2 with the weight -1"),
        ("CCH", [("CNUG0", 1, 2, float("inf"))], "weight", 1, "CNUG0 at posts 1 to 2 with the weight inf"),
    ],
)  # fmt: skip
def test_a_broken_rule_is_told_with_its_post(
    path: Path, sides: str, nuggets: Sequence[Any], rule: str, post: int, says: str
) -> None:
    found = checked(path, dialogue("d", sides, ann=nuggets, bob=[("CNUG0", 1)]))
    assert [(one.rule, one.post, one.found) for one in found.broken] == [(rule, post, says)]
    assert str(found.broken[0]) == f"dialogue d, annotator ann: {says}"
    assert found.counts()[rule] == 1
    assert set(found.counts()) <= set(RULES)


@pytest.mark.parametrize(
    ("sides", "first", "last", "post", "says"),
    [
        ("cCC", 1, 2, 1, ", with nothing at its start"),
        ("CCc", 2, 3, 3, ", with nothing at its end"),
        ("CcC", 1, 3, 2, ", with nothing in its middle"),
        ("CCc", 3, 3, 3, ", without content"),
        ("ccC", 1, 2, 1, ", all without content"),
    ],
)
def test_a_post_without_content_is_a_hint(path: Path, sides: str, first: int, last: int, post: int, says: str) -> None:
    found = checked(path, dialogue("d", sides, ann=[("CNUG", first, last)]))
    assert found.broken == []
    assert [(one.rule, one.post) for one in found.hints] == [("minimal", post)]
    assert found.hints[0].found.endswith(says)


def test_rules_that_are_kept(path: Path) -> None:
    found = checked(path, dialogue("d", "CCHHC", ann=[("CNUG0", 1, 2, 0), ("HNUG", 3), ("HNUG*", 4), ("CNUG*", 5)]))
    assert (found.broken, found.hints, found.nuggets, found.readings) == ([], [], 4, 1)


def test_what_cannot_be_used_is_an_error_to_all_but_the_check(path: Path) -> None:
    with pytest.raises(
        InputError, match=r"dialogue d, annotator ann: found CNUG at posts 2 to 4 of 3, expected that a"
    ):
        made(path, dialogue("d", "CCH", ann=[("CNUG", 2, 4)]))


spans = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 3)), max_size=5)


@settings(deadline=None, max_examples=60)
@given(of=st.lists(spans, min_size=1, max_size=3))
def test_overlaps_equal_those_of_plain_loops(of: list[list[tuple[int, int]]], tmp_path_factory: Any) -> None:
    path = tmp_path_factory.mktemp("spans") / "given.jsonl"
    nuggets = {f"a{at}": [("CNUG", f + 1, min(f + w, 7) + 1) for f, w in own] for at, own in enumerate(of)}
    found = checked(path, dialogue("d", "CCCCCCCC", **nuggets))
    expected = 0
    for own in nuggets.values():
        ordered = sorted((first, last) for _, first, last in own)
        expected += sum(
            any(first <= other[1] for other in ordered[:at]) for at, (first, _) in enumerate(ordered)
        )  # fmt: skip
    assert len(found.broken) == expected


def answered(path: Path, *answers: dict[str, Any]) -> Path:
    annotations = [{"annotator": f"a{at}", "answers": one} for at, one in enumerate(answers, 1)]
    given = {"id": "d", "posts": [{"sender": "customer", "text": "Hi"}], "annotations": annotations}
    path.write_text(json.dumps(given), encoding="utf-8")
    return path


def test_labels_out_of_their_scheme_are_named(path: Path) -> None:
    found = read_dialogues(answered(path, {"A": 2, "S": -3}, {"A": 1.5, "E": 0}, {"Z": 1}))
    broken = check_dialogues(found, scheme=STC3_SCHEME).broken
    assert [(one.rule, one.annotator, one.question, one.found) for one in broken] == [
        ("answer", "a2", "A", "the answer 1.5 to A, which has 2, 1, 0, -1, -2"),
        ("answer", "a1", "S", "the answer -3 to S, which has 2, 1, 0, -1, -2"),
        ("question", "a3", "Z", "1 answer to Z, first here, which the scheme stc3 does not ask"),
    ]


def test_the_second_question_is_asked_only_if_the_problem_is_clear(path: Path) -> None:
    found = read_dialogues(answered(path, {"Q1": 0, "Q2": 0}, {"Q1": 1, "Q2": 0}, {"Q2": 1}))
    broken = check_dialogues(found, scheme=HELPDESK_SCHEME).broken
    says = "an answer to Q2, which is asked only if Q1 is 1 or more: it is 0"
    assert [(one.rule, one.annotator, one.found) for one in broken] == [("asked", "a1", says)]


def test_words_are_answers_too(path: Path) -> None:
    found = read_dialogues(answered(path, {"Q1": "yes"}, {"Q1": "Perhaps"}))
    broken = check_dialogues(found, scheme=HELPDESK_SCHEME).broken
    assert [one.found for one in broken] == ["the answer 'Perhaps' to Q1, which has 2, 1, 0"]


def test_the_published_dialogues_break_no_rule(shared_data: Path) -> None:
    found = read_dialogues(shared_data / "stc3" / "stc3_train_3700.textfree.json.gz")
    result = check_dialogues(found, scheme=STC3_SCHEME)
    assert result.broken == []
    assert len(result.hints) == 891
