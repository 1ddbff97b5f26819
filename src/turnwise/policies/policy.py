"""What turns ranked confidences into a list: every policy shows a prefix of the ranking, or nothing at all.

A policy is a frozen dataclass. It declares a **key** for each option, which never grows along the ranking, and a
**cut**: the options whose key reaches the cut are shown, up to a longest list. Nothing shown means that the bot falls
back, with the fallback as a list of one. Sweeps, settings and sentences are derived from the declaration.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from turnwise.policies.rounding import number, rounded_cuts
from turnwise.tables.decisions import plural

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


#: The words for a list of one, whichever policy it comes from.
ONE_OPTION = "Show one option"


def best_of(scores: Floats) -> Floats:
    """The confidence of each query's best option; minus infinity where there is none."""
    return scores[:, 0] if scores.shape[1] else np.full(len(scores), -np.inf)


@dataclass(frozen=True)
class Policy(ABC):
    """One setting of one policy. `scores` are always a matrix: a row a query, best first, minus infinity where none."""

    name: ClassVar[str]
    title: ClassVar[str]
    parameter: ClassVar[str | None]  # the field that the cut is made of
    may_floor: ClassVar[bool] = True  # whether a floor adds anything

    @staticmethod
    @abstractmethod
    def keys(scores: Floats) -> Floats:
        """How far each option is from being cut off."""

    @staticmethod
    @abstractmethod
    def cut(value: Floats | float) -> Floats | float:
        """The lowest key that is shown under this value of the parameter."""

    @staticmethod
    @abstractmethod
    def observed(scores: Floats) -> Floats:
        """The values at which the lists of these replies change, on the scale of the parameter."""

    @staticmethod
    @abstractmethod
    def tried(observed: Floats) -> Floats:
        """Values of the parameter that tell these ascending ones apart, from the shortest lists to the longest."""

    @classmethod
    def unfit(cls, scores: Floats) -> str | None:
        """Why these scores do not suit the policy, if they do not."""
        return None

    @classmethod
    @abstractmethod
    def of(cls, value: float, longest: int, floor: float | None) -> Policy:
        """The setting with this parameter, longest list and floor."""

    @property
    @abstractmethod
    def settings(self) -> dict[str, float]:
        """The parameters by name; a floor that is not set is left out."""

    @property
    @abstractmethod
    def words(self) -> str:
        """What the bot does, as the beginning of a sentence."""

    @property
    def longest(self) -> int:
        return int(self.settings.get("max_length", self.settings.get("k", 1)))

    def lengths(self, scores: Floats) -> Ints:
        """How many options each query is shown; 0 where the bot falls back."""
        top = scores[:, : self.longest]
        cut = self.cut(self.settings[self.parameter]) if self.parameter else -np.inf
        shown = (self.keys(top) >= cut) & np.isfinite(top)
        floor = self.settings.get("floor", -np.inf)
        return np.where(best_of(scores) >= floor, shown.sum(axis=1), 0)

    def __str__(self) -> str:
        return f"{self.name}({', '.join(f'{name}={number(value)}' for name, value in self.settings.items())})"


def _with_floor(settings: dict[str, float], floor: float | None) -> dict[str, float]:
    return settings if floor is None else {**settings, "floor": floor}


def _else_fallback(floor: float | None) -> str:
    return "" if floor is None else f", and the fallback when no confidence reaches {number(floor)}"


@dataclass(frozen=True)
class TopK(Policy):
    """Always the k best options."""

    name = "top-k"
    title = "always the k best options"
    parameter = None

    k: int
    floor: float | None = None

    @staticmethod
    def keys(scores: Floats) -> Floats:
        return np.where(np.isfinite(scores), 0.0, -np.inf)

    @staticmethod
    def cut(value: Floats | float) -> Floats | float:
        return value

    @staticmethod
    def observed(scores: Floats) -> Floats:
        return scores[:, :0]

    @staticmethod
    def tried(observed: Floats) -> Floats:
        return np.zeros(1)

    @classmethod
    def of(cls, value: float, longest: int, floor: float | None) -> TopK:
        return cls(longest, floor)

    @property
    def settings(self) -> dict[str, float]:
        return _with_floor({"k": self.k}, self.floor)

    @property
    def words(self) -> str:
        shown = ONE_OPTION if self.k == 1 else f"Show the {self.k} best options"
        return shown + _else_fallback(self.floor)


