"""What a list is worth under a measure: every prefix of every ranking, and the fallback alone."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

import numpy as np

from turnwise.errors import MeasureError
from turnwise.measures import Lists, Pool, TurnMeasure
from turnwise.measures.length_aware import OLAR
from turnwise.measures.packed import offsets_of
from turnwise.policies.policy import Floats, Ints
from turnwise.policies.questions import Questions
from turnwise.tables.decisions import Decisions


class Worth:
    """A measure's value of the lists that a policy may show.

    A list of length 0 is the fallback shown alone: right where the query is out of scope, wrong elsewhere. Every
    option counts as judged, so that no measure takes a wrong option for one that nobody looked at.
    """

    def __init__(self, questions: Questions, measure: TurnMeasure) -> None:
        self.questions, self.measure = questions, measure
        if measure.weights(self.lists(np.zeros(len(questions), dtype=np.int64))) is not None:
            raise MeasureError(
                f"{measure} is one ratio over all queries, and has no value of its own for each list; "
                "use it without pooling."
            )

    def of(self, lengths: Ints) -> Floats:
        """Each query's value when it is shown this many options; a list ends where its ranking does."""
        return self.measure(self.lists(lengths))

    @cached_property
    def table(self) -> Floats:
        """``table[query, length]`` for every length from 0 (the fallback) to the longest: a sweep only looks up."""
        every = np.ones(len(self.questions), dtype=np.int64)
        # The longest first: a measure that cannot order lists so long then says at once which one can.
        longest_first = [self.of(length * every) for length in range(self.questions.longest, -1, -1)]
        return np.stack(longest_first[::-1], axis=1)

    def lists(self, lengths: Ints) -> Lists:
        """The shown lists, as measures see them."""
        asked = self.questions
        shown = np.where(asked.falls_back, 0, np.minimum(lengths, np.minimum(asked.ranked, asked.longest)))
        falls_back = shown == 0
        grades = np.zeros((len(asked), max(1, asked.longest)))
        grades[:, : asked.longest] = asked.right & asked.in_scope[:, None]
        grades[falls_back, 0] = asked.out_of_scope[falls_back]
        shown = np.maximum(shown, 1)
        kept = np.arange(grades.shape[1]) < shown[:, None]
        ranks = np.broadcast_to(np.arange(1, grades.shape[1] + 1), grades.shape)
        return Lists(self._pool, offsets_of(shown), ranks[kept], grades[kept], shown)

    @cached_property
    def _pool(self) -> Pool:
        """The judged options of each query: the right ones, the wrong ones among the ranked, and the fallback."""
        asked = self.questions
        wrong = np.minimum(asked.ranked, asked.longest) - asked.right.sum(axis=1) + asked.in_scope
        counts = asked.n_right + wrong
        grades = np.zeros(int(counts.sum()))
        offsets = offsets_of(counts)
        at = np.arange(len(grades)) - np.repeat(offsets[:-1], counts)
        grades[at < np.repeat(asked.n_right, counts)] = 1.0
        return Pool(offsets, grades, 1.0)


def fitted(measure: TurnMeasure, longest: int, decisions: Decisions) -> TurnMeasure:
    """The measure, or where it is plain OLAR and lists may be longer than 5, OLAR with the μ of that length."""
    if measure != OLAR() or longest <= OLAR().longest:
        return measure
    derived = replace(OLAR(), max_length=longest)
    decisions.add(
        "OLAR",
        "derived-olar",
        1,
        f"orders lists of up to {OLAR().longest}, and here they may have {longest}: {derived} is measured",
    )
    return derived


def break_even(measure: TurnMeasure) -> float | None:
    """How often a second option must be the right one to be worth showing, where one of the two surely is.

    With values written as lists of c (right) and w (wrong), showing the second costs c − cw where the first is right
    and brings wc − w where the second is. None where it never costs anything: such a measure only ever wants more.
    """
    c, cw, w, wc = measure(Lists.of([(1,), (1, 0), (0,), (0, 1)], [(1, 0)] * 4)).tolist()
    cost, gain = c - cw, wc - w
    return cost / (cost + gain) if cost > 0 and gain > 0 else 1.0 if cost > 0 else None
