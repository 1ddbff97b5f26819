"""Dialogues as tasks of Label Studio: a paragraph a post, nuggets as paragraph labels, answers as choices."""

from __future__ import annotations

import json
from typing import Any

from turnwise.report.dialogue_files.form import DialogueForm, Parts
from turnwise.report.dialogue_files.said import Said, whole
from turnwise.tables.dialogues import CUSTOMER, HELPDESK, Dialogues

#: What the parts are called in the labelling interface.
DIALOGUE, NUGGET, WEIGHT = "dialogue", "nugget", "weight"


def _write(found: Dialogues, said: list[dict[str, Said]]) -> Parts:
    assert found.texts is not None
    times = None if found.times is None else found.times.tolist()
    posts: list[dict[str, Any]] = []
    for at, (by_helpdesk, text) in enumerate(zip(found.by_helpdesk.tolist(), found.texts, strict=True)):
        posts.append({"author": HELPDESK if by_helpdesk else CUSTOMER, "text": text})
        if times is not None and times[at] == times[at]:
            posts[at]["time"] = whole(times[at])
    ends, tasks = found.offsets.tolist(), []
    named = found.labels is None or found.labels.raters_known
    number = 0
    for at, name in enumerate(found.names):
        own = posts[ends[at] : ends[at + 1]]
        groups = {group: values[at] for group, values in found.groups.items() if values[at]}
        annotations = []
        for one in said[at].values():
            number += 1
            annotations.append(_annotation(number, one, own, named=named))
        task = {"id": at + 1, "data": {"id": name, **groups, DIALOGUE: own}, "annotations": annotations}
        tasks.append(json.dumps(task, ensure_ascii=False))
    return {"": "[\n" + ",\n".join(tasks) + "\n]"}


def _annotation(number: int, said: Said, posts: list[dict[str, Any]], *, named: bool) -> dict[str, Any]:
    results: list[dict[str, Any]] = []
    for at, one in enumerate(said.nuggets or ()):
        region = {
            "start": str(one.first),
            "end": str(one.last),
            "startOffset": 0,
            "endOffset": len(posts[one.last]["text"]),
        }
        name = f"{number}-{at + 1}"
        results.append(_result(name, NUGGET, "paragraphlabels", {**region, "paragraphlabels": [one.kind]}))
        if one.weight is not None:
            results.append(_result(name, WEIGHT, "number", {**region, "number": one.weight}))
    for question, value in said.answers.items():
        results.append(_result(f"{number}-{question}", question, "choices", {"choices": [str(value)]}))
    by: dict[str, Any] = {"completed_by": said.annotator} if named else {}
    return {"id": number, **by, "was_cancelled": False, "result": results}


def _result(name: str, question: str, type: str, value: dict[str, Any]) -> dict[str, Any]:
    return {"id": name, "from_name": question, "to_name": DIALOGUE, "type": type, "value": value}


LABELSTUDIO = DialogueForm("labelstudio", _write, needs_texts=True, lengths=False, readings=False)