@dataclass(frozen=True)
class Threshold(Policy):
    """Every option whose confidence is at least the threshold."""

    name = "threshold"
    title = "every option with at least this confidence"
    parameter = "threshold"
    may_floor = False  # the threshold is one already

    threshold: float
    max_length: int

    @staticmethod
    def keys(scores: Floats) -> Floats:
        return scores

    @staticmethod
    def cut(value: Floats | float) -> Floats | float:
        return value

    @staticmethod
    def observed(scores: Floats) -> Floats:
        return scores

    @staticmethod
    def tried(observed: Floats) -> Floats:
        return rounded_cuts(observed)[::-1]

    @classmethod
    def of(cls, value: float, longest: int, floor: float | None) -> Threshold:
        return cls(value, longest)

    @property
    def settings(self) -> dict[str, float]:
        return {"threshold": self.threshold, "max_length": self.max_length}

    @property
    def words(self) -> str:
        if self.max_length == 1:
            least = number(self.threshold)
            return f"Show one option when its confidence is at least {least}, and the fallback otherwise"
        return (
            f"Show every option with a confidence of at least {number(self.threshold)}, {self.max_length} at most, "
            "and the fallback when there is none"
        )


@dataclass(frozen=True)
class Margin(Policy):
    """Every option whose confidence is within a margin of the best one's."""

    name = "margin"
    title = "every option within this margin of the best"
    parameter = "margin"

    margin: float
    max_length: int
    floor: float | None = None

    @staticmethod
    def keys(scores: Floats) -> Floats:
        keys = np.full(scores.shape, -np.inf)
        np.subtract(scores, best_of(scores)[:, None], out=keys, where=np.isfinite(scores))
        return keys

    @staticmethod
    def cut(value: Floats | float) -> Floats | float:
        return -value

    @staticmethod
    def observed(scores: Floats) -> Floats:
        return -Margin.keys(scores)

    @staticmethod
    def tried(observed: Floats) -> Floats:
        return 0.0 - rounded_cuts(-observed[::-1])[::-1]

    @classmethod
    def of(cls, value: float, longest: int, floor: float | None) -> Margin:
        return cls(value, longest, floor)

    @property
    def settings(self) -> dict[str, float]:
        return _with_floor({"margin": self.margin, "max_length": self.max_length}, self.floor)

    @property
    def words(self) -> str:
        if self.max_length == 1:
            return ONE_OPTION + _else_fallback(self.floor)
        return (
            f"Show every option whose confidence is within {number(self.margin)} of the best one's, "
            f"{self.max_length} at most" + _else_fallback(self.floor)
        )


@dataclass(frozen=True)
class Mass(Policy):
    """The fewest options whose confidences sum to the mass."""

    name = "mass"
    title = "the fewest options whose confidences sum to this"
    parameter = "mass"

    mass: float
    max_length: int
    floor: float | None = None

    @staticmethod
    def keys(scores: Floats) -> Floats:
        known = np.isfinite(scores)
        keys = np.zeros(scores.shape)
        keys[:, 1:] = -np.cumsum(np.where(known, scores, 0.0), axis=1)[:, :-1]
        return np.where(known, keys, -np.inf)

    @staticmethod
    def cut(value: Floats | float) -> Floats | float:
        # An option is shown while the sum before it is still below the mass: −sum > −mass.
        return np.nextafter(-value, np.inf)

    @staticmethod
    def observed(scores: Floats) -> Floats:
        return np.cumsum(scores, axis=1)

    @staticmethod
    def tried(observed: Floats) -> Floats:
        return rounded_cuts(observed, least=0.0)  # a mass of 0 would show nothing

    @classmethod
    def unfit(cls, scores: Floats) -> str | None:
        below = int((scores[np.isfinite(scores)] < 0).sum())
        if below:
            return f"{plural(below, 'confidence is', 'confidences are')} below 0, so sums of them mean nothing"
        return None if (best_of(scores) > 0).any() else "no confidence is above 0, so all sums are 0"

    @classmethod
    def of(cls, value: float, longest: int, floor: float | None) -> Mass:
        return cls(value, longest, floor)

    @property
    def settings(self) -> dict[str, float]:
        return _with_floor({"mass": self.mass, "max_length": self.max_length}, self.floor)

    @property
    def words(self) -> str:
        mass = number(self.mass)
        if self.max_length == 1:
            return ONE_OPTION + _else_fallback(self.floor)
        if self.max_length == 2:
            return f"Show 2 options whenever no confidence reaches {mass}" + _else_fallback(self.floor)
        return (
            f"Show up to {self.max_length} options, the fewest whose confidences sum to {mass}, whenever no single "
            f"confidence reaches it" + _else_fallback(self.floor)
        )


#: All policies, simplest first: of two that do equally well the earlier one is preferred.
POLICIES: dict[str, type[Policy]] = {policy.name: policy for policy in (TopK, Threshold, Margin, Mass)}
