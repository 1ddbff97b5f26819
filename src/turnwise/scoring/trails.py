"""A dialogue as a trail text under a measure, for the picture of it (the paper's Figure 3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from turnwise.errors import MeasureError, OptionError, did_you_mean
from turnwise.measures import DialogueMeasure, Measure, Readings
from turnwise.measures.trail_text import TrailMeasure
from turnwise.scoring.dialogues import nuggets_of, readings_of
from turnwise.tables.decisions import plural
from turnwise.tables.dialogues import KINDS, Dialogues
from turnwise.tables.trail import Trail, TrailNugget, TrailPost, TrailSide

#: Points of the decay line.
POINTS = 201


def trail_of(
    dialogues: Dialogues, name: str, measure: Measure, annotator: str | None = None, longest: float | None = None
) -> Trail:
    """One dialogue of a collection, as an annotator read it; `dialogues` may hold the nuggets of a vote.

    `longest` is how long the longest dialogue is, where there are others than those of this collection.
    """
    if not isinstance(measure, TrailMeasure):
        what = "has no decay to draw" if isinstance(measure, DialogueMeasure) else "is no measure of dialogues"
        raise MeasureError(f"{measure} {what}; expected UCH, UC, UH, U or S.")
    number = dialogues.number(name)
    unit = measure.unit or dialogues.unit
    longest = readings_of(dialogues, unit).longest if longest is None else longest
    chosen = np.arange(len(dialogues)) == number
    alone = dialogues.keeping(chosen)
    reader = _reader(alone, name, annotator)
    readings = replace(_one_of(readings_of(alone, unit), reader), longest=longest)
    if np.isnan(readings.total[0]):
        raise OptionError(f"{dialogues.source}: dialogue {name!r} is not measured in {unit}; name another unit.")
    length = measure.longest(readings)
    along = np.linspace(0, max(length, float(readings.total[0])), POINTS)
    nuggets = tuple(_nuggets(measure, readings, alone, reader))
    return Trail(
        dialogue=name,
        reader=nuggets_of(alone).annotators[nuggets_of(alone).read[reader, 1]],
        measure=str(measure),
        value=float(measure(readings)[0]),
        unit=unit,
        total=float(readings.total[0]),
        length=length,
        is_longest=measure.length == "longest" and measure.time is None,
        posts=tuple(_posts(alone, unit)),
        nuggets=nuggets,
        sides=tuple(
            TrailSide(
                by_helpdesk=bool(side),
                worth=sum(n.worth for n in nuggets if n.by_helpdesk == bool(side)),
                share=share,
                discount=measure.discount(along, length * measure.patiences[side]),
            )
            for side, share in enumerate(measure.shares)
            if share > 0
        ),
        along=along,
    )


def _reader(alone: Dialogues, name: str, annotator: str | None) -> int:
    """The reading of the one dialogue by an annotator, or the only one there is."""
    nuggets = nuggets_of(alone)
    readers = [nuggets.annotators[at] for at in nuggets.read[:, 1].tolist()]
    if not readers:
        raise OptionError(f"{alone.source}: nobody read dialogue {name!r} for nuggets.")
    if annotator is None and len(readers) == 1:
        return 0
    if annotator not in readers:
        found = f"{plural(len(readers), 'annotator')} of dialogue {name!r}: {', '.join(readers)}"
        hint = did_you_mean(annotator, readers) if annotator else ""
        raise OptionError(f"{alone.source}: there is no annotator {annotator!r} among the {found}{hint or '.'}")
    return readers.index(annotator)


def _one_of(readings: Readings, at: int) -> Readings:
    """One reading alone."""
    own = slice(int(readings.offsets[at]), int(readings.offsets[at + 1]))
    return replace(
        readings,
        offsets=np.array([0, own.stop - own.start]),
        by_helpdesk=readings.by_helpdesk[own],
        goal=readings.goal[own],
        trigger=readings.trigger[own],
        weight=readings.weight[own],
        start=readings.start[own],
        end=readings.end[own],
        total=readings.total[at : at + 1],
    )


def _posts(alone: Dialogues, unit: str) -> Iterator[TrailPost]:
    starts = alone.starts(unit)
    ends = starts + alone.lengths[unit] if unit in alone.lengths else starts
    for at in range(alone.n_posts):
        text = None if alone.texts is None else alone.texts[at]
        yield TrailPost(bool(alone.by_helpdesk[at]), float(starts[at]), float(ends[at]), text)


def _nuggets(measure: TrailMeasure, readings: Readings, alone: Dialogues, reader: int) -> Iterator[TrailNugget]:
    """The nuggets of a side that counts, in the order of their posts."""
    nuggets = nuggets_of(alone)
    own = np.flatnonzero(nuggets.annotator == nuggets.read[reader, 1])
    own = own[np.argsort(nuggets.first[own], kind="stable")]
    weight, place = measure.weight(readings), measure.place(readings)
    discount = measure.discount(place, measure.patience(readings))
    for at, row in enumerate(own.tolist()):
        if measure.shares[int(readings.by_helpdesk[at])] > 0:
            yield TrailNugget(
                KINDS[nuggets.kind[row]],
                int(nuggets.first[row]) + 1,
                int(nuggets.last[row]) + 1,
                float(readings.start[at]),
                float(readings.end[at]),
                float(place[at]),
                float(weight[at]),
                float(discount[at]),
            )
