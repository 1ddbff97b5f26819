"""`turnwise score` as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import turnwise as tw
from turnwise.cli.main import main


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("qrels.txt").write_text("1_1 0 a 1\n1_1 0 b 0\n1_2 0 d 2\n")
    Path("good.trec").write_text("1_1 Q0 a 1 2.0 t\n1_1 Q0 b 2 1.0 t\n1_2 Q0 d 1 1.0 t\n")
    Path("bad.trec").write_text("1_1 Q0 b 1 2.0 t\n1_1 Q0 a 2 1.0 t\n9_9 Q0 a 2 1.0 t\n")
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def test_systems_are_named_by_file_and_the_means_are_printed(files: Path) -> None:
    result = run("score", "good.trec", "bad.trec", "-q", "qrels.txt", "-m", "RR", "-m", "nDCG@3")
    assert result.exit_code == 0, result.output
    assert [line.split() for line in result.stdout.splitlines()] == [
        ["system", "RR", "nDCG@3"],
        ["──────", "──────", "──────"],
        ["good", "1.0000", "1.0000"],
        ["bad", "0.2500", "0.3155"],  # (1/2 + 0) / 2; (1 / log2(3)) / 2
    ]
    assert "note: bad: 1 judged turn of 2 missing (first: 1_2): scored 0" in result.stderr


def test_command_line_and_python_give_the_same_digits(files: Path) -> None:
    result = run(
        "score", "good.trec", "bad.trec", "-q", "qrels.txt", "-m", "nDCG@3", "--format", "json", "--by", "turn"
    )
    whole = json.loads(result.stdout)
    scores = tw.score(["good.trec", "bad.trec"], "qrels.txt", ["nDCG@3"])
    assert [row["value"] for row in whole["rows"]] == [row.value for row in scores.rows("turn")]
    assert whole["systems"]["bad"]["nDCG@3"] == scores.means[1, 0]


def test_the_file_holds_turns_and_the_terminal_the_systems(files: Path) -> None:
    result = run(
        "score", "good.trec", "bad.trec", "-q", "qrels.txt", "-m", "RR", "-o", "scores.parquet", "--sort", "RR"
    )
    assert result.exit_code == 0, result.output
    assert "wrote scores.parquet (2 systems × 2 turns × 1 measure)" in result.stderr
    assert tw.read_scores("scores.parquet").systems == ["good", "bad"]


def test_what_was_written_is_told_as_it_is(files: Path) -> None:
    asked = ["score", "good.trec", "-q", "qrels.txt", "-m", "RR,AP", "-o", "scores.csv", "--by"]
    assert "(1 system × 1 conversation × 2 measures)" in run(*asked, "conversation").stderr
    assert "(1 system × 2 measures)" in run(*asked, "system").stderr


def test_systems_are_sorted_by_a_measure_whose_lowest_grade_was_set(files: Path) -> None:
    # With --rel 2 only d is relevant: good finds it, bad lacks its turn.
    result = run("score", "bad.trec", "good.trec", "-q", "qrels.txt", "-m", "RR", "--rel", "2", "--sort", "RR")
    assert [line.split()[0] for line in result.stdout.splitlines()[2:]] == ["good", "bad"]


def test_links_of_no_known_format_are_told_without_an_option_that_there_is_none(files: Path) -> None:
    (files / "links.txt").write_text("hello\nworld\n")
    result = run("score", "good.trec", "-q", "qrels.txt", "-m", "HDA-b(RR)", "--graph", "links.txt")
    assert result.exit_code == 2
    assert "expected conversations in one of the formats cast, " in result.stderr
    assert "--from-format" not in result.stderr
    assert "`--from-format` names one" in run("graph", "stats", "links.txt").stderr


def test_a_grade_that_is_written_wins_over_the_option(files: Path) -> None:
    asked = ["score", "good.trec", "-q", "qrels.txt", "--rel", "2", "-m", "RR(rel=1)"]
    assert run(*asked, "--sort", "RR").stdout.splitlines()[0].split() == ["system", "RR"]
    assert run(*asked, "-m", "RR").stdout.splitlines()[0].split() == ["system", "RR", "RR(rel=2)"]


def test_a_place_that_cannot_be_written_to_is_told_before_anything_is_read(files: Path) -> None:
    result = run("score", "none.trec", "-q", "qrels.txt", "-o", "no/scores.csv")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "there is no folder no; create it" in result.stderr


@pytest.mark.parametrize("format_", ["table", "json", "jsonl", "csv", "latex"])
@pytest.mark.parametrize("by", ["turn", "conversation", "system"])
def test_every_format_prints(files: Path, format_: str, by: str) -> None:
    result = run("score", "good.trec", "-q", "qrels.txt", "-m", "RR", "--format", format_, "--by", by)
    assert result.exit_code == 0, result.output
    assert "good" in result.stdout


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["score", "none.trec", "-q", "qrels.txt"], "none.trec"),
        (["score", "good.trec", "-q", "qrels.txt", "-m", "ndgc"], "there is no measure 'ndgc'; did you mean 'nDCG'"),
        (["score", "good.trec", "-q", "qrels.txt", "-o", "x.docx"], "the ending '.docx' names no format"),
        (
            ["score", "good.trec", "-q", "qrels.txt", "-o", "no/folder/x.csv"],
            "x.csv: there is no folder no/folder; create it",
        ),
        (["score", "good.trec", "-q", "qrels.txt", "--format", "parquet"], "parquet is not text"),
        (
            ["score", "good.trec", "-q", "qrels.txt", "-m", "RR", "--sort", "AP"],
            "--sort AP: it is not measured; the measures are RR.",
        ),
        (["scoer", "good.trec"], "there is no command 'scoer'; did you mean 'score'?"),
    ],
)
def test_mistakes_are_one_sentence_and_exit_code_2(files: Path, words: list[str], expected: str) -> None:
    result = run(*words)
    assert result.exit_code == 2, result.output
    assert expected in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    assert "Traceback" not in result.output
    assert sorted(p.name for p in files.iterdir()) == ["bad.trec", "good.trec", "qrels.txt"]


def test_debug_shows_the_traceback(files: Path) -> None:
    result = run("score", "good.trec", "-q", "qrels.txt", "-m", "nope", "--debug")
    assert result.exit_code == 2
    assert "Traceback" in result.stderr
    assert "turnwise.errors.MeasureError" in result.stderr


def test_help_names_every_command_and_loads_none() -> None:
    result = run()
    assert result.exit_code == 0
    for command in ("score", "measures", "properties", "options", "reproduce"):
        assert command in result.stdout


def test_columns_that_are_not_found_by_themselves_can_be_named(files: Path) -> None:
    """A table as PyTerrier writes it: `qid` and `query` could both be the turn."""
    Path("run.csv").write_text("qid,query,docno,score\n1_1,what,a,2.0\n1_2,why,d,1.0\n")
    ambiguous = run("score", "run.csv", "-q", "qrels.txt", "-m", "RR")
    assert ambiguous.exit_code == 2
    result = run("score", "run.csv", "-q", "qrels.txt", "-m", "RR", "--column", "turn=qid")
    assert result.exit_code == 0, result.output
    assert result.stdout.split()[-2:] == ["run", "1.0000"]
    assert run("score", "run.csv", "-q", "qrels.txt", "--column", "turn").exit_code == 2
