from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from turnwise.measures.measure import one_of, param
from turnwise.retrieval.joined import Holding, Joined
from turnwise.retrieval.ranked import Ranked, ranked_from
from turnwise.retrieval.retriever import AMOUNT, COUNT, Context, Floats, Index, Progress
from turnwise.tables.knowledge import KnowledgeBase


@dataclass(frozen=True)
class Fusion(Holding):
    """Several retrievers' lists as one.

    ``how=rrf`` is reciprocal-rank fusion (Cormack et al., 2009): an answer gets ``1 ÷ (k + rank)`` from each list that
    has it. ``how=scores`` adds scores, after each list's own were stretched to run from 0 to 1 (a list whose scores
    are all equal gives 1 each); a list that has not got the answer adds 0. All lists count the same.
    """

    name = "fusion"
    title = "the lists of several retrievers as one"
    holds = (2, 9)
    example = "fusion(tfidf, dense, how=rrf)"

    how: str = param("rrf", one_of("rrf", "scores"), "what an answer gets from a list")
    k: float = param(60, AMOUNT, "of rrf: how little the first ranks stand out")
    depth: int = param(100, COUNT, "how many answers of each list count")

    def index(self, kb: KnowledgeBase, progress: Progress | None = None) -> Index:
        return FusionIndex(kb, self, progress)


class FusionIndex(Joined):
    settings: Fusion

    def put_together(
        self, queries: Sequence[str], k: int | None, context: Context | None, progress: Progress | None
    ) -> Ranked:
        lists = [part.search(queries, self.settings.depth, context, progress) for part in self.parts]
        n_answers = len(self.kb.answers)
        gained = [self._gained(ranked) for ranked in lists]
        places = np.concatenate([ranked.owner * n_answers + ranked.answers for ranked in lists])
        unique, back = np.unique(places, return_inverse=True)
        scores = np.bincount(back, weights=np.concatenate(gained), minlength=len(unique)).astype(np.float64)
        return ranked_from(unique // n_answers, unique % n_answers, scores, self.kb, len(queries), k)

    def _gained(self, ranked: Ranked) -> Floats:
        if self.settings.how == "rrf":
            return 1 / (self.settings.k + ranked.ranks)
        return stretched(ranked)


def stretched(ranked: Ranked) -> Floats:
    """The scores of each list, stretched to run from 0 to 1."""
    some = ranked.lengths > 0
    starts, ends = ranked.offsets[:-1][some], ranked.offsets[1:][some] - 1
    high, low = np.zeros(len(ranked)), np.zeros(len(ranked))
    high[some], low[some] = ranked.scores[starts], ranked.scores[ends]
    span = (high - low)[ranked.owner]
    return np.where(span > 0, (ranked.scores - low[ranked.owner]) / np.where(span > 0, span, 1), 1.0)
