"""Answers that may not be what they seem: times, words that mean none, numbers in disguise, true and false."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from turnwise.errors import TurnwiseError
from turnwise.readers.ratings import read_ratings
from turnwise.tables.decisions import Decisions


def written(folder: Path, text: str, name: str = "ratings.csv") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def given(folder: Path, values: list[str], decisions: Decisions | None = None) -> Any:
    rows = "".join(f'i{at},ann,"{value}"\n' for at, value in enumerate(values))
    return read_ratings(written(folder, "item,annotator,value\n" + rows), decisions)


def at_two_times(first: str, second: str) -> str:
    return f"item,annotator,value,created_at\na,ann,1,{first}\na,ann,5,{second}\n"


@pytest.mark.parametrize(
    ("first", "second", "value"),
    [
        ("2024-01-05T23:30:00-05:00", "2024-01-06T01:00:00+00:00", 1),  # 04:30 and 01:00 of the sixth, in UTC
        ("2024-01-06T01:00:00Z", "2024-01-05T23:30:00-05:00", 5),
        ("2024-01-05T10:00Z", "2024-01-05T10:00:00.5Z", 5),
        ("2024-01-05 10:00", "2024-01-05 09:00", 1),
    ],
)
def test_times_are_compared_as_times(first: str, second: str, value: int, tmp_path: Path) -> None:
    assert read_ratings(written(tmp_path, at_two_times(first, second))).value.tolist() == [value]


@pytest.mark.parametrize(
    ("first", "second", "sentence"),
    [
        ("5/1/2024", "12/1/2024", "line 2: found the time '5/1/2024', expected one as in ISO 8601"),
        ("2024-01-05T10:00", "2024-01-05T10:00Z", "expected a time zone in both or in neither"),
        ("2024-01-05T10:00Z", "2024-01-05T11:00+01:00", "line 3: found a second answer of ann about a"),
    ],
)
def test_times_that_cannot_be_compared_end_with_a_sentence(
    first: str, second: str, sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(TurnwiseError, match=sentence):
        read_ratings(written(tmp_path, at_two_times(first, second)))


def test_words_for_no_answer(tmp_path: Path) -> None:
    found = given(tmp_path, ["null", "#N/A", "<NA>", "NaN", "good", "bad"])
    assert found.labels == {"rating": ("bad", "good")}
    assert found.unanswered == {"rating": 4}


def test_words_that_may_mean_no_answer_are_told(tmp_path: Path) -> None:
    decisions = Decisions()
    assert len(given(tmp_path, ["-", "?", "Skip", "good"], decisions)) == 4
    (said,) = decisions
    assert (said.kind, said.count) == ("perhaps-no-answers", 3)


@pytest.mark.parametrize(
    "values",
    [["1,0", "2,0"], ["20%", "40 %"], ["5 - very good", "4 - good"], ["1: low", "2: high"], ["1 star", "2 stars"]],
)
def test_numbers_in_disguise_are_told(values: list[str], tmp_path: Path) -> None:
    decisions = Decisions()
    assert given(tmp_path, values, decisions).labels
    assert [one.kind for one in decisions] == ["numbers-as-words"]


@pytest.mark.parametrize("value", ["3,5", "5 - very good", "20%"])
def test_a_number_in_disguise_among_numbers_ends_with_a_sentence(value: str, tmp_path: Path) -> None:
    with pytest.raises(
        TurnwiseError, match=f"line 3: found the answer '{value}' .*; write numbers alone, with a point"
    ):
        given(tmp_path, ["3", value])


@pytest.mark.parametrize("values", [["3d", "2d"], ["1st", "2nd"], ["5 - good", "bad"], ["yes", "no"], ["31_1", "31_2"]])
def test_other_words_are_words(values: list[str], tmp_path: Path) -> None:
    decisions = Decisions()
    given(tmp_path, values, decisions)
    assert not len(decisions)


def test_one_word_in_several_spellings_is_told(tmp_path: Path) -> None:
    decisions = Decisions()
    assert given(tmp_path, ["Yes", "yes", "no", "YES"], decisions).labels == {"rating": ("YES", "Yes", "no", "yes")}
    assert [(one.kind, one.count) for one in decisions] == [("answers-alike", 1)]
    decisions = Decisions()
    read_ratings(written(tmp_path, "item,Ann,ann,ben\na,1,2,3\n"), decisions)
    assert [(one.kind, one.count) for one in decisions] == [("raters-alike", 1)]


def test_true_and_false_are_words_in_every_kind_of_file(tmp_path: Path) -> None:
    import pandas as pd
    import polars as pl

    columns = {"item": ["a", "a", "b"], "rater": ["x", "y", "x"], "value": [True, False, True]}
    pl.DataFrame(columns).write_parquet(tmp_path / "b.parquet")
    frame = pd.DataFrame(columns)
    frame.to_csv(tmp_path / "b.csv", index=False)
    records = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    written(tmp_path, json.dumps(records), "b.json")
    nullable = frame.assign(value=frame["value"].astype("boolean"))
    objects = pd.concat([frame.astype(object), pd.DataFrame({"item": ["b"], "rater": ["y"], "value": [None]})])
    for source in (*(tmp_path / f"b.{ending}" for ending in ("csv", "json", "parquet")), frame, nullable, objects):
        found = read_ratings(source)
        assert found.labels == {"rating": ("False", "True")}
        np.testing.assert_array_equal(found.matrix("rating")[0], [1, 0])
    assert frame["value"].dtype == bool  # what the caller gave stays as it was


@pytest.mark.parametrize("value", [{"a": 1}, 5, b"a", [{"a": 1}]])
def test_what_is_no_source_ends_with_a_sentence(value: Any) -> None:
    with pytest.raises(TurnwiseError, match="expected a file's path, a folder, a frame"):
        read_ratings(value)


def test_what_an_avatar_was_asked_is_passed_over_beside_its_ratings(tmp_path: Path) -> None:
    asked = {"conversation": "c", "exchange": 1, "question": "Who?", "reply": "I.", "item": "who"}
    path = written(tmp_path, json.dumps(asked), "exchanges.jsonl")
    written(tmp_path, "item,target,question,value,annotator\nc_1,who,good answer,1,v1\n")
    decisions = Decisions()
    assert read_ratings(tmp_path, decisions).items == ["c_1/who"]
    assert [one.kind for one in decisions] == ["other-files"]
    with pytest.raises(TurnwiseError, match=r"what an avatar was asked, expected ratings; the ratings.csv beside it"):
        read_ratings(path)
    written(tmp_path, json.dumps(asked | {"annotator": "x", "rating": 1}), "exchanges.jsonl")
    assert read_ratings(path).value.tolist() == [1]  # those that people rated are ratings
