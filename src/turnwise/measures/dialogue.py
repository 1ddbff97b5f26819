"""What a measure of a dialogue is: it sees the nuggets that an annotator found in it, and where they stand.

A reading is one dialogue read by one annotator. Many readings stand in one set of flat arrays, so that a measure is a
few lines of numpy and 70,000 readings cost milliseconds. Positions and lengths are in one unit (characters, words,
seconds …), that of the measure.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from turnwise.errors import MeasureError
from turnwise.measures.measure import Measure, Rule, Worked, optional, param
from turnwise.measures.packed import Floats, Ints, offsets_of

Bools = NDArray[np.bool_]

#: The kinds of nuggets, as the paper names them: of the customer and of the helpdesk, trigger (0), regular, goal (*).
KINDS = ("CNUG0", "CNUG", "CNUG*", "HNUG", "HNUG*")

UNIT = Rule("a unit, such as characters, words or seconds", lambda v: isinstance(v, str) and v.isidentifier())


class Written(NamedTuple):
    """A nugget written out: its kind, where it starts and ends, and its weight."""

    kind: str
    start: float
    end: float
    weight: float = 1.0


@dataclass(frozen=True, eq=False)
class Readings:
    """Nuggets of many readings: those of reading *r* are ``offsets[r]:offsets[r + 1]``, in the order of their posts.

    A dialogue starts at 0 and ends at `total[reading]`; a nugget goes from `start` to `end`. What is not known is NaN.
    """

    offsets: Ints
    by_helpdesk: Bools
    goal: Bools
    trigger: Bools
    weight: Floats  # 1 where the source gives none
    start: Floats
    end: Floats
    total: Floats  # [reading]
    #: the length of the longest dialogue of the collection, read or not
    longest: float
    unit: str

    def __len__(self) -> int:
        return len(self.total)

    @cached_property
    def owner(self) -> Ints:
        """The reading of each nugget."""
        return np.repeat(np.arange(len(self)), np.diff(self.offsets))

    @cached_property
    def side(self) -> Ints:
        """A number for each pair of reading and side, which nuggets of one side of one reading share."""
        return self.owner * 2 + self.by_helpdesk

    def sum(self, values: Floats) -> Floats:
        """Per reading, the sum of a value of each nugget, in the order of the nuggets."""
        return np.bincount(self.owner, weights=values, minlength=len(self)).astype(np.float64, copy=False)

    @classmethod
    def of(
        cls,
        nuggets: Sequence[Sequence[Written | tuple[Any, ...]]],
        total: Sequence[float],
        longest: float | None = None,
        unit: str = "characters",
    ) -> Readings:
        """Pack readings written out, such as ``Readings.of([[("HNUG*", 0, 20)]], [100])``."""
        if len(nuggets) != len(total):
            raise MeasureError(f"found nuggets of {len(nuggets)} readings and {len(total)} lengths; expected as many.")
        rows = [Written(*row) for reading in nuggets for row in reading]
        for row in rows:
            if row.kind not in KINDS:
                raise MeasureError(f"{row.kind!r} is no kind of nugget; they are {', '.join(KINDS)}.")
        numbers = np.array([row[1:] for row in rows], dtype=np.float64).reshape(-1, 3)
        totals = np.array(total, dtype=np.float64)
        return cls(
            offsets_of(np.array([len(reading) for reading in nuggets], dtype=np.int64)),
            np.array([row.kind.startswith("H") for row in rows], dtype=np.bool_),
            np.array([row.kind.endswith("*") for row in rows], dtype=np.bool_),
            np.array([row.kind.endswith("0") for row in rows], dtype=np.bool_),
            numbers[:, 2],
            numbers[:, 0],
            numbers[:, 1],
            totals,
            float(np.nanmax(totals, initial=0.0)) if longest is None else longest,
            unit,
        )


@dataclass(frozen=True)
class DialogueExample:
    """A worked example: the nuggets of one reading, the dialogue's length, the value, and its arithmetic."""

    nuggets: tuple[Written, ...]
    total: float
    value: float
    work: str

    def given(self) -> str:
        found = ", ".join(f"{n.kind} from {n.start:g} to {n.end:g}" for n in self.nuggets)
        return f"a dialogue of {self.total:g} characters, the longest of its collection, with the nuggets {found}"


@dataclass(frozen=True)
class DialogueMeasure(Measure):
    """A measure of a dialogue, from nuggets. Subclass it as a frozen dataclass and write `values`."""

    example: ClassVar[DialogueExample]
    scored_with: ClassVar[str] = "turnwise dialogues score"
    #: no measure here is normalised, unless it says so
    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))

    unit: str | None = param(
        None, optional(UNIT), "what positions and lengths are counted in; without it, what suits the dialogues"
    )

    @abstractmethod
    def values(self, readings: Readings) -> Floats:
        """One number for each reading."""

    def __call__(self, readings: Readings) -> Floats:
        """One number for each reading; NaN where the dialogue's length, or a nugget's place, is not known."""
        return np.where(np.isnan(readings.total), np.nan, self.values(readings))

    @classmethod
    def worked(cls) -> Worked:
        example, measure = cls.example, cls()
        value = float(measure(Readings.of([example.nuggets], [example.total]))[0])
        return Worked(example.given(), str(measure), value, example.work)
