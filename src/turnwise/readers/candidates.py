"""A pool of candidates, as `turnwise avatar pool` writes it: JSON Lines, one item a line."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from turnwise.errors import shown
from turnwise.readers.content import content_of
from turnwise.readers.records import Place, Record
from turnwise.tables.candidates import UNKNOWN, Candidates, Said

AVATAR, INTERROGATOR = "avatar", "interrogator"


def read_candidates(path: str | os.PathLike[str]) -> Candidates:
    """The candidates of a pool file. Items of a turn need not stand together."""
    content = content_of(path, "a pool of candidates, as `turnwise avatar pool` writes it")
    if not content.is_json:
        raise Place(content.source, "line", 1).error(
            "text that is no JSON", "a pool of candidates", "write it with `turnwise avatar pool … -o pool.jsonl`"
        )
    rows = [_row(record) for record in content.records]
    _refuse_twice(content.records, rows)
    turns = list(dict.fromkeys(row["turn"] for row in rows))
    place = {turn: at for at, turn in enumerate(turns)}
    order = sorted(range(len(rows)), key=lambda at: place[rows[at]["turn"]])
    rows = [rows[at] for at in order]
    first = {row["turn"]: row for row in reversed(rows)}
    systems = list(dict.fromkeys(name for row in rows for name in row["lists"]))
    ranks = np.zeros((len(rows), len(systems)), dtype=np.int64)
    scores = np.full((len(rows), len(systems)), np.nan)
    for at, row in enumerate(rows):
        for s, name in enumerate(systems):
            if name in row["lists"]:
                ranks[at, s], scores[at, s] = row["lists"][name]
    return Candidates(
        source=content.source,
        items=[row["item"] for row in rows],
        turns=turns,
        turn=np.array([place[row["turn"]] for row in rows], dtype=np.int64),
        answers=[row["answer"] for row in rows],
        texts=[row["text"] for row in rows],
        is_gold=np.array([row["gold"] for row in rows], dtype=np.bool_),
        right=np.array([row["right"] for row in rows], dtype=np.int64),
        n_right=np.array([first[turn]["right_answers"] for turn in turns], dtype=np.int64),
        shown=[first[turn]["dialogue"] for turn in turns],
        systems=systems,
        ranks=ranks,
        scores=scores,
        raters=[tuple(first[turn]["raters"]) for turn in turns] if any(row["raters"] for row in rows) else (),
    )


def _row(record: Record) -> dict[str, Any]:
    """A line, checked."""
    fields, place = record.fields, record.place
    found: dict[str, Any] = {name: _text(fields, name, place) for name in ("item", "turn", "text")}
    found["answer"] = record.text(fields.get("answer"), "answer")
    found["gold"] = _one_of(fields, "gold", (True, False), place)
    right = _one_of(fields, "right", (True, False, None), place)
    found["right"] = UNKNOWN if right is None else int(right)
    found["right_answers"] = _count(fields.get("right_answers"), place)
    found["dialogue"] = _dialogue(fields.get("dialogue"), place)
    lists = record.part("lists")
    found["lists"] = {name: _listed(name, entry, place) for name, entry in lists.items()}
    raters = fields.get("raters") or []
    if not isinstance(raters, list) or not all(isinstance(name, str) for name in raters):
        raise place.error(f"the raters {shown(raters, 40)}", "a list of names")
    found["raters"] = raters
    return found


def _text(fields: Mapping[str, Any], name: str, place: Place) -> str:
    value = fields.get(name)
    if not isinstance(value, str) or not value:
        raise place.error(f"the {name} {shown(value, 40)}" if name in fields else f"no '{name}'", "a text")
    return value


def _one_of(fields: Mapping[str, Any], name: str, values: tuple[bool | None, ...], place: Place) -> bool | None:
    value = fields.get(name)
    if not any(value is known for known in values):
        words = {True: "true", False: "false", None: "null"}
        raise place.error(f"{shown(value, 40)} in '{name}'", " or ".join(words[known] for known in values))
    return value


def _count(value: Any, place: Place) -> int:
    if value is None:
        return UNKNOWN
    if type(value) is not int or value < 0:
        raise place.error(f"{shown(value, 40)} in 'right_answers'", "a whole number, or null")
    return value


def _dialogue(value: Any, place: Place) -> list[Said]:
    if not isinstance(value, list) or not value:
        raise place.error(f"{shown(value, 40)} in 'dialogue'", "what was said, the question last")
    said = []
    for part in value:
        if not isinstance(part, dict) or not isinstance(part.get("text"), str):
            raise place.error(f"{shown(part, 40)} in 'dialogue'", "objects with 'speaker' and 'text'")
        if part.get("speaker") not in (AVATAR, INTERROGATOR):
            raise place.error(f"the speaker {shown(part.get('speaker'), 40)}", f"{AVATAR} or {INTERROGATOR}")
        said.append((part["text"], part["speaker"] == AVATAR))
    return said


def _listed(name: str, entry: Any, place: Place) -> tuple[int, float]:
    rank = entry.get("rank") if isinstance(entry, dict) else None
    score = entry.get("score") if isinstance(entry, dict) else None
    if type(rank) is not int or rank < 1 or type(score) not in (int, float) or not np.isfinite(score):  # type: ignore[arg-type]
        raise place.error(f"{shown(entry, 40)} for {shown(name)} in 'lists'", "a rank from 1 and a score")
    return rank, float(score)  # type: ignore[arg-type]


def _refuse_twice(records: list[Record], rows: list[dict[str, Any]]) -> None:
    seen: set[str] = set()
    for record, row in zip(records, rows, strict=True):
        if row["item"] in seen:
            raise record.place.error(f"the item {shown(row['item'])} twice", "each item once")
        seen.add(row["item"])
