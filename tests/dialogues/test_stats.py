"""Counts over dialogues."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.readers.dialogues.samples import STC3
from turnwise.cli.main import main
from turnwise.dialogues.stats import Spread, dialogue_stats
from turnwise.readers.dialogues import read_dialogues


@pytest.fixture
def write(tmp_path: Path) -> Callable[[Any], Path]:
    def write(content: Any) -> Path:
        path = tmp_path / "given.json"
        path.write_text(json.dumps(content), encoding="utf-8")
        return path

    return write


def test_counts(write: Callable[[Any], Path]) -> None:
    stats = dialogue_stats(read_dialogues(write(STC3)))
    assert (stats.dialogues, stats.annotators, stats.unit) == (2, 2, "words")
    customer = stats.sides["customer"]
    assert (customer.posts, customer.blocks) == (4, 3)  # d1: three posts in two blocks; d2: one
    assert customer.posts_each == Spread(2, 2.0, 1.0, 2.0, 3.0)
    assert stats.sides["both"].blocks == 5
    assert stats.lengths["words"].dialogues == Spread(2, 6.0, 1.0, 6.0, 11.0)  # 3 + 1 + 5 + 2, and 0 + 1
    assert stats.nuggets is not None
    assert stats.nuggets.readings == 4
    assert stats.nuggets.kinds == {"CNUG0": 2, "CNUG": 1, "CNUG*": 1, "HNUG": 1, "HNUG*": 1}
    assert stats.nuggets.readings_with["CNUG0"] == 2
    assert stats.nuggets.by_annotator["2"] == {"CNUG0": 1, "CNUG": 1, "CNUG*": 0, "HNUG": 1, "HNUG*": 0}
    assert stats.labels["S"].counts == {"-2": 1, "1": 1}
    assert stats.labels["S"].mean == -0.5
    assert stats.labels["A"].dialogues == 1


def test_the_command(write: Callable[[Any], Path]) -> None:
    path = str(write(STC3))
    shown = CliRunner().invoke(main, ["dialogues", "stats", path])
    assert shown.exit_code == 0, shown.output
    assert f"{path}: 2 dialogues, 2 annotators" in shown.stdout
    assert "CNUG0" in shown.stdout
    assert "annotators without a name" in shown.stderr
    told = json.loads(CliRunner().invoke(main, ["dialogues", "stats", path, "--format", "json"]).stdout)
    assert told["nuggets"]["readings"] == 4
    assert told["lengths"]["words"]["dialogues"]["most"] == 11


def test_dialogues_without_annotations(write: Callable[[Any], Path]) -> None:
    bare = [{"id": "d", "turns": [{"sender": "customer", "utterances": ["Hi"]}]}]
    shown = CliRunner().invoke(main, ["dialogues", "stats", str(write(bare))])
    assert shown.exit_code == 0, shown.output
    assert "1 dialogue, 0 annotators" in shown.stdout
    assert "nugget" not in shown.stdout
