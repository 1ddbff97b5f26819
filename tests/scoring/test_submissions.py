"""Submissions: predicted label distributions against those of annotators, by the definitions of STC-3 and DialEval."""

from __future__ import annotations

import json
from collections import Counter
from math import log2, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from turnwise.errors import TurnwiseError
from turnwise.readers.schemes import read_scheme
from turnwise.readers.submissions import read_submission
from turnwise.submissions import score_submissions
from turnwise.tables.decisions import Decisions

CUSTOMER, HELPDESK = ("CNUG0", "CNUG", "CNUG*", "CNaN"), ("HNUG", "HNUG*", "HNaN")
VALUES = ("2", "1", "0", "-1", "-2")

#: Two annotators. They agree on d1 but for its last turn and its E; in d2 the helpdesk says nothing.
GOLD: list[dict[str, Any]] = [
    {
        "id": "d1",
        "turns": [
            {"sender": "customer", "utterances": ["It blinks."]},
            {"sender": "helpdesk", "utterances": ["Reset it.", "Now."]},
            {"sender": "customer", "utterances": ["Thanks"]},
        ],
        "annotations": [
            {"quality": {"A": 2, "S": 1, "E": 0}, "nugget": ["CNUG0", "HNUG*", "CNUG*"]},
            {"quality": {"A": 2, "S": 1, "E": 1}, "nugget": ["CNUG0", "HNUG*", "CNaN"]},
        ],
    },
    {
        "id": "d2",
        "turns": [{"sender": "customer", "utterances": ["Hello?"]}],
        "annotations": [
            {"quality": {"A": -2, "S": -2, "E": -2}, "nugget": ["CNUG0"]},
            {"quality": {"A": -2, "S": -1, "E": -2}, "nugget": ["CNUG0"]},
        ],
    },
]
D1 = {
    "id": "d1",
    "quality": {"A": {"1": 1}, "S": {"1": 0.5, "0": 0.5}, "E": {"1": 0.5, "0": 0.5}},
    "nugget": [{"CNUG0": 1}, {"HNUG": 1}, {"CNUG*": 1}],
}
D2 = {"id": "d2", "quality": {q: {"-2": 1} for q in "ASE"}, "nugget": [{"CNaN": 1}]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "gold.json").write_text(json.dumps(GOLD), encoding="utf-8")
    return tmp_path


def scored(folder: Path, submission: Any, measures: Any = None, **options: Any) -> dict[str, list[float]]:
    """The values of d1 and d2 in each column, and the mean."""
    (folder / "run.json").write_text(json.dumps(submission), encoding="utf-8")
    found = score_submissions(folder / "run.json", folder / "gold.json", measures, **options)
    means = dict(zip(found.columns, found.values[0].tolist(), strict=True))
    by_dialogue = found.dialogues.conversation_values[0].T.tolist()
    names = found.dialogues.conversation_measures
    return {name: [*values, means[name]] for name, values in zip(names, by_dialogue, strict=True)}


def test_hand_worked(folder: Path) -> None:
    """d1, A: all votes on 2, all mass on 1, one bin off: NMD = 1 ÷ 4. RSNOD = 0.5 (1 · 1² ÷ 4, from either side).
    d2: right but for S, where half of the votes lie one bin off: NMD = 0.5 ÷ 4.
    Nuggets of d1: customer's turns 0 and (CNUG* 1 against ½, ½): RNSS = √(2 · 0.25 ÷ 2) = 0.5, mean 0.25; helpdesk's
    1; value (0.25 + 1) ÷ 2. d2 has customer's turns alone: CNaN for CNUG0 is 1.
    """
    found = scored(folder, [D1, D2])
    assert list(found) == [
        "NMD[A]", "NMD[S]", "NMD[E]", "RSNOD[A]", "RSNOD[S]", "RSNOD[E]", "RNSS[nuggets]", "JSD[nuggets]",
    ]  # fmt: skip
    assert found["NMD[A]"] == pytest.approx([0.25, 0, 0.125])
    assert found["NMD[S]"] == pytest.approx([0.125, 0.125, 0.125])
    assert found["NMD[E]"] == pytest.approx([0, 0, 0])
    assert found["RSNOD[A]"][0] == pytest.approx(0.5)
    assert found["RNSS[nuggets]"] == pytest.approx([0.625, 1, 0.8125])


def test_alpha_weighs_the_sides(folder: Path) -> None:
    assert scored(folder, [D1, D2], "RNSS", alpha=1)["RNSS[nuggets]"][0] == pytest.approx(0.25)
    assert scored(folder, [D1, D2], "RNSS", alpha=0.2)["RNSS[nuggets]"][0] == pytest.approx(0.2 * 0.25 + 0.8)


