"""Systems told apart on the dialogues, or the problems, that they share: against scipy on the scores of a table."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from scipy.stats import ttest_rel

import turnwise as tw
from tests.dialogues.made import random_dialogues, written
from turnwise.api import read_collections
from turnwise.cli.main import main
from turnwise.errors import InputError, OptionError
from turnwise.tables.decisions import Decisions
from turnwise.validity.sensitivity import sensitivity
from turnwise.validity.systems import system_matrices


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """Three systems on the same dialogues, of two problems each five; the second lacks the last dialogue."""
    found = []
    for at, name in enumerate(("ada", "ben", "cy")):
        content = written(random_dialogues(at, 10))
        for number, dialogue in enumerate(content):
            dialogue["id"], dialogue["problem"] = f"d{number}", f"p{number % 5}"
            for annotation in dialogue["annotations"]:
                annotation["answers"]["S"] = (number + at * number) % 5 - 2
        found.append(tmp_path / f"{name}.json")
        found[-1].write_text(json.dumps(content[:9] if at == 1 else content))
    return found


def values(files: list[Path], measure: str) -> dict[str, dict[str, float]]:
    """System → dialogue → score; the longest dialogue is that of all systems."""
    table: dict[str, dict[str, float]] = {}
    for row in tw.score_dialogues(files, [measure]).rows():
        if row.value is not None and row.conversation is not None:
            table.setdefault(row.system, {})[row.conversation] = row.value
    return table


def test_pairs_of_systems_are_what_scipy_says(files: list[Path]) -> None:
    both = system_matrices(read_collections(files, Decisions()), ["UCH"], ["S"])
    assert (both.systems, both.shared) == (["ada", "ben", "cy"], [f"d{at}" for at in range(10)])
    assert np.isnan(both.measures["UCH"]).sum() == 1
    table = values(files, "UCH")
    for at, system in enumerate(both.systems):
        assert both.measures["UCH"][at][~np.isnan(both.measures["UCH"][at])].tolist() == pytest.approx(
            [*table[system].values()]
        )
    found = sensitivity(both.measures, both.labels, unit="system", shared="dialogue")
    p = []
    for one, other in (("ada", "ben"), ("ada", "cy"), ("ben", "cy")):
        shared = [name for name in table[one] if name in table[other]]
        assert len(shared) == (10 if (one, other) == ("ada", "cy") else 9)
        p.append(ttest_rel([table[one][n] for n in shared], [table[other][n] for n in shared]).pvalue)
    assert found.measures[0].curve[0][1] == pytest.approx(min(p), abs=1e-6)
    assert found.measures[0].curve[-1][1] == pytest.approx(max(p), abs=1e-6)
    assert found.measures[0].share[0.05] == pytest.approx(np.mean([one < 0.05 for one in p]))
    assert "pairs of systems apart" in found.verdict
    assert "annotator" not in found.verdict


def test_systems_on_the_same_problems(files: list[Path]) -> None:
    """A system has the mean of its dialogues of a problem."""
    both = system_matrices(read_collections(files, Decisions()), ["UC"], ["S"], same="problem")
    table = values(files, "UC")
    assert both.shared == [f"p{at}" for at in range(5)]
    for at, system in enumerate(both.systems):
        for number in range(5):
            own = [table[system][name] for name in (f"d{number}", f"d{number + 5}") if name in table[system]]
            assert both.measures["UC"][at, number] == pytest.approx(np.mean(own))
    assert both.labels["S"][0].tolist() == pytest.approx([n % 5 - 2 for n in range(5)])


def test_what_cannot_be_compared(files: list[Path]) -> None:
    with pytest.raises(InputError, match=r"found dialogues of one system \(ada\), expected two"):
        system_matrices(read_collections(files[:1], Decisions()), ["UC"], ["S"])
    with pytest.raises(OptionError, match="not grouped by 'topic'; there are dialogue, problem"):
        system_matrices(read_collections(files, Decisions()), ["UC"], ["S"], same="topic")
    apart = json.loads(files[0].read_text())
    for number, dialogue in enumerate(apart):
        dialogue["id"], dialogue["system"] = f"e{number}", "xy"[number % 2]
    files[0].write_text(json.dumps(apart))
    shown = CliRunner().invoke(main, ["dialogues", "sensitivity", str(files[0]), "--system", "system"])
    assert shown.exit_code == 2
    assert "found no two systems with scores of the same two dialogues" in shown.stderr.replace("\n", " ")


def test_the_command(files: list[Path]) -> None:
    lone = CliRunner().invoke(main, ["dialogues", "sensitivity", str(files[0]), "--same", "problem"])
    assert "--same problem: it is about systems" in lone.stderr
    arguments = ["dialogues", "sensitivity", *map(str, files), "--label", "S", "--same", "problem"]
    shown = CliRunner().invoke(main, arguments)
    assert shown.exit_code == 0, shown.output
    said = " ".join(shown.stdout.split())
    assert "3 pairs of 3 systems, by the scores on the same 5 problems; paired t-test." in said
    told = json.loads(CliRunner().invoke(main, [*arguments, "--format", "json"]).stdout)
    assert (told["systems"], told["problems"], told["pairs"], told["unit"]) == (3, 5, 3, "system")
