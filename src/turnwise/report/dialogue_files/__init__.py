"""Dialogues written as files, in every form that they are read from; what a form cannot hold is told."""

from __future__ import annotations

import gzip
import importlib
import sys
from contextlib import ExitStack
from pathlib import Path

import numpy as np

from turnwise.dialogues.blocks import Mixed, nuggets_on_blocks
from turnwise.errors import InputError, OptionError, did_you_mean, shown
from turnwise.report.dialogue_files.chats import MESSAGES, SHAREGPT
from turnwise.report.dialogue_files.form import MEASURED, DialogueForm, Parts
from turnwise.report.dialogue_files.labelstudio import LABELSTUDIO
from turnwise.report.dialogue_files.posts import POSTS
from turnwise.report.dialogue_files.said import Said, said_of
from turnwise.report.dialogue_files.stc3 import STC3
from turnwise.report.dialogue_files.tables import CSV
from turnwise.report.whole_file import whole_file
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.dialogues import Dialogues

FORMS = {form.name: form for form in (POSTS, STC3, MESSAGES, SHAREGPT, LABELSTUDIO, CSV)}
#: The form that an ending stands for, where none is named.
BY_SUFFIX = {".jsonl": "posts", ".ndjson": "posts", ".json": "posts", ".csv": "csv"}
_PACKED = (".gz", ".zst")


def form_of(path: str | Path) -> str:
    """The form that a file's ending stands for."""
    suffix = _suffix(Path(path))[0].lower()
    if suffix not in BY_SUFFIX:
        raise OptionError(
            f"{path}: the ending {suffix!r} names no form; end it in one of {', '.join(BY_SUFFIX)}, or name the form: "
            f"{', '.join(FORMS)}."
        )
    return BY_SUFFIX[suffix]


def write_dialogues(
    found: Dialogues,
    path: str | Path,
    *,
    form: str | None = None,
    mixed: Mixed = "refuse",
    decisions: Decisions | None = None,
) -> list[Path]:
    """Write dialogues whole or not at all, and tell what the form cannot hold; the files that were written.

    `.gz` and `.zst` at the end of the name compress. Tables (`csv`) have nuggets and labels in files beside the one
    named: `posts.csv`, `posts.nuggets.csv` and `posts.labels.csv`.
    """
    taken = Decisions() if decisions is None else decisions
    chosen = _named(form or form_of(path))
    if chosen.needs_texts and found.texts is None:
        raise OptionError(
            f"{found.source}: found lengths in place of texts, and the form {chosen.name} is of texts; write it as "
            "posts, stc3 or csv."
        )
    _tell_losses(found, chosen, taken)
    nuggets = found.nuggets
    if nuggets is not None and chosen.on_blocks:
        nuggets = nuggets_on_blocks(found, taken, mixed=mixed)
    said = said_of(found, nuggets, found.labels)
    if not chosen.readings:
        _tell_unread(found, chosen, said, taken)
    parts = chosen.write(found, said)
    target = Path(path)
    files = [_beside(target, part) for part in parts]
    _refuse_older(target, chosen, parts)
    with ExitStack() as stack:
        for file, text in zip(files, parts.values(), strict=True):
            stack.enter_context(whole_file(file)).write_bytes(_packed(file, text))
    return files


def _named(name: str) -> DialogueForm:
    if name not in FORMS:
        hint = did_you_mean(name, FORMS) or f"; the forms are {', '.join(FORMS)}."
        raise OptionError(f"there is no form of dialogues {name!r}{hint}")
    return FORMS[name]


def _tell_losses(found: Dialogues, form: DialogueForm, decisions: Decisions) -> None:
    """What is known of the dialogues and has no place in the form."""
    nuggets, labels = found.nuggets, found.labels
    weighted = 0 if nuggets is None else int((~np.isnan(nuggets.weight)).sum())
    timed = 0 if found.times is None else int((~np.isnan(found.times)).sum())
    units = 0 if form.lengths else sum(unit not in MEASURED for unit in found.lengths)
    for kind, held, count, one in (
        ("nuggets-not-written", form.nuggets, len(nuggets or ()), "nugget"),
        ("weights-not-written", form.weights or not form.nuggets, weighted, "weight of a nugget"),
        ("answers-not-written", form.answers, len(labels or ()), "answer"),
        ("times-not-written", form.times, timed, "time of a post"),
        ("lengths-not-written", form.lengths, units, "unit of lengths"),
    ):
        many = {"weight of a nugget": "weights of nuggets", "time of a post": "times of posts"}.get(one)
        many = "units of lengths" if one == "unit of lengths" else many
        text = f"{plural(count, one, many)} not written: the form {form.name} has no place for them"
        decisions.add(found.source, kind, 0 if held else count, text)


def _tell_unread(found: Dialogues, form: DialogueForm, said: list[dict[str, Said]], decisions: Decisions) -> None:
    """Where any nugget is marked, who marked none is taken for one who found none; where none is, nobody has looked."""
    every = [one for of in said for one in of.values()]
    marked = any(one.nuggets for one in every)
    lost = sum((one.nuggets is None) == marked for one in every)
    states = "not looked for", "looked for, but not found"
    before, after = states if marked else states[::-1]
    text = (
        f"{plural(lost, 'annotation')} in which nuggets were {before} written as if they were {after}: the form "
        f"{form.name} does not tell the two apart"
    )
    decisions.add(found.source, "readings-not-written", lost, text)


def _suffix(path: Path) -> tuple[str, str]:
    """A file's ending, without and with that of its compression."""
    packed = path.suffix if path.suffix.lower() in _PACKED else ""
    suffix = Path(path.name.removesuffix(packed)).suffix
    return suffix, suffix + packed


def _beside(path: Path, part: str) -> Path:
    """The file of a part: posts.csv.gz → posts.nuggets.csv.gz."""
    if not part:
        return path
    ending = _suffix(path)[1]
    return path.with_name(path.name.removesuffix(ending) + part + ending)


def _refuse_older(path: Path, form: DialogueForm, parts: Parts) -> None:
    """A table that is left from before would be read with what is written now."""
    for part in form.parts:
        if part not in parts and (older := _beside(path, part)).exists():
            raise OptionError(
                f"{older}: found a table from before, which would be read with {path.name}; remove it, or write "
                "elsewhere."
            )


def _packed(path: Path, text: str) -> bytes:
    try:
        data = (text if text.endswith("\n") else text + "\n").encode()
    except UnicodeEncodeError as error:  # JSON can write half of a character, but not read it elsewhere
        found = shown(error.object[max(0, error.start - 20) : error.end])
        raise InputError(f"{path}: found half of a character to write at the end of {found}, expected text.") from None
    if path.suffix.lower() == ".gz":
        return gzip.compress(data, mtime=0)
    if path.suffix.lower() == ".zst":
        zstd = importlib.import_module("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")
        return bytes(zstd.compress(data))
    return data
