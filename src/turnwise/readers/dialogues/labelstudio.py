"""Label Studio: tasks with a dialogue as paragraphs, nuggets as paragraph labels, answers as choices or ratings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from turnwise.errors import shown
from turnwise.readers.content import Content
from turnwise.readers.dialogues.annotations import Spot
from turnwise.readers.dialogues.chats import TIMES
from turnwise.readers.dialogues.form import DialogueFormat
from turnwise.readers.dialogues.gathering import Gathered, Post
from turnwise.readers.dialogues.named import IDS, names
from turnwise.readers.dialogues.posts import kind_error
from turnwise.readers.dialogues.sides import is_helpdesk
from turnwise.readers.dialogues.stc3 import LABELS
from turnwise.readers.dialogues.times import seconds
from turnwise.readers.formats import check_records, in_records
from turnwise.readers.records import Record, kind_of
from turnwise.tables.decisions import Decisions, plural

SENDERS = ("author", "sender", "speaker", "role", "name")
TEXTS = ("text", "content", "utterance", "value", "message")
#: What a result of another type than paragraph labels says: the answer stands under the type's own name.
_ANSWERS = ("choices", "rating", "number")


class Task(NamedTuple):
    """A task: where it stands, the key of its dialogue, who may speak under which keys, and its annotations."""

    record: Record
    data: Mapping[str, Any]
    listed: str
    annotations: list[Spot]


class Tally:
    """What is left out of annotations, counted."""

    def __init__(self) -> None:
        self.cancelled = self.again = self.widened = self.guesses = self.unmarked = 0
        self.others: Counter[str] = Counter()

    def tell(self, source: str, decisions: Decisions) -> None:
        types = ", ".join(f"{type} {count:,}" for type, count in self.others.items())
        others = self.others.total()
        for kind, count, text in (
            ("cancelled-annotations", self.cancelled, f"{plural(self.cancelled, 'cancelled annotation')} left out"),
            (
                "annotations-again",
                self.again,
                f"{plural(self.again, 'annotation')} of an annotator who did the task again: the last counts",
            ),
            (
                "spans-widened",
                self.widened,
                f"{plural(self.widened, 'span')} of a part of a post taken as one of the whole post",
            ),
            (
                "nothing-marked",
                self.unmarked,
                f"{plural(self.unmarked, 'annotation')} with answers, but without a nugget: taken as having looked for "
                "nuggets and found none",
            ),
            (
                "results-not-read",
                others,
                f"{plural(others, 'result')} of a type that is neither nugget nor answer not read ({types})",
            ),
            (
                "predictions-not-read",
                self.guesses,
                f"{plural(self.guesses, 'prediction')} of models beside the annotations not read",
            ),
        ):
            decisions.add(source, kind, count, text)


def _read(content: Content, decisions: Decisions) -> Gathered:
    check_records(content, _fits, f"a task of Label Studio, {LABELSTUDIO.looks_like}")
    gathered, tally = Gathered(content.source, "labelstudio"), Tally()
    tasks = [_task(record, tally) for record in content.records]
    marks = any(_results(spot, "paragraphlabels") for task in tasks for spot in task.annotations)
    fields = [_ids(task) for task in tasks]
    who = Annotators(tasks, gathered, decisions)
    for task, name in zip(tasks, names(content.records, fields, decisions), strict=True):
        posts = _posts(task)
        groups = {k: v for k, v in task.data.items() if k not in (*IDS, task.listed) and isinstance(v, str)}
        dialogue = gathered.dialogue(task.record.place, name, posts, **groups)
        for annotator, spot in who.each(task, tally):
            if marks:
                gathered.reading(dialogue, annotator)
                _nuggets(gathered, dialogue, annotator, posts, spot, tally)
                unmarked = not _results(spot, "paragraphlabels")
                tally.unmarked += unmarked and any(_results(spot, type) for type in _ANSWERS)
            _answers(gathered, dialogue, annotator, spot, tally)
    tally.tell(content.source, decisions)
    return gathered


def _task(record: Record, tally: Tally) -> Task:
    data = record.part("data")
    listed = next(key for key, value in data.items() if _is_dialogue(value))
    given = record.fields.get("annotations") or []
    if not isinstance(given, list) or not all(isinstance(one, dict) for one in given):
        raise record.place.error(f"{kind_of(given)} in 'annotations'", "a list of objects, one for each annotator")
    spots = [Spot(record.place, position, one) for position, one in enumerate(given, 1)]
    kept = [spot for spot in spots if not spot.fields.get("was_cancelled")]
    tally.cancelled += len(spots) - len(kept)
    tally.guesses += len(record.fields.get("predictions") or ())
    return Task(record, data, listed, kept)


def _ids(task: Task) -> dict[str, Any]:
    """Where a task's id stands: among its data, which are the user's own, else the task's."""
    if any(task.data.get(key) is not None for key in IDS):
        return dict(task.data)
    return {"id": task.record.fields.get("id")}


