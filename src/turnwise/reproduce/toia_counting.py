"""How the authors of “A View From The Crowd” count, written anew from what their public notebooks do.

Lists are of the knowledge base's *pairs*, so an answer with seven questions may stand in a list seven times. A list
holds the pairs that score above 0.

* R@k: a label is the *first* pair of a right answer. Found labels are added up over all questions and divided by all
  labels; a question without labels for which nothing was retrieved adds one to both.
* SR@k: the share of questions with a found label, or with neither label nor list.
* MRR: the rank of the first pair with a right answer. Questions whose list holds no right answer are *left out*;
  questions without any list, or without right answers, count 0.
* MAP: at every pair whose answer is right, also where that answer stood above already, the number of different right
  answers so far by the rank; the sum by the number of right answers. Only as many ranks as the list has different
  answers are looked at.
* Both take the right answers of the first question with the same words.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turnwise.reproduce.numpy_order import ascending
from turnwise.tables.knowledge import KnowledgeBase, Questions

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

DEPTHS = (1, 2, 10)


@dataclass(frozen=True, eq=False)
class Asked:
    """One turn as that code sees it."""

    labels: frozenset[int]  # the first pair of each right answer
    own: frozenset[int]  # its right answers
    right: frozenset[int]  # the right answers of the first turn with the same words


@dataclass(frozen=True)
class Counted:
    """The metrics in percent, and what the counting did on the way."""

    metrics: dict[str, float]
    labels: int
    refusals: int  # turns without labels for which nothing was retrieved
    left_out: int  # turns that MRR leaves out
    above_one: int  # turns whose average precision is above 1
    any_copy: dict[str, float]  # R@k and SR@k, were every pair of a right answer a label of it


def asked_of(kb: KnowledgeBase, questions: Questions) -> list[Asked]:
    first_pair: dict[int, int] = {}
    for pair, answer in enumerate(kb.answer_of.tolist()):
        first_pair.setdefault(answer, pair)
    first_turn: dict[str, int] = {}
    for turn, text in enumerate(questions.texts):
        first_turn.setdefault(text, turn)
    return [
        Asked(
            frozenset(first_pair[answer] for answer in questions.gold_of(turn).tolist()),
            frozenset(questions.gold_of(turn).tolist()),
            frozenset(questions.gold_of(first_turn[text]).tolist()),
        )
        for turn, text in enumerate(questions.texts)
    ]


def count(asked: list[Asked], answer_of: Ints, scores: Floats) -> Counted:
    """The metrics of ``scores[turn, pair]``, with ties as the authors' sort left them."""
    found = dict.fromkeys(DEPTHS, 0)
    succeeded = dict.fromkeys(DEPTHS, 0)
    copies = dict.fromkeys([f"{kind}@{k}" for kind in ("R", "SR") for k in DEPTHS], 0)
    refusals, left_out = 0, 0
    reciprocal: list[float] = []
    precisions: list[float] = []
    for turn, row in zip(asked, scores, strict=True):
        listed = [pair for pair in reversed(ascending(row.tolist())) if row[pair] > 0]
        refusals += not turn.labels and not listed
        for k in DEPTHS:
            hits = len(turn.labels.intersection(listed[:k]))
            found[k] += hits
            succeeded[k] += hits > 0
            own = len(turn.own.intersection(answer_of[listed[:k]].tolist()))
            copies[f"R@{k}"] += own
            copies[f"SR@{k}"] += own > 0
        answers = answer_of[listed].tolist() if turn.right else []
        rank = next((at for at, answer in enumerate(answers, 1) if answer in turn.right), None)
        precisions.append(average_precision(answers, turn.right))
        if rank is not None or not answers:
            reciprocal.append(1 / rank if rank else 0.0)
        else:
            left_out += 1
    labels = sum(len(turn.labels) for turn in asked)
    metrics = {f"R@{k}": (found[k] + refusals) / (labels + refusals) for k in DEPTHS}
    metrics |= {"MRR": float(np.mean(reciprocal)), "MAP": float(np.mean(precisions))}
    metrics |= {f"SR@{k}": (succeeded[k] + refusals) / len(asked) for k in DEPTHS}
    of_all = {"R": labels + refusals, "SR": len(asked)}
    return Counted(
        {name: 100 * value for name, value in metrics.items()},
        labels,
        refusals,
        left_out,
        sum(value > 1 + 1e-12 for value in precisions),
        {name: 100 * (value + refusals) / of_all[name.partition("@")[0]] for name, value in copies.items()},
    )


def average_precision(answers: list[int], right: frozenset[int]) -> float:
    """Of a list in which answers may repeat."""
    if not right:
        return 0.0
    seen: set[int] = set()
    total = 0.0
    for rank, answer in enumerate(answers[: len(set(answers))], 1):
        if answer in right:
            seen.add(answer)
            total += len(seen) / rank
    return total / len(right)
