"""The score table: a value for each system, turn (or conversation) and measure, or why there is none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Self, get_args, get_type_hints

import numpy as np
from numpy.typing import NDArray

from turnwise.errors import OptionError, did_you_mean
from turnwise.tables.aligned import table
from turnwise.tables.decisions import Decisions, plural

if TYPE_CHECKING:
    import polars as pl

Level = Literal["turn", "conversation", "system"]
Floats = NDArray[np.float64]


#: Measures that are 0 for a perfect prediction: the divergences of predicted label distributions.
LOWER_IS_BETTER = frozenset({"NMD", "RSNOD", "RNOD", "RNSS", "JSD", "MSE"})


def lower_is_better(measure: str) -> bool:
    """Whether systems are better where they score lower under a measure, such as `RSNOD(bins=all)[A]`."""
    return measure.partition("[")[0].partition("(")[0] in LOWER_IS_BETTER


class Row(NamedTuple):
    """One row of the table in its long form; its fields are the columns of every file it is written to."""

    system: str
    conversation: str | None
    turn: str | None
    measure: str
    value: float | None
    weight: float
    note: str | None


@dataclass(frozen=True, eq=False, repr=False)
class Scores:
    """Dense scores. A value is NaN where a missing turn was left out.

    Measures of a turn have ``values[system, turn, measure]``; `weights[turn, measure]` tells how much a turn counts in
    their means: 1, but for pooled measures. Measures of a conversation have ``conversation_values[system, conversation,
    measure]``.
    """

    #: what `rows` gives; its fields are the columns of a frame and of every file
    row_type: ClassVar[Any] = Row

    systems: list[str]
    conversations: list[str]  # of each turn
    turns: list[str]
    measures: list[str]
    values: Floats
    missing: NDArray[np.bool_]  # [system, turn]
    weights: Floats
    conversation_measures: list[str] = field(default_factory=list)
    conversation_values: Floats = field(default_factory=lambda: np.empty((0, 0, 0)))
    decisions: Decisions = field(default_factory=Decisions)
    about: dict[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<Scores: {self.size()}>"

    def size(self, by: Level = "turn", called: str | None = None) -> str:
        """`3 systems × 30 turns × 2 measures`; `called` is another word for what stands in a row."""
        units = {"turn": self.turns, "conversation": self.conversation_names}
        counts = {
            "system": self.systems,
            **({called or by: units[by]} if by in units else {}),
            "measure": self.all_measures,
        }
        return " × ".join(plural(len(of), word) for word, of in counts.items())

    def __str__(self) -> str:
        """The mean of each system, as `turnwise score` prints it."""
        rows = zip(self.systems, self.means.tolist(), strict=True)
        return table(["system", *self.all_measures], [[s, *(None if v != v else v for v in row)] for s, row in rows])

    @cached_property
    def all_measures(self) -> list[str]:
        """The columns of `means`: measures of a turn, then measures of a conversation."""
        return [*self.measures, *self.conversation_measures]

    @cached_property
    def conversation_names(self) -> list[str]:
        """The conversations, each once, in the order of their first turns."""
        return list(dict.fromkeys(self.conversations))

    @cached_property
    def conversation_of_turn(self) -> NDArray[np.int64]:
        """The number of each turn's conversation."""
        number = {name: at for at, name in enumerate(self.conversation_names)}
        return np.array([number[c] for c in self.conversations], dtype=np.int64)

    @cached_property
    def means(self) -> Floats:
        """``means[system, measure]``: over turns, as TREC averages, or over conversations, by the measure's unit."""
        of_turns = self._mean_over(np.zeros(len(self.turns), dtype=np.int64), 1)[:, 0]
        if not self.conversation_measures:
            return of_turns
        known = ~np.isnan(self.conversation_values)
        total = np.where(known, self.conversation_values, 0.0).sum(axis=1)
        count = known.sum(axis=1)
        of_conversations = np.divide(total, count, out=np.full(total.shape, np.nan), where=count > 0)
        return np.concatenate([of_turns, of_conversations], axis=1)

    @cached_property
    def conversation_means(self) -> Floats:
        """``[system, conversation, measure]``: means over each conversation's turns, then measures of conversations."""
        of_turns = self._mean_over(self.conversation_of_turn, len(self.conversation_names))
        return np.concatenate([of_turns, self.conversation_values], axis=2) if self.conversation_measures else of_turns

    def _mean_over(self, group: NDArray[np.int64], n_groups: int) -> Floats:
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

    def by_turn(self, measure: str) -> Floats:
        """``[system, turn]`` of a measure of a turn."""
        return self.values[:, :, self._place(measure, self.measures)]

    def by_conversation(self, measure: str) -> Floats:
        """``[system, conversation]`` of any measure: the mean over turns of a measure of a turn."""
        return self.conversation_means[:, :, self._place(measure, self.all_measures)]

    def mean(self, measure: str) -> Floats:
        """``[system]`` of any measure."""
        return self.means[:, self._place(measure, self.all_measures)]

    def of(self, system: str, measure: str) -> Floats:
        """The values of one system under a measure of a turn, in the order of `turns`."""
        return self.by_turn(measure)[self.systems.index(system)]

    def best_first(self, measure: str) -> Self:
        """The same scores, with the systems in the order of their mean under a measure."""
        return self._ordered((-self.mean(measure)).argsort(kind="stable"))

    def _ordered(self, order: NDArray[np.int64]) -> Self:
        """The same scores, with the systems in another order."""
        return replace(
            self,
            systems=[self.systems[i] for i in order],
            values=self.values[order],
            missing=self.missing[order],
            conversation_values=self.conversation_values[order] if self.conversation_measures else np.empty((0, 0, 0)),
        )

    def _place(self, measure: str, known: list[str]) -> int:
        if measure not in known:
            hint = did_you_mean(measure, known) or f"; there are {', '.join(known)}."
            raise OptionError(f"the scores hold no measure {measure!r}{hint}")
        return known.index(measure)

    def rows(self, by: Level = "turn") -> Iterator[Row]:
        """The long form, system by system. By turn, measures of a conversation have rows without a turn."""
        if by not in ("turn", "conversation", "system"):
            raise OptionError(f"by must be 'turn', 'conversation' or 'system', found {by!r}.")
        lacks = self._lacks_turns
        for s, system in enumerate(self.systems):
            if by == "system":
                yield from _unit(system, None, None, self.all_measures, self.means[s], why_none=_why(lacks[s].any()))
            elif by == "conversation":
                for c, name in enumerate(self.conversation_names):
                    values, why = self.conversation_means[s, c], _why(lacks[s, c])
                    yield from _unit(system, name, None, self.all_measures, values, why_none=why)
            else:
                for t, turn in enumerate(self.turns):
                    yield from _unit(
                        system, self.conversations[t], turn, self.measures, self.values[s, t],
                        self.weights[t], _why(self.missing[s, t]),
                    )  # fmt: skip
                for c, name in enumerate(self.conversation_names if self.conversation_measures else ()):
                    values, why = self.conversation_values[s, c], _why(lacks[s, c])
                    yield from _unit(system, name, None, self.conversation_measures, values, why_none=why)

    @cached_property
    def _lacks_turns(self) -> NDArray[np.bool_]:
        """``[system, conversation]``: whether the system lacks a turn of the conversation."""
        lacks = np.zeros((len(self.systems), len(self.conversation_names)), dtype=bool)
        systems, turns = np.nonzero(self.missing)
        lacks[systems, self.conversation_of_turn[turns]] = True
        return lacks

    def frame(self, by: Level = "turn") -> pl.DataFrame:
        """The long form as a Polars frame."""
        import polars as pl

        types = {str: pl.String, float: pl.Float64, int: pl.Int64}
        hints = get_type_hints(self.row_type)
        schema = {
            name: next(types[of] for of in (*get_args(hint), hint) if of in types) for name, hint in hints.items()
        }
        columns = list(zip(*self.rows(by), strict=True)) or [()] * len(schema)
        return pl.DataFrame(dict(zip(schema, columns, strict=True)), schema=schema)


def _unit(
    system: str,
    conversation: str | None,
    turn: str | None,
    measures: list[str],
    values: Floats,
    weights: Floats | None = None,
    note: str | None = None,
    why_none: str | None = None,
) -> Iterator[Row]:
    """A row for each measure; `why_none` is the note of those that have no value."""
    numbers = values.tolist()
    every = [1.0] * len(numbers) if weights is None else weights.tolist()
    for measure, value, weight in zip(measures, numbers, every, strict=True):
        known = None if value != value else value
        yield Row(system, conversation, turn, measure, known, weight, why_none if known is None and why_none else note)


def _why(missing: np.bool_) -> str | None:
    """The note of what a run lacks."""
    return "missing" if missing else None