def _posts(task: Task) -> list[Post]:
    """The posts of a task's dialogue. Every paragraph must be one, as spans count them."""
    posts = []
    for number, fields in enumerate(task.data[task.listed], 1):
        place, where = task.record.place, f" in paragraph {number}"
        if not isinstance(fields, dict):
            raise place.error(f"{kind_of(fields)} as paragraph {number}", "an object for each paragraph")
        key = next((key for key in SENDERS if key in fields), SENDERS[0])
        side = is_helpdesk(place, fields.get(key), key, where)
        text = next((fields[key] for key in TEXTS if key in fields), None)
        if side is None:
            raise place.error(f"the {key} {shown(fields[key], 30)}{where}", "one of the two sides in every paragraph")
        if not isinstance(text, str):
            raise place.error(f"{'no' if text is None else kind_of(text) + ' as'} text{where}", "a text")
        time = next((fields[key] for key in TIMES if fields.get(key) is not None), None)
        posts.append(Post(side, text, time=seconds(place, time, where)))
    return posts


class Annotators:
    """Who made which annotation: whom `completed_by` names, or where nobody is named, a position."""

    def __init__(self, tasks: Sequence[Task], gathered: Gathered, decisions: Decisions) -> None:
        self.gathered = gathered
        spots = [spot for task in tasks for spot in task.annotations]
        nameless = [spot for spot in spots if _completed_by(spot) is None]
        if nameless and len(nameless) < len(spots):
            raise nameless[0].error("no 'completed_by'", "it in each one, as others have it")
        self.named = not nameless
        # In lists of one length the k-th is taken to be the same annotator; in others nobody knows.
        gathered.annotators_known = self.named or len({len(task.annotations) for task in tasks}) == 1
        most = 0 if self.named else max(len(task.annotations) for task in tasks)
        text = f"{plural(most, 'annotator')} without a name: named by position, from 1"
        decisions.add(gathered.source, "annotators-by-position", most, text)

    def each(self, task: Task, tally: Tally) -> list[tuple[int, Spot]]:
        """The annotations that count: the last one of each annotator, in the order of their ids where they have ids."""
        if not self.named:
            return [(self.gathered.annotator(str(at)), spot) for at, spot in enumerate(task.annotations, 1)]
        ordered = sorted(task.annotations, key=lambda spot: _number(spot.fields.get("id")))
        last = {str(_completed_by(spot)): spot for spot in ordered}
        tally.again += len(ordered) - len(last)
        return [(self.gathered.annotator(name), spot) for name, spot in last.items()]


def _completed_by(spot: Spot) -> str | None:
    """The annotator's name: a number, a text, or the e-mail address or the number of an object."""
    by = spot.fields.get("completed_by")
    if isinstance(by, dict):
        by = by.get("email") or by.get("id")
    if by is None or by == "":
        return None
    if isinstance(by, bool) or not isinstance(by, int | str):
        raise spot.error(f"{kind_of(by)} in 'completed_by'", "a number, a name, or an object with an 'email'")
    return str(by)


def _number(value: Any) -> int:
    return value if type(value) is int else 0


def _results(spot: Spot, type: str) -> list[dict[str, Any]]:
    """The results of a type."""
    results = spot.fields.get("result") or []
    if not isinstance(results, list) or not all(isinstance(one, dict) for one in results):
        raise spot.error(f"{kind_of(results)} in 'result'", "a list of objects")
    return [one for one in results if one.get("type") == type]


