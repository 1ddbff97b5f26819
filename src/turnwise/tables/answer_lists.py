"""What a system answered in dialogues: lists of a knowledge base's answers, whole, as a run holds them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class AnswerLists:
    """Row *r*: turn ``turn[r]`` has answer ``answer[r]`` at rank ``rank[r]``, with ``score[r]``.

    Turns and answers are positions in the questions and the knowledge base. Rows stand by turn, then rank.
    """

    system: str
    turn: Ints
    answer: Ints
    rank: Ints
    score: Floats

    def __len__(self) -> int:
        return len(self.turn)

    def first(self, k: int) -> AnswerLists:
        """The same lists, cut after `k` answers."""
        kept = self.rank <= k
        return AnswerLists(self.system, self.turn[kept], self.answer[kept], self.rank[kept], self.score[kept])


def answer_lists(system: str, turn: Ints, answer: Ints, score: Floats, tie_order: Ints) -> AnswerLists:
    """Rows in any order as lists: score descending, then the answer's id descending; each answer of a turn once."""
    order = np.lexsort((-tie_order[answer], -score, turn))
    turn, answer, score = turn[order], answer[order], score[order]
    # Of an answer listed twice the better-ranked copy is the first one met.
    _, first = np.unique(turn * (int(answer.max(initial=0)) + 1) + answer, return_index=True)
    kept = np.sort(first)
    turn, answer, score = turn[kept], answer[kept], score[kept]
    starts = np.flatnonzero(np.diff(turn, prepend=-1))
    rank = np.arange(len(turn)) - np.repeat(starts, np.diff([*starts, len(turn)])) + 1
    return AnswerLists(system, turn, answer, rank, score)
