"""One dialogue as a trail text: its posts, the nuggets in it, and what each is worth where it stands."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class TrailPost:
    """A post: who sent it, where it starts and ends, and what it says, if that is known."""

    by_helpdesk: bool
    start: float
    end: float
    text: str | None


@dataclass(frozen=True)
class TrailNugget:
    """A nugget: its kind, its posts (from 1, both within), where it stands, and what it is worth there."""

    kind: str
    first: int
    last: int
    start: float
    end: float
    at: float
    weight: float
    discount: float

    @property
    def worth(self) -> float:
        return self.weight * self.discount

    @property
    def by_helpdesk(self) -> bool:
        return self.kind.startswith("H")


@dataclass(frozen=True)
class TrailSide:
    """One side's nuggets together: what they are worth, how much that counts, and the discount along the text."""

    by_helpdesk: bool
    worth: float
    share: float
    #: the discount at `Trail.along`
    discount: Floats


@dataclass(frozen=True)
class Trail:
    """A dialogue under a measure, as one reader or the vote of all has marked it."""

    dialogue: str
    reader: str
    measure: str
    value: float
    unit: str
    total: float
    length: float
    #: whether `length` is the longest dialogue of the collection
    is_longest: bool
    posts: tuple[TrailPost, ...]
    nuggets: tuple[TrailNugget, ...]
    sides: tuple[TrailSide, ...]
    along: Floats
