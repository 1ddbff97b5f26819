"""`turnwise dialogues score` as a person types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import turnwise as tw
from turnwise.cli.main import main

SAMPLE = Path(tw.__file__).parent / "samples" / "dialogues" / "support.jsonl"


def run(*words: object) -> Result:
    return CliRunner().invoke(main, list(map(str, words)))


def rows(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines()]


def test_the_numbers_are_those_of_python() -> None:
    result = run("dialogues", "score", SAMPLE)
    assert (result.exit_code, result.stderr) == (0, "")
    scores = tw.score_dialogues(SAMPLE)
    for at, measure in enumerate(["UCH", "UC", "UH"]):
        values = scores.conversation_values[0, :, at]
        told = [
            f"{x:.4f}"
            for x in (values.mean(), values.min(), sorted(values)[5] / 2 + sorted(values)[6] / 2, values.max())
        ]
        assert ["support", measure, "12", *told, f"{scores.sd[0, :, at].mean():.4f}"] in rows(result.stdout)
    assert result.stdout.endswith("L = 84 words for UCH, UC, UH.\n")
    assert max(map(len, result.stdout.splitlines())) <= 100


def test_by_dialogue_and_as_json() -> None:
    by = run("dialogues", "score", SAMPLE, "-m", "UCH", "--by", "dialogue")
    assert ["support", "lost-parcel", "UCH", "0.5000", "3", "0.0000", "0.5000", "0.5000"] in rows(by.stdout)
    told = json.loads(run("dialogues", "score", SAMPLE, "-m", "UCH", "--format", "json").stdout)
    assert told["systems"]["support"]["UCH"] == tw.score_dialogues(SAMPLE, "UCH").mean("UCH")[0]
    assert told["about"]["lengths"]["UCH"] == {"unit": "words", "length": 84.0}


def test_what_is_written_can_be_compared(tmp_path: Path) -> None:
    path = tmp_path / "scores.csv"
    wrote = run("dialogues", "score", SAMPLE, "--annotators", "each", "-o", path)
    assert wrote.stderr == f"wrote {path} (4 systems × 12 dialogues × 3 measures)\n"
    assert "Every annotator stands as a system of their own." in wrote.stdout
    compared = run("compare", path, "--fill", "drop", "-m", "UCH")
    assert compared.exit_code == 0
    assert "tied at the top" in compared.stdout


def test_a_note_says_why_there_is_no_value() -> None:
    by = run("dialogues", "score", SAMPLE, "-m", "UCH", "--system", "account", "--by", "dialogue")
    assert "this system has no such dialogue" in by.stdout


@pytest.mark.parametrize("ending", ["txt", "tex", "json", "parquet"])
def test_every_format(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"scores.{ending}"
    assert run("dialogues", "score", SAMPLE, "-o", path).exit_code == 0
    assert path.stat().st_size > 100


def test_mistakes_end_in_a_sentence() -> None:
    assert "did you mean 'UCH'" in run("dialogues", "score", SAMPLE, "-m", "UCHH").stderr
    assert "nDCG is no measure of dialogues" in run("dialogues", "score", SAMPLE, "-m", "nDCG").stderr
    assert "give a file with -o" in run("dialogues", "score", SAMPLE, "--format", "parquet").stderr
    assert "did you mean 'account'" in run("dialogues", "score", SAMPLE, "--system", "acount").stderr
    refused = run("dialogues", "score", SAMPLE, "-m", "UCH(unit=tokens)")
    assert refused.exit_code == 2
    assert "posts are not measured in 'tokens'" in refused.stderr
