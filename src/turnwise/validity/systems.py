"""Measures and labels of systems side by side, on what their dialogues have in common."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turnwise.errors import InputError, OptionError
from turnwise.scoring.dialogue_scores import Collection, score_collections
from turnwise.tables.decisions import Decisions
from turnwise.validity.matrices import annotated, dialogue_measure

Floats = NDArray[np.float64]
#: Two systems held the same dialogue, if it has the same name.
DIALOGUE = "dialogue"


@dataclass(frozen=True, eq=False)
class SystemMatrices:
    """Means over annotators, and over a system's dialogues that have the same in common; NaN where there is none."""

    systems: list[str]
    #: such as the names of problems
    shared: list[str]
    measures: dict[str, Floats]  # name → [system, shared]
    labels: dict[str, Floats]


def system_matrices(
    collections: Sequence[Collection],
    measures: Sequence[str],
    questions: Sequence[str] | None = None,
    *,
    same: str = DIALOGUE,
    decisions: Decisions | None = None,
) -> SystemMatrices:
    """The scores of each system on each dialogue, or on each group of the name `same`, such as `problem`."""
    systems = list(dict.fromkeys(system for one in collections for system in one.systems))
    if len(systems) < 2:
        raise InputError(
            f"{collections[0].dialogues.source}: found dialogues of one system ({systems[0]}), expected two at least; "
            "give a file for each system, or name with --system what tells them apart."
        )
    taken = decisions or Decisions()
    scored = score_collections(collections, [dialogue_measure(m) for m in measures], taken)
    place = {name: at for at, name in enumerate(scored.conversations)}
    rows = [
        (systems.index(system), place[name], common)
        for one in collections
        for system, name, common in zip(one.systems, one.dialogues.names, _common(one, same), strict=True)
    ]
    shared = list(dict.fromkeys(common for *_, common in rows if common))
    number = {common: at for at, common in enumerate(shared)}
    kept = [at for at, (*_, common) in enumerate(rows) if common]
    cell = np.array([rows[at][0] * len(shared) + number[rows[at][2]] for at in kept], dtype=np.int64)

    def spread(values: Floats) -> Floats:
        """``[system, shared]``: means of what is known."""
        values = values[kept]
        known, size = ~np.isnan(values), len(systems) * len(shared)
        count = np.bincount(cell[known], minlength=size)
        total = np.bincount(cell[known], weights=values[known], minlength=size)
        mean = np.divide(total, count, out=np.full(size, np.nan), where=count > 0)
        return mean.reshape(len(systems), -1)

    found = {
        name: spread(np.array([scored.conversation_values[system, at, m] for system, at, _ in rows]))
        for m, name in enumerate(scored.conversation_measures)
    }
    parts = [annotated(one.dialogues, [], questions, taken).label_means for one in collections]
    asked = [question for question in parts[0] if all(question in part for part in parts)]
    labels = {name: spread(np.concatenate([part[name] for part in parts])) for name in asked}
    return SystemMatrices(systems, shared, found, labels)


def _common(one: Collection, same: str) -> Iterator[str]:
    if same == DIALOGUE:
        yield from one.dialogues.names
        return
    if same not in one.dialogues.groups:
        known = ", ".join([DIALOGUE, *one.dialogues.groups])
        raise OptionError(f"{one.dialogues.source}: dialogues are not grouped by {same!r}; there are {known}.")
    yield from one.dialogues.groups[same]
