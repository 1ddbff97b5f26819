"""Correlations with labels: against scipy on every bootstrap sample, partial ones, clusters, split annotators."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from scipy.stats import kendalltau, pearsonr, spearmanr

from tests.dialogues.made import random_dialogues, written
from turnwise.agreement.estimate import Interval
from turnwise.cli.main import main
from turnwise.errors import InputError, OptionError
from turnwise.report.correlations import between
from turnwise.validity.correlation import correlate
from turnwise.validity.ranks import COEFFICIENTS, partial, same_order, tau_influence
from turnwise.validity.split_annotators import split_annotators

SCIPY = {"kendall": kendalltau, "spearman": spearmanr, "pearson": pearsonr}


@pytest.mark.parametrize("name", COEFFICIENTS)
def test_every_sample_is_what_scipy_says_of_its_copies(name: str) -> None:
    rng = np.random.default_rng(1)
    n = 60
    x, y = np.round(rng.normal(size=n), 1), rng.integers(-2, 3, n).astype(float)  # both with ties
    z = np.round(x + y + rng.normal(size=n), 1)
    weights = rng.multinomial(n, np.full(n, 1 / n), size=20).T.astype(float)
    found = COEFFICIENTS[name]([x, y, z], [(0, 1), (1, 2), (2, 0)], weights)
    for sample in range(20):
        copies = np.repeat(np.arange(n), weights[:, sample].astype(int))
        expected = [SCIPY[name](a[copies], b[copies]).statistic for a, b in ((x, y), (y, z), (z, x))]
        assert found[:, sample] == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("name", COEFFICIENTS)
def test_what_does_not_vary_has_no_correlation(name: str) -> None:
    x = np.arange(5.0)
    assert np.isnan(COEFFICIENTS[name]([x, np.ones(5)], [(0, 1)], np.ones((5, 2)))).all()


def test_the_influence_of_an_item_is_the_derivative_of_tau() -> None:
    rng = np.random.default_rng(2)
    x, y = rng.integers(0, 9, 50).astype(float), rng.integers(0, 5, 50).astype(float)
    tau, influence = tau_influence(x, y)
    assert tau == pytest.approx(kendalltau(x, y).statistic, abs=1e-12)
    assert influence.sum() == pytest.approx(0, abs=1e-12)  # a copy of everything changes nothing
    # removing an item, to the first order, takes its influence away
    left = [kendalltau(np.delete(x, i), np.delete(y, i)).statistic for i in range(50)]
    assert np.corrcoef(tau - np.array(left), influence)[0, 1] > 0.999


def test_partial_correlation_is_that_of_residuals() -> None:
    rng = np.random.default_rng(3)
    z = rng.normal(size=200)
    x, y = z + rng.normal(size=200), z + rng.normal(size=200)
    rest = [v - np.polyval(np.polyfit(z, v, 1), z) for v in (x, y)]
    by_formula = partial(*(np.array([pearsonr(a, b).statistic]) for a, b in ((x, y), (x, z), (y, z))))
    assert by_formula[0] == pytest.approx(pearsonr(*rest).statistic, abs=1e-12)


def test_what_length_alone_does_is_gone_when_length_is_held_constant() -> None:
    rng = np.random.default_rng(4)
    length = rng.normal(size=1000)
    measure, label = length + 0.7 * rng.normal(size=1000), length + 0.7 * rng.normal(size=1000)
    found = correlate({"m": measure}, {"S": label}, control=("length", length), draws=300)
    one = found.between("m", "S")
    assert found.holds is True
    for name in ("spearman", "pearson"):
        plain, held = one.coefficients[name], one.partial[name]
        assert plain.value is not None
        assert plain.value > 0.5
        assert held.interval is not None
        assert held.interval.low < 0.05  # near 0; the partial ρ and r of three normals are 0
        assert held.interval.high < 0.2


def test_intervals_of_clusters_are_wider() -> None:
    """Fifty accounts with ten alike dialogues each are fifty observations, not five hundred."""
    rng = np.random.default_rng(5)
    account = np.repeat(np.arange(50), 10)
    measure = rng.normal(size=50)[account] + 0.01 * rng.normal(size=500)
    label = (measure + rng.normal(size=50)[account]) + 0.01 * rng.normal(size=500)
    width = {}
    for name, cluster in (("dialogues", None), ("accounts", account)):
        found = correlate({"m": measure}, {"S": label}, cluster=cluster, coefficients=("kendall",), draws=500)
        interval = found.of[0].coefficients["kendall"].interval
        assert interval is not None
        width[name] = interval.high - interval.low
    assert width["accounts"] > 2.5 * width["dialogues"]  # √10 = 3.2


def test_the_interval_covers() -> None:
    """Of 60 studies, the interval of 95% holds the true τ = 2/π · asin(0.5) = 1/3 in nearly all."""
    held = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        x = rng.normal(size=80)
        y = 0.5 * x + np.sqrt(0.75) * rng.normal(size=80)
        interval = (
            correlate({"m": x}, {"S": y}, coefficients=("kendall",), draws=200).of[0].coefficients["kendall"].interval
        )
        assert interval is not None
        held += interval.low <= 1 / 3 <= interval.high
    assert 52 <= held <= 60  # 57 expected, give or take 1.7


def test_dialogues_without_a_value_are_left_out_and_counted() -> None:
    x = np.array([1.0, 2, 3, 4, np.nan])
    found = correlate({"m": x}, {"S": np.array([1.0, 2, 3, 5, 9])}, draws=0)
    assert (found.dialogues, found.left_out) == (4, 1)
    assert found.of[0].coefficients["kendall"].value == pytest.approx(1)
    with pytest.raises(InputError, match="found 1 dialogues in which all"):
        correlate({"m": x}, {"S": np.array([1.0, np.nan, np.nan, np.nan, 9])})
    with pytest.raises(OptionError, match="did you mean 'kendall'"):
        correlate({"m": x}, {"S": x}, coefficients=("kendal",))


def _annotators(own: float) -> tuple[np.ndarray, np.ndarray]:
    """Scores and labels by ten annotators; `own` is how much an annotator's own mood moves both."""
    rng = np.random.default_rng(6)
    quality = rng.normal(size=(300, 1))
    mood = own * rng.normal(size=(300, 10))
    return quality + mood + rng.normal(size=(300, 10)), quality + mood + rng.normal(size=(300, 10))


