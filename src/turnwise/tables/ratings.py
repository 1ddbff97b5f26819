"""What people (or models) answered when they were asked about something: one row an answer, ragged as real studies are.

An item may have any number of raters, a rater any number of items, and an answer may be missing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from turnwise.errors import OptionError, did_you_mean

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

HUMAN, MODEL = "human", "llm"


@dataclass(frozen=True, eq=False)
class Ratings:
    """Row *r*: rater ``rater[r]`` answered question ``question[r]`` about item ``item[r]`` with ``value[r]``.

    The three are positions in `raters`, `questions` and `items`. A question in `labels` is answered with one of these
    words, and its values are positions among them, in their order; any other question is answered with numbers.
    Nobody answers one question about one item twice.

    Where a source does not say who answered, `raters_known` is False: then rater *k* is no person, but the *k*-th
    answer of each item.
    """

    source: str
    items: list[str]
    raters: list[str]
    questions: list[str]
    item: Ints
    rater: Ints
    question: Ints
    value: Floats
    labels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    raters_known: bool = True
    #: `human` or `llm`, one a rater
    rater_types: Sequence[str] = ()
    #: what else the source says of each item, such as its system or dialogue: name → one text an item
    groups: Mapping[str, Sequence[str]] = field(default_factory=dict)
    #: seconds that each answer took; NaN where that is not known
    seconds: Floats | None = None
    #: how often a rater was asked a question and said that it cannot be answered (`N/A`)
    unanswered: Mapping[str, int] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.value)

    def number(self, question: str) -> int:
        """The position of a question by its name."""
        if question not in self.questions:
            hint = did_you_mean(question, self.questions) or f"; there are {', '.join(self.questions)}."
            raise OptionError(f"{self.source}: there is no question {question!r}{hint}")
        return self.questions.index(question)

    def keeping(self, rows: NDArray[np.bool_]) -> Ratings:
        """The same study with only these rows; items, raters and questions keep their positions."""
        seconds = None if self.seconds is None else self.seconds[rows]
        return replace(
            self,
            item=self.item[rows],
            rater=self.rater[rows],
            question=self.question[rows],
            value=self.value[rows],
            seconds=seconds,
        )

    def matrix(self, question: str) -> Floats:
        """``[item, rater]`` of a question; NaN where that rater did not answer for that item."""
        chosen = self.question == self.number(question)
        found = np.full((len(self.items), len(self.raters)), np.nan)
        found[self.item[chosen], self.rater[chosen]] = self.value[chosen]
        return found

    @cached_property
    def types(self) -> list[str]:
        """The type of each rater: `human` unless the source says otherwise."""
        return list(self.rater_types) or [HUMAN] * len(self.raters)
