"""Measures of predicted label distributions: what raters are divided over is predicted as they are divided.

Where several people label a turn or a dialogue, their labels are a distribution over bins, and so is a prediction. The
measures here compare the two, pair by pair. Most of them are divergences: 0 is a perfect prediction.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from turnwise.errors import MeasureError
from turnwise.measures.measure import Measure, Worked
from turnwise.measures.packed import Floats

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class DistributionPairs:
    """``predicted[pair, bin]`` beside ``gold[pair, bin]``, each row of sum 1; bins stand in the order of `labels`.

    `said` is the one label that a system states for each pair, where it is not simply the most probable one.
    """

    predicted: Floats
    gold: Floats
    labels: tuple[str, ...]
    said: Ints | None = None

    def __len__(self) -> int:
        return len(self.gold)

    @classmethod
    def of(
        cls,
        predicted: Sequence[Sequence[float]] | Floats,
        gold: Sequence[Sequence[float]] | Floats,
        labels: Sequence[str] = (),
    ) -> DistributionPairs:
        """Pairs from weights that need not sum to 1, such as counts of votes."""
        p, q = (np.asarray(side, dtype=np.float64) for side in (predicted, gold))
        if p.ndim != 2 or p.shape != q.shape or p.shape[1] < 2:
            raise MeasureError(
                f"distributions of the shapes {p.shape} and {q.shape}: expected two tables of the same shape, a row a "
                "pair and a column a label, of two labels at least."
            )
        for name, side in (("predicted", p), ("gold", q)):
            if not (np.isfinite(side).all() and (side >= 0).all() and (side.sum(axis=1) > 0).all()):
                raise MeasureError(
                    f"the {name} distributions hold a weight that is negative or no number, or a row without any "
                    "weight; expected weights of 0 and up."
                )
        names = tuple(labels) or tuple(str(bin) for bin in range(1, p.shape[1] + 1))
        return cls(p / p.sum(axis=1, keepdims=True), q / q.sum(axis=1, keepdims=True), names)


@dataclass(frozen=True)
class DistributionExample:
    """A worked example: a predicted distribution, the gold one, the value, and its arithmetic."""

    predicted: tuple[float, ...]
    gold: tuple[float, ...]
    value: float
    work: str
    labels: tuple[str, ...] = ()

    def given(self) -> str:
        of = f" over the labels {', '.join(self.labels)}" if self.labels else ""
        predicted, gold = (", ".join(f"{share:g}" for share in side) for side in (self.predicted, self.gold))
        return f"the prediction {predicted} beside the gold distribution {gold}{of}"


@dataclass(frozen=True)
class DistributionMeasure(Measure):
    """A measure of a prediction. Subclass it as a frozen dataclass and write `values`."""

    example: ClassVar[DistributionExample]
    scored_with: ClassVar[str] = "turnwise dialogues score-submission"
    #: the value of a prediction that could not be worse, for predictions that are missing
    worst: ClassVar[float] = 1.0
    #: whether the order of the bins counts, as on a scale
    ordinal: ClassVar[bool] = False

    @abstractmethod
    def values(self, pairs: DistributionPairs) -> Floats:
        """One number for each pair; NaN where the pair has no say."""

    def weights(self, pairs: DistributionPairs) -> Floats | None:
        """How much each pair counts in a mean; None is equally. A pair that has no say counts nothing."""
        return None

    def __call__(self, pairs: DistributionPairs) -> Floats:
        return self.values(pairs)

    def mean(self, pairs: DistributionPairs) -> float:
        """The value of all pairs together; NaN where none has a say."""
        values, weights = self.values(pairs), self.weights(pairs)
        known = ~np.isnan(values)
        if not known.any():
            return float("nan")
        return float(np.average(values[known], weights=None if weights is None else weights[known]))

    @classmethod
    def worked(cls) -> Worked:
        example, measure = cls.example, cls()
        pairs = DistributionPairs.of([example.predicted], [example.gold], example.labels)
        return Worked(example.given(), str(measure), float(measure(pairs)[0]), example.work)
