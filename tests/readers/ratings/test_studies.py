"""The formats of published studies: on small files of the same shape, and on the real ones as they are."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from turnwise.errors import TurnwiseError
from turnwise.readers.ratings import read_ratings
from turnwise.tables.decisions import Decisions


def written(folder: Path, value: Any, name: str = "ratings.json") -> Path:
    path = folder / name
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return path


def breakdown(dialogue: str, raters: list[str], labels: str) -> str:
    annotations = [{"breakdown": b, "annotator-id": r} for b, r in zip(labels, raters, strict=True)]
    turns = [{"turn-index": 0, "annotations": []}, {"turn-index": 1, "annotations": annotations}]
    return json.dumps({"dialogue-id": dialogue, "turns": turns})


def test_fed(tmp_path: Path) -> None:
    records = [
        {
            "context": "User: Hi",
            "response": "System: Hey",
            "system": "M",
            "annotations": {"Overall": [1, 2, "N/A (x)"]},
        },
        {"context": "User: Hi\nSystem: Hey\nUser: Bye", "system": "M", "annotations": {"Overall": [0, 4, 3]}},
    ]
    decisions = Decisions()
    found = read_ratings(written(tmp_path, records), decisions)
    assert found.questions == ["Overall (turn)", "Overall (dialogue)"]
    np.testing.assert_array_equal(found.matrix("Overall (turn)")[0], [1, 2, np.nan])
    assert not found.raters_known
    assert found.groups["dialogue"] == ["2", "2"]  # the turn is one of the dialogue that starts with its context
    assert found.unanswered == {"Overall (turn)": 1}
    assert decisions.count("no-answers") == 1


def test_grade(tmp_path: Path) -> None:
    record = {"ID": 7, "Dataset": "d", "DialogModel": "m", "HumanScores": "[3, 5]"}
    found = read_ratings(written(tmp_path, [record]))
    assert (found.items, found.value.tolist(), found.raters_known) == (["7"], [3, 5], False)
    with pytest.raises(TurnwiseError, match="record 1: found 'three' in 'HumanScores'"):
        read_ratings(written(tmp_path, [record | {"HumanScores": "three"}]))


def test_breakdowns_within_archives(tmp_path: Path) -> None:
    named, nameless = tmp_path / "named.zip", tmp_path / "nameless.zip"
    with zipfile.ZipFile(named, "w") as archive:
        archive.writestr("data/d1.json", breakdown("d1", ["a", "b", "c"], "OTX"))
        archive.writestr("data/d2.json", breakdown("d2", ["b", "d", "a"], "OOT"))
        archive.writestr("data/d1.context", "no JSON at all")
        archive.writestr("__MACOSX/data/._d1.json", "\0\5\26\7")
    with zipfile.ZipFile(nameless, "w") as archive:
        archive.writestr("d3.json", breakdown("d3", ["", "", ""], "XXT"))
    decisions = Decisions()
    found = read_ratings(named, decisions)
    assert decisions.count("other-files") == 2
    assert found.raters_known
    assert found.labels == {"breakdown": ("O", "T", "X")}
    np.testing.assert_array_equal(found.matrix("breakdown"), [[0, 1, 2, np.nan], [1, 0, np.nan, 0]])
    both = read_ratings([named, nameless], decisions)
    assert not both.raters_known
    assert decisions.count("raters-not-told-apart") == 1


def test_a_crowd(tmp_path: Path) -> None:
    lines = [
        {"snippet_id": 1, "predicted_answer": "Yes.", "answers": [5, 4], "worker_ids": ["w1", "w2"]},
        {"snippet_id": 1, "predicted_answer": "No.", "answers": [1], "worker_ids": ["w2"]},
    ]
    path = written(tmp_path, "\n".join(map(json.dumps, lines)), "crowd.jsonl")
    found = read_ratings(path)
    assert found.items == ["1/Yes.", "1/No."]
    np.testing.assert_array_equal(found.matrix("answer"), [[5, 4], [np.nan, 1]])
    with pytest.raises(TurnwiseError, match="found 1 workers, expected a list of 2"):
        read_ratings(written(tmp_path, [lines[0] | {"worker_ids": ["w1"]}]))


def test_links_of_two_annotators(tmp_path: Path) -> None:
    """Turns 1, 2, 3 make the pairs 1→2, 1→3, 2→3."""
    ann = written(tmp_path, "conversation,parent,child\nc,,1\nc,1,2\nc,1,3\n", "ann.csv")
    ben = written(tmp_path, "conversation,parent,child\nc,,1\nc,1,2\nc,2,3\n", "ben.csv")
    found = read_ratings([ann, ben])
    assert found.raters == ["ann", "ben"]
    linked = found.matrix("linked")
    assert {found.items[at]: linked[at].tolist() for at in np.flatnonzero(~np.isnan(linked[:, 0]))} == {
        "c_2 ← 1": [1, 1], "c_3 ← 1": [1, 0], "c_3 ← 2": [0, 1],
    }  # fmt: skip
    assert found.labels["parents"] == ("1", "2", "none")


def test_predictions_beside_ratings_are_passed_over(tmp_path: Path) -> None:
    """A folder of labelled dialogues may hold submissions, too; a column that is called `quality` is none."""
    answers = [{"item": "a", "annotator": name, "value": 1, "quality": 3} for name in "xy"]
    written(tmp_path, answers)
    predicted = [{"id": "d1", "quality": {"A": {"2": 0.5, "1": 0.5}}, "nugget": [{"CNUG0": 1.0}]}]
    submission = written(tmp_path, predicted, "submission.json")
    decisions = Decisions()
    assert read_ratings(tmp_path, decisions).items == ["a"]
    assert decisions.count("other-files") == 1
    with pytest.raises(TurnwiseError, match="found predictions of labels, expected ratings"):
        read_ratings(submission)
    with pytest.raises(TurnwiseError, match="refused because of strict reading"):
        read_ratings(tmp_path, Decisions(strict=True))


def test_a_named_format_that_a_file_has_not(tmp_path: Path) -> None:
    path = written(tmp_path, "item,annotator,value\na,ann,1\n", "ratings.csv")
    with pytest.raises(TurnwiseError, match="expected the format fed"):
        read_ratings(path, format="fed")
    with pytest.raises(TurnwiseError, match="did you mean 'fed'"):
        read_ratings(path, format="fad")
    with pytest.raises(TurnwiseError, match="no such file"):
        read_ratings(tmp_path / "rating.json")


def test_real_fed(shared_data: Path) -> None:
    found = read_ratings(shared_data / "raters_fed")
    assert len(found.items) == 500
    assert len(found) == 500 * 5 + (375 * 8 + 125 * 10) * 5 - 167  # Overall of all, and the other questions
    assert sum(found.unanswered.values()) == 167
    assert len(set(found.groups["dialogue"])) == 125


def test_real_grade(shared_data: Path) -> None:
    found = read_ratings(shared_data / "raters_grade")
    per_item = np.bincount(found.item)
    assert (len(per_item), per_item.min(), per_item.max(), (per_item == 10).sum()) == (1200, 8, 11, 1030)


def test_real_breakdowns(shared_data: Path) -> None:
    folder = shared_data / "raters_dbdc3"
    found = read_ratings(folder)
    assert (len(found.items), len(found), len(set(found.groups["dialogue"]))) == (4150, 4150 * 30, 415)
    assert not found.raters_known
    assert len(read_ratings(folder / "ticktock_100.zip").raters) == 365


def test_real_labels_of_dialogues(shared_data: Path) -> None:
    found = read_ratings(shared_data / "stc3" / "stc3_train_3700.textfree.json.gz")
    assert found.questions == ["A", "S", "E"]
    assert len(found) == 3700 * 19 * 3
    assert found.raters_known


def test_real_judgements_by_a_model(shared_data: Path) -> None:
    decisions = Decisions()
    found = read_ratings(shared_data / "ikat2023" / "gpt4_judgements" / "*.txt", decisions)
    assert (found.raters, found.types, len(found)) == (["GPT-4"], ["llm"], 4 * 365 - 1)
    assert decisions.count("labels-off-scale") == 1