def test_a_dialogue_without_a_turn_of_the_helpdesk(folder: Path) -> None:
    """The official scripts take the mean of nothing there, and all of their result is nan."""
    assert scored(folder, [D1, D2], "RNSS")["RNSS[nuggets]"][1:] == pytest.approx([1, 0.8125])
    left_out = scored(folder, [D1, D2], "RNSS", one_sided="skip")["RNSS[nuggets]"]
    assert np.isnan(left_out[1])
    assert left_out[2] == pytest.approx(0.625)


def test_dialogues_that_a_submission_lacks(folder: Path) -> None:
    assert scored(folder, [D1], "NMD")["NMD[A]"] == pytest.approx([0.25, 1, 0.625])
    assert scored(folder, [D1], "LabelAccuracy")["LabelAccuracy[S]"] == pytest.approx([1, 0, 0.5])
    skipped = scored(folder, [D1], "NMD", missing="skip")["NMD[A]"]
    assert np.isnan(skipped[1])
    assert skipped[2] == pytest.approx(0.25)
    with pytest.raises(
        TurnwiseError, match=r"found 1 dialogue without a prediction of A \(first: d2\), expected one of"
    ):
        scored(folder, [D1], "NMD", missing="error")


def test_either_part_may_be_left_out(folder: Path) -> None:
    parts = [{key: one[key] for key in ("id", "nugget")} for one in (D1, D2)]
    assert list(scored(folder, parts)) == ["RNSS[nuggets]", "JSD[nuggets]"]
    parts = [{key: one[key] for key in ("id", "quality")} for one in (D1, D2)]
    assert list(scored(folder, parts, ["RSNOD(bins=all)", "MSE"])) == [
        "RSNOD(bins=all)[A]", "RSNOD(bins=all)[S]", "RSNOD(bins=all)[E]", "MSE[A]", "MSE[S]", "MSE[E]",
    ]  # fmt: skip


def test_pooled_measures_of_one_label(folder: Path) -> None:
    """Labels CNUG*: said of d1's last turn, where gold has it (first of two equal ones). CNUG0: gold has it twice, the
    system says it once, rightly. HNUG*: gold has it once, never said. A lowest (−2): d2, said of d2."""
    (folder / "run.json").write_text(json.dumps([D1, D2]), encoding="utf-8")
    measures = ["LabelF1(label=CNUG*)", "LabelRecall(label=CNUG0)", "LabelPrecision(label=CNUG0)"]
    measures += ["LabelRecall(label=HNUG*)", "LabelPrecision(label=HNUG*)", "LabelF1(label=lowest)"]
    found = score_submissions(folder / "run.json", folder / "gold.json", measures)
    values = dict(zip(found.columns, found.values[0].tolist(), strict=True))
    assert values["LabelF1(label=CNUG*)[nuggets]"] == 1
    assert values["LabelRecall(label=CNUG0)[nuggets]"] == 0.5
    assert values["LabelPrecision(label=CNUG0)[nuggets]"] == 1
    assert values["LabelRecall(label=HNUG*)[nuggets]"] == 0
    assert np.isnan(values["LabelPrecision(label=HNUG*)[nuggets]"])
    assert values["LabelF1(label=lowest)[A]"] == 1
    assert found.dialogues.conversation_measures == []  # a single dialogue has no value of these
    (folder / "run.json").write_text(json.dumps([D1]), encoding="utf-8")
    lacking = score_submissions(folder / "run.json", folder / "gold.json", measures)
    assert lacking.values[0][lacking.columns.index("LabelRecall(label=CNUG0)[nuggets]")] == 0.5  # d2's is missed


def test_minus_log2_of_the_mean(folder: Path) -> None:
    (folder / "run.json").write_text(json.dumps([D1, D2]), encoding="utf-8")
    found = score_submissions(folder / "run.json", folder / "gold.json", ["NMD", "LabelAccuracy"])
    names, values = found.reported("neglog2")
    told = dict(zip(names, values[0].tolist(), strict=True))
    assert told["-log2 NMD[A]"] == pytest.approx(3)  # −log2(0.125)
    assert told["-log2 NMD[E]"] == float("inf")
    assert told["LabelAccuracy[nuggets]"] == found.values[0][-1]


