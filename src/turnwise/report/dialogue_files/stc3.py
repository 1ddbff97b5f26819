"""Dialogues in the form of STC-3, DCH and DialEval: a turn for each block, and a label of it by each annotator."""

from __future__ import annotations

import json
import math
from typing import Any

from turnwise.report.dialogue_files.form import DialogueForm, Parts, other_units
from turnwise.report.dialogue_files.said import Said, whole
from turnwise.tables.dialogues import CUSTOMER, HELPDESK, Dialogues


def _write(found: Dialogues, said: list[dict[str, Said]]) -> Parts:
    turns, senders = _turns(found)
    # annotators who are numbers in their order everywhere are known by their position, as the published ones are
    everyone = [str(number) for number in range(1, max(map(len, said), default=0) + 1)]
    unnamed = all(list(of) == everyone for of in said) or (found.labels is not None and not found.labels.raters_known)
    written = []
    for number, name in enumerate(found.names):
        groups = {group: values[number] for group, values in found.groups.items() if values[number]}
        dialogue = {"id": name, **groups, "turns": turns[number]}
        if said[number]:
            of = said[number].values()
            dialogue["annotations"] = [_annotation(one, senders[number], named=not unnamed) for one in of]
        written.append(json.dumps(dialogue, ensure_ascii=False))
    return {"": "[\n" + ",\n".join(written) + "\n]"}


def _turns(found: Dialogues) -> tuple[list[list[dict[str, Any]]], list[list[bool]]]:
    """The turns of each dialogue, and which of them the helpdesk says."""
    units = other_units(found)
    lengths = {unit: found.lengths[unit].tolist() for unit in units}
    times = None if found.times is None else found.times.tolist()
    starts, turns = found.starts_block.tolist(), [list[dict[str, Any]]() for _ in found.names]
    sides: list[list[bool]] = [[] for _ in found.names]
    owners = found.owner.tolist()
    for at, by_helpdesk in enumerate(found.by_helpdesk.tolist()):
        own = turns[owners[at]]
        if starts[at]:
            own.append({"sender": HELPDESK if by_helpdesk else CUSTOMER})
            sides[owners[at]].append(by_helpdesk)
        turn = own[-1]
        if found.texts is not None:
            turn.setdefault("utterances", []).append(found.texts[at])
        for unit in units:
            if not math.isnan(lengths[unit][at]):
                turn.setdefault(unit, []).append(whole(lengths[unit][at]))
        if times is not None:
            turn.setdefault("times", []).append(None if math.isnan(times[at]) else whole(times[at]))
    return turns, sides


def _annotation(said: Said, senders: list[bool], *, named: bool) -> dict[str, Any]:
    annotation: dict[str, Any] = {"annotator": said.annotator} if named else {}
    if said.answers:
        annotation["quality"] = said.answers
    if said.nuggets is not None:
        labels = ["HNaN" if by_helpdesk else "CNaN" for by_helpdesk in senders]
        for one in said.nuggets:
            labels[one.first] = one.kind
        annotation["nugget"] = labels
    return annotation


STC3 = DialogueForm("stc3", _write, on_blocks=True, weights=False)
