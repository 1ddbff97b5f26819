"""Scores of dialogues: what each reading is worth → what each dialogue is worth, and how far its annotators differ.

A dialogue that nobody read for nuggets, or that is not measured in a measure's unit, has no value and says why.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from turnwise.errors import InputError, MeasureError, OptionError, did_you_mean
from turnwise.measures import DialogueMeasure, Measure, Readings
from turnwise.measures.packed import Floats, Ints
from turnwise.measures.trail_text import TrailMeasure
from turnwise.scoring.dialogues import nuggets_of, readings_of
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.dialogue_scores import DialogueScores
from turnwise.tables.dialogues import Dialogues

#: One value a dialogue: the mean over its annotators, or that of their vote; or one value for each annotator.
Annotators = Literal["mean", "vote", "each"]
WAYS: tuple[Annotators, ...] = ("mean", "vote", "each")

NO_DIALOGUE, NOBODY = "this system has no such dialogue", "nobody read it for nuggets"
NOT_READ = "this annotator did not read it"


@dataclass(frozen=True)
class Collection:
    """The dialogues of one file, and the system of each."""

    dialogues: Dialogues
    systems: list[str]

    @classmethod
    def of(cls, dialogues: Dialogues, name: str, group: str | None = None) -> Collection:
        """Dialogues whose systems a group tells (`system`, unless another is named), or that are all of one system."""
        if group is None and "system" in dialogues.groups:
            group = "system"
        if group is None:
            return cls(dialogues, [name] * len(dialogues))
        if group not in dialogues.groups:
            known = ", ".join(dialogues.groups) or "nothing"
            hint = did_you_mean(group, dialogues.groups) or f"; it says {known}."
            raise OptionError(f"{dialogues.source}: it does not say the {group!r} of its dialogues{hint}")
        return cls(dialogues, [value or "–" for value in dialogues.groups[group]])


@dataclass(frozen=True)
class _Rows:
    """What has a value of its own: a dialogue, or a dialogue as one annotator read it; and the row of each reading."""

    systems: list[str]
    names: list[str]
    of_reading: Ints


def score_collections(
    collections: Sequence[Collection],
    measures: Sequence[Measure],
    decisions: Decisions,
    annotators: Annotators = "mean",
) -> DialogueScores:
    """Score the dialogues of one or several files; the longest dialogue is the longest of all of them."""
    if annotators not in WAYS:
        raise OptionError(f"annotators must be 'mean', 'vote' or 'each', found {annotators!r}.")
    wanted = [_of_dialogues(measure) for measure in measures]
    rows = _rows(collections, each=annotators == "each")
    systems, names = (list(dict.fromkeys(axis)) for axis in (rows.systems, rows.names))
    cell = _cells(rows, systems, names)
    shape, n_rows = (len(systems), len(names), len(wanted)), len(rows.names)
    cube = {of: np.full(shape, np.nan) for of in ("mean", "sd", "least", "most")}
    counts = np.zeros(shape, dtype=np.int64)
    notes = np.full(shape, NOT_READ if annotators == "each" else NO_DIALOGUE, dtype=object)
    packed = {unit: packed_readings(collections, unit) for unit in dict.fromkeys(measure.unit for measure in wanted)}
    for m, measure in enumerate(wanted):
        parts = packed[measure.unit]
        values = np.concatenate([measure(part) for part in parts])
        n, spread = _spread(values, rows.of_reading, n_rows)
        counts.reshape(-1, len(wanted))[cell, m] = n
        for of, found in spread.items():
            cube[of].reshape(-1, len(wanted))[cell, m] = found
        notes.reshape(-1, len(wanted))[cell, m] = _reasons(rows, spread["mean"], parts)
    _tell(collections, packed, decisions)
    return DialogueScores(
        systems=systems,
        conversations=names,
        turns=names,
        measures=[],
        values=np.empty((*shape[:2], 0)),
        missing=np.zeros(shape[:2], dtype=np.bool_),
        weights=np.empty((len(names), 0)),
        conversation_measures=[str(measure) for measure in wanted],
        conversation_values=cube["mean"],
        decisions=decisions,
        about={"lengths": _lengths(wanted, packed)},
        annotators=counts,
        sd=cube["sd"],
        least=cube["least"],
        most=cube["most"],
        notes=notes.tolist(),
    )


def _of_dialogues(measure: Measure) -> DialogueMeasure:
    if not isinstance(measure, DialogueMeasure):
        raise MeasureError(
            f"{measure} is no measure of dialogues; expected one, such as UCH. It is computed by "
            f"`{measure.scored_with}`."
        )
    return measure


def packed_readings(collections: Sequence[Collection], unit: str | None) -> list[Readings]:
    """The readings of each file, all with the one longest dialogue."""
    parts = [readings_of(collection.dialogues, unit) for collection in collections]
    units = list(dict.fromkeys(part.unit for part in parts))
    if len(units) > 1:
        raise OptionError(
            f"the files are measured in {' and '.join(units)}; name one unit, as in UCH(unit={units[0]})."
        )
    known = [part.longest for part in parts if part.longest == part.longest]
    return [replace(part, longest=max(known, default=float("nan"))) for part in parts]


def _rows(collections: Sequence[Collection], each: bool) -> _Rows:
    """A row for each dialogue of each file, or for each reading."""
    systems: list[str] = []
    names: list[str] = []
    of_reading = []
    several = several_systems(collections)
    for collection in collections:
        dialogues, nuggets = collection.dialogues, nuggets_of(collection.dialogues)
        read, before = nuggets.read.tolist(), len(names)
        if each:
            own = [nuggets.annotators[annotator] for _, annotator in read]
            of = [collection.systems[dialogue] for dialogue, _ in read]
            systems += [
                annotator_as_system(name, system if several else None) for system, name in zip(of, own, strict=True)
            ]
            names += [dialogues.names[dialogue] for dialogue, _ in read]
            of_reading.append(before + np.arange(len(read)))
        else:
            systems += collection.systems
            names += dialogues.names
            of_reading.append(before + nuggets.read[:, 0])
    return _Rows(systems, names, np.concatenate(of_reading))


def several_systems(collections: Sequence[Collection]) -> bool:
    return len({system for collection in collections for system in collection.systems}) > 1


def annotator_as_system(annotator: str, system: str | None) -> str:
    """The name under which an annotator stands as a system; of a system, where there are several."""
    return annotator if system is None else f"{system}: {annotator}"


def _cells(rows: _Rows, systems: list[str], names: list[str]) -> Ints:
    """The place of each row in a table of systems × dialogues, which has room for one."""
    place_of_system = {system: at for at, system in enumerate(systems)}
    place_of_name = {name: at for at, name in enumerate(names)}
    cell = np.array(
        [place_of_system[s] * len(names) + place_of_name[n] for s, n in zip(rows.systems, rows.names, strict=True)],
        dtype=np.int64,
    )
    if len(doubled := np.flatnonzero(np.bincount(cell, minlength=1) > 1)):
        system, name = divmod(int(doubled[0]), len(names))
        raise InputError(
            f"found two dialogues {names[name]!r} of system {systems[system]!r}, expected each once; give each "
            "system's dialogues in a file of its own, or name the group that tells the systems."
        )
    return cell


def _spread(values: Floats, row: Ints, n_rows: int) -> tuple[Ints, dict[str, Floats]]:
    """For each row, how many readings have a value, and how these values lie."""
    known = ~np.isnan(values)
    values, row = values[known], row[known]
    n = np.bincount(row, minlength=n_rows)
    some = n > 0
    mean = np.divide(np.bincount(row, weights=values, minlength=n_rows), n, out=np.full(n_rows, np.nan), where=some)
    apart = np.bincount(row, weights=(values - mean[row]) ** 2, minlength=n_rows)
    least, most = np.full(n_rows, np.inf), np.full(n_rows, -np.inf)
    np.minimum.at(least, row, values)
    np.maximum.at(most, row, values)
    sd = np.sqrt(np.divide(apart, n - 1, out=np.full(n_rows, np.nan), where=n > 1))
    sd[(least == most) & (n > 1)] = 0.0  # and not what rounding leaves
    least, most = np.where(some, least, np.nan), np.where(some, most, np.nan)
    return n, {"mean": mean, "sd": sd, "least": least, "most": most}


def _reasons(rows: _Rows, mean: Floats, parts: list[Readings]) -> NDArray[np.object_]:
    """Why a row has no value, or None."""
    total = np.concatenate([part.total for part in parts])
    read, measured = np.zeros(len(mean), dtype=np.bool_), np.zeros(len(mean), dtype=np.bool_)
    read[rows.of_reading] = True
    measured[rows.of_reading[~np.isnan(total)]] = True
    unit = parts[0].unit
    why = np.full(len(mean), None, dtype=object)
    why[np.isnan(mean)] = f"the place of a nugget is not known in {unit}"
    why[np.isnan(mean) & ~measured] = f"not measured in {unit}"
    why[~read] = NOBODY
    return why


def _lengths(wanted: list[DialogueMeasure], packed: dict[str | None, list[Readings]]) -> dict[str, dict[str, object]]:
    """For each measure, its unit and the length at which its patience ends."""
    return {
        str(measure): {
            "unit": packed[measure.unit][0].unit,
            "length": measure.longest(packed[measure.unit][0]) if isinstance(measure, TrailMeasure) else None,
        }
        for measure in wanted
    }


def _tell(collections: Sequence[Collection], packed: dict[str | None, list[Readings]], decisions: Decisions) -> None:
    """Count the dialogues that have no value, file by file."""
    for at, collection in enumerate(collections):
        dialogues, read = collection.dialogues, nuggets_of(collection.dialogues).read[:, 0]
        unread = len(dialogues) - len(np.unique(read))
        text = f"{plural(unread, 'dialogue')} that nobody read for nuggets: without a value"
        decisions.add(dialogues.source, "unread-dialogues", unread, text)
        for parts in packed.values():
            lacking = len(np.unique(read[np.isnan(parts[at].total)]))
            text = f"{plural(lacking, 'dialogue')} not measured in {parts[at].unit}: without a value in it"
            decisions.add(dialogues.source, "unmeasured-dialogues", lacking, text)
