"""`turnwise avatar` as a person types it."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from turnwise.cli.main import main

SAMPLES = Path(__file__).parents[2] / "src" / "turnwise" / "samples" / "avatar"
KB, DIALOGUES = SAMPLES / "keeper.csv", SAMPLES / "dialogues.jsonl"


def run(*words: object) -> Result:
    return CliRunner().invoke(main, ["avatar", *map(str, words)])


def test_stats() -> None:
    result = run("stats", KB, DIALOGUES)
    assert result.exit_code == 0
    assert result.stderr == ""
    rows = [line.split() for line in result.stdout.splitlines()]
    assert ["pairs", "65"] in rows
    assert ["dialogues", "dev", "test", "all"] in rows
    assert ["turns", "19", "21", "40"] in rows


def test_stats_as_json_of_a_knowledge_base_alone() -> None:
    counted = json.loads(run("stats", KB, "--format", "json").stdout)
    assert list(counted) == ["knowledge_base"]
    assert counted["knowledge_base"]["answers"] == 41
    assert counted["knowledge_base"]["answers_with_media"] == 6


def test_the_group_alone_shows_its_help() -> None:
    result = run()
    assert result.exit_code == 0
    assert "stats" in result.stdout


def test_mistakes_end_in_a_sentence() -> None:
    result = run("sats")
    assert (result.exit_code, result.stderr) == (2, "turnwise: there is no command 'sats'; did you mean 'stats'?\n")
    assert "expected columns for question and answer" in run("stats", DIALOGUES).stderr
