"""Scores of dialogues for a person: a line for each system and measure, or for each dialogue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from turnwise.tables.aligned import table
from turnwise.tables.dialogue_scores import DialogueScores
from turnwise.tables.scores import Level

HOW = {
    "mean": "A dialogue's value is the mean over those who read it; sd is how far their values lie from it.",
    "vote": "A dialogue's value is that of the nuggets that more than half of those who read it found.",
    "each": "Every annotator stands as a system of their own.",
}


def dialogue_scores_text(scores: DialogueScores, by: Level) -> str:
    """The scores as a table, with what they rest on."""
    return "\n".join(_lines(scores, by))


def _lines(scores: DialogueScores, by: Level) -> Iterator[str]:
    way = str(scores.about.get("annotators", "mean"))
    if by == "system":
        spread = ["annotators' sd"] if way == "mean" else []
        yield table(
            ["system", "measure", "dialogues", "mean", "least", "median", "most", *spread], list(_systems(scores, way))
        )
    else:
        spread = ["annotators", "sd", "least", "most"] if way == "mean" else []
        notes = ["note"] if any(row.note for row in scores.rows()) else []
        rows = [
            [row.system, row.conversation, row.measure, row.value]
            + ([row.annotators, row.sd, row.least, row.most] if spread else [])
            + ([row.note or ""] if notes else [])
            for row in scores.rows()
        ]
        yield table(["system", "dialogue", "measure", "value", *spread, *notes], rows)
    yield ""
    yield HOW[way]
    for length, measures in _lengths(scores.about).items():
        yield f"L = {length} for {', '.join(measures)}."


def dialogue_facts(about: Mapping[str, Any]) -> dict[str, str]:
    """What a score table says of the dialogues that it is of, and of how they were scored."""
    lengths = "; ".join(f"{length} for {', '.join(measures)}" for length, measures in _lengths(about).items())
    return {
        "dialogues": ", ".join(map(str, about["dialogues"])),
        "annotators": HOW[about["annotators"]],
        "L": lengths or "no measure has one",
    }


def _lengths(about: Mapping[str, Any]) -> dict[str, list[str]]:
    """The measures of each length at which patience ends."""
    found: dict[str, list[str]] = {}
    for measure, of in about.get("lengths", {}).items():
        if of["length"] is not None:
            found.setdefault(f"{of['length']:,g} {of['unit']}", []).append(measure)
    return found


def _systems(scores: DialogueScores, way: str) -> Iterator[list[object]]:
    for s, system in enumerate(scores.systems):
        for m, measure in enumerate(scores.conversation_measures):
            values, sd = scores.conversation_values[s, :, m], scores.sd[s, :, m]
            values, sd = values[~np.isnan(values)], sd[~np.isnan(sd)]
            told: list[object] = [None] * 4
            if len(values):
                told = [float(of(values)) for of in (np.mean, np.min, np.median, np.max)]
            last: list[object] = [float(sd.mean()) if len(sd) else None] if way == "mean" else []
            yield [system, measure, len(values), *told, *last]
