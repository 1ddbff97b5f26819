"""`turnwise dialogues filter`, `convert`, `check` and `schemes`, as a user runs them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from turnwise.cli.main import main

SAMPLE = str(Path(__file__).parents[2] / "src" / "turnwise" / "samples" / "dialogues" / "support.jsonl")


def turnwise(*words: str) -> Result:
    return CliRunner().invoke(main, ["dialogues", *words])


@pytest.fixture
def broken(tmp_path: Path) -> str:
    path = tmp_path / "broken.jsonl"
    annotation = {"annotator": "ann", "nuggets": [{"kind": "HNUG", "first": 1}], "answers": {"A": 7}}
    posts = [{"sender": "customer", "text": "Hi"}]
    path.write_text(json.dumps({"id": "d", "posts": posts, "annotations": [annotation]}), encoding="utf-8")
    return str(path)


def test_a_check_that_finds_nothing() -> None:
    done = turnwise("check", SAMPLE, "--scheme", "stc3")
    assert (done.exit_code, done.stdout.splitlines()[-1]) == (0, "No rule is broken.")


def test_a_check_that_finds_something_exits_with_1(broken: str) -> None:
    done = turnwise("check", broken, "--scheme", "stc3")
    assert done.exit_code == 1
    assert "broken (kind): dialogue d, annotator ann: HNUG at post 1, said by the customer" in done.stdout
    assert "broken (answer): dialogue d, annotator ann: the answer 7 to A" in done.stdout
    assert "2 rules broken." in done.stdout
    assert "… 1 more" in turnwise("check", broken, "--scheme", "stc3", "--limit", "1").stdout
    told = turnwise("check", broken, "--format", "json")
    assert told.exit_code == 1
    found = json.loads(told.stdout)
    assert found["rules"]["kind"] == {
        "says": "the customer's posts have CNUG0, CNUG and CNUG*, the helpdesk's HNUG and HNUG*",
        "hint": False,
        "broken": 1,
    }
    assert found["broken"] == [
        {
            "rule": "kind", "dialogue": "d", "annotator": "ann", "found": "HNUG at post 1, said by the customer",
            "kind": "HNUG", "first": 1, "last": 1, "post": 1, "question": "",
        }
    ]  # fmt: skip
    assert found["hints"] == []


def test_a_filter_counts_and_writes(tmp_path: Path) -> None:
    out = tmp_path / "left.jsonl"
    done = turnwise("filter", SAMPLE, "--min-answered", "0.6", "--min-blocks", "2", "-o", str(out))
    assert done.exit_code == 0, done.output
    assert f"wrote {out} (7 dialogues; posts)" in done.stderr
    assert "@QuickParcel" in done.stdout
    told = json.loads(
        turnwise("filter", SAMPLE, "--min-answered", "0.6", "--min-blocks", "2", "--format", "json").stdout
    )
    assert [(step["name"], step["kept"], step["dropped"]) for step in told["steps"]] == [
        ("read", 12, 0), ("answering accounts", 10, 2), ("blocks", 7, 3),
    ]  # fmt: skip
    assert len(told["dialogues"]) == 7
    assert {"name": "@QuickParcel", "dialogues": 2, "answered": 1, "kept": False, "share": 0.5} in told["accounts"]


def test_blocks_in_place_of_posts(tmp_path: Path) -> None:
    out = tmp_path / "blocks.json"
    refused = turnwise("convert", SAMPLE, "-o", str(out), "--merge-blocks")
    assert refused.exit_code == 2
    assert "marked nuggets of several kinds in block 4, expected one kind a block" in refused.stderr
    assert not out.exists()
    done = turnwise("convert", SAMPLE, "-o", str(out), "--merge-blocks", "--mixed", "strongest", "--to", "stc3")
    assert done.exit_code == 0, done.output
    assert f"wrote {out} (12 dialogues, 72 posts merged into 56 blocks; stc3)" in done.stderr
    assert "6 nuggets of another kind in the block of a stronger one left out" in done.stderr
    stats = json.loads(turnwise("stats", str(out), "--format", "json").stdout)
    assert stats["sides"]["both"]["posts"] == stats["sides"]["both"]["blocks"] == 56


def test_what_is_lost_is_an_error_under_strict(tmp_path: Path) -> None:
    out = tmp_path / "chats.jsonl"
    done = turnwise("convert", SAMPLE, "-o", str(out), "--to", "messages", "--strict")
    assert done.exit_code == 2
    assert "164 nuggets not written: the form messages has no place for them (refused because" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_schemes_are_listed_shown_and_read_back(tmp_path: Path) -> None:
    assert "helpdesk  Q1, Q2, Q3, Q4, Q5" in turnwise("schemes").stdout
    shown = turnwise("schemes", "helpdesk").stdout
    assert "asked only if Q1 is 1 or more" in shown
    assert " 2  Highly satisfied  (collapsed into 1)" in shown
    own = tmp_path / "own.json"
    own.write_text(turnwise("schemes", "helpdesk", "--format", "json").stdout, encoding="utf-8")
    assert turnwise("schemes", str(own)).stdout == shown


def test_stats_by_a_scheme() -> None:
    told = json.loads(turnwise("stats", SAMPLE, "--scheme", "stc3", "--format", "json").stdout)
    assert told["labels"]["A"]["counts"] == {"-2": 9, "-1": 5, "0": 3, "1": 7, "2": 18}
    assert told["collapsed"]["A"]["counts"] == {"-1": 14, "0": 3, "1": 25}


def test_submissions_are_scored_and_compared(tmp_path: Path) -> None:
    dialogues = json.loads(turnwise("stats", SAMPLE, "--format", "json").stdout)["dialogues"]
    gold, uniform, table = tmp_path / "gold.json", tmp_path / "uniform.json", tmp_path / "scores.csv"
    assert turnwise("convert", SAMPLE, "-o", str(gold), "--to", "stc3", "--mixed", "strongest").exit_code == 0
    values = dict.fromkeys(("2", "1", "0", "-1", "-2"), 0.2)
    found = json.loads(gold.read_text(encoding="utf-8"))
    uniform.write_text(json.dumps([{"id": one["id"], "quality": {"A": values}} for one in found]), encoding="utf-8")
    flat = tmp_path / "flat.json"
    flat.write_text(json.dumps([{"id": one["id"], "quality": {"A": {"0": 1}}} for one in found[:-1]]), encoding="utf-8")
    words = ("score-submission", str(uniform), str(flat), "--gold", str(gold))
    done = turnwise(*words, "-o", str(table))
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines()[0].split() == ["system", "NMD[A]", "RSNOD[A]"]
    assert f"wrote {table} (2 systems × {dialogues} dialogues × 2 measures)" in done.stderr
    assert "1 dialogue without a prediction of A" in done.stderr
    told = json.loads(turnwise(*words, "--format", "json", "--report", "neglog2").stdout)
    assert list(told["systems"]["uniform"]) == ["-log2 NMD[A]", "-log2 RSNOD[A]"]
    assert told["about"]["missing"] == "worst"
    assert [row["note"] for row in told["rows"] if row["note"]] == []
    compared = CliRunner().invoke(main, ["compare", str(table), "-m", "NMD[A]"])
    assert compared.exit_code == 0, compared.output
    assert "uniform has the lowest mean" in compared.stdout
