"""The score table: a value for each system, turn and measure, or why there is none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from turnwise.errors import OptionError
from turnwise.tables.decisions import Decisions

if TYPE_CHECKING:
    import polars as pl

Level = Literal["turn", "conversation", "system"]


class Row(NamedTuple):
    """One row of the table in its long form; its fields are the columns of every file it is written to."""

    system: str
    conversation: str | None
    turn: str | None
    measure: str
    value: float | None
    weight: float
    note: str | None


@dataclass(frozen=True, eq=False)
class Scores:
    """Dense scores: ``values[system, turn, measure]``, NaN where a missing turn was left out.

    `weights[turn, measure]` tells how much a turn counts in the means: 1, but for pooled measures.
    """

    systems: list[str]
    conversations: list[str]  # of each turn
    turns: list[str]
    measures: list[str]
    values: NDArray[np.float64]
    missing: NDArray[np.bool_]  # [system, turn]
    weights: NDArray[np.float64]
    decisions: Decisions = field(default_factory=Decisions)
    about: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def means(self) -> NDArray[np.float64]:
        """``means[system, measure]``: over turns, as TREC averages."""
        return self._mean_over(np.zeros(len(self.turns), dtype=np.int64), 1)[:, 0]

    @cached_property
    def conversation_names(self) -> list[str]:
        """The conversations, each once, in the order of their first turns."""
        return list(dict.fromkeys(self.conversations))

    @cached_property
    def conversation_means(self) -> NDArray[np.float64]:
        """``conversation_means[system, conversation, measure]``: over the turns of each conversation."""
        number = {name: at for at, name in enumerate(self.conversation_names)}
        return self._mean_over(np.array([number[c] for c in self.conversations], dtype=np.int64), len(number))

    def _mean_over(self, group: NDArray[np.int64], n_groups: int) -> NDArray[np.float64]:
        """Weighted means over groups of turns, without the turns left out; NaN where nothing is left."""
        known = ~np.isnan(self.values)
        weights = np.where(known, self.weights, 0.0)
        weighted = np.where(known, self.values, 0.0) * weights
        shape = (len(self.systems), n_groups, len(self.measures))
        total, weight = np.zeros(shape), np.zeros(shape)
        for s in range(len(self.systems)):
            for m in range(len(self.measures)):
                total[s, :, m] = np.bincount(group, weighted[s, :, m], n_groups)
                weight[s, :, m] = np.bincount(group, weights[s, :, m], n_groups)
        return np.divide(total, weight, out=np.full(shape, np.nan), where=weight > 0)

    def of(self, system: str, measure: str) -> NDArray[np.float64]:
        """The values of one system under one measure, in the order of `turns`."""
        return self.values[self.systems.index(system), :, self.measures.index(measure)]

    def rows(self, by: Level = "turn") -> Iterator[Row]:
        """The long form, system by system."""
        if by not in ("turn", "conversation", "system"):
            raise OptionError(f"by must be 'turn', 'conversation' or 'system', found {by!r}.")
        for s, system in enumerate(self.systems):
            if by == "system":
                yield from self._unit(system, None, None, self.means[s], None)
            elif by == "conversation":
                for c, conversation in enumerate(self.conversation_names):
                    yield from self._unit(system, conversation, None, self.conversation_means[s, c], None)
            else:
                for t, turn in enumerate(self.turns):
                    yield from self._unit(system, self.conversations[t], turn, self.values[s, t], t, self.missing[s, t])

    def _unit(
        self,
        system: str,
        conversation: str | None,
        turn: str | None,
        values: NDArray[np.float64],
        t: int | None,
        missing: bool = False,
    ) -> Iterator[Row]:
        note = "missing" if missing else None
        for m, measure in enumerate(self.measures):
            value = float(values[m])
            weight = 1.0 if t is None else float(self.weights[t, m])
            yield Row(system, conversation, turn, measure, None if np.isnan(value) else value, weight, note)

    def frame(self, by: Level = "turn") -> pl.DataFrame:
        """The long form as a Polars frame."""
        import polars as pl

        schema = {name: pl.Float64 if name in ("value", "weight") else pl.String for name in Row._fields}
        columns = list(zip(*self.rows(by), strict=True)) or [()] * len(Row._fields)
        return pl.DataFrame(dict(zip(Row._fields, columns, strict=True)), schema=schema)
