"""Candidates with the whole lists of systems, in place of the first ranks that were pooled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from turnwise.tables.answer_lists import AnswerLists
from turnwise.tables.candidates import Candidates
from turnwise.tables.knowledge import KnowledgeBase, Questions


def with_runs(
    candidates: Candidates, kb: KnowledgeBase, questions: Questions, lists: Sequence[AnswerLists]
) -> Candidates:
    """The ranks and scores of every candidate in these lists; answers that nobody rated keep their ranks to
    themselves, so a list has gaps where they stand."""
    place = {
        (candidates.turns[candidates.turn[at]], answer): at for at, answer in enumerate(candidates.answers) if answer
    }
    ranks = np.zeros((len(candidates), len(lists)), dtype=np.int64)
    scores = np.full((len(candidates), len(lists)), np.nan)
    for s, system in enumerate(lists):
        rows = zip(
            system.turn.tolist(), system.answer.tolist(), system.rank.tolist(), system.score.tolist(), strict=True
        )
        for turn, answer, rank, score in rows:
            at = place.get((questions.turns[turn], kb.answer_ids[answer]))
            if at is not None:
                ranks[at, s], scores[at, s] = rank, score
    return replace(candidates, systems=[system.system for system in lists], ranks=ranks, scores=scores)
