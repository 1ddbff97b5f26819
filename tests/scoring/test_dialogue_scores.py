"""Scores of dialogues: mean, vote and each annotator; what is absent says why; the table is read back and compared."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import turnwise as tw
from turnwise.errors import DecisionError, InputError, MeasureError, OptionError
from turnwise.measures import parse
from turnwise.scoring.dialogue_scores import NO_DIALOGUE, NOBODY, NOT_READ, Collection, score_collections
from turnwise.scoring.dialogues import readings_of, score_readings
from turnwise.tables.decisions import Decisions
from turnwise.tables.dialogues import Dialogues

SAMPLE = Path(tw.__file__).parent / "samples" / "dialogues" / "support.jsonl"
MEASURES = ["UCH", "UC(length=500)", "T"]


@pytest.fixture(scope="module")
def sample() -> Dialogues:
    return tw.read_dialogues(SAMPLE)


def by_hand(sample: Dialogues, measure: str) -> dict[str, dict[str, float]]:
    """Dialogue → annotator → value, one reading at a time."""
    values = score_readings(sample, parse(measure))  # type: ignore[arg-type]
    assert sample.nuggets is not None
    found: dict[str, dict[str, float]] = {name: {} for name in sample.names}
    for (dialogue, annotator), value in zip(sample.nuggets.read.tolist(), values.tolist(), strict=True):
        found[sample.names[dialogue]][sample.nuggets.annotators[annotator]] = value
    return found


def test_the_mean_over_annotators_and_its_spread(sample: Dialogues) -> None:
    scores = tw.score_dialogues(SAMPLE, MEASURES)
    assert scores.systems == ["support"]
    rows = {(row.conversation, row.measure): row for row in scores.rows()}
    for measure in MEASURES:
        for name, values in by_hand(sample, measure).items():
            row, own = rows[name, measure], list(values.values())
            assert row.value == pytest.approx(np.mean(own), abs=1e-12)
            assert row.sd == pytest.approx(np.std(own, ddof=1), abs=1e-12)
            assert (row.least, row.most, row.annotators) == (min(own), max(own), len(own))
            assert row.turn is None
            assert row.note is None
    assert scores.mean("UCH")[0] == pytest.approx(np.mean([row.value for (_, m), row in rows.items() if m == "UCH"]))


def test_each_annotator_is_a_system(sample: Dialogues) -> None:
    scores = tw.score_dialogues(SAMPLE, ["UCH"], annotators="each")
    assert scores.systems == ["ada", "ben", "cho", "dia"]
    expected = by_hand(sample, "UCH")
    for row in scores.rows():
        if row.system in expected[row.conversation]:
            assert row.value == expected[row.conversation][row.system]
            assert (row.annotators, row.note, row.sd) == (1, None, None)
        else:
            assert (row.value, row.annotators, row.note) == (None, 0, NOT_READ)


def test_the_vote_has_one_value() -> None:
    # lost-parcel: all three have one CNUG0 at the start: UC = 1, UH = 0
    scores = tw.score_dialogues(SAMPLE, ["UC", "UH"], annotators="vote")
    rows = {(row.conversation, row.measure): row for row in scores.rows()}
    assert rows["lost-parcel", "UC"].value == 1
    assert rows["lost-parcel", "UH"].value == 0
    assert rows["lost-parcel", "UC"].annotators == 1


def test_systems_by_group_and_by_file(tmp_path: Path) -> None:
    by_account = tw.score_dialogues(SAMPLE, ["UCH"], system="account")
    assert by_account.systems == ["@BrightNet", "@NordPhone", "@QuickParcel"]
    rows = {(row.system, row.conversation): row for row in by_account.rows()}
    assert rows["@NordPhone", "red-light-1"].note == NO_DIALOGUE
    assert rows["@NordPhone", "red-light-1"].value is None
    assert "@BrightNet: ada" in tw.score_dialogues(SAMPLE, ["UCH"], system="account", annotators="each").systems
    # a group called `system` is taken by itself
    named = tmp_path / "named.jsonl"
    named.write_text(SAMPLE.read_text().replace('"account"', '"system"'))
    assert tw.score_dialogues(named, ["UCH"]).systems == by_account.systems
    # several files are several systems, and the longest dialogue is that of all of them
    short = tmp_path / "short.jsonl"
    short.write_text(SAMPLE.read_text().splitlines()[0] + "\n")
    both = tw.score_dialogues([SAMPLE, short], ["UCH"])
    assert both.systems == ["support", "short"]
    assert both.about["lengths"]["UCH"] == {"unit": "words", "length": 84.0}
    assert both.conversation_values[1, 0, 0] == both.conversation_values[0, 0, 0]
    with pytest.raises(OptionError, match=r"does not say the 'accont' of its dialogues; did you mean 'account'"):
        tw.score_dialogues(SAMPLE, system="accont")


def test_what_has_no_value_says_why(sample: Dialogues) -> None:
    assert sample.nuggets is not None
    words = np.array(sample.lengths["words"])
    words[: sample.offsets[1]] = np.nan
    read = sample.nuggets.read[:, 0] != 1
    kept = sample.nuggets.dialogue != 1
    arrays = {
        name: getattr(sample.nuggets, name)[kept]
        for name in ("dialogue", "annotator", "first", "last", "kind", "weight")
    }
    nuggets = replace(sample.nuggets, read=sample.nuggets.read[read], **arrays)
    times = np.array(sample.times)
    times[sample.offsets[2]] = np.nan  # when slow-evenings began, with a nugget
    changed = replace(sample, lengths={"words": words}, nuggets=nuggets, times=times)
    decisions = Decisions()
    measures = [parse("UCH"), parse("UCH(unit=seconds)")]
    scores = score_collections([Collection.of(changed, "s")], measures, decisions)
    notes = {(row.conversation, row.measure): row.note for row in scores.rows() if row.value is None}
    assert notes == {
        ("red-light-1", "UCH"): "not measured in words",
        ("red-light-2", "UCH"): NOBODY,
        ("red-light-2", "UCH(unit=seconds)"): NOBODY,
        ("slow-evenings", "UCH(unit=seconds)"): "the place of a nugget is not known in seconds",
    }
    assert {d.kind: d.count for d in decisions} == {"unread-dialogues": 1, "unmeasured-dialogues": 1}
    with pytest.raises(DecisionError, match="1 dialogue that nobody read for nuggets: without a value"):
        score_collections([Collection.of(changed, "s")], measures, Decisions(strict=True))


def test_the_table_is_read_back_and_compared(tmp_path: Path) -> None:
    scores = tw.score_dialogues(SAMPLE, MEASURES, annotators="each")
    for ending in ("parquet", "csv", "jsonl", "json"):
        path = tmp_path / f"scores.{ending}"
        tw.write_scores(scores, path, by="conversation")
        again = tw.read_scores(path)
        assert again.systems == scores.systems
        np.testing.assert_allclose(again.conversation_values, scores.conversation_values, rtol=0, atol=1e-15)
    best = scores.best_first("UCH")
    assert best.mean("UCH").tolist() == sorted(scores.mean("UCH").tolist(), reverse=True)
    assert json.loads(json.dumps(scores.about)) == scores.about


def test_wrong_wishes() -> None:
    with pytest.raises(MeasureError, match=r"nDCG is no measure of dialogues; expected one, such as UCH"):
        tw.score_dialogues(SAMPLE, "nDCG")
    with pytest.raises(OptionError, match="annotators must be 'mean', 'vote' or 'each', found 'all'"):
        tw.score_dialogues(SAMPLE, annotators="all")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="give at least one file"):
        tw.score_dialogues([])
    with pytest.raises(
        MeasureError, match=r"UCH is no measure of ranked lists; `turnwise dialogues score` computes it"
    ):
        tw.score({"a": {"1": {"x": 1.0}}}, {"1": {"x": 1}}, ["UCH"])


def test_the_dialogues_of_stc3(shared_data: Path) -> None:
    path = shared_data / "stc3" / "stc3_train_3700.textfree.json.gz"
    scores = tw.score_dialogues(path, ["UCH", "UC", "UH", "UCH(unit=chars_en)"])
    # L is the longest dialogue in Chinese characters, every reading counts
    assert scores.about["lengths"]["UCH"] == {"unit": "chars_cn", "length": 1005.0}
    assert (scores.annotators[0, :, 0] == 19).all()
    uch, uc, uh, english = scores.conversation_values[0].T
    np.testing.assert_allclose(uch, (uc + uh) / 2, atol=1e-12)
    assert np.isnan(english).sum() == 2028  # not translated
    assert scores.decisions.count("unmeasured-dialogues") == 2028


def test_what_the_docs_say_of_goals_in_stc3(shared_data: Path) -> None:
    """docs/dialogue-measures.md: how many readings have several goals of a side, and that the rule matters little."""
    from scipy.stats import kendalltau

    dialogues = tw.read_dialogues(shared_data / "stc3" / "stc3_train_3700.textfree.json.gz")
    readings = readings_of(dialogues)
    goals = np.bincount(readings.side[readings.goal], minlength=2 * len(readings)).reshape(-1, 2)
    assert (len(readings), int((goals > 1).any(axis=1).sum())) == (70_300, 2_280)
    scores = score_collections(
        [Collection.of(dialogues, "s")],
        [parse(text) for text in ("UCH", "UCH(goals=first)", "UCH(goals=shared)")],
        Decisions(),
    )
    every, first, shared = scores.conversation_values[0].T
    assert round(kendalltau(every, first).statistic, 2) == round(kendalltau(every, shared).statistic, 2) == 0.98
