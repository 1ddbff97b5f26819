"""From dialogues with nuggets to the packed readings that measures see, and to one value a reading."""

from __future__ import annotations

import numpy as np

from turnwise.errors import InputError
from turnwise.measures.dialogue import DialogueMeasure, Readings
from turnwise.measures.packed import Floats, Ints, offsets_of
from turnwise.tables.dialogues import CUSTOMER_GOAL, HELPDESK_GOAL, SECONDS, TRIGGER, Dialogues, Nuggets


def score_readings(dialogues: Dialogues, measure: DialogueMeasure) -> Floats:
    """One value for each reading, in the order of ``dialogues.nuggets.read``; NaN where it cannot be computed."""
    return measure(readings_of(dialogues, measure.unit))


def readings_of(dialogues: Dialogues, unit: str | None = None) -> Readings:
    """All readings of a collection, in the order of ``dialogues.nuggets.read``, in a unit or in what suits them."""
    nuggets, unit = nuggets_of(dialogues), unit or dialogues.unit
    starts, totals = dialogues.starts(unit), dialogues.totals(unit)
    ends = starts if unit == SECONDS else starts + dialogues.lengths[unit]
    reading = _reading_of(nuggets)
    order = np.lexsort((nuggets.first, reading))
    before = dialogues.offsets[nuggets.dialogue[order]]
    kind, weight = nuggets.kind[order], nuggets.weight[order]
    return Readings(
        offsets_of(np.bincount(reading, minlength=len(nuggets.read)).astype(np.int64)),
        nuggets.by_helpdesk[order],
        (kind == CUSTOMER_GOAL) | (kind == HELPDESK_GOAL),
        kind == TRIGGER,
        np.where(np.isnan(weight), 1.0, weight),
        starts[before + nuggets.first[order]],
        ends[before + nuggets.last[order]],
        totals[nuggets.read[:, 0]],
        float(np.nanmax(totals)) if not np.isnan(totals).all() else float("nan"),
        unit,
    )


def nuggets_of(dialogues: Dialogues) -> Nuggets:
    """The nuggets of dialogues, which must have been looked for."""
    if dialogues.nuggets is None:
        raise InputError(f"{dialogues.source}: nobody looked for nuggets in these dialogues; measures need them.")
    return dialogues.nuggets


def _reading_of(nuggets: Nuggets) -> Ints:
    """The row in `read` of each nugget."""
    n_annotators = len(nuggets.annotators)
    rows = nuggets.read[:, 0] * n_annotators + nuggets.read[:, 1]
    order = np.argsort(rows)
    wanted = nuggets.dialogue * n_annotators + nuggets.annotator
    return np.asarray(order[np.searchsorted(rows[order], wanted)], dtype=np.int64)
