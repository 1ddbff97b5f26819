"""The worked example on two real corpora, on a part of them."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

import turnwise as tw

pytest.importorskip("sklearn", reason="the example trains with scikit-learn")


@pytest.fixture(scope="module")
def intents() -> ModuleType:
    path = Path(__file__).parents[1] / "examples" / "intents.py"
    spec = importlib.util.spec_from_file_location("intents", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_corpora_are_whole(intents: ModuleType, shared_data: Path) -> None:
    """The sizes that their authors give."""
    bank, clinc = intents.banking77(shared_data), intents.clinc150(shared_data)
    assert (len(bank.train), len(bank.test), len({intent for _, intent in bank.train})) == (10_003, 3_080, 77)
    assert (len(clinc.train), len(clinc.test), len({intent for _, intent in clinc.train})) == (15_000, 5_500, 150)
    assert len(intents.clinc150(shared_data, with_oos=True).train) == 15_100


@pytest.mark.parametrize("name", ["banking77", "clinc150"])
def test_replies_are_written_and_tuned(name: str, intents: ModuleType, shared_data: Path, tmp_path: Path) -> None:
    tunings = intents.tuned(name, shared_data, tmp_path, sample=600)
    assert [tuning.measure for tuning in tunings] == ["OLAR", "F1"]
    olar = tunings[0]
    assert olar.in_scope + olar.out_of_scope == 600
    hits = [outcome.shown.right_in_list for outcome in olar.outcomes[:5]]
    assert hits == sorted(hits)
    assert hits[0] > 0.2  # 600 examples of 77 or 150 intents teach little, but not nothing
    assert "→" in intents.what_changed(olar)
    if name == "clinc150":
        assert olar.better  # a floor catches what is out of scope
        assert olar.best.shown.fallback_when_out_of_scope > 0.3
    # The file alone, read back, gives the same numbers.
    (written,) = tmp_path.iterdir()
    assert tw.tune(written, "OLAR").as_dict()["outcomes"] == olar.as_dict()["outcomes"]
