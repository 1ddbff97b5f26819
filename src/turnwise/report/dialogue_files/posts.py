"""Dialogues in our own form: one JSON object a line, which holds all that is known of a dialogue."""

from __future__ import annotations

import json
import math
from typing import Any

from turnwise.report.dialogue_files.form import DialogueForm, Parts, other_units
from turnwise.report.dialogue_files.said import Said, whole
from turnwise.tables.dialogues import CUSTOMER, HELPDESK, Dialogues


def _write(found: Dialogues, said: list[dict[str, Said]]) -> Parts:
    units, posts = other_units(found), []
    lengths = [found.lengths[unit].tolist() for unit in units]
    times = None if found.times is None else found.times.tolist()
    for at, by_helpdesk in enumerate(found.by_helpdesk.tolist()):
        post: dict[str, Any] = {"sender": HELPDESK if by_helpdesk else CUSTOMER}
        if times is not None and not math.isnan(times[at]):
            post["time"] = whole(times[at])
        if found.texts is not None:
            post["text"] = found.texts[at]
        measured = {u: whole(of[at]) for u, of in zip(units, lengths, strict=True) if not math.isnan(of[at])}
        if measured:
            post["lengths"] = measured
        posts.append(post)
    ends = found.offsets.tolist()
    named = found.labels is None or found.labels.raters_known
    lines = []
    for number, name in enumerate(found.names):
        groups = {group: values[number] for group, values in found.groups.items() if values[number]}
        dialogue = {"id": name, **groups, "posts": posts[ends[number] : ends[number + 1]]}
        if said[number]:
            dialogue["annotations"] = [_annotation(one, named) for one in said[number].values()]
        lines.append(json.dumps(dialogue, ensure_ascii=False))
    return {"": "\n".join(lines)}


def _annotation(said: Said, named: bool) -> dict[str, Any]:
    annotation: dict[str, Any] = {"annotator": said.annotator} if named else {}
    if said.nuggets is not None:
        annotation["nuggets"] = [
            {"kind": one.kind, "first": one.first + 1, "last": one.last + 1}
            | ({} if one.weight is None else {"weight": one.weight})
            for one in said.nuggets
        ]
    return annotation | ({"answers": said.answers} if said.answers else {})


POSTS = DialogueForm("posts", _write)
