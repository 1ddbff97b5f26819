"""One dialogue as several systems held it, each as a trail text under one measure."""

from __future__ import annotations

from collections.abc import Collection as Some
from collections.abc import Iterator, Sequence

import numpy as np

from turnwise.measures.trail_text import TrailMeasure
from turnwise.scoring.dialogue_scores import Collection, annotator_as_system, packed_readings, several_systems
from turnwise.scoring.dialogues import nuggets_of
from turnwise.scoring.trails import trail_of
from turnwise.tables.dialogues import Dialogues
from turnwise.tables.trail import Trail


def system_trails(
    collections: Sequence[Collection], dialogue: str, systems: Some[str], measure: TrailMeasure, *, each: bool = False
) -> dict[str, Trail]:
    """The trail of each of these systems that held this dialogue, by the names that scores have; with `each` the
    annotators are systems. The longest dialogue is the longest of all collections."""
    longest = packed_readings(collections, measure.unit)[0].longest
    return {
        system: trail_of(dialogues, dialogue, measure, annotator, longest)
        for system, dialogues, annotator in _holders(collections, dialogue, each)
        if system in systems
    }


def _holders(
    collections: Sequence[Collection], dialogue: str, each: bool
) -> Iterator[tuple[str, Dialogues, str | None]]:
    """Each system that has this dialogue, with its own dialogues and, with `each`, its annotator."""
    several = several_systems(collections)
    for collection in collections:
        for system in dict.fromkeys(collection.systems):
            own = collection.dialogues.keeping(np.array([name == system for name in collection.systems]))
            if dialogue not in own.names:
                continue
            if not each:
                yield system, own, None
                continue
            nuggets, number = nuggets_of(own), own.number(dialogue)
            for reader in nuggets.read[nuggets.read[:, 0] == number, 1].tolist():
                name = nuggets.annotators[reader]
                yield annotator_as_system(name, system if several else None), own, name
