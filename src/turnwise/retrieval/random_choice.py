from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from turnwise.measures.measure import Rule, param
from turnwise.retrieval.retriever import Floats, Index, Progress, Retriever
from turnwise.tables.knowledge import KnowledgeBase

SEED = Rule("a whole number from 0 to 2^32 − 1", lambda v: type(v) is int and 0 <= v < 2**32)


@dataclass(frozen=True)
class Random(Retriever):
    """Any answer: what a retriever must beat. The same question gets the same answers, whatever else is asked."""

    name = "random"
    title = "any answer, drawn at random"
    example = "random(seed=1)"

    seed: int = param(0, SEED, "where the draws start; the same seed draws the same answers")

    def index(self, kb: KnowledgeBase, progress: Progress | None = None) -> Index:
        return RandomIndex(kb, self.seed)


class RandomIndex(Index):
    def __init__(self, kb: KnowledgeBase, seed: int) -> None:
        super().__init__(kb)
        self.seed = seed

    def scores(self, texts: Sequence[str]) -> Floats:
        drawn = [np.random.default_rng((self.seed, zlib.crc32(text.encode()))) for text in texts]
        return np.stack([rng.random(len(self.kb.answers)) for rng in drawn])
