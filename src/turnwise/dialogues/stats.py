"""Counts over dialogues, their nuggets and their labels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from turnwise.dialogues.rules import check_dialogues
from turnwise.tables.dialogues import CUSTOMER, HELPDESK, KINDS, Dialogues, Nuggets
from turnwise.tables.ratings import Ratings
from turnwise.tables.schemes import Scheme


@dataclass(frozen=True)
class Spread:
    """How `n` values lie; without a value there is nothing to say but that."""

    n: int
    mean: float | None
    least: float | None
    median: float | None
    most: float | None


@dataclass(frozen=True)
class SideStats:
    """What one side says, or both: in all, and how many posts and blocks a dialogue has."""

    posts: int
    blocks: int
    posts_each: Spread
    blocks_each: Spread


@dataclass(frozen=True)
class LengthStats:
    """How long dialogues and posts are in a unit, among the dialogues that are measured in it."""

    dialogues: Spread
    posts: Spread


@dataclass(frozen=True)
class NuggetStats:
    """How often each kind of nugget was found. A reading is a dialogue that one annotator read."""

    readings: int
    kinds: Mapping[str, int]
    #: how many of the readings have at least one nugget of the kind
    readings_with: Mapping[str, int]
    readings_by: Mapping[str, int]  # annotator → readings
    by_annotator: Mapping[str, Mapping[str, int]]  # annotator → kind → nuggets


@dataclass(frozen=True)
class QuestionStats:
    """What was answered to a question: each answer with how often it was given."""

    answers: int
    dialogues: int
    counts: Mapping[str, int]
    #: of answers that are numbers
    mean: float | None


@dataclass(frozen=True)
class DialogueStats:
    """What a collection of dialogues holds."""

    dialogues: int
    annotators: int
    sides: Mapping[str, SideStats]
    unit: str
    lengths: Mapping[str, LengthStats]
    nuggets: NuggetStats | None
    labels: Mapping[str, QuestionStats]
    #: the questions that a scheme collapses, collapsed; where a scheme was given
    collapsed: Mapping[str, QuestionStats] | None = None


def dialogue_stats(found: Dialogues, scheme: Scheme | None = None) -> DialogueStats:
    """Count over the dialogues of a collection; labels that a scheme does not have are an error."""
    every = np.ones(found.n_posts, dtype=np.bool_)
    sides = {CUSTOMER: ~found.by_helpdesk, HELPDESK: found.by_helpdesk, "both": every}
    nuggets, labels = found.nuggets, found.labels
    annotators = {*(() if nuggets is None else nuggets.annotators), *(() if labels is None else labels.raters)}
    return DialogueStats(
        dialogues=len(found),
        annotators=len(annotators),
        sides={side: _side(found, posts) for side, posts in sides.items()},
        unit=found.unit,
        lengths={unit: LengthStats(spread(found.totals(unit)), spread(found.lengths[unit])) for unit in found.lengths},
        nuggets=None if found.nuggets is None else _nuggets(found.nuggets),
        labels={} if found.labels is None else _labels(found.labels),
        collapsed=None if scheme is None or found.labels is None else _collapsed(found, scheme),
    )


def _collapsed(found: Dialogues, scheme: Scheme) -> dict[str, QuestionStats]:
    """The questions that have fewer values when they are collapsed as the scheme says."""
    broken = check_dialogues(replace(found, nuggets=None), scheme=scheme).broken
    if broken:
        raise broken[0].error(found.source)
    assert found.labels is not None
    counted = _labels(scheme.collapsed(found.labels))
    return {name: stats for name, stats in counted.items() if scheme[name].collapse}


def spread(values: NDArray[np.float64]) -> Spread:
    """How values lie; those that are not known (NaN) do not count."""
    known = values[~np.isnan(values)]
    if not len(known):
        return Spread(0, None, None, None, None)
    middle = float(np.median(known))
    return Spread(len(known), float(known.mean()), float(known.min()), middle, float(known.max()))


def _side(found: Dialogues, posts: NDArray[np.bool_]) -> SideStats:
    each = np.bincount(found.owner[posts], minlength=len(found))
    starts = posts & found.starts_block
    blocks = np.bincount(found.owner[starts], minlength=len(found))
    return SideStats(int(each.sum()), int(blocks.sum()), spread(each.astype(float)), spread(blocks.astype(float)))


def _nuggets(nuggets: Nuggets) -> NuggetStats:
    names = nuggets.annotators
    found = np.zeros((len(names), len(KINDS)), dtype=np.int64)
    np.add.at(found, (nuggets.annotator, nuggets.kind), 1)
    seen = np.unique(np.stack([nuggets.dialogue, nuggets.annotator, nuggets.kind]), axis=1)[2]
    reading = np.bincount(nuggets.read[:, 1], minlength=len(names))
    return NuggetStats(
        readings=len(nuggets.read),
        kinds=dict(zip(KINDS, found.sum(axis=0).tolist(), strict=True)),
        readings_with=dict(zip(KINDS, np.bincount(seen, minlength=len(KINDS)).tolist(), strict=True)),
        readings_by=dict(zip(names, reading.tolist(), strict=True)),
        by_annotator={
            name: dict(zip(KINDS, row, strict=True)) for name, row in zip(names, found.tolist(), strict=True)
        },
    )


def _labels(labels: Ratings) -> dict[str, QuestionStats]:
    stats = {}
    for number, question in enumerate(labels.questions):
        rows = labels.question == number
        values, counts = np.unique(labels.value[rows], return_counts=True)
        known = labels.labels.get(question)
        names = [known[int(value)] if known else f"{value:g}" for value in values.tolist()]
        stats[question] = QuestionStats(
            answers=int(rows.sum()),
            dialogues=len(np.unique(labels.item[rows])),
            counts=dict(zip(names, counts.tolist(), strict=True)),
            mean=None if known or not rows.any() else float(labels.value[rows].mean()),
        )
    return stats
