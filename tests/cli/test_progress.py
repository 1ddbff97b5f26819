"""What a terminal is told while something takes long."""

from __future__ import annotations

import sys
import time

import pytest

from turnwise.cli.telling import Progress


def test_what_is_left_is_told_by_the_pace_of_the_steps(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = iter([0.0, 30.0, 31.0, 32.0, 33.0])  # half a minute of reading, then a step a second
    monkeypatch.setattr(time, "monotonic", lambda: next(now))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    progress = Progress("step")
    for done in (0, 10, 20, 40):
        progress(done, 40, "draws")
    assert capsys.readouterr().err.split("\r\033[K")[1:] == [
        "step 1 of 40: draws",
        "step 11 of 40: draws, about 3 s left",
        "step 21 of 40: draws, about 2 s left",
        "",
    ]


def test_nothing_is_told_within_a_second(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    progress = Progress("step")
    for done in range(3):
        progress(done, 2, "draws")
    assert capsys.readouterr().err == ""
