"""Measures over a trail text: what was read, in its order, is worth less the later it stands.

The trail text of a dialogue is the dialogue itself. A nugget's worth is its weight times the discount at its position;
what a dialogue is worth is the sum. `U` is that sum over all nuggets, `S` compares it with the shortest text that
holds the same nuggets, and `T` says how much of the text nuggets are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from turnwise.errors import MeasureError
from turnwise.measures.dialogue import Bools, DialogueExample, DialogueMeasure, Readings, Written
from turnwise.measures.measure import POSITIVE, TRUTH, Rule, one_of, optional, param
from turnwise.measures.packed import Floats, ratio

U_REFERENCE = (
    "T. Sakai and Z. Dou. Summaries, Ranked Retrieval and Sessions: A Unified Framework for Information Access "
    "Evaluation. SIGIR 2013."
)
S_REFERENCE = (
    "T. Sakai, M. P. Kato and Y.-I. Song. Click the Search Button and Be Happy: Evaluating Direct and Immediate "
    "Information Access. CIKM 2011."
)
T_REFERENCE = (
    "T. Sakai and M. P. Kato. One Click One Revisited: Enhancing Evaluation Based on Information Units. AIRS 2012."
)
#: The dialogue of the worked examples: 100 characters, in which both sides come to their goals.
EXAMPLE = (
    Written("CNUG0", 0, 20),
    Written("HNUG", 20, 40),
    Written("CNUG", 40, 50),
    Written("HNUG*", 50, 80),
    Written("CNUG*", 80, 90),
)
LENGTH = Rule("a finite number above 0, or longest", lambda v: v == "longest" or POSITIVE.holds(v))

#: exp(−2 x) has the same area as the line from 1 at 0 to 0 at 1, so that both grant as much in all.
RATE = 2.0


def at_position(default: str) -> Any:
    return param(default, one_of("start", "end"), "where a nugget stands: where it starts, or where it ends")


@dataclass(frozen=True)
class TrailMeasure(DialogueMeasure):
    """What measures over a trail text share: how long patience lasts, how worth decays, and what a nugget weighs."""

    length: float | str = param("longest", LENGTH, "the paper's L, where nothing is worth anything any more")
    time: float | None = param(None, optional(POSITIVE), "the paper's T in minutes: together with `speed`, L = T × s")
    speed: float | None = param(None, optional(POSITIVE), "the paper's s, units typed in a minute")
    decay: str = param("linear", one_of("linear", "exponential", "none"), "how worth falls with the position")
    position: str = at_position("start")
    weights: str = param("own", one_of("own", "equal"), "what a regular nugget weighs: what its source says, or 1")
    goals: str = param("every", one_of("every", "first", "shared"), "which goal nuggets of a side have the goal weight")

    def __post_init__(self) -> None:
        super().__post_init__()
        if (self.time is None) != (self.speed is None):
            raise MeasureError(f"{self.name}: time and speed belong together, as in {self.name}(time=30, speed=40).")
        if self.time is not None and self.length != "longest":
            raise MeasureError(f"{self.name}: give length, or time and speed, which make one; found all three.")

    def longest(self, readings: Readings) -> float:
        """The paper's L."""
        if self.time is not None and self.speed is not None:
            return self.time * self.speed
        if not isinstance(self.length, str):
            return float(self.length)
        if not readings.longest > 0:
            raise MeasureError(
                f"{self}: the longest dialogue has the length {readings.longest:g} in {readings.unit}; give a length, "
                f"as in {self.name}(length=1000)."
            )
        return readings.longest

    @property
    def shares(self) -> tuple[float, float]:
        """How much the customer's and the helpdesk's nuggets count."""
        return 1.0, 1.0

    @property
    def patiences(self) -> tuple[float, float]:
        """How many times L the patience lasts with the customer's and with the helpdesk's nuggets."""
        return 1.0, 1.0

    def patience(self, readings: Readings) -> Floats:
        """The L that each nugget is discounted with."""
        return self.longest(readings) * np.array(self.patiences)[readings.by_helpdesk.astype(np.int64)]

    def discount(self, at: Floats, patience: Floats | float) -> Floats:
        """Equation 1: what is left of a worth of 1 at a position (equation 7, where positions are times)."""
        if self.decay == "linear":
            return np.maximum(0.0, 1 - at / patience)
        return np.exp(-RATE * at / patience) if self.decay == "exponential" else np.ones(len(at))

    def weight(self, readings: Readings) -> Floats:
        """What each nugget weighs. Equations 3 and 5: a goal weighs 1 more than all regular nuggets of its side."""
        goal = readings.goal
        own = readings.weight if self.weights == "own" else np.ones(len(goal))
        n_sides = 2 * len(readings)
        regular = np.bincount(readings.side, weights=np.where(goal, 0.0, own), minlength=n_sides)
        goal_weight = np.asarray(1.0 + regular[readings.side], dtype=np.float64)
        if self.goals == "shared":
            goal_weight = (
                goal_weight / np.maximum(np.bincount(readings.side[goal], minlength=n_sides), 1)[readings.side]
            )
        elif self.goals == "first":
            goal_weight[~_first_of_side(readings)] = 0.0
        return np.where(goal, goal_weight, own)

    def place(self, readings: Readings) -> Floats:
        return readings.start if self.position == "start" else readings.end

    def worth(self, readings: Readings) -> Floats:
        """What each nugget adds: its weight times the discount at its position, as much as its side counts."""
        share = np.array(self.shares)[readings.by_helpdesk.astype(np.int64)]
        worth = self.weight(readings) * self.discount(self.place(readings), self.patience(readings))
        return np.where(share > 0, share * worth, 0.0)

    def values(self, readings: Readings) -> Floats:
        return readings.sum(self.worth(readings))


