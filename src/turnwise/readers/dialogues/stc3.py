"""STC-3, DCH and DialEval: turns of a sender, and for each annotator a label a turn and answers about the whole.

A turn is what one side says before the other does, so its utterances are posts and the turn is a block. A label of a
turn is a nugget of all its posts. Files whose texts may not be passed on have lengths instead of `utterances`, under
names of their own (`chars_cn`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from turnwise.errors import did_you_mean, shown
from turnwise.readers.content import Content
from turnwise.readers.conversations.form import holds_turns, name_of
from turnwise.readers.dialogues.annotations import Annotations, Spot
from turnwise.readers.dialogues.form import DialogueFormat
from turnwise.readers.dialogues.gathering import Gathered, Post
from turnwise.readers.dialogues.times import seconds
from turnwise.readers.formats import check_records, in_records
from turnwise.readers.records import Place, Record, kind_of
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.dialogues import CUSTOMER, HELPDESK, KINDS

#: What an annotator can say of a turn: a kind of nugget, or that it is none.
LABELS: dict[str, int | None] = {**{kind: at for at, kind in enumerate(KINDS)}, "CNaN": None, "HNaN": None}
_TIMES = "times"


class Turn(NamedTuple):
    """The posts of a turn: from `first` to `last` within the dialogue."""

    first: int
    last: int
    by_helpdesk: bool


def _read(content: Content, decisions: Decisions) -> Gathered:
    check_records(content, _fits, f"a dialogue of the format stc3, {STC3.looks_like}")
    gathered = Gathered(content.source, "stc3")
    annotations = Annotations(content.records, gathered, decisions)
    again = 0
    for record, spots in zip(content.records, annotations.of, strict=True):
        turns, posts = _turns(record)
        groups = {key: value for key, value in record.fields.items() if key != "id" and isinstance(value, str)}
        dialogue = gathered.dialogue(record.place, name_of(record.place, record.fields, "id"), posts, **groups)
        again += sum(one.by_helpdesk == following.by_helpdesk for one, following in pairwise(turns))
        for spot in spots:
            annotator = annotations.annotator(spot)
            annotations.answers(spot, "quality", dialogue, annotator)
            if spot.fields.get("nugget") is not None:
                _nuggets(gathered, (dialogue, annotator), turns, spot)
    text = f"{plural(again, 'turn')} of the side that spoke before: with that turn, one block"
    decisions.add(content.source, "turns-in-a-row", again, text)
    return gathered


def _turns(record: Record) -> tuple[list[Turn], list[Post]]:
    """The turns of a dialogue and all their posts."""
    turns: list[Turn] = []
    posts: list[Post] = []
    for number, fields in enumerate(record.fields["turns"], 1):
        where = f" in turn {number}"
        if not isinstance(fields, dict):
            raise record.place.error(f"{kind_of(fields)} as turn {number}", "an object for each turn")
        sender = fields.get("sender")
        if sender not in (CUSTOMER, HELPDESK):
            found = f"no 'sender'{where}" if sender is None else f"the sender {shown(sender, 30)}{where}"
            raise record.place.error(found, f"'{CUSTOMER}' or '{HELPDESK}'")
        own = list(_posts(record.place, fields, sender == HELPDESK, where))
        if not own:
            raise record.place.error(f"no posts{where}", "at least one", "remove the turn and its labels")
        turns.append(Turn(len(posts), len(posts) + len(own) - 1, sender == HELPDESK))
        posts += own
    return turns, posts


def _posts(place: Place, fields: Mapping[str, Any], by_helpdesk: bool, where: str) -> Iterator[Post]:
    """The posts of a turn, with their texts or their lengths."""
    texts = fields.get("utterances")
    if texts is not None and not (isinstance(texts, list) and all(isinstance(text, str) for text in texts)):
        raise place.error(f"another 'utterances'{where}", "a list of texts")
    lengths = {key: _lengths(place, key, value, where) for key, value in fields.items() if _is_length(key, value)}
    listed = fields.get(_TIMES) or []
    if not isinstance(listed, list):
        raise place.error(f"{kind_of(listed)} in '{_TIMES}'{where}", "a list of times")
    times = [seconds(place, value, where) for value in listed]
    columns: list[Any] = [*lengths.values(), *([] if texts is None else [texts]), *([times] if times else [])]
    counts = {len(column) for column in columns}
    if not counts:
        raise place.error(f"no 'utterances'{where}", "a list of texts, or lists of lengths such as 'chars_cn'")
    if len(counts) > 1:
        raise place.error(f"lists of {' and '.join(map(str, sorted(counts)))} posts{where}", "as many in each list")
    for at in range(counts.pop()):
        yield Post(
            by_helpdesk,
            None if texts is None else texts[at],
            {unit: values[at] for unit, values in lengths.items()},
            times[at] if times else None,
        )


def _is_length(key: str, value: Any) -> bool:
    return key not in ("utterances", _TIMES) and isinstance(value, list)


def _lengths(place: Place, key: str, values: list[Any], where: str) -> list[float]:
    for value in values:
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value < float("inf"):
            raise place.error(f"{shown(value, 30)} in '{key}'{where}", "lengths: numbers from 0")
    return values


def _nuggets(gathered: Gathered, pair: tuple[int, int], turns: list[Turn], spot: Spot) -> None:
    """The nuggets that one annotator's labels say, one label a turn."""
    gathered.reading(*pair)
    labels = spot.fields["nugget"]
    if not isinstance(labels, list) or len(labels) != len(turns):
        found = plural(len(labels), "label") if isinstance(labels, list) else kind_of(labels)
        raise spot.error(f"{found} in 'nugget'", f"a list of {len(turns)}, one for each turn")
    for (first, last, _), label in zip(turns, labels, strict=True):
        if not isinstance(label, str) or label not in LABELS:
            hint = did_you_mean(str(label), LABELS).removeprefix("; ").removesuffix("?")
            raise spot.error(f"the label {shown(label, 30)}", f"one of {', '.join(LABELS)}", hint)
        kind = LABELS[label]
        if kind is not None:
            gathered.nugget(*pair, first, last, kind)


def _fits(fields: dict[str, Any]) -> bool:
    return holds_turns(fields, "turns", "sender")


STC3 = DialogueFormat(
    "stc3",
    "dialogues of STC-3, DCH and DialEval, with texts or lengths alone; the label of a turn is a nugget of its posts",
    '{"id": "d1", "turns": [{"sender": "customer", "utterances": […]}], "annotations": [{"quality": {"A": 1, …}, '
    '"nugget": ["CNUG0", …]}]}',
    in_records(_fits),
    _read,
)
