"""What a retriever answered to the turns of dialogues, and what was right, as a run and its judgements."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turnwise.retrieval.abstain import Threshold
from turnwise.retrieval.ranked import Ranked
from turnwise.tables.decisions import Decisions
from turnwise.tables.knowledge import NO_ANSWER, KnowledgeBase, Questions


@dataclass(frozen=True, eq=False)
class Retrieved:
    """Ranked answers to questions; those that were `refused` have the item NO-ANSWER before all answers."""

    retriever: str
    kb: KnowledgeBase
    questions: Questions
    ranked: Ranked
    refused: NDArray[np.bool_]
    below: float | None  # refused where the best answer scores less; None where nothing is refused
    threshold: Threshold | None  # how `below` was chosen, where it was
    seconds: dict[str, float]  # what indexing and searching took
    decisions: Decisions

    def lists(self) -> Iterator[tuple[str, list[str], list[float]]]:
        """The items of each turn, best first, and their scores. Turns without an item are left out."""
        for at, turn in enumerate(self.questions.turns):
            answers, found = self.ranked.of(at)
            items, scores = [self.kb.answer_ids[answer] for answer in answers], found.tolist()
            if self.refused[at]:
                items, scores = [NO_ANSWER, *items], [scores[0] + 1.0 if scores else 1.0, *scores]
            if items:
                yield turn, items, scores

    @property
    def run(self) -> dict[str, dict[str, float]]:
        """``{turn: {item: score}}``, which `turnwise.score` takes."""
        return {turn: dict(zip(items, scores, strict=True)) for turn, items, scores in self.lists()}


def right_answers(questions: Questions, kb: KnowledgeBase, *, refusals: bool = True) -> dict[str, dict[str, int]]:
    """``{turn: {item: 1}}``. A turn without a right answer has NO-ANSWER as its right item; or it is left out."""
    found = {}
    for at, turn in enumerate(questions.turns):
        named = [kb.answer_ids[answer] for answer in questions.gold_of(at)]
        if named or refusals:
            found[turn] = dict.fromkeys(named or [NO_ANSWER], 1)
    return found
