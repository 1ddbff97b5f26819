"""Coefficients as their authors published them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from turnwise.agreement.coefficients import (
    cohen_kappa,
    conger_kappa,
    fleiss_kappa,
    gwet_ac,
    icc,
    krippendorff_alpha,
    percent_agreement,
    randolph_kappa,
)
from turnwise.agreement.estimate import Estimate

GOLDEN = json.loads((Path(__file__).parents[1] / "goldens" / "agreement.json").read_text(encoding="utf-8"))
BY_NAME: dict[str, Any] = {
    "percent": percent_agreement,
    "gwet": gwet_ac,
    "fleiss": fleiss_kappa,
    "conger": conger_kappa,
    "randolph": randolph_kappa,
}


def matrix(example: dict[str, Any]) -> np.ndarray:
    return np.array(example["ratings"], dtype=float)


def estimate(name: str, ratings: np.ndarray) -> Estimate:
    words = name.split()
    if words[0] == "alpha":
        return krippendorff_alpha(ratings, level=words[1])
    if words[0] == "icc":
        return icc(ratings, form=words[1], average=len(words) > 2)  # type: ignore[arg-type]
    found: Estimate = BY_NAME[name](ratings)
    return found


CASES = [(example, name) for example in GOLDEN["examples"] for name in example["values"]]


@pytest.mark.parametrize(("example", "name"), CASES, ids=[f"{e['source'][:12]}: {n}" for e, n in CASES])
def test_published_values(example: dict[str, Any], name: str) -> None:
    published = example["values"][name]
    digits = len(str(published).split(".")[1])
    assert estimate(name, matrix(example)).value == pytest.approx(published, abs=0.51 * 10**-digits)


def test_published_standard_errors_and_intervals() -> None:
    example = GOLDEN["examples"][1]
    for name, published in example["standard_error"].items():
        found = estimate(name, matrix(example))
        assert found.standard_error == pytest.approx(published, abs=1e-8)
        assert found.interval
        assert [found.interval.low, found.interval.high] == pytest.approx(example["interval"][name], abs=6e-4)


def test_cohen_of_a_published_table() -> None:
    table = GOLDEN["tables"][0]
    one, other = np.indices((3, 3)).reshape(2, -1)
    times = np.ravel(table["counts"])
    found = cohen_kappa(np.repeat(one, times), np.repeat(other, times))
    n = times.sum()
    assert found.value == pytest.approx(table["kappa"], abs=1e-7)
    assert found.standard_error == pytest.approx(table["standard_error"] * np.sqrt(n / (n - 1)), abs=1e-7)
