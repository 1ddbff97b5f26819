"""Candidates with the whole lists of systems, in place of the first ranks that were pooled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from turnwise.tables.answer_lists import AnswerLists
from turnwise.tables.candidates import Candidates
from turnwise.tables.knowledge import KnowledgeBase, Questions


def with_runs(
    candidates: Candidates, kb: KnowledgeBase, questions: Questions, lists: Sequence[AnswerLists]
) -> Candidates:
    """The ranks and scores of every candidate in these lists, and of the maker's right answers, rated or not: against
    the maker's labels a list must not lose its hits. Other answers that nobody rated leave gaps."""
    candidates = _with_right(candidates, kb, questions)
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


def _with_right(candidates: Candidates, kb: KnowledgeBase, questions: Questions) -> Candidates:
    """The candidates, and the maker's right answers that are not among them, as items that nobody rated."""
    if not candidates.is_labelled or questions.gold is None:
        return candidates
    asked = {turn: at for at, turn in enumerate(questions.turns)}
    there = set(zip(candidates.turn.tolist(), candidates.answers, strict=True))
    added = [
        (turn, answer)
        for turn, name in enumerate(candidates.turns)
        if name in asked
        for answer in questions.gold_of(asked[name]).tolist()
        if (turn, kb.answer_ids[answer]) not in there
    ]
    n, systems = len(added), candidates.ranks.shape[1]
    turn = np.concatenate([candidates.turn, np.array([turn for turn, _ in added], dtype=np.int64)])
    order = np.argsort(turn, kind="stable")

    def put(old: Sequence[str], new: Iterable[str]) -> list[str]:
        both = [*old, *new]
        return [both[at] for at in order]

    return replace(
        candidates,
        items=put(candidates.items, (f"{candidates.turns[t]}/not rated/{kb.answer_ids[a]}" for t, a in added)),
        turn=turn[order],
        answers=put(candidates.answers, (kb.answer_ids[answer] for _, answer in added)),
        texts=put(candidates.texts, (kb.answers[answer] for _, answer in added)),
        is_gold=np.concatenate([candidates.is_gold, np.zeros(n, dtype=np.bool_)])[order],
        right=np.concatenate([candidates.right, np.ones(n, dtype=np.int64)])[order],
        ranks=np.concatenate([candidates.ranks, np.zeros((n, systems), dtype=np.int64)])[order],
        scores=np.concatenate([candidates.scores, np.full((n, systems), np.nan)])[order],
    )
