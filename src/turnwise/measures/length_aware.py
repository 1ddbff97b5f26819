from __future__ import annotations

import sys
from dataclasses import dataclass

import numpy as np

from turnwise.errors import MeasureError
from turnwise.measures.measure import POSITIVE, Example, Rule, TurnMeasure, optional, param, relevance
from turnwise.measures.packed import Floats, Ints, Lists, ratio

REFERENCE = (
    "P. Atanasova, G. Karadzhov, Y. Kiprov, P. Nakov and F. Sebastiani. Evaluating Variable-Length "
    "Multiple-Option Lists in Chatbots and Mobile Search. SIGIR 2019."
)

#: The paper's λ: how far the priority term stays below the smallest difference of the confidence term.
MARGIN = 0.001


def confidence(lists: Lists, found: Floats) -> Floats:
    """The list's precision; without a correct response, 1 ÷ its length (an empty list has no confidence)."""
    return ratio(np.maximum(found, 1), lists.length)


@dataclass(frozen=True)
class LAR(TurnMeasure):
    """Length-aware recall: recall, and the list's shortness as the system's confidence.

    With one correct response it is the paper's (R + 1 ÷ length) ÷ 2. With K correct responses the confidence is the
    list's precision, and weighs as much as one response, so that correctness still comes before it: LAR is the mean of
    recall (weight K) and precision (weight 1) once anything correct is found.
    """

    name = "LAR"
    title = "Length-aware recall"
    formula = "LAR = (correct + max(correct, 1) ÷ length) ÷ (K + 1);  with K = 1: (R + 1 ÷ length) ÷ 2"
    reference = REFERENCE
    example = Example((0, 1, 0), (1,), 2 / 3, "recall 1, length 3: (1 + 1/3) ÷ 2 = 0.6667")

    rel: float = relevance()

    def values(self, lists: Lists) -> Floats:
        found = lists.n_found(self.rel).astype(np.float64)
        correct: Ints = np.maximum(lists.pool.n_relevant(self.rel), 1)
        return (found + confidence(lists, found)) / (correct + 1)


def _able_to_order(length: int) -> str:
    """An OLAR that orders lists of up to this length."""
    return f"OLAR(max_length={length})" if length <= 32 else f"OLAR(mu=1e-{len(str(length * length)):02})"


@dataclass(frozen=True)
class OLAR(TurnMeasure):
    """Ordered length-aware recall: LAR, with a small third term for the rank of the correct response.

    The third term is scaled to [0, μ] so that it can never outweigh a difference in length. By the paper, μ is the
    smallest difference of the confidence term for the longest list, 1 ÷ (N − 1) − 1 ÷ N, less λ = 0.001. A list
    longer than N cannot be ordered and is an error. With K correct responses the sum of reciprocal ranks is divided
    by its largest value, 1 + 1/2 + … + 1/K.
    """

    name = "OLAR"
    title = "Ordered length-aware recall"
    formula = (
        "OLAR = (correct + max(correct, 1) ÷ length + μ · Σ(1 ÷ rank) ÷ (1 + … + 1/K)) ÷ (K + 1 + μ);  "
        "with K = 1: (R + 1 ÷ length + μ ÷ rank) ÷ (2 + μ)"
    )
    reference = REFERENCE
    example = Example(
        (0, 1, 0),
        (1,),
        (1 + 1 / 3 + 0.049 / 2) / 2.049,
        "recall 1, length 3, rank 2: (1 + 1/3 + 0.049 ÷ 2) ÷ 2.049 = 0.6627",
    )

    max_length: int = param(
        5,
        Rule("a whole number of at least 2", lambda v: isinstance(v, int) and v >= 2),
        "the longest list; μ is derived from it",
    )
    mu: float | None = param(None, optional(POSITIVE), "the weight of the rank, in the place of the derived one")
    rel: float = relevance()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.mu is not None and self.max_length != 5:
            raise MeasureError("OLAR: max_length derives μ and mu sets it; give one of the two.")
        if self.mu is None and self.weight <= 0:
            raise MeasureError(
                f"OLAR: lists of up to {self.max_length} leave no room for the rank below λ = {MARGIN} "
                f"(the longest is 32); set mu, as in {_able_to_order(self.max_length)}."
            )

    @property
    def weight(self) -> float:
        """μ."""
        if self.mu is not None:
            return self.mu
        longest = self.max_length
        return 1 / (longest - 1) - 1 / longest - MARGIN

    @property
    def longest(self) -> int:
        """The longest list that μ can order: with a `mu` of one's own, the largest N with μ < 1 ÷ (N · (N − 2))."""
        if self.mu is None:
            return self.max_length
        return max(2, int(min(np.ceil(1 + np.sqrt(1 + 1 / self.mu)), sys.maxsize)) - 1)

    def values(self, lists: Lists) -> Floats:
        if len(lists) and (length := int(lists.length.max())) > self.longest:
            raise MeasureError(
                f"{self} orders lists of up to {self.longest}, and one has {length}; use {_able_to_order(length)}."
            )
        mu = self.weight
        found = lists.n_found(self.rel).astype(np.float64)
        correct: Ints = np.maximum(lists.pool.n_relevant(self.rel), 1)
        hits = lists.relevant(self.rel)
        best = np.cumsum(1 / np.arange(1, correct.max(initial=1) + 1))[correct - 1]
        priority = lists.sum(hits.owner, 1 / hits.ranks) / best
        return (found + confidence(lists, found) + mu * priority) / (correct + 1 + mu)
