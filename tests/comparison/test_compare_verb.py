"""`compare` from Python and from the command line."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner

import turnwise as tw
from turnwise.cli.main import main
from turnwise.comparison.findings import gather
from turnwise.comparison.paired import holm
from turnwise.comparison.wording import conclusions
from turnwise.errors import InputError, OptionError
from turnwise.measures import CATALOGUE, DISTRIBUTION_MEASURES
from turnwise.report.comparison import as_json, as_text
from turnwise.tables.ranges import HOLDING, UP_TO_1, highest
from turnwise.tables.scores import LOWER_IS_BETTER, lower_is_better


def scores_of(values: np.ndarray, measures: list[str], turns_each: int = 2) -> tw.Scores:
    systems, turns, _ = values.shape
    return tw.Scores(
        [f"s{i}" for i in range(systems)],
        [str(t // turns_each) for t in range(turns)],
        [f"{t // turns_each}_{t % turns_each}" for t in range(turns)],
        measures,
        values,
        np.zeros((systems, turns), bool),
        np.ones((turns, len(measures))),
    )


@pytest.fixture
def scores() -> tw.Scores:
    rng = np.random.default_rng(0)
    one = rng.random((5, 60)) * 0.3 + np.array([0.64, 0.6, 0.4, 0.2, 0.0])[:, None]
    return scores_of(np.stack([one, one + rng.random((5, 60)) * 0.05], axis=2), ["nDCG@3", "RR"])


def test_the_top_group_is_said_in_words(scores: tw.Scores) -> None:
    found = tw.compare(scores, "nDCG@3")
    assert [found.systems[s] for s in found.measures[0].top] == ["s0", "s1"]
    assert "s0 has the highest mean" in str(found)
    assert "30 conversations cannot tell it from s1: these 2 are tied at the top" in str(found)


def test_a_long_top_group_is_named_in_part() -> None:
    rng = np.random.default_rng(2)
    values = rng.random((40, 12, 1)) + np.r_[np.zeros(20), np.ones(20)][:, None, None]
    found = tw.compare(scores_of(values, ["nDCG@3"]))
    assert re.search(r"cannot tell it from (s\d+, ){14}s\d+ and 4 more: these 20 are tied at the top\.", str(found))
    alike = tw.compare(scores_of(values[:20], ["nDCG@3"]))
    assert "6 conversations cannot tell it from any other system: all 20 are tied at the top." in str(alike)


def test_conversations_are_the_units_unless_asked_otherwise(scores: tw.Scores) -> None:
    assert len(tw.compare(scores).units) == 30
    assert len(tw.compare(scores, settings=tw.ComparisonSettings(by="turn")).units) == 60


@pytest.mark.parametrize("test", ["tukey", "randomised-tukey", "t", "wilcoxon", "sign-flip"])
def test_every_test_sees_what_is_plain(scores: tw.Scores, test: str) -> None:
    found = tw.compare(scores, "nDCG@3", settings=tw.ComparisonSettings(test=test, draws=1000))  # type: ignore[arg-type]
    apart = found.measures[0].pairs.square(found.measures[0].significant, 5)
    assert apart[0, 4]
    assert apart[2, 3]
    assert not apart.diagonal().any()


def test_missing_cells_are_refused_unless_told_how_to_fill(scores: tw.Scores) -> None:
    values = scores.values.copy()
    values[1, :2] = np.nan  # both turns of conversation 0
    holed = replace(scores, values=values)
    with pytest.raises(InputError, match=r"2 cells without a score, in 2 turns \(first: 0_0\).*--fill zero"):
        tw.compare(holed, "nDCG@3")
    dropped = tw.compare(holed, "nDCG@3", settings=tw.ComparisonSettings(fill="drop"))
    assert len(dropped.units) == 29
    filled = tw.compare(holed, "nDCG@3", settings=tw.ComparisonSettings(fill="zero"))
    assert filled.measures[0].values[1, 0] == 0
    assert np.isnan(holed.by_conversation("nDCG@3")[1, 0]), "the scores given stay as they are"
    assert [d.kind for d in (*dropped.decisions, *filled.decisions)] == ["dropped-units"] * 2 + ["filled-cells"]
    assert "in 1 conversation (first: 0): left out for all systems" in list(dropped.decisions)[1].text


def test_means_of_a_conversation_are_over_the_same_turns_for_all_systems(scores: tw.Scores) -> None:
    values = scores.values.copy()
    values[1, 4] = np.nan  # one of two turns of conversation 2
    holed = replace(scores, values=values)
    with pytest.raises(
        InputError, match=r"1 cell without a score, in 1 turn \(first: 2_0\), expected a score of every"
    ):
        tw.compare(holed, "nDCG@3")
    zero, drop = (
        tw.compare(holed, "nDCG@3", settings=tw.ComparisonSettings(fill=fill))  # type: ignore[arg-type]
        for fill in ("zero", "drop")
    )
    own = scores.by_turn("nDCG@3")
    assert zero.measures[0].values[1, 2] == own[1, 5] / 2
    assert zero.measures[0].values[0, 2] == own[0, 4:6].mean()
    assert drop.measures[0].values[:, 2].tolist() == own[:, 5].tolist(), "the turn is left out for all"
    assert len(drop.units) == 30
    assert [d.text for d in drop.decisions] == [
        "1 cell without a score, in 1 turn (first: 2_0): left out for all systems"
    ]


def test_turns_that_nobody_has_make_no_means_uneven(scores: tw.Scores) -> None:
    values = scores.values.copy()
    values[:, 9] = np.nan
    assert not list(tw.compare(replace(scores, values=values), "nDCG@3").decisions)
    assert not list(tw.compare(scores, "nDCG@3").decisions)


def test_measures_of_conversations_over_other_turns_than_the_others_are_told(scores: tw.Scores) -> None:
    missing = scores.missing.copy()
    missing[1, 4] = True
    means = scores.conversation_means[:, :, :1]
    holed = replace(
        scores, missing=missing, conversation_measures=["Mean(nDCG@3)"], conversation_values=means,
        about={"missing": "skip"},
    )  # fmt: skip
    said = "1 turn that not every system has a score of (first: 2_0): left out of Mean(nDCG@3) of the systems that"
    assert [d.text for d in tw.compare(holed, "Mean(nDCG@3)").decisions] == [f"{said} have none"]
    assert tw.compare(holed, "Mean(nDCG@3)").decisions.count("uneven-means") == 1
    assert not list(tw.compare(replace(holed, about={"missing": "zero"}), "Mean(nDCG@3)").decisions)


def test_what_is_no_score_table_is_a_sentence(scores: tw.Scores) -> None:
    for thing, found in (("s.csv", "a path"), ({}, "dict"), (pl.DataFrame(), "DataFrame")):
        with pytest.raises(OptionError, match=rf"found {found}, expected a score table; read one with `turnwise.read_"):
            tw.compare(thing)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match=r"settings: found dict, expected turnwise.ComparisonSettings"):
        tw.compare(scores, settings={"alpha": 0.1})  # type: ignore[arg-type]
    with pytest.raises(OptionError, match=r"scores: found DataFrame, expected the path of a file"):
        tw.read_scores(pl.DataFrame())  # type: ignore[arg-type]


def test_wrong_settings_are_sentences(scores: tw.Scores) -> None:
    with pytest.raises(OptionError, match="test must be one of"):
        tw.ComparisonSettings(test="anova")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="alpha must be between 0 and 1"):
        tw.ComparisonSettings(alpha=5)
    with pytest.raises(OptionError, match="seed must be at least 0, found -1"):
        tw.ComparisonSettings(seed=-1)
    with pytest.raises(OptionError, match="the scores hold no measure 'AP'"):
        tw.compare(scores, "AP")
    one = replace(scores, systems=["s0"], values=scores.values[:1], missing=scores.missing[:1])
    with pytest.raises(InputError, match="at least 2 systems"):
        tw.compare(one)


def test_systems_that_are_all_equal_have_no_tau(recwarn: pytest.WarningsRecorder) -> None:
    one = np.tile(np.random.default_rng(0).random(60), (2, 1))
    scores = scores_of(np.stack([one, one / 2], axis=2), ["nDCG@3", "RR"])
    found = gather(scores)
    assert "there is nothing to test.\n" in str(found.comparison)
    assert "of 1 pair of systems 0 change order (no τ: under one of the two all systems are equal)" in conclusions(
        found.comparison.between[0]
    )
    assert "–             –\n" in as_text(found)
    assert json.loads(as_json(found), parse_constant=pytest.fail)["between"][0]["tau"] is None
    assert not recwarn.list


def test_the_command_prints_and_writes_the_same_numbers(
    scores: tw.Scores, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    tw.write_scores(scores, "scores.parquet")
    result = CliRunner().invoke(main, ["compare", "scores.parquet", "--pairs"])
    assert result.exit_code == 0, result.output
    assert "tied at the top" in result.stdout
    done = CliRunner().invoke(main, ["compare", "scores.parquet", "--pairs", "-o", "found.json"])
    assert (done.exit_code, done.stdout) == (0, result.stdout)
    assert "wrote found.json" in done.stderr
    found = json.loads(Path("found.json").read_text())
    ours = tw.compare(tw.read_scores("scores.parquet"))
    assert found["measures"][0]["means"] == dict(zip(scores.systems, ours.measures[0].means.tolist(), strict=True))
    assert found["between"][0]["agreement"]["AA"] == ours.between[0].agreement.AA
    assert len(found["measures"][0]["pairs"]) == 10
    for pair in found["measures"][0]["pairs"]:
        assert pair["interval"][0] < pair["difference"] < pair["interval"][1]
        assert pair["significant"] is (pair["p"] < 0.05)


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ("found.html", "the ending '.html' names no form; end it in .json or .txt; `turnwise report` writes pages."),
        ("found", "the ending '' names no form; end it in .json or .txt."),
        ("no/found.json", "there is no folder no; create it, or write elsewhere."),
    ],
)
def test_a_place_that_cannot_be_written_to_is_told_before_anything_is_read(place: str, sentence: str) -> None:
    result = CliRunner().invoke(main, ["compare", "missing.parquet", "-o", place])
    assert result.exit_code == 2
    assert sentence in result.stderr


def test_corrected_p_values_stand_beside_the_tests_own() -> None:
    values = np.random.default_rng(11).random((5, 30)) + np.arange(5)[:, None] * 0.05
    scores = scores_of(values[:, :, None], ["nDCG@3"], turns_each=1)
    found = gather(scores, ["nDCG@3"], settings=tw.ComparisonSettings(test="t"), with_turns=False)
    compared = found.comparison.measures[0]
    pairs = json.loads(as_json(found))["measures"][0]["pairs"]
    in_order = np.lexsort((-np.abs(compared.pairs.difference), compared.pairs.p.round(9)))
    assert [pair["corrected_p"] for pair in pairs] == holm(compared.pairs.p)[in_order].tolist()
    assert any(pair["p"] < 0.05 <= pair["corrected_p"] for pair in pairs), "else nothing tells the two apart"
    assert all(pair["significant"] is (pair["corrected_p"] < 0.05) for pair in pairs)
    text = as_text(found, pairs=True)
    assert re.search(r"difference  95% interval, one pair +p +corrected p +significant\n", text)
    assert "paired t-test, with Holm's correction: " in text
    plain = gather(scores, ["nDCG@3"], with_turns=False)
    assert "corrected_p" not in json.loads(as_json(plain))["measures"][0]["pairs"][0]
    assert re.search(r"difference  95% interval, all pairs at once +p +significant\n", as_text(plain, pairs=True))


def test_pairs_that_are_all_certain_stand_by_their_difference() -> None:
    # 23 systems far apart: p-values of 0 but for rounding, which must not decide the order
    rng = np.random.default_rng(3)
    values = rng.normal(size=(23, 20)) * 0.1 + np.linspace(0, 0.45, 23)[:, None]
    found = gather(scores_of(values[:, :, None], ["nDCG@3"], turns_each=1), with_turns=False)
    pairs = json.loads(as_json(found))["measures"][0]["pairs"]
    certain = [pair["difference"] for pair in pairs if pair["p"] < 1e-9]
    assert len(certain) > 50
    assert certain == sorted(certain, reverse=True)


def test_turns_correlated_are_written_for_programs(scores: tw.Scores) -> None:
    found = json.loads(as_json(gather(scores, ["nDCG@3"])))["turn_pairs"]
    assert list(found) == ["measure", "groups", "tests", "without_value", "draws", "seed"]
    assert found["groups"]["same conversation"]["pairs"] == 30
    assert found["groups"]["different conversations"]["pairs"] == 60 * 59 // 2 - 30
    assert 0 < found["tests"]["same conversation"]["permutation_p"] <= 1
    assert "same tree" not in found["groups"], "no graph was given"


def test_a_measure_of_conversations_has_no_value_for_a_turn(scores: tw.Scores) -> None:
    whole = replace(scores, conversation_measures=["HDA-b(RR)"], conversation_values=np.zeros((5, 30, 1)))
    with pytest.raises(OptionError, match=r"HDA-b\(RR\) is a measure of a whole .* such as nDCG@3, or compare by conv"):
        tw.compare(whole, "HDA-b(RR)", settings=tw.ComparisonSettings(by="turn"))
    assert [c.measure for c in tw.compare(whole, settings=tw.ComparisonSettings(by="turn")).measures] == [
        "nDCG@3",
        "RR",
    ]


def test_the_interval_of_tau_has_the_level_asked_for() -> None:
    drawn = np.random.default_rng(5).random((5, 60, 2))
    wide, narrow = (
        gather(scores_of(drawn, ["nDCG@3", "RR"]), settings=tw.ComparisonSettings(alpha=alpha)) for alpha in (0.05, 0.5)
    )
    one, other = (found.comparison.between[0].tau for found in (wide, narrow))
    assert one.low < other.low < other.high < one.high
    assert "50% interval" in as_text(narrow)
    assert "95% interval" not in as_text(narrow)
    assert json.loads(as_json(narrow))["between"][0]["tau"]["level"] == 0.5


def test_what_units_can_show_is_of_a_test_of_one_pair() -> None:
    rng = np.random.default_rng(1)
    noise = rng.random((8, 20)) * 0.2 + np.array([0.17, 0.1, *[0] * 6])[:, None]
    found = tw.compare(scores_of(noise[:, :, None], ["RR"], turns_each=1))
    compared = found.measures[0]
    assert len(compared.top) == 2
    assert compared.power.needed is not None
    assert compared.power.needed <= 20, "else the sentence says how many it would take"
    said = " ".join(str(found).split())
    assert "a paired t-test of one pair tells two typical systems that differ by 0." in said
    assert "; the two best differ by more, but a test of all 28 pairs (Tukey's HSD, paired) asks for more." in said
    assert "it takes about" not in said


def test_a_difference_beyond_the_range_of_the_measure_is_none() -> None:
    values = np.array([[[0.0], [1.0]], [[1.0], [0.5]]])
    text = str(tw.compare(scores_of(values, ["RR"], turns_each=1)))
    assert "With 2 conversations, no difference between two typical systems is large enough" in text
    assert "scores lie between 0 and 1" in text
    assert "that differ by" in str(tw.compare(scores_of(values, ["DCG"], turns_each=1)))


def test_the_ranges_of_measures_are_those_of_the_catalogue() -> None:
    bounded = {name for name, measure in CATALOGUE.items() if getattr(measure, "bounds", None) == (0.0, 1.0)}
    assert bounded == UP_TO_1 | HOLDING
    assert {name for name, measure in CATALOGUE.items() if "of" in measure.__dataclass_fields__} - UP_TO_1 == HOLDING
    assert [highest(name) for name in ("nDCG@3", "NMD[A]", "Mean(RR)", "Mean(DCG@3)", "P+", "P(rel=2)@5", "mine")] == [
        1, 1, 1, None, 1, 1, None,
    ]  # fmt: skip


def test_divergences_are_better_where_they_are_lower() -> None:
    """a is 0.1 off everywhere, b 0.5: a is best, and an accuracy that orders them the other way agrees with that."""
    noise = np.array([[0.0, 0.01, -0.01, 0.02], [0.01, 0.0, 0.02, -0.01]])
    off = np.array([[0.1], [0.5]]) + noise
    names, cube = ["d1", "d2", "d3", "d4"], np.stack([off, 1 - off], axis=2)
    scores = tw.Scores(
        ["a", "b"], names, names, [], np.empty((2, 4, 0)), np.zeros((2, 4), dtype=bool), np.empty((4, 0)),
        conversation_measures=["NMD[A]", "LabelAccuracy[A]"], conversation_values=cube,
    )  # fmt: skip
    found = tw.compare(scores)
    assert [compared.top for compared in found.measures] == [[0], [0]]
    assert [compared.best_first.tolist() for compared in found.measures] == [[0, 1], [0, 1]]
    assert "a has the lowest mean, 0.1050." in str(found)
    assert found.between[0].swapped == 0
    assert found.between[0].agreement.AA == 1
    assert found.measures[0].power.needed == found.measures[1].power.needed


def test_the_measures_that_are_better_lower_are_the_divergences() -> None:
    assert {name for name, measure in DISTRIBUTION_MEASURES.items() if measure.worst > 0} == LOWER_IS_BETTER
    assert lower_is_better("RSNOD(bins=all)[E]")
    assert not lower_is_better("nDCG@3")
