from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from turnwise.retrieval.retriever import Floats, Index, Progress, Retriever
from turnwise.tables.knowledge import KnowledgeBase


@dataclass(frozen=True)
class Random(Retriever):
    """Any answer: what a retriever must beat. The same question gets the same answers, whatever else is asked."""

    name = "random"
    title = "any answer, drawn at random"

    seed: int = 0

    def index(self, kb: KnowledgeBase, progress: Progress | None = None) -> Index:
        return RandomIndex(kb, self.seed)


class RandomIndex(Index):
    def __init__(self, kb: KnowledgeBase, seed: int) -> None:
        super().__init__(kb)
        self.seed = seed

    def scores(self, texts: Sequence[str]) -> Floats:
        drawn = [np.random.default_rng((self.seed, zlib.crc32(text.encode()))) for text in texts]
        return np.stack([rng.random(len(self.kb.answers)) for rng in drawn])
