"""One dialogue to draw along its decay line, as Figure 3 of the paper does."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from turnwise.dialogues.vote import voted
from turnwise.measures import parse
from turnwise.scoring.dialogues import nuggets_of, score_readings
from turnwise.scoring.trails import trail_of
from turnwise.tables.dialogues import KINDS, Dialogues
from turnwise.tables.trail import Trail


@dataclass(frozen=True)
class Example:
    """A dialogue under UCH, by the nuggets of the annotators' vote."""

    trail: Trail
    #: how many kinds of nuggets it has, and how many dialogues have as many
    kinds: int
    among: int


def example(dialogues: Dialogues) -> Example:
    """Of the dialogues in which the vote finds the most kinds of nuggets, the one in the middle by UCH."""
    found, measure = voted(dialogues), parse("UCH")
    nuggets, values = nuggets_of(found), score_readings(found, measure)  # type: ignore[arg-type]
    has = np.zeros((len(found), len(KINDS)), dtype=np.bool_)
    has[nuggets.dialogue, nuggets.kind] = True
    dialogue, kinds = nuggets.read[:, 0], has.sum(axis=1)[nuggets.read[:, 0]]
    kinds = np.where(np.isnan(values), -1, kinds)
    most = np.flatnonzero(kinds == kinds.max())
    middle = most[np.argsort(values[most], kind="stable")][(len(most) - 1) // 2]
    return Example(trail_of(found, found.names[dialogue[middle]], measure), int(kinds.max()), len(most))
