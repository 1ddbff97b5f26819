"""`turnwise properties`: measures of the catalogue and of one's own, and what goes wrong with them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from turnwise.cli.main import main

OWN = '''
"""Measures of my own."""

from dataclasses import dataclass

from turnwise.measures import TurnMeasure

LIMIT = 3


@dataclass(frozen=True)
class Shortness(TurnMeasure):
    name = "Shortness"

    def values(self, lists):
        return 1 / lists.length


SHORT = Shortness()


def length_of(lists):
    return -lists.length


def broken(lists):
    return lists.lenght
'''


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["properties", *words])


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a module of one's own, as the current folder."""
    (tmp_path / "own_measures.py").write_text(OWN)
    (tmp_path / "stops.py").write_text("raise SystemExit('not ready')")
    (tmp_path / "wants.py").write_text("import no_such_package")
    monkeypatch.chdir(tmp_path)
    for module in ("own_measures", "stops", "wants"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    return tmp_path


def test_a_measure_of_the_catalogue() -> None:
    result = run("nDCG")
    assert result.exit_code == 0
    assert "nDCG on all 20 lists of 1 to 5 options" in result.stdout
    assert "Confidence fails: `cw` holds one more wrong response than `c`, yet nDCG gives both 1.0000." in result.stdout
    assert result.stdout.splitlines()[-1].startswith("nDCG lacks Confidence, which is mandatory")


def test_json() -> None:
    result = run("OLAR(max_length=8)", "--max-length", "8", "--correct", "8", "--format", "json")
    findings = json.loads(result.stdout)
    assert (findings["measure"], findings["lists"], findings["tolerance"]) == ("OLAR(max_length=8)", 510, 1e-12)
    assert {name: (f["holds"], f["counterexample"]) for name, f in findings["properties"].items()} == {
        "correctness": (True, None),
        "confidence": (True, None),
        "priority": (True, None),
    }


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize(
    "words",
    [
        ("--from", "own_measures:Shortness"),
        ("--from", "own_measures:SHORT"),
        ("--from", "own_measures:length_of"),
        ("Shortness", "--from", "own_measures"),
        ("Shortness", "--from", "own_measures:Shortness"),
        ("Shortness", "--from", "own_measures:SHORT"),
    ],
)
def test_a_measure_of_ones_own(words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code == 0, result.output
    assert "`cw` holds one more correct response than `w`" not in result.stdout  # `c` against `w` is smaller
    assert "Correctness fails: `c` holds one more correct response than `w`" in result.stdout
    assert str(Path.cwd()) not in sys.path


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "no measure is named; name one, such as nDCG, or give --from MODULE:NAME."),
        (("nDGC",), "there is no measure 'nDGC'; did you mean 'nDCG'"),
        (("OLAR", "--max-length", "7"), "OLAR orders lists of up to 5, and one has 7; use OLAR(max_length=7)."),
        (("--from", "own_measures"), "--from own_measures: expected MODULE:NAME, such as mymodule:MyMeasure."),
        (("--from", "./own:Shortness"), "--from ./own:Shortness: expected MODULE:NAME, such as mymodule:MyMeasure."),
        (("--from", "own_measure:Shortness"), "or installed; did you mean 'own_measures'?"),
        (("--from", "own_measures.py:Shortness"), "or installed; did you mean 'own_measures'?"),
        (("--from", "own_measures:Shortnes"), "module 'own_measures' has no 'Shortnes'; did you mean 'Shortness'"),
        (("--from", "own_measures:LIMIT"), "'3' is not a measure; expected a TurnMeasure, its class, or a function"),
        (("--from", "own_measures:TurnMeasure"), "TurnMeasure cannot be made without parameters (TypeError: "),
        (("--from", "own_measures:broken"), "broken failed on the 20 lists (AttributeError: 'Lists' object has no"),
        (("nDCG", "--from", "own_measures:broken"), "'nDCG' and --from own_measures:broken name two measures;"),
        (("--from", "stops:X"), "module 'stops' fails when it is imported (SystemExit: not ready)."),
        (("--from", "wants:X"), "(ModuleNotFoundError: No module named 'no_such_package')."),
        (("LAR", "--max-length", "1"), "the longest list must have 2 to 32 responses, found 1."),
    ],
)
def test_what_goes_wrong_is_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert result.stderr.startswith("turnwise: ")
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""