def _nuggets(
    gathered: Gathered, dialogue: int, annotator: int, posts: Sequence[Post], spot: Spot, tally: Tally
) -> None:
    """The nuggets of an annotation. A number or rating of the same region is a nugget's weight."""
    weights = {
        str(one.get("id")): one["value"][type]
        for type in ("number", "rating")
        for one in _results(spot, type)
        if isinstance(one.get("value"), dict) and "start" in one["value"] and type in one["value"]
    }
    for one in _results(spot, "paragraphlabels"):
        value = one.get("value")
        labels = value.get("paragraphlabels") if isinstance(value, dict) else None
        if not isinstance(value, dict) or not isinstance(labels, list) or not labels:
            raise spot.error("paragraph labels without a label", '"value": {"paragraphlabels": ["CNUG"], …}')
        first, last = (_paragraph(spot, value.get(end), end) for end in ("start", "end"))
        weight = weights.get(str(one.get("id")))
        if weight is not None and (not isinstance(weight, int | float) or isinstance(weight, bool)):
            raise spot.error(f"the weight {shown(weight, 30)}", "a number")
        if 0 <= first <= last < len(posts):
            tally.widened += _is_part(value, posts[last])
        for label in labels:
            if not isinstance(label, str) or label not in LABELS:
                raise kind_error(spot, f"the label {shown(label, 30)}", label)
            kind = LABELS[label]
            if kind is not None:
                gathered.nugget(dialogue, annotator, first, last, kind, weight)


def _paragraph(spot: Spot, value: Any, end: str) -> int:
    """The number of a paragraph, from 0, which Label Studio writes as a text."""
    if type(value) is int or (isinstance(value, str) and value.strip().isdecimal()):
        return int(value)
    raise spot.error(f"the {end} {shown(value, 30)} of a span", "the number of a paragraph, from 0")


def _is_part(value: Mapping[str, Any], last: Post) -> bool:
    """Whether a span leaves out the start of its first post, or the end of its last."""
    start, end = value.get("startOffset"), value.get("endOffset")
    return _number(start) > 0 or (type(end) is int and end < len(last.text or ""))


def _answers(gathered: Gathered, dialogue: int, annotator: int, spot: Spot, tally: Tally) -> None:
    """The answers of an annotation about its dialogue as a whole."""
    for type in {str(one.get("type")) for one in spot.fields.get("result") or ()} - {*_ANSWERS, "paragraphlabels"}:
        tally.others[type] += len(_results(spot, type))
    for type in _ANSWERS:
        for one in _results(spot, type):
            value, question = one.get("value"), one.get("from_name")
            if not isinstance(value, dict) or not isinstance(question, str) or type not in value:
                raise spot.error(f"a result of the type {type} without a value or a name", f"'{type}' and 'from_name'")
            if "start" in value:  # of a span: a weight, which is read with its nugget, or something else
                tally.others[f"{type} of a span"] += type == "choices"
                continue
            said = value[type]
            if isinstance(said, list):
                said = "+".join(map(str, said)) if said else None
            if said is not None:
                gathered.answer(dialogue, annotator, question, _as_number(said))


def _as_number(said: Any) -> float | str:
    """A choice that is written as a number is one."""
    try:
        return float(said)
    except (TypeError, ValueError):
        return str(said)


def _is_dialogue(value: Any) -> bool:
    first = value[0] if isinstance(value, list) and value else None
    return isinstance(first, dict) and any(key in first for key in SENDERS) and any(key in first for key in TEXTS)


def _fits(fields: dict[str, Any]) -> bool:
    data = fields.get("data")
    return isinstance(data, dict) and any(map(_is_dialogue, data.values()))


LABELSTUDIO = DialogueFormat(
    "labelstudio",
    "tasks of Label Studio (JSON): paragraph labels are nuggets, choices, ratings and numbers are answers",
    '[{"id": 1, "data": {"dialogue": [{"author": "customer", "text": …}]}, "annotations": [{"completed_by": 1, '
    '"result": [{"type": "paragraphlabels", …}]}]}]',
    in_records(_fits),
    _read,
)
