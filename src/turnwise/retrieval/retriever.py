"""What a retriever is: settings that make an index of a knowledge base, which answers questions.

    index = retriever("tfidf").index(kb)
    ranked = index.search(["What is your name?"], k=10)

An answer is as good as the best of its questions: a retriever that compares questions scores each question of the
knowledge base, and the answers take the best score of theirs, so that none is listed twice.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from turnwise.errors import OptionError
from turnwise.retrieval.ranked import Ranked, joined, top
from turnwise.tables.knowledge import KnowledgeBase

Floats = NDArray[np.float64]
#: Told how many of how many are done, and what comes next.
Progress = Callable[[int, int, str], None]
#: Scores held at once: 32 MB of them, however large the knowledge base.
CELLS = 1 << 22


@dataclass(frozen=True)
class Retriever(ABC):
    """A way to find answers, and its parameters."""

    name: ClassVar[str]
    title: ClassVar[str]

    @abstractmethod
    def index(self, kb: KnowledgeBase, progress: Progress | None = None) -> Index:
        """Prepare a knowledge base for searching."""


class Index(ABC):
    """A knowledge base that one retriever has prepared."""

    #: Answers that score no more than this are not listed: nothing speaks for them. None lists all.
    above: float | None = None

    def __init__(self, kb: KnowledgeBase) -> None:
        self.kb = kb

    @abstractmethod
    def scores(self, texts: Sequence[str]) -> Floats:
        """``[text, answer]``: how well each answer of the knowledge base serves each text; higher is better."""

    def search(
        self,
        queries: Sequence[str],
        k: int | None = 10,
        context: Sequence[Sequence[str]] | None = None,
        progress: Progress | None = None,
    ) -> Ranked:
        """The best `k` answers of each query (all of them for None), best first.

        `context` holds, for each query, what was said before it, oldest first; retrievers that were not asked to look
        at it do not.
        """
        check_search(queries, k, context)
        batch = max(1, CELLS // max(1, len(self.kb.answers)))
        parts = []
        for at in range(0, len(queries), batch):
            if progress:
                progress(at, len(queries), "questions")
            parts.append(top(self.kb, self.scores(queries[at : at + batch]), k, self.above))
        if progress:
            progress(len(queries), len(queries), "")
        return joined(parts)


def check_search(queries: Sequence[str], k: int | None, context: Sequence[Sequence[str]] | None) -> None:
    """Refuse what no search can mean."""
    if isinstance(queries, str):
        raise OptionError("search takes a list of questions, found one text; write search([text]).")
    if k is not None and k < 1:
        raise OptionError(f"k must be a whole number from 1, found {k}.")
    if context is not None and len(context) != len(queries):
        raise OptionError(f"found {len(queries)} questions and {len(context)} contexts, expected as many of each.")
