"""The section of a report that draws a dialogue along its decay line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import turnwise as tw
from turnwise.cli.main import main

pytest.importorskip("matplotlib", reason="the pictures need turnwise[plots]")
SAMPLE = Path(__file__).parents[2] / "src" / "turnwise" / "samples" / "dialogues" / "support.jsonl"
SECTION = "along its decay line"


def run(*words: object) -> Result:
    return CliRunner().invoke(main, list(map(str, words)))


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """The sample, and another system that never comes to a goal; its first dialogue is twice as long as any other."""
    dialogues = [json.loads(line) for line in SAMPLE.read_text(encoding="utf-8").splitlines()]
    for dialogue in dialogues:
        for annotation in dialogue["annotations"]:
            annotation["nuggets"] = [nugget for nugget in annotation["nuggets"] if not nugget["kind"].endswith("*")]
    long = {"sender": "helpdesk", "time": "2024-03-04T10:00:00", "text": "word " * 168}
    dialogues[0]["posts"].append(long)
    other = tmp_path / "other.jsonl"
    other.write_text("\n".join(map(json.dumps, dialogues)) + "\n")
    return SAMPLE, other


def test_a_dialogue_as_two_systems_held_it(files: tuple[Path, Path], tmp_path: Path) -> None:
    scores, page, figures = tmp_path / "s.parquet", tmp_path / "page.html", tmp_path / "figures"
    assert run("dialogues", "score", *files, "-m", "UCH", "-m", "UH", "-o", scores).exit_code == 0
    given = [word for file in files for word in ("--dialogues", file)]
    done = run("report", scores, *given, "--conversation", "battery", "-o", page, "--figures", figures)
    assert done.exit_code == 0, done.output
    text = page.read_text(encoding="utf-8")
    assert f"Dialogue battery, {SECTION}" in text
    means = {
        row.system: row.value for row in tw.score_dialogues(files, ["UCH"]).rows() if row.conversation == "battery"
    }
    votes = tw.score_dialogues(files, ["UCH"], annotators="vote")
    assert means["support"] > means["other"]
    for rank, (system, which) in enumerate((("support", "best"), ("other", "worst")), 1):
        (vote,) = (r.value for r in votes.rows() if (r.system, r.conversation) == (system, "battery"))
        assert f"{system}, number {rank} of 2 systems in it: UCH {means[system]:.4f}." in text
        assert "By the vote of its annotators: UCH = " in text
        assert f" = {vote:.4f}: " in text  # L is the longest dialogue of both files
        assert (figures / f"trail-battery-{which}.svg").exists()
    assert "A dialogue's value is the mean over those who read it" in text.replace("&#x27;", "'")
    assert "missing turns" not in text


def test_annotators_as_systems(files: tuple[Path, Path], tmp_path: Path) -> None:
    scores, page = tmp_path / "s.json", tmp_path / "page.html"
    assert run("dialogues", "score", *files, "-m", "UC", "--annotators", "each", "-o", scores).exit_code == 0
    given = [word for file in files for word in ("--dialogues", file)]
    done = run("report", scores, *given, "--fill", "drop", "-o", page)
    assert done.exit_code == 0, done.output
    text = page.read_text(encoding="utf-8")
    assert SECTION in text
    assert "systems in it: UC " in text
    assert " read it: UC = " in text


def test_what_cannot_be_drawn_ends_with_a_sentence(files: tuple[Path, Path], tmp_path: Path) -> None:
    scores, page = tmp_path / "s.parquet", tmp_path / "page.html"
    run("dialogues", "score", *files, "-m", "T", "-o", scores)
    shown = run("report", scores, "--dialogues", SAMPLE, "-o", page)
    assert shown.exit_code == 2
    assert "draws the decay line of UCH, UC, UH, U or S, and the scores are of T" in shown.stderr
    run("dialogues", "score", *files, "-m", "UCH", "-o", scores)
    stranger = tmp_path / "stranger.jsonl"
    stranger.write_text(SAMPLE.read_text(encoding="utf-8").replace('"id": "', '"id": "x-'))
    shown = run("report", scores, "--dialogues", stranger, "-o", page)
    assert shown.exit_code == 2
    assert "found no dialogue" in shown.stderr
    assert "give the files that were scored" in shown.stderr
    shown = run("report", scores, "--conversation", "battery", "-o", page)
    assert "or the dialogues with --dialogues FILE" in shown.stderr
