"""Answers about whole dialogues: none, numbers that are written as text, and words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from turnwise.cli.main import main
from turnwise.errors import FormatError
from turnwise.readers.dialogues import read_dialogues
from turnwise.readers.ratings import read_ratings
from turnwise.tables.decisions import Decisions

WORDS = {2: "great", 1: "good", 0: "ok", -1: "bad"}
SCHEME = """
name = "words"

[[questions]]
name = "S"
text = "How satisfied is the customer?"
values = { 2 = "great", 1 = "good", 0 = "ok", -1 = "bad" }
"""


def dialogue(at: int, answers: list[Any], **more: Any) -> dict[str, Any]:
    """A dialogue with a useful answer the sooner the better `at` is."""
    posts = [{"sender": "customer", "text": "a b"}, *({"sender": "helpdesk", "text": "x y " * n} for n in (1, 3))]
    kinds = [{"kind": "HNUG", "first": 2, "last": 2}, {"kind": "HNUG", "first": 3, "last": 3}][: max(0, at + 1)]
    annotations = [
        {"annotator": f"a{number}", "nuggets": kinds, "answers": {"S": answer}} for number, answer in enumerate(answers)
    ]
    return {"id": f"d{at}", "posts": posts, "annotations": annotations, **more}


def written(path: Path, answers: dict[int, list[Any]]) -> str:
    lines = [{**dialogue(min(value, 1), said), "id": f"d{at}"} for at, (value, said) in enumerate(answers.items())]
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return str(path)


def turnwise(*words: str) -> Result:
    return CliRunner().invoke(main, ["dialogues", *words])


@pytest.fixture
def numbers(tmp_path: Path) -> str:
    return written(tmp_path / "numbers.jsonl", {value: [value, value] for value in (1, 0, -1, 2)})


@pytest.fixture
def words(tmp_path: Path) -> str:
    return written(tmp_path / "words.jsonl", {value: [WORDS[value]] * 2 for value in (1, 0, -1, 2)})


def test_no_answer_is_none_and_what_is_left_are_numbers(tmp_path: Path) -> None:
    decisions = Decisions()
    labels = read_dialogues(written(tmp_path / "na.jsonl", {1: [1, "N/A"], 0: [0, 2]}), decisions).labels
    assert labels is not None
    assert (labels.value.tolist(), dict(labels.labels), dict(labels.unanswered)) == ([1, 0, 2], {}, {"S": 1})
    assert [(one.kind, one.count) for one in decisions] == [("no-answers", 1)]


def test_no_answer_in_a_table(tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text("dialogue,sender,text\nd,customer,a\n", encoding="utf-8")
    rows = "dialogue,annotator,question,value\nd,x,S,2\nd,y,S,N/A\nd,z,S,nan\nd,x,T,n/a\n"
    (tmp_path / "d.labels.csv").write_text(rows, encoding="utf-8")
    decisions = Decisions()
    labels = read_dialogues(tmp_path / "d.csv", decisions).labels
    assert labels is not None
    assert (labels.questions, labels.value.tolist(), dict(labels.labels)) == (["S"], [2], {})
    assert [(one.kind, one.count) for one in decisions] == [("no-answers", 3)]


def test_raters_of_labels_know_how_many_gave_no_answer(tmp_path: Path) -> None:
    ratings = read_ratings(written(tmp_path / "na.jsonl", {1: [1, "N/A"], 0: [0, 2]}))
    assert dict(ratings.unanswered) == {"S": 1}


def test_numbers_as_text_are_numbers_and_among_words_they_are_words(tmp_path: Path) -> None:
    labels = read_dialogues(written(tmp_path / "t.jsonl", {1: ["1", " 2.0"], 0: ["-1", 0.5]})).labels
    assert labels is not None
    assert (labels.value.tolist(), dict(labels.labels)) == ([1, 2, -1, 0.5], {})
    labels = read_dialogues(written(tmp_path / "m.jsonl", {1: ["2.0", 2], 0: ["good", "2"]})).labels
    assert labels is not None
    assert dict(labels.labels) == {"S": ("2", "good")}


def test_words_that_differ_only_in_case_or_blanks_are_told(tmp_path: Path) -> None:
    decisions = Decisions()
    labels = read_dialogues(written(tmp_path / "w.jsonl", {1: ["good", "Good"], 0: ["good ", "bad"]}), decisions).labels
    assert labels is not None
    assert labels.labels["S"] == ("good", "Good", "good ", "bad")
    assert [one.text for one in decisions] == [
        "1 answer to S written in several ways, kept apart: 'good' and 'Good' and 'good '"
    ]


@pytest.mark.parametrize("command", ["correlate", "predict", "sensitivity", "reuse"])
def test_words_have_no_order_of_their_own(command: str, words: str) -> None:
    done = turnwise(command, words, "--label", "S")
    assert done.exit_code == 2
    assert "found words as answers to S ('good', 'ok', 'bad', 'great'), expected numbers" in done.stderr


def test_all_labels_are_those_of_numbers(words: str) -> None:
    lines = [json.loads(line) for line in Path(words).read_text(encoding="utf-8").splitlines()]
    for at, line in enumerate(lines):
        for one in line["annotations"]:
            one["answers"]["N"] = at
    Path(words).write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    done = turnwise("correlate", words, "-m", "UH", "--draws", "0", "--format", "json")
    assert [one["label"] for one in json.loads(done.stdout)["of"]] == ["N"]
    assert "1 label answered with words left out (S)" in done.stderr


def test_a_scheme_gives_words_their_order(words: str, numbers: str, tmp_path: Path) -> None:
    scheme = tmp_path / "scheme.toml"
    scheme.write_text(SCHEME, encoding="utf-8")
    more = ["-m", "UH", "--label", "S", "--draws", "0", "--format", "json"]
    by_words = json.loads(turnwise("correlate", words, *more, "--scheme", str(scheme)).stdout)
    by_numbers = json.loads(turnwise("correlate", numbers, *more).stdout)
    assert by_words["of"] == by_numbers["of"]


def test_words_have_no_ordinal_agreement(words: str, numbers: str) -> None:
    scales = []
    for path in (words, numbers):
        done = turnwise("agree", path, "--draws", "0", "--format", "json")
        scales.append({one["scale"] for one in json.loads(done.stdout)["consistency"]["contrasts"]})
    assert scales == [{"as given"}, {"as given", "by sign", "ordinal"}]


def test_an_annotator_annotates_a_dialogue_once(tmp_path: Path) -> None:
    twice = dialogue(1, [2, -2])
    for one in twice["annotations"]:
        one["annotator"] = "ann"
    (tmp_path / "twice.jsonl").write_text(json.dumps(twice), encoding="utf-8")
    with pytest.raises(FormatError, match="the annotator 'ann' again in annotation 2, expected one annotation"):
        read_dialogues(tmp_path / "twice.jsonl")
