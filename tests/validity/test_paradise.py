"""PARADISE: coefficients, their errors and collinearity against statsmodels; cross-validation; what is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from tests.dialogues.made import Marks, made, random_dialogues, written
from turnwise.agreement.estimate import Interval
from turnwise.cli.main import main
from turnwise.errors import InputError, OptionError
from turnwise.validity.paradise import paradise
from turnwise.validity.regression import cross_validated, fit, standardised

sm = pytest.importorskip("statsmodels.api")
influence = pytest.importorskip("statsmodels.stats.outliers_influence")


def _data(n: int = 200) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    x = rng.normal(size=(n, 3))
    x[:, 2] += 2 * x[:, 0]  # collinear
    y = x @ [1.0, -0.5, 0.2] + rng.normal(size=n) * np.exp(0.5 * x[:, 1])  # of unequal variance
    return x, y


def test_against_statsmodels() -> None:
    x, y = _data()
    found = fit(["a", "b", "c"], x, y, np.arange(200), 300, 0, 0.95)
    zx, zy = standardised(x), standardised(y[:, None])[:, 0]
    expected = sm.OLS(zy, sm.add_constant(zx)).fit()
    robust = expected.get_robustcov_results("HC3").conf_int()[1:]
    assert found.r_squared == pytest.approx(expected.rsquared, abs=1e-12)
    for j, one in enumerate(found.coefficients):
        assert one.value == pytest.approx(expected.params[j + 1], abs=1e-12)
        assert (one.robust.low, one.robust.high) == pytest.approx(tuple(robust[j]), abs=1e-9)
        assert one.vif == pytest.approx(influence.variance_inflation_factor(sm.add_constant(zx), j + 1), rel=1e-9)
        without = sm.OLS(zy, sm.add_constant(np.delete(zx, j, axis=1))).fit()
        assert one.lost == pytest.approx(expected.rsquared - without.rsquared, abs=1e-12)
        assert one.bootstrap is not None
        assert one.bootstrap.low < one.value < one.bootstrap.high
        # the two intervals are two ways to the same
        assert one.bootstrap.high - one.bootstrap.low == pytest.approx(one.robust.high - one.robust.low, rel=0.35)


def test_a_bootstrap_sample_is_a_regression_on_its_copies() -> None:
    x, y = _data(40)
    from turnwise.agreement.statistic import samples
    from turnwise.validity.regression import _drawn

    z = standardised(np.column_stack([x, y]))
    drawn = _drawn(z, np.arange(40), 5, 3)
    weights = next(iter(samples(40, 5, 3)))
    for sample in range(5):
        copies = np.repeat(np.arange(40), weights[sample].astype(int))
        again = standardised(np.column_stack([x, y])[copies])
        assert drawn[:, sample] == pytest.approx(sm.OLS(again[:, 3], again[:, :3]).fit().params, abs=1e-9)


def test_cross_validation_is_honest() -> None:
    rng = np.random.default_rng(1)
    noise = rng.normal(size=(60, 20))
    y = rng.normal(size=60)
    assert fit([str(k) for k in range(20)], noise, y, np.arange(60), 0, 0, 0.95).r_squared > 0.2
    assert cross_validated(noise, y, np.arange(60), 10, 3, 100, 0, 0.95).r_squared < 0
    x, y = _data()
    held = cross_validated(x, y, np.arange(200), 10, 3, 200, 0, 0.95)
    assert held.interval is not None
    assert held.interval.low < held.r_squared < held.interval.high
    assert 0.4 < held.r_squared < fit(["a", "b", "c"], x, y, np.arange(200), 0, 0, 0.95).r_squared


def test_clusters_stay_in_one_fold() -> None:
    """Each cluster has a value of its own that nothing predicts; within clusters it would be learnt by heart."""
    rng = np.random.default_rng(2)
    cluster = np.repeat(np.arange(10), 20)
    own = rng.normal(size=10)[cluster]
    dummies = np.eye(10)[cluster][:, 1:]
    apart = cross_validated(dummies, own, cluster, 10, 2, 0, 0, 0.95)
    mixed = cross_validated(dummies, own, np.arange(200), 10, 2, 0, 0, 0.95)
    assert mixed.r_squared == pytest.approx(1)
    assert apart.r_squared < 0.5


def _study(n: int = 60) -> list[tuple[str, list[Marks]]]:
    """S is 2 where the goal was found, less the number of blocks; and noise."""
    rng = np.random.default_rng(3)
    found = []
    for _ in range(n):
        turns = int(rng.integers(1, 5))
        goal = bool(rng.random() < 0.5)
        marks: list[Marks] = []
        for _ in range(2):
            nuggets = [("CNUG0", 1, 1), *([("HNUG*", 2 * turns, 2 * turns)] if goal else [])]
            marks.append((nuggets, {"S": 2.0 * goal - 0.5 * turns + float(rng.normal(0, 0.3))}))
        found.append(("CH" * turns, marks))
    return found


def test_dialogues(tmp_path: Path) -> None:
    dialogues = made(tmp_path, _study())
    found = paradise(dialogues, "S", draws=200)
    by_name = {c.name: c.value for c in found.fit.coefficients}
    assert by_name["HNUG* found"] > 0.5
    assert by_name["posts"] < -0.2
    # every post is a block of ten characters, and nobody found CNUG*
    assert found.left_out["CNUG* found"] == "it is the same in all dialogues"
    assert found.left_out["blocks"] == "it follows from HNUG* found, posts"
    assert "characters" in found.left_out
    assert found.held.r_squared > 0.85
    assert "HNUG* found (more" in found.verdict
    assert "not what causes what" in found.verdict
    assert "or none" not in found.verdict
    few = paradise(made(tmp_path, _study(9)), "S", success=[], costs=["posts"], draws=400)
    assert few.held.interval is not None
    assert (few.held.interval.low <= 0 < few.held.r_squared) == ("the interval reaches below 0" in few.verdict)
    unsure = replace(few, held=replace(few.held, r_squared=0.3, interval=Interval(-0.1, 0.7)))
    assert "30% of the variance of S is explained on dialogues held out, or none: the interval" in unsure.verdict


def test_what_is_refused(tmp_path: Path) -> None:
    dialogues = made(tmp_path, _study())
    with pytest.raises(OptionError, match=r"no kind of nugget 'HNUG\*\*'; did you mean 'HNUG\*'"):
        paradise(dialogues, "S", success=["HNUG**"])
    with pytest.raises(OptionError, match="there is no length 'minutes'"):
        paradise(dialogues, "S", costs=["minutes"])
    with pytest.raises(OptionError, match="there is no question 'Q'"):
        paradise(dialogues, "Q")
    with pytest.raises(InputError, match="no predictor varies"):
        paradise(dialogues, "S", success=["CNUG*"], costs=[])
    with pytest.raises(InputError, match="expected 5 at least"):
        paradise(made(tmp_path, _study(4)), "S", success=["HNUG*"], costs=["posts"])
    flat = made(tmp_path, [("CH" * k, [([("CNUG0", 1, 1)], {"S": 1})]) for k in range(1, 9)])
    with pytest.raises(InputError, match="S is the same in all dialogues"):
        paradise(flat, "S")


def test_collinearity_is_told(tmp_path: Path) -> None:
    drawn = made(tmp_path, random_dialogues(1))
    found = paradise(drawn, "S", measures=["UH", "UCH(alpha=0.9)"], draws=50)
    assert any("follow in large part from the other predictors" in warning for warning in found.warnings)
    assert any("dialogues for each predictor" in warning for warning in found.warnings)


def test_the_command(tmp_path: Path) -> None:
    path, picture = tmp_path / "made.json", tmp_path / "why.png"
    path.write_text(json.dumps(written(_study())))
    arguments = ["dialogues", "predict", str(path), "--label", "S", "--costs", "posts,customer posts", "--draws", "100"]
    shown = CliRunner().invoke(main, [*arguments, "--picture", str(picture)])
    assert shown.exit_code == 0, shown.output
    assert "HNUG* found" in shown.stdout
    assert "customer posts is left out: it follows from HNUG* found, posts." in shown.stdout
    assert picture.read_bytes().startswith(b"\x89PNG")
    told = json.loads(CliRunner().invoke(main, [*arguments, "--format", "json"]).stdout)
    assert told["roles"] == {"HNUG* found": "success", "posts": "cost"}
