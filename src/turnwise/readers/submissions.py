"""Submissions to STC-3 and DialEval: for each dialogue, predicted distributions of its quality and of its nuggets.

    [{"id": "d1",
      "quality": {"A": {"2": 0.1, "1": 0.2, "0": 0.4, "-1": 0.2, "-2": 0.1}, …},
      "nugget": [{"CNUG0": 0.8, "CNUG": 0.1, "CNUG*": 0, "CNaN": 0.1}, {"HNUG": 0.5, "HNUG*": 0.2, "HNaN": 0.3}, …]}]

Either part may be left out. A value or label that is not named has no mass.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from turnwise.errors import did_you_mean, shown
from turnwise.readers.content import content_of
from turnwise.readers.conversations.form import name_of
from turnwise.readers.records import Place, Record, keys_of, kind_of
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.predictions import CUSTOMER_LABELS, HELPDESK_LABELS, Predictions
from turnwise.tables.schemes import Question, Scheme

#: How far a distribution may be from 1 in all, as rounding leaves it, without being told.
_ROUNDING = 1e-3
_SHAPE = 'a submission, {"id": "d1", "quality": {"A": {"2": 0.1, …}}, "nugget": [{"CNUG0": 0.8, …}]}'


def read_submission(path: str | os.PathLike[str], scheme: Scheme, decisions: Decisions) -> Predictions:
    """A system's predictions from a file; every distribution then adds up to 1."""
    content = content_of(path, "a submission")
    if not content.is_json:
        first = content.text.strip().split("\n", 1)[0]
        raise Place(content.source, "line", 1).error(shown(first, 40), _SHAPE)
    reading = _Reading(content.source, scheme)
    for record in content.records:
        reading.dialogue(record)
    return reading.predictions(decisions)


class _Reading:
    """The predictions of a file, while they are read."""

    def __init__(self, source: str, scheme: Scheme) -> None:
        self.source, self.scheme = source, scheme
        self.names: dict[str, int] = {}
        self.quality: dict[str, dict[int, list[float]]] = {}
        self.turns: list[list[float]] = []
        self.sides: list[bool] = []
        self.counts: list[int] = []
        self.has_turns: list[bool] = []
        self.sums: list[float] = []

    def dialogue(self, record: Record) -> None:
        """Read the predictions of one dialogue."""
        fields, place = record.fields, record.place
        if "id" not in fields or not ("quality" in fields or "nugget" in fields):
            todo = "this looks like dialogues: give them as --gold" if "turns" in fields or "posts" in fields else ""
            raise place.error(keys_of(fields), _SHAPE, todo)
        name = name_of(place, fields, "id")
        if name in self.names:
            raise place.error(f"dialogue {name} again", "each dialogue once", "remove one of the two")
        number = self.names[name] = len(self.names)
        for question, masses in record.part("quality").items():
            if question not in self.scheme:
                known = [known.name for known in self.scheme.questions]
                hint = did_you_mean(question, known).removeprefix("; ").removesuffix("?")
                raise place.error(f"the quality {shown(question, 30)}", f"one of {', '.join(known)}", hint)
            self.quality.setdefault(question, {})[number] = self._values(place, self.scheme[question], masses)
        listed = fields.get("nugget")
        if listed is not None and not isinstance(listed, list):
            raise place.error(f"{kind_of(listed)} in 'nugget'", "a list of distributions, one for each turn")
        for turn, masses in enumerate(listed or (), 1):
            self._turn(place, turn, masses)
        self.counts.append(len(listed or ()))
        self.has_turns.append(listed is not None)

    def _values(self, place: Place, question: Question, masses: Any) -> list[float]:
        """The mass of each value of a question."""
        found, order = [0.0] * len(question.values), list(question.values)
        for word, mass in self._masses(place, masses, f"'{question.name}'").items():
            value = question.value_of(word)
            if value is None:
                known = ", ".join(f"{value:g}" for value in order)
                raise place.error(f"the value {shown(word, 30)} of {question.name}", f"one of {known}")
            found[order.index(value)] += mass
        return self._whole(place, found, f"'{question.name}'")

    def _turn(self, place: Place, number: int, masses: Any) -> None:
        """The mass of each label of a turn, whose side its labels tell."""
        where = f"turn {number} of 'nugget'"
        given = self._masses(place, masses, where)
        by_helpdesk = bool(given) and all(label in HELPDESK_LABELS for label in given)
        labels = HELPDESK_LABELS if by_helpdesk else CUSTOMER_LABELS
        for label in given:
            if label not in labels:
                known = (*CUSTOMER_LABELS, *HELPDESK_LABELS)
                if label in known:
                    raise place.error(f"labels of both sides in {where}", "those of the side that says it")
                hint = did_you_mean(label, known).removeprefix("; ").removesuffix("?")
                raise place.error(f"the label {shown(label, 30)} in {where}", f"one of {', '.join(known)}", hint)
        self.turns.append(
            self._whole(place, [given.get(label, 0.0) for label in CUSTOMER_LABELS], where)
            if not by_helpdesk
            else [*self._whole(place, [given.get(label, 0.0) for label in labels], where), 0.0]
        )
        self.sides.append(by_helpdesk)

    def _masses(self, place: Place, masses: Any, where: str) -> dict[str, float]:
        if not isinstance(masses, dict):
            raise place.error(f"{kind_of(masses)} in {where}", "an object with the mass of each label")
        for label, mass in masses.items():
            number = isinstance(mass, int | float) and not isinstance(mass, bool)
            if not number or not 0 <= mass < float("inf"):
                raise place.error(f"{shown(mass, 30)} for {shown(label, 30)} in {where}", "a mass: a number from 0")
        return masses

    def _whole(self, place: Place, masses: list[float], where: str) -> list[float]:
        total = sum(masses)
        if total <= 0:
            raise place.error(f"no mass in {where}", "a distribution, which adds up to 1")
        self.sums.append(total)
        return [mass / total for mass in masses]

    def predictions(self, decisions: Decisions) -> Predictions:
        """All of it as a table."""
        sums = np.array(self.sums)
        odd = sums[np.abs(sums - 1) > _ROUNDING]
        if len(odd):
            text = (
                f"{plural(len(odd), 'distribution')} of {len(sums):,} that {'does' if len(odd) == 1 else 'do'} not add "
                f"up to 1 (from {odd.min():.3g} to {odd.max():.3g}): taken in proportion"
            )
            decisions.add(self.source, "distributions-normalised", len(odd), text)
        quality = {}
        for question, rows in self.quality.items():
            found = quality[question] = np.full((len(self.names), len(self.scheme[question].values)), np.nan)
            found[list(rows)] = list(rows.values())
        return Predictions(
            self.source,
            list(self.names),
            quality,
            np.concatenate([[0], np.cumsum(self.counts)]).astype(np.int64),
            np.array(self.sides, dtype=np.bool_),
            np.array(self.turns, dtype=np.float64).reshape(-1, len(CUSTOMER_LABELS)),
            np.array(self.has_turns, dtype=np.bool_),
        )
