"""Dialogues as tables of CSV: a post a row, and beside it a nugget a row and an answer a row."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from turnwise.report.dialogue_files.form import DialogueForm, Parts, other_units
from turnwise.report.dialogue_files.said import Said, whole
from turnwise.tables.dialogues import CUSTOMER, HELPDESK, Dialogues


def _write(found: Dialogues, said: list[dict[str, Said]]) -> Parts:
    parts = {"": _table(*_posts(found))}
    if found.nuggets is not None:
        rows: list[list[object]] = []
        for name, of in zip(found.names, said, strict=True):
            for one in of.values():
                marked = one.nuggets or ()
                rows += [[name, one.annotator, m.kind, m.first + 1, m.last + 1, m.weight] for m in marked]
                if one.nuggets == []:  # who found none is a reader too
                    rows.append([name, one.annotator, None, None, None, None])
        parts[".nuggets"] = _table(["dialogue", "annotator", "kind", "first", "last", "weight"], rows)
    if found.labels is not None:
        answers = [
            [name, one.annotator, question, value]
            for name, of in zip(found.names, said, strict=True)
            for one in of.values()
            for question, value in one.answers.items()
        ]
        parts[".labels"] = _table(["dialogue", "annotator", "question", "value"], answers)
    return parts


def _posts(found: Dialogues) -> tuple[list[str], Iterable[list[object]]]:
    """The columns and the rows of the posts."""
    columns: dict[str, list[object]] = {
        "dialogue": [found.names[owner] for owner in found.owner.tolist()],
        "sender": [HELPDESK if side else CUSTOMER for side in found.by_helpdesk.tolist()],
    }
    if found.texts is not None:
        columns["text"] = list(found.texts)
    if found.times is not None:
        columns["time"] = _numbers(found.times.tolist())
    for unit in other_units(found):
        columns[f"length:{unit}"] = _numbers(found.lengths[unit].tolist())
    for group, values in found.groups.items():
        columns[group] = [values[owner] for owner in found.owner.tolist()]
    return list(columns), (list(row) for row in zip(*columns.values(), strict=True))


def _numbers(values: Sequence[float]) -> list[object]:
    return [None if value != value else whole(value) for value in values]


def _table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue()


CSV = DialogueForm("csv", _write, parts=(".nuggets", ".labels"))
