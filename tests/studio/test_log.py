"""The log: nothing is lost, and Turnwise reads it back."""

from __future__ import annotations

import csv
import errno
import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from turnwise.errors import InputError, OptionError
from turnwise.readers.conversations import read_conversations
from turnwise.readers.knowledge import read_knowledge_base, read_questions
from turnwise.studio.avatar import Avatar
from turnwise.studio.dialogue import Dialogue
from turnwise.studio.log import ExchangeLog
from turnwise.studio.said import cleaned
from turnwise.studio.thumb import COLUMNS, DOWN, UP
from turnwise.tables.decisions import Decisions
from turnwise.tables.knowledge import NO_ANSWER


@pytest.fixture
def log(tmp_path: Path) -> ExchangeLog:
    return ExchangeLog(tmp_path / "log")


def exchanges(log: ExchangeLog) -> list[dict[str, object]]:
    return [json.loads(line) for line in log.exchanges.read_text(encoding="utf-8").splitlines()]


def thumbs(log: ExchangeLog) -> list[dict[str, str]]:
    with log.ratings.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_an_exchange_is_written_with_all_that_was_found(avatar: Avatar, log: ExchangeLog) -> None:
    dialogue = Dialogue(avatar, log)
    dialogue.ask("What is your name?")
    (row,) = exchanges(log)
    assert row["conversation"] == dialogue.name
    assert (row["exchange"], row["question"]) == (1, "What is your name?")
    assert (row["item"], row["reply"]) == ("name", "My name is Ada Marrow, and I keep the light on Gull Rock.")
    assert row["options"][0] == {"item": "name", "score": pytest.approx(1)}  # type: ignore[index]
    assert (row["retriever"], row["abstain"], row["knowledge_base"]) == ("tfidf", None, "keeper.csv")
    assert str(row["time"]).endswith("Z")


def test_a_log_is_read_back_as_the_dialogues_it_holds(avatar: Avatar, log: ExchangeLog, kb: Path) -> None:
    first, second = Dialogue(avatar, log), Dialogue(avatar, log)
    first.ask("Hello!")
    second.ask("How many steps are there?")  # two visitors at once: their lines alternate
    first.ask('Is <it> "cold",\nin winter? ¿Sí?')
    second.ask("qwxyz")
    asked = read_questions(log.exchanges, read_knowledge_base(kb))
    assert asked.turns == [f"{first.name}_1", f"{first.name}_2", f"{second.name}_1", f"{second.name}_2"]
    assert asked.texts == ["Hello!", 'Is <it> "cold",\nin winter? ¿Sí?', "How many steps are there?", "qwxyz"]
    assert asked.replies == [exchange.reply for dialogue in (first, second) for exchange in dialogue.exchanges]
    assert asked.before(1) == [("Hello!", False), ("Hello! Come in out of the wind.", True)]
    found = read_conversations(log.exchanges, Decisions())
    assert (found.format, [conversation.id for conversation in found]) == ("exchanges", [first.name, second.name])
    assert [(turn.id, turn.text) for turn in found[first.name].turns] == [("1", "Hello!"), ("2", asked.texts[1])]
    assert found[second.name].turns[1].others == {"response": avatar.otherwise}


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(st.text(st.characters(exclude_categories=[]), max_size=40), min_size=1, max_size=4))
def test_whatever_is_typed_comes_back(avatar: Avatar, log: ExchangeLog, typed: list[str]) -> None:
    asked = []
    dialogue = Dialogue(avatar, log)
    for text in typed:
        if cleaned(text):
            dialogue.ask(text)
            asked.append(cleaned(text))
        else:
            with pytest.raises(InputError, match="Please type a question"):
                dialogue.ask(text)
    if asked:
        read = read_questions(log.exchanges, avatar.kb)
        mine = [text for turn, text in zip(read.turns, read.texts, strict=True) if turn.startswith(dialogue.name)]
        assert mine == asked


def test_a_thumb_is_a_rating(avatar: Avatar, log: ExchangeLog) -> None:
    dialogue = Dialogue(avatar, log)
    dialogue.ask("How tall is the tower?")
    dialogue.rate(1, None, UP)
    dialogue.rate(1, "built", DOWN)  # the second option
    rows = thumbs(log)
    assert tuple(rows[0]) == COLUMNS
    assert [(row["item"], row["target"], row["value"]) for row in rows] == [
        (f"{dialogue.name}_1", "height", "1"),
        (f"{dialogue.name}_1", "built", "0"),
    ]
    assert {row["annotator"] for row in rows} == {dialogue.visitor}
    assert {(row["unit"], row["rater_type"], row["is_gold"], row["superseded"]) for row in rows} == {
        ("post", "human", "false", "false")
    }
    assert float(rows[0]["seconds"]) < 60


