"""`turnwise graph` as a person types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from turnwise.cli.main import main

LINKS = "conversation,parent,child\n7,1,2\n7,1,3\n7,2,3\n8,,1\n"
TOPICS = [
    {
        "number": 7,
        "title": "tea",
        "turn": [
            {"number": 1, "raw_utterance": "What is oolong?"},
            {"number": 2, "raw_utterance": "Is it green?"},
            {"number": 3, "raw_utterance": "Why not?"},
        ],
    }
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "links.csv").write_text(LINKS)
    (tmp_path / "topics.json").write_text(json.dumps(TOPICS))
    return tmp_path


def run(*words: object) -> Result:
    return CliRunner().invoke(main, ["graph", *map(str, words)])


def test_show_in_a_terminal(folder: Path) -> None:
    result = run("show", folder / "links.csv", 7, "--texts", folder / "topics.json")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[:6] == [
        "Conversation 7: tea",
        "3 turns, 3 links, 1 self-contained, 1 with several parents, 1 component",
        "",
        "1  What is oolong?",
        "└─ 2  Is it green?",
        "   └─ 3 (also 1)  Why not?",
    ]
    assert "1 turn without a text" in result.stderr, "turn 1 of conversation 8 has none"


@pytest.mark.parametrize(
    ("name", "start"),
    [("7.svg", "<svg "), ("7.mmd", "---\ntitle:"), ("7.dot", "digraph "), ("7.txt", "Conversation 7")],
)
def test_the_ending_names_the_drawing(folder: Path, name: str, start: str) -> None:
    result = run("show", folder / "links.csv", 7, "-o", folder / name)
    assert (result.exit_code, result.stdout) == (0, "")
    assert (folder / name).read_text(encoding="utf-8").startswith(start)
    assert f"wrote {folder / name}" in result.stderr


def test_a_format_may_be_named(folder: Path) -> None:
    assert run("show", folder / "links.csv", 7, "--format", "dot").stdout.startswith("digraph conversation {")
    run("show", folder / "links.csv", 7, "--format", "svg", "-o", folder / "drawing")
    assert (folder / "drawing").read_text().startswith("<svg ")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("show", "links.csv", "77"), "there is no conversation '77'; did you mean '7'?"),
        (("show", "links.csv", "x"), "there is no conversation 'x'; it has 7, 8."),
        (("show", "topics.json", "7"), "found no links between the turns of conversation 7, expected a file that says"),
        (("show", "links.csv", "7", "-o", "x.png"), "the ending '.png' names no drawing; end it in one of .txt, .svg"),
        (
            ("show", "links.csv", "7", "--from-format", "cats"),
            "there is no format of conversations 'cats'; did you mean",
        ),
        (("show", "links.csv", "7", "--texts", "topics.json", "--strict"), "(refused because of strict reading)"),
        (("show", "gone.csv", "7"), "gone.csv: no such file"),
        (
            ("stats", "topics.json"),
            "give one with links (docs/formats.md lists them), or find some with `turnwise graph",
        ),
        (("stats",), "missing argument 'FILE...'"),
    ],
)
def test_what_goes_wrong_is_one_sentence(
    folder: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], sentence: str
) -> None:
    monkeypatch.chdir(folder)
    result = run(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert sentence in result.stderr


def test_stats(folder: Path) -> None:
    result = run("stats", folder / "links.csv", folder / "links.csv")
    assert result.exit_code == 0
    rows = [line.rsplit(maxsplit=2) for line in result.stdout.splitlines()[2:]]
    assert {words.strip(): (int(a), int(b)) for words, a, b in rows} == {
        "conversations": (2, 2),
        "turns": (4, 4),
        "links": (3, 3),
        "self-contained turns (roots)": (2, 2),
        "turns that no other needs (leaves)": (2, 2),
        "turns without any link": (1, 1),
        "turns with several parents": (1, 1),
        "most parents of a turn": (2, 2),
        "components": (2, 2),
        "components that are trees": (1, 1),
        "turns at depth 0": (2, 2),
        "turns at depth 1": (1, 1),
        "turns at depth 2": (1, 1),
    }


def test_stats_for_a_program(folder: Path) -> None:
    found = json.loads(run("stats", folder / "links.csv", "--format", "json").stdout)
    (counts,) = found.values()
    assert list(found) == [str(folder / "links.csv")]
    assert (counts["turns"], counts["roots"], counts["depths"]) == (4, 2, [2, 1, 1])


def test_real_conversations(shared_data: Path) -> None:
    result = run(
        "show",
        shared_data / "dependence" / "coted_cast2019_parents.json",
        31,
        "--texts",
        shared_data / "cast2019" / "evaluation_topics_v1.0.json",
    )
    assert "   └─ 9 (also 6)  What's the difference in their symptoms?" in result.stdout
    assert result.stderr == ""
