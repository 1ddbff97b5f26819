"""What each annotator said of each dialogue, gathered from the tables' rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from turnwise.tables.dialogues import KINDS, Dialogues, Nuggets
from turnwise.tables.ratings import Ratings


class Marked(NamedTuple):
    """A nugget, from its first to its last post within the dialogue (from 0)."""

    kind: str
    first: int
    last: int
    weight: float | int | None


@dataclass
class Said:
    """What one annotator said of one dialogue; `nuggets` is None for one who looked for none."""

    annotator: str
    nuggets: list[Marked] | None = None
    answers: dict[str, float | int | str] = field(default_factory=dict)


def whole(value: float) -> float | int:
    """A whole number as such."""
    return int(value) if value.is_integer() else value


def said_of(found: Dialogues, nuggets: Nuggets | None, labels: Ratings | None) -> list[dict[str, Said]]:
    """The annotations of each dialogue by annotator, annotators in one order everywhere."""
    order = [*(() if nuggets is None else nuggets.annotators), *(() if labels is None else labels.raters)]
    said: list[dict[str, Said]] = [{} for _ in found.names]
    if nuggets is not None:
        _marked(said, nuggets)
    if labels is not None:
        _answered(said, labels)
    rank = {name: at for at, name in reversed(list(enumerate(order)))}
    return [dict(sorted(of.items(), key=lambda pair: rank[pair[0]])) for of in said]


def _marked(said: list[dict[str, Said]], nuggets: Nuggets) -> None:
    names = nuggets.annotators
    for dialogue, annotator in nuggets.read.tolist():
        said[dialogue][names[annotator]] = Said(names[annotator], [])
    rows = zip(
        nuggets.dialogue.tolist(),
        nuggets.annotator.tolist(),
        nuggets.kind.tolist(),
        nuggets.first.tolist(),
        nuggets.last.tolist(),
        nuggets.weight.tolist(),
        strict=True,
    )
    for dialogue, annotator, kind, first, last, weight in rows:
        own = said[dialogue].setdefault(names[annotator], Said(names[annotator], []))
        assert own.nuggets is not None
        own.nuggets.append(Marked(KINDS[kind], first, last, None if weight != weight else whole(weight)))


def _answered(said: list[dict[str, Said]], labels: Ratings) -> None:
    words: list[Mapping[int, str]] = [dict(enumerate(labels.labels.get(name, ()))) for name in labels.questions]
    rows = zip(
        labels.item.tolist(), labels.rater.tolist(), labels.question.tolist(), labels.value.tolist(), strict=True
    )
    for item, rater, question, value in rows:
        own = said[item].setdefault(labels.raters[rater], Said(labels.raters[rater]))
        own.answers[labels.questions[question]] = words[question][int(value)] if words[question] else whole(value)
