"""Scores of submissions: the score table by dialogue, and each system's value, as a mean or as DialEval prints it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from turnwise.tables.scores import Scores

Floats = NDArray[np.float64]
_ROUNDING = 1e-12  # what a perfect prediction may be off by

#: A system's value is the mean over dialogues, or −log2 of it, which DialEval prints for divergences.
Report = Literal["mean", "neglog2"]


@dataclass(frozen=True, eq=False)
class SubmissionScores:
    """What submissions are worth; a column is a measure of something predicted, such as `NMD[A]`.

    `dialogues` has a value for each system, dialogue and column, but for pooled columns, which only a collection has a
    value of. Divergences are better where they are lower.
    """

    dialogues: Scores
    columns: list[str]
    values: Floats  # [system, column]
    divergence: Sequence[bool]  # of each column

    @property
    def systems(self) -> list[str]:
        return self.dialogues.systems

    def reported(self, report: Report = "mean") -> tuple[list[str], Floats]:
        """The columns' names and values: means, or −log2 of those that are divergences (infinite at 0)."""
        if report == "mean":
            return self.columns, self.values
        logged = np.array(self.divergence)
        with np.errstate(divide="ignore"):
            exact = np.where(self.values < _ROUNDING, 0.0, self.values)
            values = np.where(logged, -np.log2(exact) + 0.0, self.values)
        names = [f"-log2 {name}" if of else name for name, of in zip(self.columns, self.divergence, strict=True)]
        return names, values
