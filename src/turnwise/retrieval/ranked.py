"""Answers ranked for questions, and how scores become ranks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from turnwise.tables.knowledge import KnowledgeBase

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
#: Columns of scores of which the best one is taken first, where there are many.
COLUMNS = 32


@dataclass(frozen=True, eq=False)
class Ranked:
    """One list of answers a question, best first: score descending, then the answer's id descending by its bytes.

    The answers of question *i* are ``answers[offsets[i]:offsets[i + 1]]``, positions in the knowledge base, with the
    `scores` of the same positions. A list may be empty: nothing speaks for any answer.
    """

    offsets: Ints
    answers: Ints
    scores: Floats

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def of(self, question: int) -> tuple[Ints, Floats]:
        """The answers of one question, best first, and their scores."""
        part = slice(int(self.offsets[question]), int(self.offsets[question + 1]))
        return self.answers[part], self.scores[part]

    @cached_property
    def lengths(self) -> Ints:
        return np.diff(self.offsets)

    @cached_property
    def owner(self) -> Ints:
        """The question of each listed answer."""
        return np.repeat(np.arange(len(self)), self.lengths)

    @cached_property
    def ranks(self) -> Ints:
        """The rank of each listed answer, from 1."""
        return np.arange(len(self.answers)) - np.repeat(self.offsets[:-1], self.lengths) + 1

    def first(self, k: int) -> Ranked:
        """The same lists, cut after `k` answers."""
        return self.keeping(self.ranks <= k)

    def keeping(self, kept: NDArray[np.bool_]) -> Ranked:
        """The lists with only some of their answers."""
        counts = np.bincount(self.owner[kept], minlength=len(self))
        return Ranked(offsets_of(counts), self.answers[kept], self.scores[kept])


def offsets_of(counts: Ints) -> Ints:
    return np.concatenate(([0], np.cumsum(counts, dtype=np.int64)))


def joined(parts: Sequence[Ranked]) -> Ranked:
    """Lists of one batch of questions after another as one."""
    if not parts:
        return Ranked(np.zeros(1, dtype=np.int64), np.empty(0, dtype=np.int64), np.empty(0))
    return Ranked(
        offsets_of(np.concatenate([part.lengths for part in parts])),
        np.concatenate([part.answers for part in parts]),
        np.concatenate([part.scores for part in parts]),
    )


def ranked_from(owner: Ints, answers: Ints, scores: Floats, kb: KnowledgeBase, n: int, k: int | None) -> Ranked:
    """Rank scored answers that stand in any order, each answer of a question once; keep the first `k`."""
    order = np.lexsort((-kb.tie_order[answers], -scores, owner))
    whole = Ranked(offsets_of(np.bincount(owner, minlength=n)), answers[order], scores[order])
    return whole if k is None else whole.first(k)


class BestOfAnswers:
    """``[text, answer]`` from ``[text, question]``: an answer is as good as the best of its questions.

    Columns stand in blocks: first one question of every answer, those with most questions first; then a second one of
    those that have two; and so on. So each block is held against the columns before it as they lie in memory.
    """

    def __init__(self, kb: KnowledgeBase) -> None:
        counts = np.diff(kb.answer_starts)
        order = np.argsort(-counts, kind="stable")
        self.sizes = [int((counts > done).sum()) for done in range(int(counts.max(initial=0)))]
        pairs = [kb.pairs_by_answer[kb.answer_starts[order[:size]] + done] for done, size in enumerate(self.sizes)]
        #: The question of each column that `of_columns` takes.
        self.columns: Ints = kb.question_of[np.concatenate([np.zeros(0, dtype=np.int64), *pairs])]
        self._back = np.empty_like(order)
        self._back[order] = np.arange(len(order))

    def of_columns(self, scores: Floats) -> Floats:
        """From ``[text, column]``, of which the first columns are used to reckon in."""
        best, at = scores[:, : len(self._back)], len(self._back)
        for size in self.sizes[1:]:
            np.maximum(best[:, :size], scores[:, at : at + size], out=best[:, :size])
            at += size
        return best[:, self._back]

    def of_questions(self, scores: Floats) -> Floats:
        return self.of_columns(scores[:, self.columns])


def top(kb: KnowledgeBase, scores: Floats, k: int | None, above: float | None = None) -> Ranked:
    """The best `k` answers of each row of ``scores[text, answer]``, of those that score more than `above`."""
    n, n_answers = scores.shape
    if k is not None and k < n_answers:
        # Whatever ties with the k-th best is looked at too, so that the tie rule and not chance says who is in.
        least = _at_most_kth(scores, k)
        if above is not None:
            least = np.maximum(least, np.nextafter(above, np.inf))
        kept = scores >= least[:, None]
    else:
        kept = np.ones(scores.shape, dtype=np.bool_) if above is None else scores > above
    owner, answers = np.nonzero(kept)
    return ranked_from(owner, answers, scores[owner, answers], kb, n, k)


def _at_most_kth(scores: Floats, k: int) -> Floats:
    """For each row a number that the `k` best reach and few others: the k-th best of the best of each few columns."""
    n, width = scores.shape
    if width >= 4 * COLUMNS * k:
        whole = width // COLUMNS * COLUMNS
        best = scores[:, :whole].reshape(n, -1, COLUMNS).max(axis=2)
        scores = np.concatenate([best, scores[:, whole:]], axis=1)
    kth: Floats = np.partition(scores, scores.shape[1] - k, axis=1)[:, scores.shape[1] - k]
    return kth
