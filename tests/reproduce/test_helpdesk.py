"""The helpdesk paper on STC-3: numbers held to a second computation in plain loops, and to what was found once."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from scipy.stats import kendalltau, spearmanr

import turnwise as tw
from tests.dialogues.made import random_dialogues, written
from turnwise.cli.main import main
from turnwise.dialogues.vote import voted
from turnwise.errors import InputError
from turnwise.readers.dialogues import read_dialogues
from turnwise.reproduce import helpdesk
from turnwise.reproduce.helpdesk import DATA, reproduce_helpdesk
from turnwise.reproduce.helpdesk_example import example
from turnwise.reproduce.helpdesk_hypotheses import hypotheses
from turnwise.reproduce.helpdesk_page import helpdesk_page, sections
from turnwise.reproduce.helpdesk_printed import TABLE_1, implied_fleiss
from turnwise.reproduce.helpdesk_text import as_text
from turnwise.tables.decisions import Decisions
from turnwise.validity.correlation import correlate
from turnwise.validity.matrices import annotated


def test_table_1_agrees_with_itself() -> None:
    """Q1: κ_free 0.957 is P = 0.957 · 2/3 + 1/3 = 0.9713; chance (692² + 9² + 1²) ÷ 702² = 0.9719; κ = −0.019."""
    for question, row in TABLE_1.items():
        assert sum(row.counts) == 702, question  # also Q2, asked only where Q1 is 2 or 1: 701 times
        low, high = implied_fleiss(row)
        assert low - 0.0005 <= row.fleiss <= high + 0.0005, question
    low, high = implied_fleiss(TABLE_1["Q1"])
    assert (low + high) / 2 == pytest.approx(-0.0195, abs=0.0005)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of data with forty made dialogues in the place of STC-3."""
    folder = tmp_path_factory.mktemp("data")
    path = folder / DATA
    path.parent.mkdir()
    dialogues = [d for d in random_dialogues(3, 80) if "H" in d[0]][:40]
    content = written(dialogues)
    for one in content:
        for annotation in one["annotations"]:
            annotation["answers"]["E"] = annotation["answers"]["S"] - annotation["answers"]["A"]
    path.write_bytes(gzip.compress(json.dumps(content).encode()))
    return folder