def test_a_finer_annotation_is_scored_by_block(folder: Path) -> None:
    """The helpdesk's two posts are a turn; a nugget of one of them is a label of the turn."""
    posts = [
        {"sender": turn["sender"], "text": text} for turn in GOLD[0]["turns"] for text in turn["utterances"]
    ]  # fmt: skip
    nuggets = [{"kind": "CNUG0", "first": 1}, {"kind": "HNUG*", "first": 3}]
    fine = {"id": "d1", "posts": posts, "annotations": [{"annotator": "ann", "nuggets": nuggets}]}
    (folder / "gold.json").write_text(json.dumps(fine), encoding="utf-8")
    found = scored(folder, [D1], "RNSS")
    assert found["RNSS[nuggets]"][0] == pytest.approx((0.5 + 1) / 2)  # turns of the customer: 0, and 1 (CNUG* for none)


@pytest.mark.parametrize(
    ("submission", "says"),
    [
        ([{**D1, "nugget": D1["nugget"][:2]}], "dialogue d1: found 2 predictions in 'nugget', expected 3, one"),
        ([{**D1, "nugget": [{"HNUG": 1}] * 3}], "d1: found labels of the helpdesk for turn 1, expected those of"),
        ([{**D1, "nugget": [{"CNUG0": 0.5, "HNUG": 0.5}]}], "record 1: found labels of both sides in turn 1 of"),
        ([{**D1, "nugget": [{"CNUGO": 1}]}], "record 1: found the label 'CNUGO' in turn 1 of 'nugget', expected"),
        ([{**D1, "nugget": [{}]}], "record 1: found no mass in turn 1 of 'nugget', expected a distribution, which add"),
        ([{**D1, "nugget": [{"CNUG0": -1}]}], "record 1: found '-1' for 'CNUG0' in turn 1 of 'nugget', expected a mas"),
        ([{**D1, "quality": {"B": {"1": 1}}}], "record 1: found the quality 'B', expected one of A, S, E"),
        ([{**D1, "quality": {"A": {"3": 1}}}], "record 1: found the value '3' of A, expected one of 2, 1, 0, -1, -2"),
        ([{**D1, "quality": {"A": 2}}], "record 1: found a number in 'A', expected an object with the mass of each"),
        ([D1, D1], "record 2: found dialogue d1 again, expected each dialogue once; remove one of the two"),
        ([{**D1, "id": "d9"}], r"none of its 1 dialogue \(first: d9\) is in .*gold.json; give the gold of these dia"),
        (GOLD, "record 1: found an object with .* this looks like dialogues: give them as --gold"),
    ],
)  # fmt: skip
def test_a_broken_submission_is_said_in_a_sentence(folder: Path, submission: Any, says: str) -> None:
    with pytest.raises(TurnwiseError, match=says):
        scored(folder, submission)


def test_a_measure_that_nothing_has(folder: Path) -> None:
    with pytest.raises(
        TurnwiseError, match=r"LabelF1: what is predicted has no such label; it has highest, high, neit"
    ):
        scored(folder, [D1], "LabelF1")
    with pytest.raises(TurnwiseError, match="nDCG is no measure of predicted distributions; expected one, such as NMD"):
        scored(folder, [D1], "nDCG")


# ------------------------------------------------------------------------------------ real dialogues


def plainly(predicted: dict[str, float], votes: list[str], labels: tuple[str, ...]) -> dict[str, float]:
    """The official definitions, one bin at a time."""
    p, q = [predicted.get(label, 0) for label in labels], [Counter(votes)[label] for label in labels]
    p, q = [x / sum(p) for x in p], [x / sum(q) for x in q]
    n = len(labels)

    def od(first: list[float], bins: list[int]) -> float:
        return sum(sum(abs(i - j) * (p[j] - q[j]) ** 2 for j in range(n)) for i in bins) / len(bins)

    mass = [[i for i in range(n) if side[i] > 0] for side in (p, q)]
    m = [(a + b) / 2 for a, b in zip(p, q, strict=True)]
    return {
        "NMD": sum(abs(sum(p[: i + 1]) - sum(q[: i + 1])) for i in range(n)) / (n - 1),
        "RSNOD": sqrt((od(p, mass[0]) + od(q, mass[1])) / 2 / (n - 1)),
        "RSNOD(bins=all)": sqrt(od(p, list(range(n))) / (n - 1)),
        "RNSS": sqrt(sum((a - b) ** 2 for a, b in zip(p, q, strict=True)) / 2),
        "JSD": sum(sum(a * log2(a / c) for a, c in zip(side, m, strict=True) if a) for side in (p, q)) / 2,
    }


def shares(votes: list[str], labels: tuple[str, ...]) -> dict[str, float]:
    return {label: votes.count(label) / len(votes) for label in labels}


