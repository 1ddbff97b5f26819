"""What a model is trained on: questions with right and with wrong answers, drawn from a knowledge base."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from turnwise.retrieval.training.augmentation import Thesaurus, altered
from turnwise.tables.knowledge import KnowledgeBase


@dataclass(frozen=True)
class Examples:
    """Pairs of texts; `right` tells for each whether the second answers the first, `answer` which answer it is."""

    first: list[str]
    second: list[str]
    right: list[bool]
    answer: list[int]

    def __len__(self) -> int:
        return len(self.first)


def right_answers_of(kb: KnowledgeBase) -> list[set[int]]:
    """The answers of each question."""
    found: list[set[int]] = [set() for _ in kb.questions]
    for question, answer in zip(kb.question_of.tolist(), kb.answer_of.tolist(), strict=True):
        found[question].add(answer)
    return found


def labelled_pairs(
    kb: KnowledgeBase, negatives: int | None, augment: int, rng: np.random.Generator, thesaurus: Thesaurus | None = None
) -> Examples:
    """Every pair of the knowledge base, each with wrong answers to its question, drawn without putting back.

    Where fewer answers are wrong than are asked for, and with None, all wrong ones are taken. Altered copies of a
    question have the question's answers, and draw wrong ones of their own.
    """
    right = right_answers_of(kb)
    first, second, labels, answers = [], [], [], []
    for text, question, answer in _asked(kb, augment, rng, thesaurus):
        wrong = np.setdiff1d(np.arange(len(kb.answers)), list(right[question]), assume_unique=True)
        if negatives is not None and negatives < len(wrong):
            wrong = rng.choice(wrong, negatives, replace=False)
        drawn = [answer, *wrong.tolist()]
        first += [text] * len(drawn)
        second += [kb.answers[a] for a in drawn]
        labels += [True] + [False] * len(wrong)
        answers += drawn
    return Examples(first, second, labels, answers)


def matching_pairs(
    kb: KnowledgeBase, augment: int, rng: np.random.Generator, thesaurus: Thesaurus | None = None
) -> Examples:
    """Texts that mean the same: each question with its answer, and with another question of that answer, drawn."""
    first, second, answers = [], [], []
    for text, question, answer in _asked(kb, augment, rng, thesaurus):
        first.append(text)
        second.append(kb.answers[answer])
        answers.append(answer)
        others = [other for other in kb.questions_of(answer) if other != kb.questions[question]]
        if others:
            first.append(text)
            second.append(others[rng.integers(len(others))])
            answers.append(answer)
    return Examples(first, second, [True] * len(first), answers)


def _asked(
    kb: KnowledgeBase, augment: int, rng: np.random.Generator, thesaurus: Thesaurus | None
) -> Iterator[tuple[str, int, int]]:
    """The text, question and answer of each pair, and of the altered copies of its question."""
    for question, answer in zip(kb.question_of.tolist(), kb.answer_of.tolist(), strict=True):
        text = kb.questions[question]
        for said in (text, *altered(text, augment, rng, thesaurus)):
            yield said, question, answer


def batches(lengths: Sequence[int], size: int, rng: np.random.Generator) -> list[list[int]]:
    """The places of all texts in batches of like lengths, batches in an order that is drawn.

    Texts are dealt out in pools of 50 batches; only within a pool do like lengths come together, so that the batches
    of two epochs differ.
    """
    order = rng.permutation(len(lengths))
    made: list[list[int]] = []
    for at in range(0, len(order), 50 * size):
        pool = sorted(order[at : at + 50 * size].tolist(), key=lambda i: lengths[i])
        made += [pool[i : i + size] for i in range(0, len(pool), size)]
    return [made[i] for i in rng.permutation(len(made))]
