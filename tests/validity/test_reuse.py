"""Reusability: likeness of posts, nuggets handed over to new dialogues, and whether they beat reused labels."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from turnwise.cli.main import main
from turnwise.errors import InputError, OptionError
from turnwise.readers.dialogues import read_dialogues
from turnwise.tables.dialogues import Dialogues
from turnwise.validity.likeness import nearest, of_places, of_texts
from turnwise.validity.reuse import post_shares, reuse
from turnwise.validity.reuse_trial import reuse_trial

PROBLEMS = {
    "red light": ("my router shows a red light", "hold the reset pin for ten seconds", "please write to billing"),
    "billed twice": ("I was charged twice this month", "we have paid the money back to you", "restart your phone"),
    "no parcel": ("my parcel has not come", "the driver will bring it today before noon", "have a look at our site"),
    "locked phone": ("my phone is locked", "type the long code on your card", "your bill comes on Monday"),
}


def support(n: int, seed: int = 0, annotated: bool = True, swap: bool = False) -> list[dict[str, Any]]:
    """Dialogues on four problems. One that gets the solution is liked (S = 2), one that gets the other answer is not.

    Apart from that a solved and an unsolved dialogue are as long as each other; `swap` exchanges the two answers in
    every second problem, so that the words alone, without the problem, mislead.
    """
    rng = np.random.default_rng(seed)
    found = []
    for number in range(n):
        at = int(rng.integers(len(PROBLEMS)))
        name = list(PROBLEMS)[at]
        trouble, solution, other = PROBLEMS[name]
        solved = bool(rng.random() < 0.5)
        texts = [
            trouble,
            "hello, sorry to hear that",
            f"it began on day {rng.integers(30)}",
            solution if solved else other,
        ]
        marks = [{"kind": "CNUG0", "first": 1, "last": 1}]
        if solved:
            marks.append({"kind": "HNUG*", "first": 4, "last": 4})
        said = {"S": 2.0 if solved else -2.0}
        posts = [{"sender": ("customer", "helpdesk")[k % 2], "text": text} for k, text in enumerate(texts)]
        own = [{"annotator": who, "nuggets": marks, "answers": said} for who in ("ann", "bob")]
        found.append(
            {"id": f"d{seed}-{number}", "problem": name, "posts": posts, **({"annotations": own} if annotated else {})}
        )
    return found


@pytest.fixture
def read(tmp_path: Path) -> Any:
    def read(content: list[dict[str, Any]], name: str = "some.json") -> Dialogues:
        (tmp_path / name).write_text(json.dumps(content))
        return read_dialogues(tmp_path / name)

    return read


def test_likeness_of_texts_by_hand() -> None:
    texts = ["red light", "red light", "green light", "billing"]
    vectors = of_texts(texts, False, texts)
    at, like = nearest(vectors, vectors, np.arange(4), np.arange(4), 2)
    assert at[0].tolist() == [1, 2]  # never itself
    # idf of light (3 of 4 texts) is ln(5/4) + 1, of red (2) ln(5/3) + 1, of green (1) ln(5/2) + 1
    light, red, green = (np.log(5 / (1 + k)) + 1 for k in (3, 2, 1))
    assert like[0].tolist() == pytest.approx([1, light**2 / np.hypot(light, red) / np.hypot(light, green)])
    assert at[3].tolist() == [-1, -1]  # shares no word with any
    assert like[3].tolist() == [0, 0]


def test_likeness_of_texts_without_spaces() -> None:
    texts = ["路由器红灯", "路由器绿灯", "账单"]
    at, _ = nearest(*[of_texts(texts, True, texts)] * 2, np.arange(3), np.arange(3), 1)
    assert at[:, 0].tolist() == [1, 0, -1]


def test_likeness_of_places() -> None:
    points = np.array([[0.0, 0], [0, 1], [10, 9], [10, 10.1]])
    vectors = of_places(points, points)
    at, like = nearest(vectors, vectors, np.array([0, 1, 2, 3]), np.array([0, 1, 2, 3]), 1)
    assert at[:, 0].tolist() == [1, 0, 3, 2]
    assert ((like > 0) & (like < 1)).all()
    # rows of one dialogue are not compared with each other
    at, _ = nearest(vectors, vectors, np.array([0, 0, 1, 1]), np.array([0, 0, 1, 1]), 1)
    assert at[:, 0].tolist() == [2, 2, 1, 1]


def test_shares_of_readers(read: Any) -> None:
    one = support(1)[0]
    one["annotations"][1]["nuggets"] = []
    shares = post_shares(read([one]))
    assert shares[0].tolist() == [0.5, 0, 0, 0, 0]


def test_nuggets_are_handed_over(read: Any) -> None:
    annotated, new = read(support(60), "old.json"), support(12, seed=1, annotated=False)
    solved = [PROBLEMS[one["problem"]][1] == one["posts"][3]["text"] for one in new]
    found = reuse(annotated, read(new, "new.json"), "S", group="problem")
    assert found.likeness == "words"
    for at, yes in enumerate(solved):
        likely = {kind: post for post, kind, _ in found.likely(4 * at, 4 * at + 4)}
        assert likely == ({"CNUG0": 1, "HNUG*": 4} if yes else {"CNUG0": 1})
        assert bool(found.labels["nuggets"][at] > 1) is yes
    assert "known nuggets" not in found.labels


def test_a_problem_that_nobody_annotated_has_no_prediction(read: Any) -> None:
    annotated = read([one for one in support(40) if one["problem"] != "no parcel"], "old.json")
    new = read(support(20, seed=2, annotated=False), "new.json")
    found = reuse(annotated, new, "S", group="problem")
    of = np.array(new.groups["problem"]) == "no parcel"
    assert found.unmatched == of.sum() > 0
    assert np.isnan(found.labels["nuggets"][of]).all()
    assert not np.isnan(found.labels["nuggets"][~of]).any()


def test_the_hypothesis_holds_where_the_solution_is_in_the_words(read: Any) -> None:
    trial = reuse_trial(read(support(60)), "S", group="problem", draws=300)
    assert trial.likeness == "words"
    assert trial.of("nuggets").r_squared > 0.95
    assert trial.of("length").r_squared < trial.of("nuggets").r_squared
    assert trial.of("mean").r_squared == pytest.approx(0, abs=1e-12)
    assert trial.of("known nuggets").r_squared > 0.95


def test_without_texts_it_says_that_it_is_no_test(read: Any) -> None:
    blind = support(40)
    for one in blind:
        for post in one["posts"]:
            post["lengths"] = {"words": len(post.pop("text").split())}
    trial = reuse_trial(read(blind), "S", draws=100)
    assert trial.likeness == "places"
    assert "no test of reusing nuggets" in trial.verdict


def test_what_is_refused(read: Any) -> None:
    some = read(support(12))
    with pytest.raises(OptionError, match="not grouped by 'topic'; it has problem"):
        reuse(some, some, "S", group="topic")
    with pytest.raises(InputError, match="found 3 dialogues, expected 4"):
        reuse_trial(read(support(3)), "S")
    alone = support(8)
    for number, one in enumerate(alone):
        one["problem"] = str(number)
    with pytest.raises(InputError, match="leave --group out"):
        reuse_trial(read(alone), "S", group="problem")


def test_the_command(tmp_path: Path) -> None:
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    old.write_text(json.dumps(support(30)))
    new.write_text(json.dumps(support(5, seed=1, annotated=False)))
    run = CliRunner().invoke
    shown = run(main, ["dialogues", "reuse", str(old), str(new), "--label", "S", "--group", "problem"])
    assert shown.exit_code == 0, shown.output
    assert "CNUG0 1" in shown.stdout
    told = json.loads(run(main, ["dialogues", "reuse", str(old), str(new), "--label", "S", "--format", "json"]).stdout)
    assert len(told["dialogues"][0]["posts"]) == 4
    assert told["dialogues"][0]["posts"][0]["CNUG0"] > 0.5
    trial = run(main, ["dialogues", "reuse", str(old), "--label", "S", "--draws", "50"])
    assert trial.exit_code == 0, trial.output
    assert "length, its own nuggets" in trial.stdout
