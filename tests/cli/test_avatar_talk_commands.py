"""`turnwise avatar chat` and `serve` as a person types them."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import select
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from turnwise.cli.main import main
from turnwise.studio.journal import append

KB = Path(__file__).parents[2] / "src" / "turnwise" / "samples" / "avatar" / "keeper.csv"


def chat(typed: str | bytes, *words: object) -> Result:
    return CliRunner().invoke(main, ["avatar", "chat", str(KB), *map(str, words)], input=typed)


def test_chat_with_a_pipe(tmp_path: Path) -> None:
    log = tmp_path / "log"
    result = chat("How tall is the tower?\n\n/options\n/up\nHello!", "--log", log)
    assert result.exit_code == 0
    assert result.stderr == f"Written to {log}.\n"
    lines = result.stdout.splitlines()
    assert lines[0] == "Keeper has 41 answers to 64 questions (tfidf). Ask, or type /help."
    assert "you:    How tall is the tower?" in lines
    assert "Noted: the answer was good." in lines
    assert lines[-2:] == ["avatar: Hello! Come in out of the wind.", ""]
    rows = [json.loads(line) for line in (log / "exchanges.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [row["item"] for row in rows] == ["height", "hello"]
    assert (log / "ratings.csv").read_text(encoding="utf-8").count("\n") == 2


def test_chat_without_a_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = chat("Hello!\n", "--no-log", "--name", "Ada \x1b[31mMarrow", "--options", 1)
    assert result.stdout.startswith("Ada Marrow has 41 answers")
    assert list(tmp_path.iterdir()) == []


def test_chat_abstains(tmp_path: Path) -> None:
    result = chat("How tall is the tower?\n", "--abstain", 0.99, "--otherwise", "Hm.", "--log", tmp_path)
    assert "avatar: Hm." in result.stdout


def test_chat_with_bytes_that_are_no_text(tmp_path: Path) -> None:
    typed = b"\xff\xfe\x00\x1b[2J\x1b]0;title\x07 who are you\n" + b"y" * 102_400 + b"\n\n/quit\nnever\n"
    result = chat(typed, "--log", tmp_path)
    assert result.exit_code == 0
    assert "\x1b" not in result.stdout
    assert "My name is Ada Marrow" in result.stdout
    assert "That has 102,400 characters" in result.stdout
    assert "never" not in result.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--retriever", "tdidf"], "there is no retriever 'tdidf'; did you mean 'tfidf'?"),
        (["--abstain", "nan"], "the score to abstain below must be a number"),
        (["--otherwise", ""], "found nothing for the avatar to say"),
        (["--log", str(KB)], "expected a folder for the log"),
    ],
)
def test_chat_mistakes_end_in_a_sentence(words: list[str], sentence: str, tmp_path: Path) -> None:
    result = chat("", "--log", tmp_path, *words)
    assert result.exit_code == 2
    assert result.stderr.startswith("turnwise: ")
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_full_disk_ends_the_chat_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, text: str) -> None:
        if "Hello" in text:
            raise OSError(28, "No space left on device")
        append(path, text)

    monkeypatch.setattr("turnwise.studio.log.append", full)
    result = chat("Hello!\n", "--log", tmp_path)
    assert result.exit_code == 2
    assert result.stderr == f"turnwise: {tmp_path / 'exchanges.jsonl'}: no space left on device.\n"


def started(*words: object, **options: object) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "turnwise", "avatar", *map(str, words)]
    return subprocess.Popen(command, **options)  # type: ignore[call-overload,no-any-return]


def read_until(terminal: int, awaited: str) -> str:
    shown, end = "", time.monotonic() + 30
    while awaited not in shown and time.monotonic() < end:
        if select.select([terminal], [], [], 0.5)[0]:
            shown += os.read(terminal, 4096).decode()
    assert awaited in shown, shown
    return shown


def left(talking: subprocess.Popen[bytes], terminal: int, leave: bytes) -> int:
    """The exit code after a key is pressed, like a person again where nothing happens: Python's `input` misses a signal
    that comes after the prompt and before it waits for keys."""
    for _ in range(10):
        os.write(terminal, leave)
        with contextlib.suppress(subprocess.TimeoutExpired):
            return talking.wait(3)
    raise AssertionError("it was not left")


@pytest.mark.parametrize("leave", [b"\x03", b"\x04"], ids=["Ctrl-C", "Ctrl-D"])
def test_chat_in_a_terminal_is_left_cleanly(leave: bytes, tmp_path: Path) -> None:
    outer, inner = pty.openpty()
    talking = started(
        "chat", KB, "--log", tmp_path / "log", stdin=inner, stdout=inner, stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=lambda: __import__("fcntl").ioctl(0, __import__("termios").TIOCSCTTY, 0),
    )  # fmt: skip
    try:
        os.close(inner)
        read_until(outer, "you:    ")
        os.write(outer, b"Hello!\n")
        read_until(outer, "Come in out of the wind.\r\n\r\nyou:    ")
        assert left(talking, outer, leave) == 0
        assert talking.stderr is not None
        assert talking.stderr.read() == f"Written to {tmp_path / 'log'}.\n".encode()
    finally:
        talking.kill()
        talking.communicate()
        os.close(outer)


def test_serve_answers_until_it_is_stopped(tmp_path: Path) -> None:
    serving = started(
        "serve", KB, "--port", 0, "--log", tmp_path / "log", stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        assert serving.stdout is not None
        assert serving.stderr is not None
        told = serving.stdout.readline().decode()
        assert told.startswith("Keeper (41 answers) is at http://127.0.0.1:")
        address = told.split()[5]
        page = urllib.request.urlopen(address, timeout=10).read().decode()
        assert "Ask anything" in page
        headers = {"Origin": address.rstrip("/"), "X-Part": "1"}
        request = urllib.request.Request(address + "ask", b"question=Hello!", headers)
        assert "Come in out of the wind." in urllib.request.urlopen(request, timeout=10).read().decode()
        taken = CliRunner().invoke(main, ["avatar", "serve", str(KB), "--port", address.rstrip("/").rpartition(":")[2]])
        assert taken.exit_code == 2
        assert "something else answers there already; --port 0 takes any port that is free." in taken.stderr
        serving.send_signal(signal.SIGINT)
        assert serving.wait(20) == 0
        assert serving.stdout.read() == b"Stopped.\n"
        assert serving.stderr.read().startswith(b"note: ")  # of the clips that are not there, and nothing else
    finally:
        serving.kill()
        serving.communicate()
    assert json.loads((tmp_path / "log" / "exchanges.jsonl").read_text(encoding="utf-8"))["question"] == "Hello!"


def test_serve_mistakes_end_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def serve(*words: str) -> str:
        result = CliRunner().invoke(main, ["avatar", "serve", str(KB), "--log", str(tmp_path), *words])
        assert result.exit_code == 2
        return result.stderr.splitlines()[-1]

    assert "there is no host 'no.such.host.invalid' here" in serve("--host", "no.such.host.invalid")
    assert "there is no such folder of clips" in serve("--media", "nowhere")
    assert "99999 is not in the range" in serve("--port", "99999")
    monkeypatch.setitem(sys.modules, "turnwise.studio.app", None)
    assert serve() == (
        "turnwise: turnwise avatar serve needs an optional part: install it with `pip install 'turnwise[studio]'`."
    )


def test_serve_warns_of_other_hosts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turnwise.studio.server.serve", lambda app, listener: listener.close())
    result = CliRunner().invoke(
        main, ["avatar", "serve", str(KB), "--host", "0.0.0.0", "--port", "0", "--log", str(tmp_path)]
    )
    assert result.exit_code == 0
    assert "warning: everybody who can reach this machine" in result.stderr
    with socket.create_server(("127.0.0.1", 0)):
        quiet = CliRunner().invoke(main, ["avatar", "serve", str(KB), "--port", "0", "--no-log"])
    assert "warning" not in quiet.stderr
    assert "and nothing is written down" in quiet.stdout
