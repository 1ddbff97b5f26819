"""Retrievers and indexes that are made of other ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from turnwise.retrieval.retriever import Floats, Index, Progress, Retriever
from turnwise.tables.knowledge import KnowledgeBase


@dataclass(frozen=True)
class Holding(Retriever):
    """A retriever that is made of others."""

    of: tuple[Retriever, ...]

    @property
    def held(self) -> tuple[Retriever, ...]:
        return self.of


class Joined(Index):
    """An index made of others, which searches with them."""

    def __init__(self, kb: KnowledgeBase, settings: Retriever, progress: Progress | None = None) -> None:
        super().__init__(kb, settings)
        self.parts = [part.index(kb, progress) for part in settings.held]

    def scores(self, texts: Sequence[str]) -> Floats:
        """The scores of whole lists; minus infinity for answers that are not in them."""
        ranked = self.search(texts, None)
        found = np.full((len(texts), len(self.kb.answers)), -np.inf)
        found[ranked.owner, ranked.answers] = ranked.scores
        return found
