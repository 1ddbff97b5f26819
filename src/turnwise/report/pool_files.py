"""A pool of candidates as files: the whole of it, tasks for a crowd platform, and sheets for raters one knows."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from turnwise.errors import OptionError
from turnwise.tables.candidates import UNKNOWN, Candidates

QUESTION = "fit"
#: Four turns, as raters see them.
SAID = ("interrogator_1", "avatar", "interrogator_2", "candidate")
TASK_COLUMNS = ("item", *SAID, "assignments")
SHEET_COLUMNS = (*SAID, "value", "item", "annotator", "question", "rater_type")


def pool_lines(candidates: Candidates) -> Iterator[str]:
    """JSON Lines, an item a line: what `turnwise avatar crowd` needs to know of it. Not for the eyes of raters."""
    for at, item in enumerate(candidates.items):
        turn = int(candidates.turn[at])
        right, n_right = int(candidates.right[at]), int(candidates.n_right[turn])
        yield json.dumps(
            {
                "item": item,
                "turn": candidates.turns[turn],
                "dialogue": [
                    {"speaker": "avatar" if by_avatar else "interrogator", "text": text}
                    for text, by_avatar in candidates.shown[turn]
                ],
                "text": candidates.texts[at],
                "answer": candidates.answers[at] or None,
                "gold": bool(candidates.is_gold[at]),
                "right": None if right == UNKNOWN else bool(right),
                "right_answers": None if n_right == UNKNOWN else n_right,
                "lists": {
                    name: {"rank": int(candidates.ranks[at, s]), "score": float(candidates.scores[at, s])}
                    for s, name in enumerate(candidates.systems)
                    if candidates.ranks[at, s]
                },
                "raters": list(candidates.raters[turn]) if candidates.raters else [],
            },
            ensure_ascii=False,
        )


def tasks_csv(candidates: Candidates, per_item: int, seed: int = 0) -> str:
    """A row a task, turns in an order drawn by `seed`. Nothing in it tells which candidate is the gold one."""
    rows = [[candidates.items[at], *_said(candidates, at), per_item] for at in _shuffled(candidates, seed)]
    return _csv(TASK_COLUMNS, rows)


def sheets_csv(candidates: Candidates, seed: int = 0) -> str:
    """A row a rating to give: each rater's snippets, turns in an order of their own; `value` is to be filled in."""
    if not candidates.raters:
        raise OptionError("sheets need to know who rates; say how many raters there are (--raters).")
    rows: list[list[Any]] = []
    for number, rater in enumerate(sorted({name for names in candidates.raters for name in names})):
        mine = [
            at for at in _shuffled(candidates, seed + 1 + number) if rater in candidates.raters[candidates.turn[at]]
        ]
        rows += [[*_said(candidates, at), "", candidates.items[at], rater, QUESTION, "human"] for at in mine]
    return _csv(SHEET_COLUMNS, rows)


def _shuffled(candidates: Candidates, seed: int) -> list[int]:
    """Items with the turns in another order; those of a turn stay together, as they were shuffled already."""
    place = np.random.default_rng(seed).permutation(len(candidates.turns))
    found: list[int] = np.argsort(place[candidates.turn], kind="stable").tolist()
    return found


def _said(candidates: Candidates, item: int) -> list[str]:
    """Four cells; where the dialogue has only begun the first ones are empty."""
    before = [text for text, _ in candidates.shown[int(candidates.turn[item])]]
    return [*[""] * (3 - len(before)), *before, candidates.texts[item]]


def _csv(columns: tuple[str, ...], rows: list[list[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([columns, *rows])
    return text.getvalue()