def test_the_whole_on_made_dialogues(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(helpdesk, "NEIGHBOURS", 3)
    arguments = ["reproduce", "helpdesk", "--data", str(small), "--draws", "100"]
    page, figures = tmp_path / "page.html", tmp_path / "figures"
    shown = CliRunner().invoke(main, [*arguments, "--format", "json", "--report", str(page), "--figures", str(figures)])
    assert shown.exit_code == 0, shown.output
    told = json.loads(shown.stdout, parse_constant=lambda name: pytest.fail(f"{name} is no value"))
    assert set(told["measures"]) == {"UC", "UH", "UCH"}
    assert set(told["measures"]["UC"]["correlations"]["A"]) == {"kendall", "spearman"}
    assert set(told["hypotheses"]) == {"parts_make_the_whole", "consistency", "sensitivity", "reusability"}
    assert told["hypotheses"]["reusability"]["answer"] == "cannot be told here"
    assert {"labels", "labels_by_sign", "nuggets"} <= set(told["agreement"])
    assert "<svg" in page.read_text()
    assert {path.name for path in figures.iterdir()} >= {
        "helpdesk-lengths.svg",
        "helpdesk-alphas.png",
        "told-apart.svg",
    }
    wrong = CliRunner().invoke(main, [*arguments, "--report", "page.pdf"])
    assert "end its name in .html" in wrong.stderr


def test_the_dialogue_that_is_drawn(small: Path) -> None:
    """Of those in which the vote found the most kinds, the one in the middle by UCH; L is that of all dialogues."""
    dialogues = read_dialogues(small / DATA)
    by_vote = voted(dialogues)
    assert by_vote.nuggets is not None
    rows = zip(by_vote.nuggets.dialogue.tolist(), by_vote.nuggets.kind.tolist(), strict=True)
    kinds: dict[int, set[int]] = {at: set() for at in range(len(dialogues))}
    for at, kind in rows:
        kinds[at].add(kind)
    most = max(map(len, kinds.values()))
    full = [by_vote.names[at] for at, of in kinds.items() if len(of) == most]
    scored = tw.score_dialogues(small / DATA, ["UCH"], annotators="vote")
    scores = {row.conversation: row.value or 0.0 for row in scored.rows()}
    found = example(dialogues)
    assert (found.kinds, found.among) == (most, len(full))
    below = sum(scores[name] < found.trail.value - 1e-12 for name in full)
    assert below <= (len(full) - 1) // 2 < below + sum(abs(scores[name] - found.trail.value) < 1e-12 for name in full)
    assert found.trail.is_longest
    assert found.trail.length == dialogues.totals(dialogues.unit).max()


def test_where_there_are_no_data(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"expected the dialogues of STC-3.*--data"):
        reproduce_helpdesk(tmp_path)


def _plain(path: Path) -> tuple[dict[str, list[float]], dict[str, list[float]], int]:
    """UC, UH and UCH(0.5), and the mean labels, by nothing but loops over the file."""
    dialogues = json.loads(gzip.decompress(path.read_bytes()))
    longest = max(sum(sum(turn["chars_cn"]) for turn in d["turns"]) for d in dialogues)
    scores: dict[str, list[float]] = {"UC": [], "UH": [], "UCH": []}
    labels: dict[str, list[float]] = {"A": [], "S": [], "E": []}
    for d in dialogues:
        starts, at = [], 0
        for turn in d["turns"]:
            starts.append(at)
            at += sum(turn["chars_cn"])
        by_annotator = []
        for annotation in d["annotations"]:
            worth = {"C": 0.0, "H": 0.0}
            for kind, start in zip(annotation["nugget"], starts, strict=True):
                if kind in ("CNaN", "HNaN"):
                    continue
                side = kind[0]
                regular = sum(k in (f"{side}NUG", f"{side}NUG0") for k in annotation["nugget"])
                weight = 1 + regular if kind.endswith("*") else 1
                worth[side] += weight * max(0.0, 1 - start / longest)
            by_annotator.append((worth["C"], worth["H"]))
        uc, uh = np.mean(by_annotator, axis=0)
        for name, value in (("UC", uc), ("UH", uh), ("UCH", 0.5 * uc + 0.5 * uh)):
            scores[name].append(float(value))
        for question, said in labels.items():
            said.append(float(np.mean([annotation["quality"][question] for annotation in d["annotations"]])))
    return scores, labels, longest


@pytest.fixture(scope="module")
def real(shared_data: Path) -> tuple[Path, Any]:
    from turnwise.readers.dialogues import read_dialogues

    return shared_data / DATA, read_dialogues(shared_data / DATA, Decisions())


def test_measures_and_correlations_are_those_of_plain_loops(real: tuple[Path, Any]) -> None:
    path, dialogues = real
    scores, labels, longest = _plain(path)
    assert longest == 1005
    both = annotated(dialogues, ["UC", "UH", "UCH(alpha=0.5)"], ["A", "S", "E"])
    means = dict(zip(("UC", "UH", "UCH"), both.measure_means.values(), strict=True))
    found = correlate(means, both.label_means, coefficients=("kendall", "spearman"), draws=0)
    for name, values in scores.items():
        assert means[name] == pytest.approx(values, abs=1e-9)
        rounded = np.round(values, 9)  # what ties on paper ties here
        for question, said in labels.items():
            one = found.between(name, question).coefficients
            assert one["kendall"].value == pytest.approx(kendalltau(rounded, said).statistic, abs=1e-9)
            assert one["spearman"].value == pytest.approx(spearmanr(rounded, said).statistic, abs=1e-9)


#: Found once, in loops: means, and τ_b and ρ with A, S and E.
FOUND = {
    "UC": (1.7413, (0.1594, 0.2044, 0.3121), (0.2496, 0.3094, 0.4579)),
    "UH": (1.3308, (0.1161, 0.1417, 0.2714), (0.1767, 0.2110, 0.4019)),
    "UCH": (1.5361, (0.1380, 0.1716, 0.2925), (0.2171, 0.2636, 0.4358)),
}


def test_the_figures_of_the_page(real: tuple[Path, Any]) -> None:
    both = annotated(real[1], list(FOUND), ["A", "S", "E"])
    found = correlate(both.measure_means, both.label_means, coefficients=("kendall", "spearman"), draws=0)
    for name, (mean, tau, rho) in FOUND.items():
        assert float(both.measure_means[name].mean()) == pytest.approx(mean, abs=5e-5)
        for at, question in enumerate("ASE"):
            one = found.between(name, question).coefficients
            assert one["kendall"].value == pytest.approx(tau[at], abs=1e-4)
            assert one["spearman"].value == pytest.approx(rho[at], abs=1e-4)


def test_agreement_is_that_of_statsmodels(real: tuple[Path, Any]) -> None:
    from turnwise.agreement.consistency import label_answers, labels_of
    from turnwise.agreement.nugget_units import nugget_units
    from turnwise.agreement.nuggets import COEFFICIENTS

    kappas = pytest.importorskip("statsmodels.stats.inter_rater")
    answers, _ = label_answers(labels_of(real[1]), "A", "by sign")
    units = nugget_units(real[1])
    assert (units.per, len(units.dialogue)) == ("block", 15400)
    for of, fleiss in ((answers, 0.164), (units.of_side(False), 0.475), (units.of_side(True), 0.124)):
        value = COEFFICIENTS["Fleiss"](of).value
        assert value == pytest.approx(kappas.fleiss_kappa(of.counts, method="fleiss"), abs=1e-12)
        assert value == pytest.approx(fleiss, abs=5e-4)
        assert COEFFICIENTS["Randolph"](of).value == pytest.approx(
            kappas.fleiss_kappa(of.counts, method="randolph"), abs=1e-12
        )


def test_text_and_page_say_the_same(small: Path) -> None:
    found = reproduce_helpdesk(small, draws=100)
    text, page = as_text(found), helpdesk_page(found)
    assert max(map(len, text.splitlines())) <= 110
    for one in hypotheses(found):
        assert f"{one.name}: {one.answer.upper()}" in text
        assert f"{one.name}: {one.answer}" in page
    assert [section.title for section in sections(found)][-1] == "Not tested"
    assert f"As Figure 3 of the paper: dialogue {found.example.trail.dialogue}," in page
    assert f'<title id="trail-{found.example.trail.dialogue}' in page
