"""Dialogues made for tests: a few words say who speaks, and what each annotator marked and answered."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from turnwise.readers.dialogues import read_dialogues
from turnwise.tables.dialogues import Dialogues

#: An annotation: nuggets as (kind, first, last) from 1, and answers.
Marks = tuple[Sequence[tuple[str, int, int]], Mapping[str, float]]


def written(dialogues: Sequence[tuple[str, Sequence[Marks]]], **groups: Sequence[str]) -> list[dict[str, Any]]:
    """Dialogues in our own format; senders are a text such as `CCH`. A post has ten characters."""
    return [
        {
            "id": f"d{number}",
            **{name: values[number - 1] for name, values in groups.items()},
            "posts": [
                {"sender": "helpdesk" if sender == "H" else "customer", "lengths": {"characters": 10}}
                for sender in senders
            ],
            "annotations": [
                {
                    "annotator": f"a{who}",
                    "nuggets": [{"kind": kind, "first": first, "last": last} for kind, first, last in nuggets],
                    "answers": dict(answers),
                }
                for who, (nuggets, answers) in enumerate(marks, 1)
            ],
        }
        for number, (senders, marks) in enumerate(dialogues, 1)
    ]


def made(folder: Path, dialogues: Sequence[tuple[str, Sequence[Marks]]], **groups: Sequence[str]) -> Dialogues:
    """The same, read."""
    path = folder / "made.json"
    path.write_text(json.dumps(written(dialogues, **groups)), encoding="utf-8")
    return read_dialogues(path)


def random_dialogues(seed: int, n: int = 30, annotators: int = 4) -> list[tuple[str, list[Marks]]]:
    """Dialogues whose posts, nuggets and answers are drawn at random; each nugget is one post."""
    rng = np.random.default_rng(seed)
    kinds = {"C": ("CNUG0", "CNUG", "CNUG*"), "H": ("HNUG", "HNUG*")}
    found: list[tuple[str, list[Marks]]] = []
    for _ in range(n):
        senders = "C" + "".join(rng.choice(list("CH"), int(rng.integers(0, 6))))
        marks: list[Marks] = []
        for _ in range(annotators):
            nuggets = [
                (str(rng.choice(kinds[sender])), at, at) for at, sender in enumerate(senders, 1) if rng.random() < 0.6
            ]
            marks.append((nuggets, {"S": float(rng.integers(-2, 3)), "A": float(rng.integers(-2, 3))}))
        found.append((senders, marks))
    return found
