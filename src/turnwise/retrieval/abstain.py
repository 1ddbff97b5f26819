"""Saying "I have no answer": when to, and what it is worth.

An avatar refuses a question where its best answer scores less than a threshold, or where no answer is listed at all.
Its list then starts with the item `NO-ANSWER`. The threshold is chosen on questions whose right answers are known: a
right answer and a right refusal are worth 1, a refusal where an answer was right is worth 0, and a wrong answer costs
what the user says it costs.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turnwise.errors import InputError, OptionError
from turnwise.retrieval.ranked import Ranked
from turnwise.tables.knowledge import Questions

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Threshold:
    """The best threshold that was found, and how it was."""

    below: float
    worth: float  # the mean worth of a question at this threshold
    worth_without: float  # the same where only questions without a listed answer are refused
    refused: int
    questions: int
    wrong_cost: float


def best_scores(ranked: Ranked) -> Floats:
    """The score of each question's first answer; minus infinity where no answer is listed."""
    best = np.full(len(ranked), -np.inf)
    some = ranked.lengths > 0
    best[some] = ranked.scores[ranked.offsets[:-1][some]]
    return best


def refused(ranked: Ranked, below: float) -> Bools:
    """The questions that are refused with this threshold."""
    best = best_scores(ranked)
    return (best < below) | np.isneginf(best)


def first_is_right(ranked: Ranked, questions: Questions) -> Bools:
    """The questions whose first answer is a right one."""
    right = np.zeros(len(ranked), dtype=np.bool_)
    for turn in range(len(ranked)):
        answers, _ = ranked.of(turn)
        right[turn] = len(answers) > 0 and answers[0] in questions.gold_of(turn)
    return right


def choose_threshold(ranked: Ranked, questions: Questions, wrong_cost: float = 1.0) -> Threshold:
    """The threshold of the highest mean worth; of several, the lowest, which refuses least.

    It stands halfway between two scores that were seen, so that it tells them apart on other questions as well.
    """
    if not wrong_cost >= 0 or np.isinf(wrong_cost):
        raise OptionError(f"the cost of a wrong answer must be a finite number from 0, found {wrong_cost}.")
    if not len(questions):
        raise InputError(f"{questions.source}: found no turn to choose a threshold on.")
    best = best_scores(ranked)
    answered = np.where(first_is_right(ranked, questions), 1.0, -wrong_cost)
    silent = (questions.n_gold == 0).astype(np.float64)
    answered = np.where(np.isneginf(best), silent, answered)
    order = np.argsort(best, kind="stable")
    # With a cut before place i of the ascending scores, the first i questions are refused.
    worth = np.concatenate(([0.0], np.cumsum(silent[order]))) + np.concatenate(
        (np.cumsum(answered[order][::-1])[::-1], [0.0])
    )
    scores = best[order]
    cuts = np.concatenate(([True], scores[1:] > scores[:-1], [True])) if len(scores) else np.array([True])
    at = np.flatnonzero(cuts)
    chosen = int(at[np.argmax(worth[at])])
    return Threshold(
        below=_between(scores, chosen),
        worth=float(worth[chosen] / len(best)),
        worth_without=float(worth[0] / len(best)),
        refused=int(chosen + np.isneginf(scores[chosen:]).sum()),
        questions=len(best),
        wrong_cost=wrong_cost,
    )


def _between(scores: Floats, place: int) -> float:
    """A number above the first `place` of these ascending scores, and not above the others."""
    if place == 0 or np.isneginf(scores[place - 1]):
        return -np.inf
    if place == len(scores):
        return float(np.nextafter(scores[-1], np.inf))
    middle = float((scores[place - 1] + scores[place]) / 2)
    return middle if middle > scores[place - 1] else float(scores[place])
