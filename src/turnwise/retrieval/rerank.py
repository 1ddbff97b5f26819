from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from turnwise.errors import OptionError
from turnwise.measures.measure import param
from turnwise.retrieval.joined import Holding, Joined
from turnwise.retrieval.ranked import Ints, Ranked, ranked_from
from turnwise.retrieval.retriever import COUNT, Context, Floats, Index, Progress
from turnwise.tables.knowledge import KnowledgeBase


@dataclass(frozen=True)
class Rerank(Holding):
    """The first retriever finds answers, the second puts the best of them in order.

    The first `depth` answers of the first retriever's list stand in the order of the second one's scores. The others
    follow as they were, with scores that only say so: below all of those, and as far apart as before.
    """

    name = "rerank"
    title = "one retriever finds answers, another puts the best in order"
    holds = (2, 2)
    example = "rerank(bm25, cross(model=FOLDER), depth=20)"

    depth: int = param(10, COUNT, "how many answers are put in a new order")

    def index(self, kb: KnowledgeBase, progress: Progress | None = None) -> Index:
        return RerankIndex(kb, self, progress)


class RerankIndex(Joined):
    settings: Rerank

    def put_together(
        self, queries: Sequence[str], k: int | None, context: Context | None, progress: Progress | None
    ) -> Ranked:
        first, second = self.parts
        if isinstance(second, Joined):
            raise OptionError(
                f"rerank cannot put answers in order by {second.settings}; name one that scores by itself."
            )
        found = first.search(queries, k if k is None else max(k, self.settings.depth), context, progress)
        near = found.ranks <= self.settings.depth
        head = found.keeping(near)
        scores = found.scores.copy()
        scores[near] = second.rescored(queries, head, context)
        scores[~near] = below(scores[near], head.owner, found.scores[~near], found.owner[~near], len(queries))
        return ranked_from(found.owner, found.answers, scores, self.kb, len(queries), k)


def below(head: Floats, head_owner: Ints, tail: Floats, tail_owner: Ints, n: int) -> Floats:
    """The scores of the other answers, moved below those that were put in a new order."""
    lowest, highest = np.full(n, np.inf), np.full(n, -np.inf)
    np.minimum.at(lowest, head_owner, head)
    np.maximum.at(highest, tail_owner, tail)
    return lowest[tail_owner] - 1 - (highest[tail_owner] - tail)
