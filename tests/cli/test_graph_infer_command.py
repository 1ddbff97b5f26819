"""`turnwise graph infer` as a person uses it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from turnwise.cli.main import main
from turnwise.readers.conversations import read_conversations
from turnwise.tables.decisions import Decisions

TOPICS = [
    {
        "number": 7,
        "turn": [
            {"number": 1, "raw_utterance": "What are tiger sharks?"},
            {"number": 2, "raw_utterance": "Where do they live?"},
            {"number": 3, "raw_utterance": "Who wrote the novel Moby Dick in America?"},
        ],
    }
]


@pytest.fixture
def topics(tmp_path: Path) -> Path:
    path = tmp_path / "topics.json"
    path.write_text(json.dumps(TOPICS))
    return path


@pytest.fixture
def human(tmp_path: Path) -> Path:
    path = tmp_path / "human.json"
    path.write_text(json.dumps({"7": {"1": [], "2": [1], "3": []}}))
    return path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["graph", "infer", *map(str, arguments)])


def test_links_are_printed_as_csv(topics: Path) -> None:
    done = run(topics)
    assert done.exit_code == 0, done.output
    header, *rows = [line.split(",") for line in done.stdout.splitlines()]
    assert header == ["conversation", "parent", "child", "confidence"]
    assert [row[:3] for row in rows] == [["7", "", "1"], ["7", "1", "2"], ["7", "", "3"]]
    assert rows[0][3] == "1.0"
    assert 0.5 < float(rows[1][3]) <= 1


@pytest.mark.parametrize("name", ["links.csv", "links.jsonl"])
def test_what_is_written_is_read_back(topics: Path, tmp_path: Path, name: str) -> None:
    done = run(topics, "-o", tmp_path / name)
    assert done.exit_code == 0, done.output
    assert done.stdout == ""
    assert "(1 link of 1 conversation)" in done.stderr
    back = read_conversations(tmp_path / name, Decisions())
    assert back["7"].links == {"1": (), "2": ("1",), "3": ()}
    assert "self-contained turns (roots)" in CliRunner().invoke(main, ["graph", "stats", str(tmp_path / name)]).stdout


def test_links_are_compared_with_those_of_people(topics: Path, human: Path) -> None:
    done = run(topics, "--against", human)
    assert done.exit_code == 0, done.output
    rows = {line.split()[0]: line.split() for line in done.stdout.splitlines()[2:]}
    assert rows["model"][1:3] == ["1", "1.000"]
    assert rows["first"][1:3] == ["2", "0.500"]
    told = json.loads(run(topics, "--against", human, "--format", "json", "--method", "first").stdout)
    assert told["first"]["precision"]["value"] == 0.5
    assert (told["first"]["links_in_both"], told["first"]["exact_turns"], told["first"]["turns"]) == (1, 2, 3)


def test_rewrites_choose_their_method(topics: Path, tmp_path: Path) -> None:
    rewrites = tmp_path / "resolved.tsv"
    rewrites.write_text("7_1\tWhat are tiger sharks?\n7_2\tWhere do tiger sharks live?\n7_3\tWho wrote Moby Dick?\n")
    done = run(topics, "--rewrites", rewrites)
    assert done.exit_code == 0, done.output
    assert "7,1,2,0.74" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--method", "rewrites"], "without a rewritten utterance"),
        (["--rewrites", "TOPICS", "--method", "rules"], "--rewrites is for --method rewrites"),
        (["-o", "links.xlsx"], "names no format of links"),
        (["--format", "table"], "--format table is for --against"),
        (["--against", "TOPICS", "--format", "csv"], "--format csv is for links"),
        (["--against", "TOPICS"], "found no links between turns"),
        (["--min-confidence", "2"], "min-confidence"),
        (["--method", "modle"], "model"),
    ],
)
def test_a_mistake_is_one_sentence(topics: Path, arguments: list[str], sentence: str) -> None:
    done = run(topics, *(str(topics) if argument == "TOPICS" else argument for argument in arguments))
    assert done.exit_code == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("turnwise: ")
