"""A measure that a checker puts to all small cases: one of the catalogue, or a person's own.

Lists of options and dialogues differ in what a measure of theirs is, and in the words for them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from turnwise.errors import MeasureError, TurnwiseError, shown
from turnwise.measures.packed import Floats

#: Scores that differ by at most this are the same.
TOLERANCE = 1e-12


@dataclass(frozen=True)
class Cases:
    """What a measure is checked on: `kind` is what measures of it are, `one` and `packed` name it in sentences."""

    kind: type[Any]
    one: str
    packed: str

    def scorer(self, measure: object) -> Callable[[Any], Any]:
        """What scores packed cases: a measure, one made from its class, or a function as it is."""
        if isinstance(measure, type):
            made = measure.__name__
            try:
                measure = measure()
            except TurnwiseError:
                raise
            except Exception as error:
                raise MeasureError(
                    f"{made} cannot be made without parameters ({raised(error)}); "
                    "give every parameter a default, or pass a measure made from it."
                ) from error
        if not callable(measure):
            raise MeasureError(
                f"{shown(measure)} is not a measure; expected a {self.kind.__name__}, its class, or a function of "
                f"{self.packed}."
            )
        return measure

    def name_of(self, scorer: object) -> str:
        """What to call a measure in a sentence."""
        if isinstance(scorer, self.kind) and hasattr(scorer, "name"):
            return str(scorer)
        return str(getattr(scorer, "__name__", type(scorer).__name__))

    def scores(self, scorer: Callable[[Any], Any], packed: Any, count: int, text: Callable[[int], str]) -> Floats:
        """One finite number a case, or an error that says what the measure did instead; `text` writes a case."""
        name, cases = self.name_of(scorer), f"{count} {self.one}s"
        try:
            result = scorer(packed)
            scores = np.asarray(result, dtype=np.float64)
        except TurnwiseError:
            raise
        except Exception as error:
            raise MeasureError(
                f"{name} failed on the {cases} ({raised(error)}); a measure takes {self.packed} and returns an array "
                f"with one number a {self.one}."
            ) from error
        if scores.shape != (count,):
            raise MeasureError(
                f"{name} returned {shown(type(result).__name__)} of shape {scores.shape}, expected one number for each "
                f"of {cases}."
            )
        if not np.isfinite(scores).all():
            at = int(np.flatnonzero(~np.isfinite(scores))[0])
            raise MeasureError(f"{name} gives {scores[at]} to the {self.one} {text(at)}, expected a finite number.")
        return scores


def raised(error: BaseException) -> str:
    """A foreign error as it may stand in a sentence."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}" if str(error) else type(error).__name__


def told_apart(measure: str, preferred: str, other: str, scores: tuple[float, float]) -> str:
    """What the measure gives to two cases, with as many digits as tell the scores apart."""
    high, low = scores
    if abs(high - low) <= TOLERANCE:
        return f"{measure} gives both {high:.4f}"
    digits = next(d for d in range(4, 18) if f"{high:.{d}f}" != f"{low:.{d}f}")
    return f"{measure} gives {preferred} {high:.{digits}f} and {other} {low:.{digits}f}"