def test_what_the_same_annotators_add() -> None:
    for own, shows in ((2.0, True), (0.0, False)):
        scores, labels = _annotators(own)
        one = split_annotators({"m": scores}, {"S": labels}, splits=6).of[0]
        assert (one.interval.low > 0.1) is shows
        assert (one.interval.low <= 0 <= one.interval.high) is not shows


def test_split_halves_by_hand() -> None:
    """Two annotators: the halves are the two; 'same' is the mean of their own τ, 'others' of the crossed ones."""
    scores = np.array([[1.0, 4], [2, 2], [3, 1], [4, 3]])
    labels = np.array([[1.0, 1], [2, 2], [4, 4], [3, 3]])
    found = split_annotators({"m": scores}, {"S": labels}, splits=3)
    tau = [[kendalltau(scores[:, i], labels[:, j]).statistic for j in (0, 1)] for i in (0, 1)]
    assert found.of[0].same == pytest.approx((tau[0][0] + tau[1][1]) / 2)
    assert found.of[0].other == pytest.approx((tau[0][1] + tau[1][0]) / 2)
    with pytest.raises(InputError, match="fewer than two annotators"):
        split_annotators({"m": scores[:, :1]}, {"S": labels[:, :1]})


def test_long_work_tells_how_far_it_is() -> None:
    told: list[tuple[int, int, str]] = []
    values = {name: np.arange(9.0) % k for name, k in (("m", 4), ("q", 5))}
    one = {"m": values["m"]}, {"q": values["q"]}
    found = correlate(*one, draws=600, coefficients=("kendall", "pearson"), progress=lambda *step: told.append(step))
    assert [done for done, _, _ in told] == [0, 250, 500, 600, 600, 850, 1100, 1200]
    assert {total for _, total, _ in told} == {1200}
    assert [name for *_, name in told] == ["kendall"] * 4 + ["pearson"] * 4
    assert found.of == correlate(*one, draws=600, coefficients=("kendall", "pearson")).of


