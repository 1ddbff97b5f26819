"""Our own format of dialogues, which holds all that the table holds: posts, and each annotator's nuggets and answers.

One JSON object a dialogue, one a line or in a list. A nugget says its kind, and its first and last post (from 1).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from turnwise.errors import FormatError, did_you_mean, shown
from turnwise.readers.content import Content
from turnwise.readers.conversations.form import holds_turns, name_of
from turnwise.readers.dialogues.annotations import Annotations, Spot
from turnwise.readers.dialogues.form import DialogueFormat
from turnwise.readers.dialogues.gathering import Gathered, Post
from turnwise.readers.dialogues.times import seconds
from turnwise.readers.formats import check_records, in_records
from turnwise.readers.records import Record, kind_of
from turnwise.tables.decisions import Decisions
from turnwise.tables.dialogues import CUSTOMER, HELPDESK, KINDS

_OWN = ("id", "posts", "annotations")


def _read(content: Content, decisions: Decisions) -> Gathered:
    check_records(content, _fits, f"a dialogue of the format posts, {POSTS.looks_like}")
    gathered = Gathered(content.source, "posts")
    annotations = Annotations(content.records, gathered, decisions)
    for record, spots in zip(content.records, annotations.of, strict=True):
        posts = [_post(record, number, fields) for number, fields in enumerate(record.fields["posts"], 1)]
        groups = {key: value for key, value in record.fields.items() if key not in _OWN and isinstance(value, str)}
        dialogue = gathered.dialogue(record.place, name_of(record.place, record.fields, "id"), posts, **groups)
        for spot in spots:
            annotator = annotations.annotator(spot)
            annotations.answers(spot, "answers", dialogue, annotator)
            if spot.fields.get("nuggets") is not None:
                _nuggets(gathered, dialogue, annotator, spot)
    return gathered


def _post(record: Record, number: int, fields: Any) -> Post:
    """One post: its sender, its text or lengths, and when it was sent."""
    where = f" in post {number}"
    if not isinstance(fields, dict):
        raise record.place.error(f"{kind_of(fields)} as post {number}", "an object for each post")
    sender, text = fields.get("sender"), fields.get("text")
    if sender not in (CUSTOMER, HELPDESK):
        found = f"no 'sender'{where}" if sender is None else f"the sender {shown(sender, 30)}{where}"
        raise record.place.error(found, f"'{CUSTOMER}' or '{HELPDESK}'")
    if text is not None and not isinstance(text, str):
        raise record.place.error(f"{kind_of(text)} in 'text'{where}", "a text")
    lengths = fields.get("lengths")
    if text is None and lengths is None:
        raise record.place.error(f"no 'text'{where}", "a text, or its 'lengths', such as {\"characters\": 12}")
    return Post(sender == HELPDESK, text, lengths and _lengths(record, lengths, where), _time(record, fields, where))


def _time(record: Record, fields: Mapping[str, Any], where: str) -> float | None:
    return seconds(record.place, fields.get("time"), where)


def _lengths(record: Record, lengths: Any, where: str) -> dict[str, float]:
    if not isinstance(lengths, dict):
        raise record.place.error(f"{kind_of(lengths)} in 'lengths'{where}", "an object with a number for each unit")
    for unit, value in lengths.items():
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value < float("inf"):
            raise record.place.error(f"{shown(value, 30)} {unit}{where}", "a length: a number from 0")
    return lengths


def _nuggets(gathered: Gathered, dialogue: int, annotator: int, spot: Spot) -> None:
    """The nuggets of one annotator."""
    gathered.reading(dialogue, annotator)
    listed = spot.fields["nuggets"]
    if not isinstance(listed, list):
        raise spot.error(f"{kind_of(listed)} in 'nuggets'", "a list of nuggets")
    for number, nugget in enumerate(listed, 1):
        if not isinstance(nugget, dict):
            raise spot.error(f"{kind_of(nugget)} as nugget {number}", "an object with 'kind', 'first' and 'last'")
        kind, first = nugget.get("kind"), nugget.get("first")
        last, weight = nugget.get("last", first), nugget.get("weight")
        if kind not in KINDS:
            raise kind_error(spot, f"the kind {shown(kind, 30)} of nugget {number}", kind)
        if type(first) is not int or type(last) is not int:
            raise spot.error(
                f"nugget {number} from {shown(first, 20)} to {shown(last, 20)}", "numbers of posts, from 1"
            )
        if weight is not None and (not isinstance(weight, int | float) or isinstance(weight, bool)):
            raise spot.error(f"the weight {shown(weight, 30)} of nugget {number}", "a number")
        gathered.nugget(dialogue, annotator, first - 1, last - 1, KINDS.index(kind), weight)


def kind_error(spot: Spot, found: str, kind: Any) -> FormatError:
    """The error for what is no kind of nugget."""
    hint = did_you_mean(str(kind), KINDS).removeprefix("; ").removesuffix("?")
    return spot.error(found, f"one of {', '.join(KINDS)}", hint)


def _fits(fields: dict[str, Any]) -> bool:
    return holds_turns(fields, "posts", "sender")


POSTS = DialogueFormat(
    "posts",
    "our own format, which holds all: posts, nuggets from a first to a last post (from 1), answers; JSON or JSON Lines",
    '{"id": "d1", "posts": [{"sender": "customer", "text": …, "time": …}], "annotations": [{"annotator": "ann", '
    '"nuggets": [{"kind": "CNUG0", "first": 1, "last": 2, "weight": 1}], "answers": {"A": 1}}]}',
    in_records(_fits),
    _read,
)
