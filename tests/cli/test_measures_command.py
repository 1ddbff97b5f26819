from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from turnwise.cli.main import main
from turnwise.cli.measures import cited
from turnwise.measures import CATALOGUE


def test_the_list_names_every_measure() -> None:
    shown = CliRunner().invoke(main, ["measures"]).stdout
    assert {line.split()[0] for line in shown.splitlines()[2:] if line[:1].strip()} >= set(CATALOGUE)


@pytest.mark.parametrize("name", CATALOGUE)
def test_each_is_shown_in_full(name: str) -> None:
    result = CliRunner().invoke(main, ["measures", name])
    assert result.exit_code == 0, result.output
    measure = CATALOGUE[name]
    shown = " ".join(result.stdout.split())  # long lines are wrapped
    assert " ".join(measure.formula.split()) in shown
    assert measure.reference in shown
    assert max(map(len, result.stdout.splitlines())) <= 120
    worked = measure.worked()
    assert f"{worked.measure} = {worked.value:.4f}" in result.stdout
    assert worked.value == pytest.approx(measure.example.value, abs=1e-12)


def test_references_are_cited_in_short() -> None:
    assert cited("C. J. van Rijsbergen. Information Retrieval. Butterworths, 1979.") == "van Rijsbergen 1979"
    assert cited("K. Järvelin and J. Kekäläinen. Cumulated Gain. TOIS 20(4), 2002.") == "Järvelin et al. 2002"
    assert cited("The common definition.") == "–"
    assert all(cited(m.reference) != "–" or "common" in m.reference for m in CATALOGUE.values())


def test_json_for_programs() -> None:
    listed = json.loads(CliRunner().invoke(main, ["measures", "--format", "json"]).stdout)
    assert [m["name"] for m in listed] == list(CATALOGUE)
    assert next(m for m in listed if m["name"] == "DCG")["range"] == [0, None]
