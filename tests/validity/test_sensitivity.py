"""Discriminative power: every pair against scipy, ragged designs, and what two say of the same pairs."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
from click.testing import CliRunner
from scipy.stats import ttest_rel

from tests.dialogues.made import random_dialogues, written
from turnwise.cli.main import main
from turnwise.errors import InputError
from turnwise.validity.sensitivity import all_pairs_t, sensitivity


@pytest.mark.parametrize("ragged", [False, True])
def test_every_pair_is_what_scipy_says(ragged: bool) -> None:
    rng = np.random.default_rng(0)
    values = rng.normal(size=(12, 9)) + rng.normal(size=(12, 1)) * 3 + 1000  # far from 0, where squares are large
    gave = rng.random((12, 9)) < (0.7 if ragged else 2)
    found = all_pairs_t(np.where(gave, values, 0), gave)
    for at, (i, j) in enumerate(combinations(range(12), 2)):
        both = gave[i] & gave[j]
        if both.sum() < 2:
            assert np.isnan(found.p[at])
            continue
        expected = ttest_rel(values[i, both], values[j, both])
        assert found.p[at] == pytest.approx(expected.pvalue, abs=1e-6)
        assert found.sign[at] == np.sign(expected.statistic)


def test_pairs_that_differ_by_a_constant() -> None:
    values = np.array([[1.0, 2, 3], [2, 3, 4], [1, 2, 3]])
    found = all_pairs_t(values, np.ones((3, 3), dtype=bool))
    assert found.p.tolist() == [0, 1, 0]  # always 1 apart; never apart; always 1 apart
    assert found.sign.tolist() == [-1, 0, 1]


def test_shares_and_winners() -> None:
    """Three dialogues: the measure tells all apart, the label the first from the others, once the other way round."""
    noise = np.array([0.0, 0.01, -0.01, 0.02, -0.02])
    measure = np.array([[1.0], [2], [3]]) + np.stack([noise, np.roll(noise, 1), np.roll(noise, 2)])
    label = np.array([[2.0], [3], [1]]) + np.stack([noise, np.roll(noise, 1), np.roll(noise, 2)])
    found = sensitivity({"m": measure}, {"S": label, "flat": noise + np.zeros((3, 5))})
    assert found.pairs == 3
    assert found.measures[0].share == {0.05: 1.0, 0.01: 1.0}
    assert found.labels[1].share == {0.05: 0.0, 0.01: 0.0}
    assert found.holds is None  # more than by one label, no more than by the other
    against_s, against_flat = found.winners
    # m orders 1 < 2 < 3 and S 3 < 1 < 2: both say 1 < 2, and disagree on the pairs with 3
    assert (against_s.agreement.AA, against_s.agreement.AD) == (1, 2)
    assert against_s.opposite == pytest.approx(2 / 3)
    assert against_flat.agreement.PD1 == 3
    assert against_flat.opposite is None


@pytest.mark.parametrize("test", ["sign-flip", "randomised-tukey"])
def test_randomisation_on_a_sample(test: str) -> None:
    rng = np.random.default_rng(1)
    scores = rng.normal(size=(60, 12)) + 2 * rng.normal(size=(60, 1))
    found = sensitivity({"m": scores}, {"S": rng.normal(size=(60, 12))}, test=test, sample=20, draws=400)  # type: ignore[arg-type]
    assert (found.units, found.of_units, found.pairs, found.draws) == (20, 60, 190, 400)
    assert found.holds is True
    assert found.labels[0].share[0.05] < 0.15
    scores[0, 0] = np.nan
    again = sensitivity({"m": scores}, {}, test=test, sample=60, draws=100)  # type: ignore[arg-type]
    assert again.n_shared == 11  # who scored all


def test_too_few() -> None:
    with pytest.raises(InputError, match="fewer than two dialogues with scores of two annotators"):
        sensitivity({"m": np.array([[1.0, np.nan], [np.nan, 2.0]])}, {})
    ragged = np.array([[1.0, 2, np.nan, np.nan], [np.nan, np.nan, 1.0, 2]])
    with pytest.raises(InputError, match="found no two dialogues with scores of the same two annotators"):
        sensitivity({"m": ragged}, {})
    with pytest.raises(InputError, match="use the t-test"):
        sensitivity({"m": ragged}, {}, test="sign-flip")


def test_the_command(tmp_path: Path) -> None:
    path, picture = tmp_path / "made.json", tmp_path / "levels.svg"
    path.write_text(json.dumps(written(random_dialogues(9))))
    arguments = ["dialogues", "sensitivity", str(path), "-m", "UCH", "--label", "S"]
    shown = CliRunner().invoke(main, [*arguments, "--picture", str(picture)])
    assert shown.exit_code == 0, shown.output
    assert "told apart at 0.05" in shown.stdout
    assert picture.read_text().startswith("<svg")
    assert "% of pairs by measures" not in shown.stdout  # of one measure there is no range
    assert "% of pairs by UCH" in shown.stdout.replace("\n", " ")
    told = json.loads(CliRunner().invoke(main, [*arguments, "--format", "json"]).stdout)
    assert told["pairs"] == 30 * 29 // 2
    wrong = CliRunner().invoke(main, [*arguments, "--picture", "levels.gif"])
    assert "end its name in .svg or .png" in wrong.stderr


@pytest.mark.parametrize("test", ["sign-flip", "randomised-tukey"])
def test_progress_runs_over_all_measures_to_the_end(test: Literal["sign-flip", "randomised-tukey"]) -> None:
    rng = np.random.default_rng(0)
    one, other = rng.normal(size=(2, 4, 6))
    told: list[tuple[int, int, str]] = []
    sensitivity({"UCH": one}, {"S": other}, test=test, draws=2000, progress=lambda *step: told.append(step))
    done = [step[0] for step in told]
    assert done == sorted(done)
    assert {step[1] for step in told} == {4000}
    assert ("UCH" in told[0][2], told[-1]) == (True, (4000, 4000, "S"))
