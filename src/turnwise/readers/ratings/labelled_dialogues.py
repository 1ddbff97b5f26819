"""The labels that annotators gave whole dialogues, in any format of dialogues that has them."""

from __future__ import annotations

from functools import partial

from turnwise.readers.dialogues import FORMATS as DIALOGUES
from turnwise.readers.formats import format_of
from turnwise.readers.ratings.form import RatingsFormat, Source
from turnwise.readers.ratings.gathering import Answer, Gathered
from turnwise.tables.decisions import Decisions


def _detect(source: Source) -> bool:
    return source.content is not None and format_of(source.content, DIALOGUES) is not None


def _read(source: Source, gathered: Gathered, decisions: Decisions) -> None:
    assert source.content is not None
    known = format_of(source.content, DIALOGUES)
    assert known is not None
    found = known.read(source.content, decisions).table(decisions)
    labels = found.labels
    if labels is None:
        return
    if not labels.raters_known:
        gathered.nobody_known()
    gathered.unanswered.update({(question, ""): count for question, count in labels.unanswered.items()})
    for question, words in labels.labels.items():
        gathered.scales[question] = tuple(dict.fromkeys((*gathered.scales.get(question, ()), *words)))
    rows = zip(
        labels.item.tolist(), labels.rater.tolist(), labels.question.tolist(), labels.value.tolist(), strict=True
    )
    for item, rater, question, value in rows:
        name = labels.questions[question]
        said = labels.labels[name][int(value)] if name in labels.labels else value
        place = partial("{}, dialogue {}".format, source.name, labels.items[item])
        gathered.add(Answer(place, labels.items[item], labels.raters[rater], name, said))


LABELLED_DIALOGUES = RatingsFormat(
    "dialogues",
    "labels of whole dialogues, in any format that `turnwise dialogues` reads",
    '{"id": "d1", "turns": […], "annotations": [{"quality": {"A": 1, "S": 0, "E": 2}}]}',
    _detect,
    _read,
)
