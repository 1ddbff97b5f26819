"""Which column of a table holds what, and what is said of those that were not read."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from turnwise.errors import TurnwiseError
from turnwise.readers.ratings import read_ratings
from turnwise.tables.decisions import Decisions


def written(folder: Path, text: str, name: str = "ratings.csv") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


FAQ = """item,question,answer,annotator,rating
1,Where are you?,Berlin,ann,1
1,Where are you?,Berlin,ben,5
2,Who are you?,Bob,ann,2
2,Who are you?,Bob,ben,4
3,Where are you?,Berlin,ann,2
3,Where are you?,Berlin,ben,3
"""


def test_what_a_bot_was_asked_and_said_is_about_the_items(tmp_path: Path) -> None:
    decisions = Decisions()
    found = read_ratings(written(tmp_path, FAQ), decisions)
    assert found.questions == ["rating"]
    np.testing.assert_array_equal(found.matrix("rating"), [[1, 5], [2, 4], [2, 3]])
    assert found.groups["answer"] == ["Berlin", "Bob", "Berlin"]
    assert found.groups["question"] == ["Where are you?", "Who are you?", "Where are you?"]
    assert {one.kind for one in decisions} == {"columns-of-one-kind", "questions-about-items"}
    assert "'rating' is read as the value, not 'answer'" in str(next(iter(decisions)))


def test_a_column_that_is_named_is_taken(tmp_path: Path) -> None:
    decisions = Decisions()
    found = read_ratings(written(tmp_path, FAQ), decisions, columns={"value": "answer", "question": "question"})
    assert found.questions == ["Where are you?", "Who are you?"]
    assert not decisions.count("questions-about-items")
    assert not decisions.count("columns-of-one-kind")


def test_questions_of_raters_stay_questions(tmp_path: Path) -> None:
    """Two of them, also where one unit was asked one and another the other."""
    rows = "item,unit,question,annotator,value\nd1,dialogue,good,ann,1\nt1,turn,apt,ann,2\n"
    assert read_ratings(written(tmp_path, rows)).questions == ["good", "apt"]
    rows = "item,question,annotator,value\na,good,ann,1\nb,good,ann,2\nc,apt,ann,1\n"
    assert read_ratings(written(tmp_path, rows)).questions == ["good", "apt"]
    rows = "item,question,criterion,annotator,value\na,Where?,apt,ann,1\nb,Who?,apt,ann,2\n"
    assert read_ratings(written(tmp_path, rows)).questions == ["apt"]


def test_columns_that_differ_within_an_item_are_named(tmp_path: Path) -> None:
    decisions = Decisions()
    rows = "item,rater,rating,helpfulness,system\n1,ann,1,3,s\n1,ben,2,4,s\n"
    assert read_ratings(written(tmp_path, rows), decisions).groups == {"system": ["s"]}
    (said,) = decisions
    assert (said.kind, said.count) == ("columns-not-read", 1)
    assert "'helpfulness'" in said.text


@pytest.mark.parametrize("index", ["", "Unnamed: 0", "__index_level_0__"])
def test_the_index_of_a_frame_is_nobody(index: str, tmp_path: Path) -> None:
    decisions = Decisions()
    found = read_ratings(written(tmp_path, f"{index},item,ann,ben\n0,a,1,2\n1,b,2,2\n"), decisions)
    assert found.raters == ["ann", "ben"]
    assert [one.kind for one in decisions] == ["unnamed-columns"]
    decisions = Decisions()
    found = read_ratings(written(tmp_path, f"{index},item,rater,value\n0,a,ann,2\n1,a,ben,2\n"), decisions)
    assert found.groups == {}
    assert [one.kind for one in decisions] == ["unnamed-columns"]


@pytest.mark.parametrize("name", ["seconds", "Age", "turn", "created_at", "answer"])
def test_what_is_measured_beside_answers_is_no_rater(name: str, tmp_path: Path) -> None:
    decisions = Decisions()
    cell = "said" if name == "answer" else "3"
    found = read_ratings(written(tmp_path, f"item,ann,ben,{name}\na,1,2,{cell}\nb,2,2,{cell}\n"), decisions)
    assert found.raters == ["ann", "ben"]
    assert sum(name in one.text for one in decisions) == 1


def test_a_judge_may_be_called_model(tmp_path: Path) -> None:
    """It is one where it answers as the others do; else it says whose answer was rated."""
    found = read_ratings(written(tmp_path, "item,ann,ben,model\na,1,3,2\nb,2,2,1\n"))
    assert found.raters == ["ann", "ben", "model"]
    found = read_ratings(written(tmp_path, "item,ann,ben,model\na,yes,no,no\nb,no,no,yes\n"))
    assert found.raters == ["ann", "ben", "model"]
    for cells in (("A", "B"), ("7", "8")):
        found = read_ratings(written(tmp_path, "item,ann,ben,model\na,1,3,{}\nb,2,2,{}\n".format(*cells)))
        assert found.raters == ["ann", "ben"]
        assert found.groups == {"model": list(cells)}


def test_names_of_columns_may_have_blanks(tmp_path: Path) -> None:
    found = read_ratings(written(tmp_path, "Item ID,Rater-Name,Rating\na,ann,1\n"))
    assert (found.items, found.raters, found.value.tolist()) == (["a"], ["ann"], [1.0])


def test_columns_of_a_table_with_a_rater_a_column(tmp_path: Path) -> None:
    path = written(tmp_path, "post,ann,ben\na,1,2\n")
    assert read_ratings(path, format="wide", columns={"item": "post"}).raters == ["ann", "ben"]
    with pytest.raises(TurnwiseError, match="columns: found them with the format 'fed', expected long or wide"):
        read_ratings(path, format="fed", columns={"item": "post"})


@pytest.mark.parametrize(
    ("head", "sentence"),
    [
        ("item,rater,satisfaction,help", "expected one for the value .value, rating, .*`--column value=NAME` names it"),
        ("item,rating", "expected one for the annotator .*`--from-format long` reads answers of nobody known"),
        ("post,rater,rating", "expected one for the item .item, item_id"),
        ("post,person,stars", "such as a table with an item .item, .* an annotator .* and a value"),
    ],
)
def test_a_missing_column_is_named_with_its_names(head: str, sentence: str, tmp_path: Path) -> None:
    cells = ",".join("1" for _ in head.split(","))
    with pytest.raises(TurnwiseError, match=sentence):
        read_ratings(written(tmp_path, f"{head}\n{cells}\n"))


def test_a_column_of_words_among_numbers_is_named(tmp_path: Path) -> None:
    with pytest.raises(TurnwiseError, match=r"'ok' of 'comment' to 'rating'.*; if 'comment' is no rater, take it out"):
        read_ratings(written(tmp_path, "item,ann,ben,comment\na,1,2,ok\nb,2,2,\n"))