def test_nothing_is_shown_as_minus_zero() -> None:
    assert between(Interval(-0.0123, -0.0004)) == "-0.012 to 0.000"
    assert between(Interval(-0.0001, 0.0001), 2) == "0.00 to 0.00"
    assert between(None) == "–"


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "made.json"
    accounts = [f"@{k % 5}" for k in range(30)]
    path.write_text(json.dumps(written(random_dialogues(8), account=accounts)))
    arguments = ["dialogues", "correlate", str(path), "-m", "UCH(decay=none)", "--label", "S", "--draws", "50"]
    shown = CliRunner().invoke(main, arguments)
    assert shown.exit_code == 0, shown.output
    assert "τ_b, characters constant" in shown.stdout
    told = json.loads(CliRunner().invoke(main, [*arguments, "--format", "json", "--cluster", "account"]).stdout)
    assert told["clusters"] == 5
    assert told["of"][0]["measure"] == "UCH(decay=none)"
    assert told["split_annotators"]["half"] == 2
    wrong = CliRunner().invoke(main, ["dialogues", "correlate", str(path), "--cluster", "system"])
    assert "it has account" in wrong.stderr
    wrong = CliRunner().invoke(main, ["dialogues", "correlate", str(path), "-m", "nDCG@3"])
    assert "no measure of a dialogue's nuggets" in wrong.stderr
    wrong = CliRunner().invoke(main, ["dialogues", "correlate", str(path), "--holding", "minutes"])
    assert "there is no length 'minutes'; it has posts, blocks, characters" in wrong.stderr


def test_intervals_are_told_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "made.json"
    content = written(random_dialogues(5))
    for at, dialogue in enumerate(content):
        dialogue["account"] = f"a{at % 4}"
    path.write_text(json.dumps(content))
    arguments = ["dialogues", "correlate", str(path), "-m", "UCH", "--label", "S", "--splits", "0"]
    without = CliRunner().invoke(main, [*arguments, "--draws", "0"]).stdout
    assert "No intervals (–): nothing was drawn." in without
    few = " ".join(CliRunner().invoke(main, [*arguments, "--draws", "100", "--cluster", "account"]).stdout.split())
    assert (
        "Intervals draw 4 whole groups of dialogues anew (100 draws, seed 0). They are rough, of so few groups." in few
    )
    predicted = CliRunner().invoke(main, ["dialogues", "predict", str(path), "--label", "S", "--draws", "0"]).stdout
    assert "Intervals are large-sample, by HC3. VIF" in " ".join(predicted.split())


def test_labels_that_are_all_alike_and_lone_annotators(tmp_path: Path) -> None:
    """No τ is told as missing, in text and JSON; and one annotator a dialogue cannot be split, but has correlations."""
    path = tmp_path / "made.json"
    content = written(random_dialogues(5))
    for dialogue in content:
        for annotation in dialogue["annotations"]:
            annotation["answers"]["S"] = 1
    path.write_text(json.dumps(content))
    arguments = ["dialogues", "correlate", str(path), "-m", "UCH", "--label", "S", "--label", "A", "--draws", "50"]
    shown = CliRunner().invoke(main, arguments)
    assert shown.exit_code == 0, shown.output
    assert "nan" not in shown.stdout
    assert "No value (–): in a half of the annotators all dialogues are alike." in shown.stdout
    told = json.loads(
        CliRunner().invoke(main, [*arguments, "--format", "json"]).stdout,
        parse_constant=lambda name: pytest.fail(f"{name} is no value"),
    )
    flat, other = told["split_annotators"]["of"]
    assert (flat["same"], flat["difference"], flat["interval"]) == (None, None, None)
    assert other["same"] is not None
    for dialogue in content:
        del dialogue["annotations"][1:]
        dialogue["annotations"][0]["annotator"] = "lone"
    path.write_text(json.dumps(content))
    shown = CliRunner().invoke(main, arguments)
    assert shown.exit_code == 0, shown.output
    assert "note: " in shown.stderr
    assert "annotators not split into halves: found fewer than two annotators" in shown.stderr
    assert "τ_b, same" not in shown.stdout


def test_the_share_of_pairs_in_the_same_order_is_of_those_that_differ_in_both() -> None:
    rng = np.random.default_rng(5)
    for levels in (2, 4, 30):
        x, y = rng.integers(0, levels, 40).astype(float), rng.integers(0, 3, 40).astype(float) / 3
        signs = [np.sign(x[i] - x[j]) * np.sign(y[i] - y[j]) for i in range(40) for j in range(i)]
        assert same_order(x, y) == pytest.approx(signs.count(1) / (signs.count(1) + signs.count(-1)), abs=1e-12)
    assert same_order(np.ones(5), np.arange(5.0)) is None


def test_the_verdict_counts_pairs_and_does_not_guess_them_from_tau() -> None:
    score, label = np.arange(12.0), np.repeat([0.0, 1.0], 6)  # τ_b = 0.74, and yet no pair is in another order
    found = correlate({"UCH": score}, {"S": label}, coefficients=("kendall",), draws=0)
    assert "UCH orders 100% of the pairs of dialogues that differ in both as S does" in found.verdict
