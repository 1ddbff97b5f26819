"""The clips of a knowledge base: which of them are there, and what they are.

A visitor never names a file: clips go by the position of their answer. A name in the knowledge base that leads out of
the folder is not followed.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from turnwise.errors import InputError
from turnwise.tables.decisions import plural
from turnwise.tables.knowledge import KnowledgeBase

VIDEO = {
    ".mp4": "video/mp4",
    ".m4v": "video/mp4",
    ".webm": "video/webm",
    ".ogv": "video/ogg",
    ".mov": "video/quicktime",
}
AUDIO = {
    ".mp3": "audio/mpeg", ".wav": "audio/wav", ".ogg": "audio/ogg", ".oga": "audio/ogg", ".opus": "audio/ogg",
    ".m4a": "audio/mp4", ".aac": "audio/aac", ".flac": "audio/flac", ".weba": "audio/webm",
}  # fmt: skip


@dataclass(frozen=True)
class Clip:
    """A file that a browser plays."""

    path: Path
    type: str

    @property
    def is_video(self) -> bool:
        return self.type.startswith("video/")


@dataclass(frozen=True)
class Clips:
    """The clips by the position of their answer; and what is to be told of those that are not there."""

    folder: Path
    of_answer: dict[int, Clip]
    notes: list[str]


def clips(kb: KnowledgeBase, folder: str | os.PathLike[str] | None = None) -> Clips:
    """The clips of a knowledge base, from its own folder or another one."""
    root = (Path(kb.source).parent if folder is None else Path(folder)).resolve()
    if not root.is_dir():
        raise InputError(f"{folder}: there is no such folder of clips.")
    found: dict[int, Clip] = {}
    outside, absent, strange = [], [], []
    for answer, name in enumerate(kb.media):
        if not name:
            continue
        path = _inside(root, name)
        kind = (VIDEO | AUDIO).get(Path(name).suffix.lower())
        if path is None:
            outside.append(name)
        elif not path.is_file():
            absent.append(name)
        elif kind is None:
            strange.append(name)
        else:
            found[answer] = Clip(path, kind)
    notes = [
        f"{plural(len(names), 'answer')} {why} (first: {names[0]})"
        for names, why in (
            (absent, f"with a clip that is not in {root}: shown as text; --media names another folder"),
            (outside, f"with a clip outside of {root}: not played"),
            (strange, "with a file that is neither a video nor a sound by its name: not played"),
        )
        if names
    ]
    return Clips(root, found, notes)


def _inside(root: Path, name: str) -> Path | None:
    """The file of this name, where it is in the folder, also after all links are followed."""
    try:
        path = (root / name).resolve()
    except (OSError, ValueError, RuntimeError):
        return None
    return path if path.is_relative_to(root) else None


def captions(text: str) -> str:
    """What is said in a clip as WebVTT, for the browser to show: the whole text as long as the clip lasts."""
    lines = " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return f"WEBVTT\n\n00:00:00.000 --> 23:59:59.000\n{lines}\n"
