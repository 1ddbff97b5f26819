"""`turnwise options` as people type it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import turnwise
from turnwise.cli.main import main

SAMPLES = Path(turnwise.__file__).parent / "samples" / "options"
REPLIES, GOLD = str(SAMPLES / "replies.jsonl"), str(SAMPLES / "gold.csv")
TUNE = ["options", "tune", REPLIES, "--gold", GOLD, "--resamples", "200"]


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def test_the_command_and_python_give_the_same_numbers() -> None:
    result = run(*TUNE, "--format", "json", "--seed", "3")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout) == turnwise.tune(REPLIES, gold=GOLD, resamples=200, seed=3).as_dict()


def test_the_table_ends_with_the_sentence_and_the_setting() -> None:
    result = run(*TUNE)
    tuning = turnwise.tune(REPLIES, gold=GOLD, resamples=200)
    assert result.stdout == f"{tuning}\n"
    assert tuning.sentence in result.stdout.partition("Setting (rasa):")[0].replace("\n", " ")
    assert "FallbackClassifier" in result.stdout


def test_decisions_are_told_on_stderr() -> None:
    assert "32 queries with gold 'out_of_scope': taken as out of scope" in run(*TUNE).stderr
    named = run(*TUNE, "--out-of-scope", "out_of_scope")
    assert "taken as out of scope" not in named.stderr
    assert named.stdout == run(*TUNE).stdout


def test_strict_refuses_decisions() -> None:
    result = run(*TUNE, "--strict")
    assert result.exit_code == 2
    assert "refused because of strict reading" in result.stderr
    assert run(*TUNE, "--strict", "--out-of-scope", "out_of_scope").exit_code == 0


def test_one_right_option_for_all(tmp_path: Path) -> None:
    replies = tmp_path / "replies.csv"
    replies.write_text("query,option,score\nq1,a,0.6\nq1,b,0.4\nq2,b,0.7\nq2,a,0.3\n")
    result = run("options", "score", str(replies), "--gold-is", "a", "-m", "LAR", "--format", "json")
    assert json.loads(result.stdout)["measures"]["LAR"]["mean"] == 0.75  # both lists hold it: (1 + 1/2) ÷ 2


def test_lists_of_any_length_are_scored_without_naming_a_measure() -> None:
    result = run(
        "options", "score", REPLIES, "--gold", GOLD
    )  # each reply ranks ten options, and plain OLAR orders five
    assert result.exit_code == 0, result.output
    assert "OLAR(max_length=10)  0.47" in result.stdout
    assert "OLAR: orders lists of up to 5, and here they may have 10: OLAR(max_length=10) is measured" in result.stderr
    assert turnwise.score_options(REPLIES, gold=GOLD).measures.keys() == {"OLAR(max_length=10)"}


def test_lists_are_scored_as_they_are(tmp_path: Path) -> None:
    replies = tmp_path / "shown.csv"
    replies.write_text("query,option,score,gold\nq1,a,3,a\nq2,a,2,b\nq2,b,1,b\nq3,,,\n")
    out = tmp_path / "scores.json"
    result = run("options", "score", str(replies), "-m", "LAR", "-m", "SR", "-o", str(out))
    assert result.exit_code == 0, result.output
    told = json.loads(out.read_text())
    # c, wc, and the fallback for a query without gold: LAR 1, 0.75, 1.
    assert told["measures"]["LAR"]["mean"] == pytest.approx(2.75 / 3)
    assert told["right_in_list"] == 1.0
    assert told["length_shares"] == {
        "fallback": pytest.approx(1 / 3),
        "1": pytest.approx(1 / 3),
        "2": pytest.approx(1 / 3),
    }
    assert "0.9167" in result.stdout


def test_a_page_a_file_and_a_sentence(tmp_path: Path) -> None:
    page, other, text = tmp_path / "page.html", tmp_path / "other.html", tmp_path / "table.txt"
    assert run(*TUNE, "--report", str(page), "-o", str(other)).exit_code == 0
    assert page.read_bytes() == other.read_bytes()
    result = run(*TUNE, "-o", str(text))
    assert text.read_text() == result.stdout
    assert f"wrote {text}" in result.stderr


def test_longer_lists_derive_olar_and_say_so() -> None:
    result = run(*TUNE, "--max-length", "8", "--policy", "top-k")
    assert "OLAR(max_length=8)" in result.stdout
    assert "here they may have 8: OLAR(max_length=8) is measured" in result.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["options", "tune", REPLIES], "found no gold, expected the right options of each query"),
        (["options", "tune", "nowhere.json"], "nowhere.json: no such file"),
        ([*TUNE, "--gold-is", "x"], "--gold and --gold-is both say what is right; give one of the two"),
        ([*TUNE, "-m", "OLARR"], "there is no measure 'OLARR'; did you mean 'OLAR'"),
        ([*TUNE, "-o", "out.docx"], "the ending '.docx' names no form; end it in .html, .htm, .json, .txt"),
        ([*TUNE, "--report", "out.json"], "--report out.json: the page is HTML; end its name in .html"),
        (["options", "score", REPLIES, "--gold", GOLD, "-m", "OLAR"], "OLAR orders lists of up to 5, and one has 10"),
        (["options", "score", REPLIES, "--gold", GOLD, "-o", "x.html"], "`options tune` writes a page"),
        ([*TUNE, "--folds", "1"], "1 is not in the range x>=2"),
        ([*TUNE, "--policy", "best"], "'best' is not one of"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(words: list[str], sentence: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert re.search(re.escape(sentence), result.output, re.IGNORECASE), result.output
    assert "Traceback" not in result.output


def test_a_bad_place_costs_no_work(tmp_path: Path) -> None:
    result = run("options", "tune", str(tmp_path / "missing.json"), "-o", "out.docx")
    assert "names no form" in result.output
    result = run("options", "tune", str(tmp_path / "missing.json"), "--report", str(tmp_path / "no" / "out.html"))
    assert "there is no folder" in result.output


def test_the_real_rasa_replies_keep_one_option(shared_data: Path) -> None:
    """37 of 39 first options are right: OLAR (37 · 1 + 2 · 1/2.049) ÷ 39 = 0.9737, and no list does better."""
    replies = str(shared_data / "intents_nlu_services" / "RASA.alarm_query.json")
    result = run("options", "tune", replies, "--gold-is", "alarm_query", "--format", "json")
    told = json.loads(result.stdout)
    assert told["queries"] == {"in_scope": 39, "out_of_scope": 0}
    one, two = told["outcomes"][:2]
    assert one["value"]["mean"] == pytest.approx((37 + 2 / 2.049) / 39)
    assert one["right_in_list"] == pytest.approx(37 / 39)
    assert two["right_in_list"] == 1.0
    assert not told["recommendation"]["better_than_one_option"]
    assert told["recommendation"]["sentence"].startswith("Keep showing one option")
    # Two more right ones for seven longer lists: every confidence of 0.2 and more, two at most.
    assert [(p["wanted"], p["right_in_list"]) for p in told["prices"]][-1] == (0.99, 1.0)
    assert told["prices"][-1]["mean_length"] == pytest.approx(46 / 39)
