"""Crowd ratings of snippets: a list of answers beside a list of the workers who gave them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from turnwise.readers.ratings.form import json_format, where
from turnwise.readers.ratings.gathering import Answer, Gathered
from turnwise.readers.records import Record, kind_of
from turnwise.tables.decisions import Decisions

QUESTION = "answer"


def _fits(fields: dict[str, Any]) -> bool:
    return "snippet_id" in fields and isinstance(fields.get("answers"), list)


def _read(records: Sequence[Record], gathered: Gathered, _: Decisions) -> None:
    """An item is an answer predicted for a snippet; a snippet may come with several."""
    for record in records:
        fields = record.fields
        predicted = fields.get("predicted_answer")
        item = str(fields["snippet_id"]) + (f"/{predicted}" if predicted is not None else "")
        gathered.item(item, snippet=str(fields["snippet_id"]))
        workers = fields.get("worker_ids")
        if workers is None:
            gathered.nobody_known()
            gathered.anonymously(where(record), item, QUESTION, fields["answers"])
            continue
        if not isinstance(workers, list) or len(workers) != len(fields["answers"]):
            found = f"{len(workers)} workers" if isinstance(workers, list) else kind_of(workers)
            raise record.place.error(found, f"a list of {len(fields['answers'])}, one for each answer")
        for worker, value in zip(workers, fields["answers"], strict=True):
            gathered.add(Answer(where(record), item, str(worker), QUESTION, value))


CROWD = json_format(
    "crowd",
    "answers of crowd workers about snippets of dialogues",
    '{"snippet_id": "s1", "predicted_answer": "…", "answers": [5, 4, …], "worker_ids": ["w1", "w2", …]}',
    _fits,
    _read,
)
