"""The score table survives every file format, to the last digit."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import turnwise as tw
from turnwise.errors import InputError, OptionError
from turnwise.report.scores import as_text
from turnwise.report.whole_file import whole_file

QRELS = {"1_1": {"a": 1, "b": 2}, "1_2": {"d": 1, "e": 1, "f": 1}, "2_1": {"g": 1}}
RUNS = {
    "one": {"1_1": {"a": 3.0, "b": 2.0}, "1_2": {"x": 2.0, "d": 1.0, "e": 0.5}},
    "two": {"2_1": {"y": 1.0, "g": 0.1}},
}
MEASURES = ["nDCG@3", "AP", "R(pooled=true)"]


@pytest.mark.parametrize("suffix", ["parquet", "csv", "jsonl", "json"])
@pytest.mark.parametrize("missing", ["zero", "skip"])
def test_written_and_read_back_is_the_same(tmp_path: Path, suffix: str, missing: str) -> None:
    scores = tw.score(RUNS, QRELS, MEASURES, missing=missing)  # type: ignore[arg-type]
    path = tmp_path / f"scores.{suffix}"
    tw.write_scores(scores, path)
    back = tw.read_scores(path)
    assert (back.systems, back.turns, back.measures) == (scores.systems, scores.turns, scores.measures)
    assert back.conversations == scores.conversations
    np.testing.assert_array_equal(back.values, scores.values)
    np.testing.assert_array_equal(back.missing, scores.missing)
    np.testing.assert_array_equal(back.means, scores.means)


def test_json_has_the_means_the_decisions_and_how_it_was_made(tmp_path: Path) -> None:
    scores = tw.score(RUNS, QRELS, MEASURES)
    tw.write_scores(scores, tmp_path / "scores.json")
    whole = json.loads((tmp_path / "scores.json").read_text())
    assert whole["systems"]["one"]["AP"] == scores.means[0, 1]
    assert [d["kind"] for d in whole["decisions"]] == ["missing-turns", "missing-turns"]
    assert whole["about"]["turnwise"] == tw.__version__


def test_scores_print_as_the_command_does_and_show_their_size() -> None:
    scores = tw.score(RUNS, QRELS, ["RR", "Mean(RR)"])
    assert str(scores) == as_text(scores, "table", "system")
    assert repr(scores) == "<Scores: 2 systems × 3 turns × 2 measures>"


def test_turn_tables_say_which_turns_are_missing() -> None:
    text = as_text(tw.score(RUNS, QRELS, "RR"), "table", "turn")
    assert [line.split() for line in text.splitlines()][4] == ["one", "2_1", "0.0000", "missing"]


def test_latex_says_over_what_its_means_are() -> None:
    scores = tw.score(RUNS, QRELS, ["RR", "Mean(RR)"])
    remark = "% means over all turns: RR; means over conversations: Mean(RR)\n"
    assert as_text(scores, "latex", "system").startswith(remark)
    assert as_text(scores, "latex", "conversation").startswith("% means over the turns of a conversation: RR\n")
    assert as_text(scores, "latex", "turn").startswith(r"\begin{tabular}")


@pytest.mark.parametrize(("decimal", "bom"), [(".", ""), (",", ""), (",", "\ufeff")])
def test_a_table_that_a_spreadsheet_saved_is_read(tmp_path: Path, decimal: str, bom: str) -> None:
    scores = tw.score(RUNS, QRELS, MEASURES, missing="skip")
    rows = as_text(scores, "csv", "turn").replace(",", ";").replace(".", decimal)
    (tmp_path / "scores.csv").write_text(bom + rows + "\n", encoding="utf-8")
    back = tw.read_scores(tmp_path / "scores.csv")
    assert (back.systems, back.turns, back.measures) == (scores.systems, scores.turns, scores.measures)
    np.testing.assert_array_equal(back.values, scores.values)
    np.testing.assert_array_equal(back.weights, scores.weights)
    np.testing.assert_array_equal(back.missing, scores.missing)


def test_tables_of_systems_cannot_stand_in_for_turns(tmp_path: Path) -> None:
    scores = tw.score(RUNS, QRELS, "RR")
    tw.write_scores(scores, tmp_path / "s.csv", by="system")
    with pytest.raises(InputError, match="found no scores of turns"):
        tw.read_scores(tmp_path / "s.csv")


@pytest.mark.parametrize("suffix", ["parquet", "csv", "jsonl", "json"])
def test_tables_of_conversations_are_read_as_measures_of_a_conversation(tmp_path: Path, suffix: str) -> None:
    scores = tw.score(RUNS, QRELS, ["AP", "Mean(AP)"])
    tw.write_scores(scores, tmp_path / f"s.{suffix}", by="conversation")
    back = tw.read_scores(tmp_path / f"s.{suffix}")
    assert (back.measures, back.conversation_measures) == ([], ["AP", "Mean(AP)"])
    assert (back.systems, back.conversation_names) == (scores.systems, scores.conversation_names)
    np.testing.assert_array_equal(back.conversation_means, scores.conversation_means)
    # one's AP: 1_1 = (1/1 + 2/2) ÷ 2 = 1, 1_2 = (1/2 + 2/3) ÷ 3 = 7/18, 2_1 = 0
    assert back.by_conversation("AP")[0].tolist() == pytest.approx([(1 + 7 / 18) / 2, 0.0])


@pytest.mark.parametrize("suffix", ["parquet", "csv", "jsonl", "json"])
def test_tables_with_measures_of_a_conversation_alone_are_read_back(tmp_path: Path, suffix: str) -> None:
    scores = tw.score(RUNS, QRELS, "Mean(AP)")
    tw.write_scores(scores, tmp_path / f"s.{suffix}")
    np.testing.assert_array_equal(tw.read_scores(tmp_path / f"s.{suffix}").means, scores.means)


def test_a_table_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.csv: no such file\.$"):
        tw.read_scores(tmp_path / "none.csv")
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(InputError, match="found a folder, expected a file written by"):
        tw.read_scores(tmp_path / "folder.csv")


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("s.csv", "system,turn,measure,value\na,1,RR,half\n", "found values that are not numbers"),
        (
            "s.csv",
            "system,turn,measure,value\na,1,nDCG@3,7.5\n",
            "found 7.5 as the nDCG@3 of a in turn 1, expected a value from 0 to 1; write",
        ),
        (
            "s.csv",
            "system,conversation,turn,measure,value\na,1,,Mean(RR),-0.5\n",
            r"found -0.5 as the Mean\(RR\) of a in conversation 1, expected a value from 0 to 1",
        ),
        ("s.csv", "", "found an empty file, expected a file written by"),
        ("s.csv", "a,b\n1,2\n", "found the columns a, b, expected a column 'system'"),
        ("s.parquet", "not parquet", "cannot be read as a score table"),
        ("s.json", "{", "cannot be read as a score table"),
        ("s.xlsx", "", r"found the ending '\.xlsx', expected"),
        ("s.csv", "system,turn,measure,value\na,1,RR,1\na,2,RR,1\nb,1,RR,1\n", "found 3 rows, expected one for each"),
        ("s.csv", "system,turn,measure,value\na,1,RR,1\na,1,RR,1\n", "found 2 rows, expected one for each"),
    ],
)
def test_broken_score_tables_are_one_sentence(tmp_path: Path, name: str, content: str, expected: str) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(InputError, match=expected):
        tw.read_scores(tmp_path / name)


def test_an_ending_that_names_no_format_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="names no format"):
        tw.write_scores(tw.score(RUNS, QRELS, "RR"), tmp_path / "scores.docx")


def test_an_interrupted_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    target.write_text("old")
    with pytest.raises(KeyboardInterrupt), whole_file(target) as draft:  # noqa: PT012 (interrupted in the middle)
        draft.write_text("half")
        raise KeyboardInterrupt
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]
