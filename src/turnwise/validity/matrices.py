"""Measures and labels of dialogues side by side, as `[dialogue, annotator]` and as means over annotators."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from turnwise.errors import InputError, MeasureError, OptionError, shown
from turnwise.measures import parse
from turnwise.measures.dialogue import DialogueMeasure
from turnwise.scoring.dialogues import nuggets_of, score_readings
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.dialogues import Dialogues
from turnwise.tables.ratings import Ratings

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Annotated:
    """What each annotator's nuggets are worth, and what each said of the dialogue; NaN where there is none."""

    annotators: list[str]
    measures: dict[str, Floats]  # name → [dialogue, annotator]
    labels: dict[str, Floats]

    @cached_property
    def measure_means(self) -> dict[str, Floats]:
        return {name: mean_of(values) for name, values in self.measures.items()}

    @cached_property
    def label_means(self) -> dict[str, Floats]:
        return {name: mean_of(values) for name, values in self.labels.items()}


def annotated(
    dialogues: Dialogues,
    measures: Sequence[str | DialogueMeasure],
    questions: Sequence[str] | None = None,
    decisions: Decisions | None = None,
) -> Annotated:
    """The measures and the labels of all dialogues; annotators are told apart by their names.

    Without `questions` it is those that are answered with numbers; one of words that is asked for is an error.
    """
    parsed = [dialogue_measure(measure) for measure in measures]
    nuggets = nuggets_of(dialogues) if parsed else None
    labels = labels_of(dialogues)
    names = list(dict.fromkeys([*(nuggets.annotators if nuggets else ()), *labels.raters]))
    at = {name: number for number, name in enumerate(names)}
    found = {}
    for measure in parsed:
        assert nuggets is not None
        columns = np.array([at[name] for name in nuggets.annotators], dtype=np.int64)
        matrix = np.full((len(dialogues), len(names)), np.nan)
        matrix[nuggets.read[:, 0], columns[nuggets.read[:, 1]]] = score_readings(dialogues, measure)
        found[str(measure)] = matrix
    given = {}
    for question in questions or number_questions(labels, decisions or Decisions()):
        given[question] = np.full((len(dialogues), len(names)), np.nan)
        given[question][:, [at[name] for name in labels.raters]] = numbers_of(labels, question)
    return Annotated(names, found, given)


def labels_of(dialogues: Dialogues) -> Ratings:
    """What was said of whole dialogues, which somebody must have said."""
    if dialogues.labels is None or not len(dialogues.labels):
        raise InputError(f"{dialogues.source}: nobody said anything of whole dialogues; labels are needed here.")
    return dialogues.labels


def number_questions(labels: Ratings, decisions: Decisions) -> list[str]:
    """The questions that are answered with numbers; those answered with words are told, unless all are."""
    found = [question for question in labels.questions if question not in labels.labels]
    if not found:
        numbers_of(labels, labels.questions[0])
    worded = list(labels.labels)
    text = f"{plural(len(worded), 'label')} answered with words left out ({', '.join(worded)}); --scheme orders words"
    decisions.add(labels.source, "labels-in-words", len(worded), text)
    return found


def numbers_of(labels: Ratings, question: str) -> Floats:
    """``[dialogue, annotator]`` of a question that is answered with numbers; words have none, nor an order."""
    matrix = labels.matrix(question)
    if words := labels.labels.get(question):
        said = ", ".join(shown(word, 30) for word in words[:4]) + (", …" if len(words) > 4 else "")
        raise InputError(
            f"{labels.source}: found words as answers to {question} ({said}), expected numbers, as words have no order "
            "by themselves; give their values with --scheme, or write numbers."
        )
    return matrix


def dialogue_measure(text: str | DialogueMeasure) -> DialogueMeasure:
    """The measure of a dialogue that a text names."""
    measure = parse(text)
    if not isinstance(measure, DialogueMeasure):
        raise MeasureError(f"{measure} is no measure of a dialogue's nuggets; expected one, such as UCH(alpha=0.5).")
    return measure


def mean_of(values: Floats) -> Floats:
    """The mean over annotators; NaN where there is none."""
    known = ~np.isnan(values)
    count = known.sum(axis=1)
    total = np.where(known, values, 0).sum(axis=1)
    return np.asarray(np.where(count > 0, total / np.maximum(count, 1), np.nan))


def length_of(dialogues: Dialogues, name: str | None = None) -> tuple[str, Floats]:
    """How long dialogues are: in `posts`, `blocks`, or a unit; the unit that suits them by default."""
    if name in ("posts", "blocks"):
        of: Mapping[str, NDArray[np.int64]] = {"posts": np.diff(dialogues.offsets), "blocks": dialogues.n_blocks}
        return str(name), of[str(name)].astype(np.float64)
    unit = name or dialogues.unit
    if unit not in dialogues.units:
        known = ", ".join(["posts", "blocks", *dialogues.units])
        raise OptionError(f"{dialogues.source}: there is no length {unit!r}; it has {known}.")
    return unit, dialogues.totals(unit)


def cluster_of(dialogues: Dialogues, name: str) -> NDArray[np.int64]:
    """A number for each dialogue's group, such as its account."""
    if name not in dialogues.groups:
        has = f"it has {', '.join(dialogues.groups)}" if dialogues.groups else "it has no groups at all"
        raise OptionError(f"{dialogues.source}: dialogues are not grouped by {name!r}; {has}.")
    return np.unique(dialogues.groups[name], return_inverse=True)[1]
