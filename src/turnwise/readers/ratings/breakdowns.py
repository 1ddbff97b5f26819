"""The dialogue breakdown detection challenges: after each turn of the system some thirty people said O, T or X."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from turnwise.errors import shown
from turnwise.readers.ratings.form import json_format, where
from turnwise.readers.ratings.gathering import Answer, Gathered
from turnwise.readers.records import Record
from turnwise.tables.decisions import Decisions

QUESTION = "breakdown"
#: Not a breakdown, possibly one, a breakdown.
SCALE = ("O", "T", "X")


def _fits(fields: dict[str, Any]) -> bool:
    turns = fields.get("turns")
    return (
        isinstance(turns, list)
        and "dialogue-id" in fields
        and all(isinstance(turn, dict) and isinstance(turn.get("annotations"), list) for turn in turns)
    )


def _read(records: Sequence[Record], gathered: Gathered, _: Decisions) -> None:
    """A turn that nobody was asked about (of the user, or the system's first) is no item."""
    gathered.scales[QUESTION] = SCALE
    for record in records:
        dialogue = str(record.fields["dialogue-id"])
        for turn in record.fields["turns"]:
            labels = turn["annotations"]
            if not labels:
                continue
            item = gathered.item(f"{dialogue}/{turn.get('turn-index')}", dialogue=dialogue)
            _labels(record, item, labels, gathered)


def _labels(record: Record, item: str, labels: Sequence[Any], gathered: Gathered) -> None:
    """The labels of a turn. Where not every one says whose it is, none does."""
    for label in labels:
        if not isinstance(label, dict) or QUESTION not in label:
            raise record.place.error(f"the annotation {shown(label, 30)}", f"an object with '{QUESTION}'")
    values = [label[QUESTION] for label in labels]
    raters = [label.get("annotator-id") for label in labels]
    if all(raters):
        for rater, value in zip(raters, values, strict=True):
            gathered.add(Answer(where(record), item, str(rater), QUESTION, value))
        return
    gathered.nobody_known()
    gathered.anonymously(where(record), item, QUESTION, values)


BREAKDOWNS = json_format(
    "dbdc",
    "breakdown labels O, T and X of DBDC, a JSON file for each dialogue, also within a zip archive",
    '{"dialogue-id": "…", "turns": [{"turn-index": 1, "annotations": [{"breakdown": "O", "annotator-id": "…"}]}]}',
    _fits,
    _read,
)