def test_a_changed_thumb_supersedes_the_earlier(avatar: Avatar, log: ExchangeLog) -> None:
    dialogue, other = Dialogue(avatar, log), Dialogue(avatar, log)
    for one in (dialogue, other):
        one.ask("Hello!")
        one.rate(1, None, UP)
    dialogue.rate(1, None, DOWN)
    dialogue.rate(1, None, DOWN)  # said again: nothing new
    assert [(row["value"], row["superseded"]) for row in thumbs(log)] == [("1", "true"), ("1", "false"), ("0", "false")]
    dialogue.rate(1, None, None)  # taken back: nothing of it counts
    assert [row["superseded"] for row in thumbs(log)] == ["true", "false", "true"]
    dialogue.rate(1, None, UP)
    assert [row["superseded"] for row in thumbs(log)] == ["true", "false", "true", "false"]


def test_silence_can_be_rated(avatar: Avatar, log: ExchangeLog) -> None:
    dialogue = Dialogue(avatar, log)
    dialogue.ask("qwxyz")
    dialogue.rate(1, None, UP)
    assert thumbs(log)[0]["target"] == NO_ANSWER


@pytest.mark.parametrize(("number", "item"), [(0, None), (2, None), (1, "nothing"), (1, "rescue")])
def test_only_what_was_shown_can_be_rated(avatar: Avatar, log: ExchangeLog, number: int, item: str | None) -> None:
    dialogue = Dialogue(avatar, log)
    dialogue.ask("Hello!")
    with pytest.raises(InputError, match="no such answer"):
        dialogue.rate(number, item, UP)
    assert thumbs(log) == []


def test_many_writers_at_once(avatar: Avatar, log: ExchangeLog) -> None:
    def talk() -> None:
        dialogue = Dialogue(avatar, ExchangeLog(log.folder))
        for _ in range(10):
            number = dialogue.ask("How tall is the tower?").number
            dialogue.rate(number, None, UP)
            dialogue.rate(number, None, DOWN)

    threads = [threading.Thread(target=talk) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(exchanges(log)) == 80
    rows = thumbs(log)
    assert (len(rows), sum(row["superseded"] == "true" for row in rows)) == (160, 80)


WRITER = """
import json, sys
from turnwise.studio.log import ExchangeLog
from turnwise.studio.journal import alone, append
log = ExchangeLog(sys.argv[1])
print("ready", flush=True)
for number in range(100_000):
    with alone(log.folder):
        row = {"conversation": sys.argv[2], "exchange": number, "question": "x" * 3000}
        append(log.exchanges, json.dumps(row) + "\\n")
    print(number, flush=True)
"""


def test_a_killed_writer_loses_nothing_that_it_had_told(log: ExchangeLog) -> None:
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(log.folder), name], stdout=subprocess.PIPE, text=True, bufsize=1
        )
        for name in "ab"
    ]
    told = []
    for writer in writers:
        assert writer.stdout is not None
        lines = [writer.stdout.readline().strip() for _ in range(20)]
        writer.kill()
        told.append([int(line) for line in [*lines, *writer.stdout.read().split()] if line.isdecimal()])
        writer.stdout.close()
        writer.wait()
    ExchangeLog(log.folder)  # heals what the kill may have torn
    for name, numbers in zip("ab", told, strict=True):
        written = [row["exchange"] for row in exchanges(log) if row["conversation"] == name]
        assert written == list(range(len(written)))
        assert len(written) >= len(numbers) >= 19


def test_half_a_line_is_moved_aside(avatar: Avatar, log: ExchangeLog) -> None:
    Dialogue(avatar, log).ask("Hello!")
    with log.exchanges.open("a", encoding="utf-8") as file:
        file.write('{"conversation": "d", "exch')  # the power failed here
    again = ExchangeLog(log.folder)
    assert again.torn == [log.exchanges]
    assert (log.folder / "exchanges.jsonl.torn").read_text(encoding="utf-8") == '{"conversation": "d", "exch\n'
    Dialogue(avatar, again).ask("Goodbye!")
    assert [row["question"] for row in exchanges(log)] == ["Hello!", "Goodbye!"]
    assert ExchangeLog(log.folder).torn == []


def test_a_full_disk_leaves_the_log_whole(avatar: Avatar, log: ExchangeLog, monkeypatch: pytest.MonkeyPatch) -> None:
    dialogue = Dialogue(avatar, log)
    dialogue.ask("Hello!")
    before = log.exchanges.read_bytes()
    real = os.write

    def half_then_full(handle: int, data: bytes) -> int:
        if len(data) < 20:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(handle, data[: len(data) // 2])

    monkeypatch.setattr(os, "write", half_then_full)
    with pytest.raises(OSError, match=r"No space left on device: '.*exchanges.jsonl'"):
        dialogue.ask("Goodbye!")
    monkeypatch.undo()
    assert log.exchanges.read_bytes() == before
    assert len(dialogue.exchanges) == 1  # what was not written is not shown
    dialogue.ask("Goodbye!")
    assert [row["exchange"] for row in exchanges(log)] == [1, 2]


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    with pytest.raises(OptionError, match="expected a folder for the log"):
        ExchangeLog(file)
    with pytest.raises(OptionError, match="expected a folder for the log"):
        ExchangeLog(file / "below")
    (tmp_path / "ratings.csv").write_text("a,b\n1,2\n")
    with pytest.raises(InputError, match="other columns than a log has"):
        ExchangeLog(tmp_path)
