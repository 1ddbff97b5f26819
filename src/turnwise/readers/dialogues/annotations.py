"""What annotators say of a dialogue, as JSON has it: one object for each annotator, named or in a fixed order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from turnwise.errors import FormatError, shown
from turnwise.readers.conversations.form import name_of
from turnwise.readers.dialogues.gathering import Gathered
from turnwise.readers.records import Place, Record, kind_of
from turnwise.tables.decisions import Decisions, plural


class Spot(NamedTuple):
    """An annotation, and where it stands."""

    place: Place
    position: int
    fields: Mapping[str, Any]

    def error(self, found: str, expected: str, todo: str = "") -> FormatError:
        return self.place.error(f"{found} in annotation {self.position}", expected, todo)


class Annotations:
    """The annotations of a file's dialogues. Annotators are who they say, or else known by their position."""

    def __init__(self, records: Sequence[Record], gathered: Gathered, decisions: Decisions) -> None:
        self.gathered = gathered
        self.of = [_spots(record) for record in records]
        spots = [spot for own in self.of for spot in own]
        nameless = [spot for spot in spots if spot.fields.get("annotator") is None]
        if nameless and len(nameless) < len(spots):
            raise nameless[0].error("no 'annotator'", "the annotator's name in each one, as others have one")
        self.named = not nameless
        for own in self.of if self.named else ():
            _refuse_twice(own)
        # In lists of one length the k-th is always the same annotator; in others nobody knows.
        gathered.annotators_known = self.named or len({len(own) for own in self.of}) == 1
        most = 0 if self.named else max(map(len, self.of))
        text = f"{plural(most, 'annotator')} without a name: named by position, from 1"
        decisions.add(gathered.source, "annotators-by-position", most, text)

    def annotator(self, spot: Spot) -> int:
        """The number of the annotator."""
        if not self.named:
            return self.gathered.annotator(str(spot.position))
        return self.gathered.annotator(_name(spot))

    def answers(self, spot: Spot, key: str, dialogue: int, annotator: int) -> None:
        """The answers about the whole dialogue that stand under a key."""
        answers = spot.fields.get(key)
        if answers is None:
            return
        if not isinstance(answers, dict):
            raise spot.error(f"{kind_of(answers)} in '{key}'", "an object with an answer to each question")
        for question, value in answers.items():
            if value is None:
                continue
            if not isinstance(value, int | float | str) or isinstance(value, bool):
                raise spot.error(f"the answer {shown(value, 30)} to {shown(question, 30)}", "a number or a word")
            self.gathered.answer(dialogue, annotator, question, value)


def _name(spot: Spot) -> str:
    return name_of(spot.place, dict(spot.fields), "annotator")


def _refuse_twice(own: Sequence[Spot]) -> None:
    """Of two annotations of one annotator nobody knows which counts; together they would count double."""
    seen: set[str] = set()
    for spot in own:
        if (name := _name(spot)) in seen:
            found = f"the annotator {shown(name, 30)} again"
            raise spot.error(found, "one annotation of each annotator", "remove one of the two, or join them")
        seen.add(name)


def _spots(record: Record) -> list[Spot]:
    """The annotations of a dialogue: objects all."""
    value = record.fields.get("annotations") or []
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise record.place.error(f"{kind_of(value)} in 'annotations'", "a list of objects, one for each annotator")
    return [Spot(record.place, position, fields) for position, fields in enumerate(value, 1)]
