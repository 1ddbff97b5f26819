"""The run files that a user means by paths, folders and globs."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from turnwise.errors import InputError
from turnwise.readers.files import opened, said_in_a_sentence
from turnwise.readers.kinds import holds_run
from turnwise.tables.decisions import Decisions, plural


def run_files(words: Iterable[str | os.PathLike[str]], decisions: Decisions) -> list[Path]:
    """The files, each once, in the order given and sorted within each folder or glob.

    A folder means the runs in it and below it; other files there are passed over, and counted. What a name or a glob
    says outright is always taken.
    """
    found: dict[Path, Path] = {}
    repeated = []
    for word in words:
        for path in _meant(os.path.expanduser(os.fspath(word)), decisions):
            known = found.setdefault(path.resolve(), path)
            if known is not path:
                repeated.append(path)
    if repeated:
        text = f"{plural(len(repeated), 'file')} given more than once and read once (first: {repeated[0]})"
        decisions.add("runs", "repeated-files", len(repeated), text)
    return list(found.values())


def _meant(word: str, decisions: Decisions) -> list[Path]:
    path = Path(word)
    if path.is_dir():
        return _in_folder(path, decisions)
    if not path.exists() and glob.has_magic(word):
        return _matching(word)
    if not path.exists():
        with opened(path):  # says what is there instead
            pass
    return [path]


def _matching(pattern: str) -> list[Path]:
    there = sorted(map(Path, glob.glob(pattern, recursive=True)))
    files = [path for path in there if not path.is_dir()]
    if not files:
        found = f"{plural(len(there), 'folder')} and no file" if there else "nothing"
        raise InputError(f"{pattern}: found {found} of this pattern, expected runs; correct the pattern.")
    return files


def _in_folder(folder: Path, decisions: Decisions) -> list[Path]:
    there = list(_below(folder))
    hidden = [path for path in there if path.name.startswith(".")]
    runs = [path for path in there if path not in hidden and holds_run(path)]
    others = [path for path in there if path not in hidden and path not in runs]
    if not runs:
        if not others:
            raise InputError(f"{folder}: found an empty folder, expected runs.")
        found = f"{plural(len(others), 'file')} in this folder, none of them a run"
        raise InputError(f"{folder}: found {found}, expected runs; name a run's file to see what is wrong with it.")
    for paths, kind, what in ((others, "other-files", "not a run"), (hidden, "hidden-files", "hidden")):
        if paths:
            text = f"{plural(len(paths), 'file')} passed over as {what} (first: {paths[0].relative_to(folder)})"
            decisions.add(str(folder), kind, len(paths), text)
    return runs


def _below(folder: Path) -> Iterator[Path]:
    """The files in a folder and below it, sorted; hidden folders are not entered."""
    with said_in_a_sentence(str(folder)):
        there = sorted(folder.iterdir())
    for path in there:
        if not path.is_dir():
            yield path
        elif not path.name.startswith(".") and not path.is_symlink():
            yield from _below(path)
