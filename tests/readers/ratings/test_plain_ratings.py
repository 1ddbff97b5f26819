"""Tables of ratings: an answer a row, or a rater a column."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from turnwise.errors import DecisionError, TurnwiseError
from turnwise.readers.ratings import read_ratings
from turnwise.tables.decisions import Decisions

EXCHANGE = """item,unit,target,question,value,annotator,rater_type,created_at,seconds,is_gold,superseded
d1,dialogue,,quality,2,ann,human,2026-01-01T10:00,12.5,false,true
d1,dialogue,,quality,1,ann,human,2026-01-01T10:05,3,false,false
d1,dialogue,,quality,2,gpt,llm,2026-01-01T10:00,,false,false
d1,edge,3→5,linked,yes,ann,human,2026-01-01T10:00,,false,false
d1,edge,3→6,linked,no,ann,human,2026-01-01T10:00,,false,false
d2,dialogue,,quality,N/A (too short),ann,human,2026-01-01T10:00,,true,false
"""


def written(folder: Path, text: str, name: str = "ratings.csv") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_the_exchange_table(tmp_path: Path) -> None:
    decisions = Decisions()
    found = read_ratings(written(tmp_path, EXCHANGE), decisions)
    assert found.items == ["d1", "d1/3→5", "d1/3→6", "d2"]  # nobody had an answer about the last
    assert found.raters == ["ann", "gpt"]
    assert found.types == ["human", "llm"]
    assert found.questions == ["quality", "linked"]
    assert found.labels == {"linked": ("no", "yes")}
    assert found.value.tolist() == [1, 2, 1, 0]  # ann's first answer about d1 was superseded
    assert found.seconds is not None
    np.testing.assert_array_equal(found.seconds, [3, np.nan, np.nan, np.nan])
    assert found.unanswered == {"quality": 1}
    assert decisions.count("superseded-answers") == 1
    assert decisions.count("no-answers") == 1


def test_strict_reading_refuses_what_was_superseded(tmp_path: Path) -> None:
    with pytest.raises(DecisionError, match="superseded"):
        read_ratings(written(tmp_path, EXCHANGE), Decisions(strict=True))


@pytest.mark.parametrize("ending", ["csv", "tsv", "jsonl", "json", "parquet"])
def test_a_table_in_every_kind_of_file(ending: str, tmp_path: Path) -> None:
    import polars as pl

    frame = pl.DataFrame({"item": ["a", "a", "b"], "rater": ["x", "y", "x"], "rating": [1.5, 2.0, 3.0], "system": "s"})
    path = tmp_path / f"ratings.{ending}"
    match ending:
        case "csv":
            frame.write_csv(path)
        case "tsv":
            frame.write_csv(path, separator="\t")
        case "jsonl":
            frame.write_ndjson(path)
        case "json":
            frame.write_json(path)
        case _:
            frame.write_parquet(path)
    for found in (read_ratings(path), read_ratings(frame)):
        assert found.questions == ["rating"]
        np.testing.assert_array_equal(found.matrix("rating"), [[1.5, 2.0], [3.0, np.nan]])
        assert found.groups["system"] == ["s", "s"]


def test_a_rater_a_column(tmp_path: Path) -> None:
    found = read_ratings(written(tmp_path, "item,dialogue,ann,ben\nt1,d,1,2\nt2,d,,3\n"))
    assert found.raters == ["ann", "ben"]
    np.testing.assert_array_equal(found.matrix("rating"), [[1, 2], [np.nan, 3]])
    assert found.groups == {"dialogue": ["d", "d"]}
    assert found.unanswered == {"rating": 1}


def test_files_are_put_together_by_item(tmp_path: Path) -> None:
    people = written(tmp_path, "item,annotator,value\na,ann,1\nb,ann,2\n", "people.csv")
    model = written(tmp_path, "item,annotator,rater_type,value\nb,gpt,llm,2\na,gpt,llm,3\n", "model.csv")
    found = read_ratings([people, model])
    np.testing.assert_array_equal(found.matrix("rating"), [[1, 3], [2, 2]])
    assert found.types == ["human", "llm"]


def test_who_answered_may_be_unknown(tmp_path: Path) -> None:
    found = read_ratings(written(tmp_path, "item,value\na,1\na,2\nb,2\n"), format="long")
    assert not found.raters_known
    np.testing.assert_array_equal(found.matrix("rating"), [[1, 2], [2, np.nan]])


def test_the_later_of_two_answers_counts(tmp_path: Path) -> None:
    rows = "item,annotator,value,created_at\na,ann,1,2026-01-02\na,ann,3,2026-01-01\n"
    decisions = Decisions()
    assert read_ratings(written(tmp_path, rows), decisions).value.tolist() == [1]
    assert decisions.count("repeated-answers") == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("item,annotator,value\na,ann,1\na,ann,2\n", "line 3: found a second answer of ann about a"),
        ("item,annotator,value\na,ann,1\nb,ann,good\n", "line 3: found the answer 'good'"),
        ("item,annotator,value,superseded\na,ann,1,perhaps\n", "line 2: found 'perhaps' in 'superseded'"),
        ("item,annotator,value,rater_type\na,ann,1,cat\n", "line 2: found the rater type 'cat'"),
        ("item,annotator,value,rater_type\na,ann,1,llm\nb,ann,1,human\n", "line 3: found the rater 'ann' as human"),
        ("item,annotator,value,seconds\na,ann,1,-3\n", "line 2: found the seconds '-3'"),
        ("item,annotator,value\na,,1\n", "line 2: found no annotator"),
        ("item,annotator,value\na,ann,N/A\n", "found no answer, expected at least one"),
        ("when,who,what\n1,2,3\n", "found the columns 'when', 'who', 'what', expected ratings in one of the formats"),
    ],
)
def test_bad_tables_end_with_a_sentence(text: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(TurnwiseError, match=sentence):
        read_ratings(written(tmp_path, text))


def test_columns_of_other_names(tmp_path: Path) -> None:
    path = written(tmp_path, "post,person,stars\na,ann,1\n")
    found = read_ratings(path, columns={"item": "post", "annotator": "person", "value": "stars"})
    assert (found.items, found.raters, found.value.tolist()) == (["a"], ["ann"], [1.0])
    with pytest.raises(TurnwiseError, match="'star' for the value"):
        read_ratings(path, columns={"item": "post", "value": "star"})
    with pytest.raises(TurnwiseError, match="there is no 'valu'; did you mean 'value'"):
        read_ratings(path, columns={"valu": "stars"})
