"""A small avatar with clips, and the browser that talks to it."""

from __future__ import annotations

import math
import shutil
import struct
import wave
from pathlib import Path

import pytest

from turnwise.readers.knowledge import read_knowledge_base
from turnwise.retrieval import retriever
from turnwise.studio.avatar import Avatar

SAMPLE = Path(__file__).parents[2] / "src" / "turnwise" / "samples" / "avatar" / "keeper.csv"


def write_tone(path: Path, seconds: float = 2.0, rate: int = 8000) -> None:
    """A sound: a tone of 440 Hz, as WAV."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        tone = (int(9000 * math.sin(at * 2 * math.pi * 440 / rate)) for at in range(int(seconds * rate)))
        file.writeframes(b"".join(struct.pack("<h", height) for height in tone))


@pytest.fixture
def kb(tmp_path: Path) -> Path:
    """The sample, where the name is told by a sound that is there, and all other clips are absent."""
    path = tmp_path / "kb" / "keeper.csv"
    path.parent.mkdir()
    path.write_text(SAMPLE.read_text(encoding="utf-8").replace("name.mp4", "name.wav"), encoding="utf-8")
    write_tone(path.parent / "name.wav")
    return path


@pytest.fixture
def avatar(kb: Path) -> Avatar:
    base = read_knowledge_base(kb)
    return Avatar("Keeper", retriever("tfidf").index(base), "tfidf")


@pytest.fixture(scope="session")
def chromium() -> str:
    """The browser; tests that need one are skipped, and say so, where there is none."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        pytest.skip("no browser is here: install the Debian package chromium (`make test` does, as root)")
    return path
