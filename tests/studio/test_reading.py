"""The log, read back: as counts, as a run with judgements, and as ratings."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import turnwise as tw
from turnwise.cli.main import main
from turnwise.errors import DecisionError, InputError
from turnwise.readers.ratings import read_ratings
from turnwise.studio.avatar import Avatar
from turnwise.studio.dialogue import Dialogue
from turnwise.studio.log import EXCHANGES, RATINGS, ExchangeLog
from turnwise.studio.reading import read_log
from turnwise.studio.thumb import DOWN, UP
from turnwise.tables.decisions import Decisions


@pytest.fixture
def folder(avatar: Avatar, tmp_path: Path) -> Path:
    """Two dialogues: four answers, of which two are good, one is not and one is not rated; and one silence."""
    log = ExchangeLog(tmp_path / "log")
    first, second = Dialogue(avatar, log), Dialogue(replace(avatar, abstain=0.2), log)
    first.ask("How tall is the tower?")
    first.rate(1, None, DOWN)
    first.rate(1, None, UP)
    first.rate(1, "built", DOWN)
    first.ask("qwxyz")
    second.ask("Hello!")
    second.rate(1, None, UP)
    second.ask("When was the tower built?")
    second.rate(2, None, DOWN)
    second.ask("Goodbye!")
    return log.folder


def test_the_counts(folder: Path) -> None:
    counted = read_log(folder).counts()
    assert (counted["dialogues"], counted["exchanges"], counted["without_an_answer"]) == (2, 5, 1)
    assert (counted["answers_rated"], counted["rated_good"], counted["rated_not_good"]) == (3, 2, 1)
    assert counted["retrievers"] == {"tfidf": 5}
    assert counted["unanswered"] == {"qwxyz": 1}
    (bad,) = counted["not_good"]
    assert (bad["question"], bad["answer"]) == ("When was the tower built?", "built")


def test_the_thumbs_are_ratings(folder: Path, tmp_path: Path) -> None:
    decisions = Decisions()
    ratings = read_ratings(folder / RATINGS, decisions)
    assert decisions.count("superseded-answers") == 1
    assert [item.partition("/")[2] for item in ratings.items] == ["height", "built", "hello", "built"]
    assert (list(ratings.value), ratings.questions) == ([1, 0, 1, 0], ["good answer"])
    assert len(ratings.raters) == 2  # one a visitor
    assert ratings.types == ["human", "human"]


def test_what_was_shown_is_scored_as_visitors_rated_it(folder: Path, tmp_path: Path) -> None:
    run, qrels = tmp_path / "shown.run", tmp_path / "thumbs.txt"
    done = CliRunner().invoke(main, ["avatar", "log", str(folder), "-o", str(run), "--qrels-out", str(qrels)])
    assert done.exit_code == 0
    assert "rated good" in done.stdout
    assert "wrote" in done.stderr
    assert len(qrels.read_text(encoding="utf-8").splitlines()) == 4
    scores = tw.score(str(run), str(qrels), ["SR@1"])
    assert sorted(row.value for row in scores.rows()) == [0, 1, 1]  # the three turns whose first answer was rated


def test_silence_stands_first_where_nothing_was_answered(avatar: Avatar, tmp_path: Path) -> None:
    log = ExchangeLog(tmp_path / "log")
    dialogue = Dialogue(replace(avatar, abstain=0.99), log)
    dialogue.ask("How tall is the tower?")
    dialogue.rate(1, "height", UP)
    lines = [line.split()[2:4] for line in read_log(log.folder).run_lines()]
    assert lines == [["NO-ANSWER", "1"], ["height", "2"], ["built", "3"], ["ghosts", "4"]]


def test_the_command_for_a_program(folder: Path) -> None:
    done = CliRunner().invoke(main, ["avatar", "log", str(folder), "--format", "json"])
    assert json.loads(done.stdout) == read_log(folder).counts()


def test_a_line_that_is_being_written_is_left_out(folder: Path) -> None:
    with (folder / EXCHANGES).open("a", encoding="utf-8") as file:
        file.write('{"conversation": "d", "exch')
    decisions = Decisions()
    assert len(read_log(folder, decisions).exchanges) == 5
    assert decisions.count("torn-exchanges") == 1
    with pytest.raises(DecisionError):
        read_log(folder, Decisions(strict=True))


def test_thumbs_that_were_all_taken_back(avatar: Avatar, tmp_path: Path) -> None:
    log = ExchangeLog(tmp_path / "log")
    dialogue = Dialogue(avatar, log)
    dialogue.ask("Hello!")
    assert read_log(log.folder).thumbs == {}
    dialogue.rate(1, None, UP)
    dialogue.rate(1, None, None)
    assert read_log(log.folder).thumbs == {}
    assert read_log(log.folder).counts()["answers_rated"] == 0


def test_what_is_no_log(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no such folder"):
        read_log(tmp_path / "nowhere")
    with pytest.raises(InputError, match="no such file"):
        read_log(tmp_path)
    ExchangeLog(tmp_path)
    with pytest.raises(InputError, match="ask the avatar something first"):
        read_log(tmp_path)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"exchange": "1"}, "record 1: found the exchange '1', expected a whole number"),
        ({"item": None}, "record 1: found the item 'None', expected the id of an answer"),
        ({"options": [{"item": "a"}]}, "expected an object with an item and its score"),
        ({"options": "none"}, "expected a list of items with scores"),
    ],
)
def test_a_log_that_was_changed_by_hand(folder: Path, change: dict[str, object], sentence: str) -> None:
    path = folder / EXCHANGES
    first = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    path.write_text(json.dumps(first | change) + "\n", encoding="utf-8")
    with pytest.raises(InputError, match=sentence):
        read_log(folder)