def predictions(dialogue: dict[str, Any], kind: str) -> dict[str, Any]:
    """What several simple systems predict: the same for all, the most frequent, what all but one annotator said."""
    annotations = dialogue["annotations"]
    if kind == "leave one out":
        annotations = [one for at, one in enumerate(annotations) if at != 10]
    if kind == "one annotator":
        annotations = annotations[10:11]
    quality = {q: shares([str(one["quality"][q]) for one in annotations], VALUES) for q in "ASE"}
    sides = [CUSTOMER if turn["sender"] == "customer" else HELPDESK for turn in dialogue["turns"]]
    nugget = [shares([one["nugget"][at] for one in annotations], side) for at, side in enumerate(sides)]
    if kind == "uniform":
        quality = {q: dict.fromkeys(VALUES, 0.2) for q in "ASE"}
        nugget = [dict.fromkeys(side, 1 / (len(side) + 1)) for side in sides]  # as DialEval-2's baseline has it
    if kind == "popularity":
        quality = {q: {"0": 1.0} for q in "ASE"}
        nugget = [{side[0]: 1.0} for side in sides]
    return {"id": dialogue["id"], "quality": quality, "nugget": nugget}


@pytest.mark.parametrize("kind", ["uniform", "popularity", "one annotator", "leave one out", "gold"])
def test_equals_the_official_definitions_on_published_dialogues(kind: str, shared_data: Path, tmp_path: Path) -> None:
    import gzip

    with gzip.open(shared_data / "stc3" / "stc3_train_3700.textfree.json.gz", "rt", encoding="utf-8") as file:
        dialogues = json.load(file)[::25]
    (tmp_path / "gold.json").write_text(json.dumps(dialogues), encoding="utf-8")
    made = [predictions(dialogue, kind) for dialogue in dialogues]
    (tmp_path / "run.json").write_text(json.dumps(made), encoding="utf-8")
    measures = ["NMD", "RSNOD", "RSNOD(bins=all)", "RNSS", "JSD"]
    found = score_submissions(tmp_path / "run.json", tmp_path / "gold.json", measures)
    names = found.dialogues.conversation_measures
    for at, (dialogue, system) in enumerate(zip(dialogues, made, strict=True)):
        values = dict(zip(names, found.dialogues.conversation_values[0, at].tolist(), strict=True))
        for q in "ASE":
            votes = [str(one["quality"][q]) for one in dialogue["annotations"]]
            for measure, value in plainly(system["quality"][q], votes, VALUES).items():
                assert values[f"{measure}[{q}]"] == pytest.approx(value, abs=1e-9)
        turns: dict[str, dict[str, list[float]]] = {"customer": {}, "helpdesk": {}}
        for number, turn in enumerate(dialogue["turns"]):
            labels = CUSTOMER if turn["sender"] == "customer" else HELPDESK
            votes = [one["nugget"][number] for one in dialogue["annotations"]]
            for measure, value in plainly(system["nugget"][number], votes, labels).items():
                turns[turn["sender"]].setdefault(measure, []).append(value)
        for measure in ("RNSS", "JSD"):
            sides = [float(np.mean(turns[side][measure])) for side in turns if turns[side]]
            assert values[f"{measure}[nuggets]"] == pytest.approx(float(np.mean(sides)), abs=1e-9)
    if kind == "gold":
        assert np.abs(found.values).max() < 1e-6


def test_every_published_submission_is_read(shared_data: Path) -> None:
    """Two of DialEval-2's baselines do not add up to 1, which the official script puts right in silence."""
    scheme, sums = read_scheme("stc3"), {}
    for path in sorted((shared_data / "dialeval2_baseline_runs").glob("*.json")):
        decisions = Decisions()
        found = read_submission(path, scheme, decisions)
        assert len(found) == 65
        assert bool(found.quality) != bool(found.has_turns.any())
        sums[path.stem] = decisions.count("distributions-normalised")
        if found.has_turns.any():
            assert len(found.turns) == 245
            assert np.allclose(found.turns.sum(axis=1), 1)
    assert {name: count for name, count in sums.items() if count} == {
        "run0_nugget_chinese_test_submission": 34, "run0_nugget_english_test_submission": 30,
        "run1_nugget_cn": 245, "run1_nugget_en": 245,
    }  # fmt: skip
    example = read_submission(shared_data / "stc3" / "submission_example.json", scheme, Decisions(strict=True))
    assert (len(example), list(example.quality), example.by_helpdesk.tolist()) == (
        2,
        ["A", "S", "E"],
        [False, True] * 2,
    )
