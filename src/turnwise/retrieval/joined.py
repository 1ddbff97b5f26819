"""Retrievers and indexes that are made of other ones."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from turnwise.retrieval.ranked import Ranked
from turnwise.retrieval.retriever import Context, Floats, Index, Progress, Retriever, check_search
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

    def search(
        self,
        queries: Sequence[str],
        k: int | None = 10,
        context: Context | None = None,
        progress: Progress | None = None,
    ) -> Ranked:
        check_search(queries, k, context)
        return self.put_together(queries, k, context, progress)

    @abstractmethod
    def put_together(
        self, queries: Sequence[str], k: int | None, context: Context | None, progress: Progress | None
    ) -> Ranked:
        """One list a query from what the parts find."""

    def scores(self, texts: Sequence[str]) -> Floats:
        """The scores of whole lists; minus infinity for answers that are not in them."""
        ranked = self.search(texts, None)
        found = np.full((len(texts), len(self.kb.answers)), -np.inf)
        found[ranked.owner, ranked.answers] = ranked.scores
        return found
