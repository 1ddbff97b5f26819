"""Adjacency matrices, as the code of Faggioli et al. (SIGIR 2021) reads them: row *i* marks the parents of turn *i*."""

from __future__ import annotations

from typing import Any

from turnwise.readers.conversations.form import conversation, name_of, records_format
from turnwise.readers.records import Record
from turnwise.tables.turns import UNKNOWN, Conversation, Turn


def _is_adjacency(fields: dict[str, Any]) -> bool:
    rows = fields.get("links")
    return "number" in fields and isinstance(rows, list) and bool(rows) and isinstance(rows[0], list)


def _conversation(record: Record) -> Conversation:
    """Turns have no ids here: they are numbered from 1, in the order of the rows."""
    rows = record.fields["links"]
    links = {}
    for number, row in enumerate(rows, 1):
        if not isinstance(row, list) or len(row) != len(rows) or any(type(n) is bool or n not in (0, 1) for n in row):
            raise record.place.error(f"another row {number} of 'links'", f"{len(rows)} numbers, each 0 or 1")
        links[str(number)] = tuple(str(parent) for parent, marked in enumerate(row, 1) if marked)
    turns = [Turn(turn, UNKNOWN, "") for turn in links]
    return conversation(record.place, name_of(record.place, record.fields, "number"), turns, links=links)


ADJACENCY = records_format(
    "adjacency",
    "adjacency matrices; row i has a 1 for each parent of turn i, and turns are numbered from 1",
    '[{"number": 31, "links": [[0, 0], [1, 0]]}]',
    _is_adjacency,
    lambda records, _: [_conversation(record) for record in records],
)