def _first_of_side(readings: Readings) -> Bools:
    """Whether each nugget is the first goal nugget of its side in its reading."""
    goals = np.flatnonzero(readings.goal)
    first = np.zeros(len(readings.goal), dtype=np.bool_)
    first[goals[np.unique(readings.side[goals], return_index=True)[1]]] = True
    return first


@dataclass(frozen=True)
class U(TrailMeasure):
    """What all nuggets of both sides are worth, whoever sent them. It is not normalised, and has no upper bound.

    U-measure takes a string's position where it ends, since only then it has been read. UCH is U with a weight for
    each side: UCH(0.5) is half of U, where both take positions the same way.
    """

    name = "U"
    title = "U-measure"
    formula = "U = Σ w(n) · max(0, 1 − pos(n) ÷ L) over all nuggets n"
    reference = U_REFERENCE
    example = DialogueExample(
        EXAMPLE,
        100,
        2.6,
        "HNUG* weighs 1 + 1, CNUG* 1 + 2: (1 − 20 ÷ 100) + (1 − 40 ÷ 100) + (1 − 50 ÷ 100) + 2 · (1 − 80 ÷ 100) + "
        "3 · (1 − 90 ÷ 100) = 0.8 + 0.6 + 0.5 + 2 · 0.2 + 3 · 0.1",
    )

    position: str = at_position("end")


@dataclass(frozen=True)
class S(TrailMeasure):
    """How early the nuggets stand, beside the shortest text that holds them: 1 where nothing is said but nuggets.

    That text (the pseudo-minimal output) is the nuggets alone, the heaviest first and of equal ones the shortest. It
    is not always the best order, so S may pass 1; `flat` cuts it there. Turnwise has no list of what could have been
    said about a problem, so the nuggets are those of the reading itself: S tells how well they are placed, not how
    many there are. A nugget's own text stands for its vital string.
    """

    name = "S"
    title = "S-measure"
    formula = "S = Σ w(n) · max(0, L − pos(n)) ÷ Σ w(n) · max(0, L − pos*(n)), pos* in the shortest text"
    reference = S_REFERENCE
    example = DialogueExample(
        EXAMPLE,
        100,
        260 / 480,
        "the shortest text has CNUG* (weight 3), HNUG* (2), CNUG, CNUG0 and HNUG, which end at 10, 40, 50, 70 and "
        "90: (80 + 60 + 50 + 2 · 20 + 3 · 10) ÷ (3 · 90 + 2 · 60 + 50 + 30 + 10)",
    )

    position: str = at_position("end")
    flat: bool = param(False, TRUTH, "cut at 1 (S-flat)")

    def __post_init__(self) -> None:
        super().__post_init__()
        _check_text(self)

    def values(self, readings: Readings) -> Floats:
        weight, patience = self.weight(readings), self.patience(readings)
        length = readings.end - readings.start
        order = np.lexsort((length, -weight, readings.owner))
        ends = np.cumsum(np.nan_to_num(length[order]))
        before = np.concatenate([[0.0], ends])[readings.offsets[:-1]]
        shortest = np.empty(len(weight))
        shortest[order] = ends - before[readings.owner[order]]
        found = readings.sum(weight * self.discount(self.place(readings), patience))
        best = readings.sum(weight * self.discount(shortest, patience))
        value = ratio(found, best)
        return np.minimum(value, 1.0) if self.flat else value


@dataclass(frozen=True)
class T(DialogueMeasure):
    """How much of the dialogue is in nuggets: the precision that completes S, between 0 and 1.

    A nugget's own text stands for its vital string, the shortest that says the same; `vital` cuts it to a length.
    Weights and positions do not count.
    """

    name = "T"
    title = "T-measure"
    formula = "T = Σ length of the vital string of n ÷ length of the dialogue"
    reference = T_REFERENCE
    example = DialogueExample(EXAMPLE, 100, 0.9, "(20 + 20 + 10 + 30 + 10) ÷ 100")
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)

    vital: float | None = param(None, optional(POSITIVE), "the longest that a vital string is; without it, no limit")

    def __post_init__(self) -> None:
        super().__post_init__()
        _check_text(self)

    def values(self, readings: Readings) -> Floats:
        length = readings.end - readings.start
        vital = length if self.vital is None else np.minimum(length, self.vital)
        return ratio(readings.sum(vital), readings.total)


def _check_text(measure: DialogueMeasure) -> None:
    if measure.unit == "seconds":
        raise MeasureError(f"{measure.name} compares lengths of text, which time has not; found unit=seconds.")
