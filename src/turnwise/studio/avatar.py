"""A knowledge base that answers: an index, and what it says where nothing is good enough."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from turnwise.errors import OptionError
from turnwise.retrieval.retriever import Index
from turnwise.studio.exchange import Exchange, Option
from turnwise.studio.said import cleaned, question_of
from turnwise.tables.knowledge import KnowledgeBase

OTHERWISE = "I have no answer to that. Please ask me something else."


@dataclass(frozen=True)
class Avatar:
    """Answers from a knowledge base.

    `retriever` is the text that names the index's retriever with its parameters. At most `n_options` answers are
    ranked. Where the best one scores less than `abstain`, or none is found, the avatar says `otherwise`.
    """

    name: str
    index: Index
    retriever: str
    n_options: int = 3
    abstain: float | None = None
    otherwise: str = OTHERWISE

    def __post_init__(self) -> None:
        if self.n_options < 1:
            raise OptionError(f"the number of options must be a whole number from 1, found {self.n_options}.")
        if self.abstain is not None and not math.isfinite(self.abstain):
            raise OptionError(f"the score to abstain below must be a number, found {self.abstain}.")
        if not cleaned(self.otherwise):
            raise OptionError("found nothing for the avatar to say where it has no answer, expected a sentence.")

    @property
    def kb(self) -> KnowledgeBase:
        return self.index.kb

    @property
    def settings(self) -> dict[str, Any]:
        """What must be known to answer the same again."""
        return {"retriever": self.retriever, "abstain": self.abstain, "knowledge_base": Path(self.kb.source).name}

    def answer(self, dialogue: str, number: int, typed: str, before: Sequence[str]) -> Exchange:
        """What the avatar says to what a visitor typed, after all that was said `before`, oldest first."""
        question = question_of(typed)
        asked_at, start = datetime.now(UTC), time.perf_counter()
        answers, scores = self.index.search([question], self.n_options, context=[before]).of(0)
        options = tuple(
            self._option(question, int(answer), float(score)) for answer, score in zip(answers, scores, strict=True)
        )
        answered = bool(options) and (self.abstain is None or options[0].score >= self.abstain)
        reply = options[0].text if answered else self.otherwise
        seconds = time.perf_counter() - start
        return Exchange(dialogue, number, question, reply, options, answered, asked_at, seconds)

    def _option(self, asked: str, answer: int, score: float) -> Option:
        """An answer, with that of its questions that has most words in common with the one asked."""
        words = _words(asked)
        nearest = max(self.kb.questions_of(answer), key=lambda text: _overlap(words, _words(text)))
        return Option(answer, self.kb.answer_ids[answer], cleaned(self.kb.answers[answer]), score, cleaned(nearest))


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))


def _overlap(one: set[str], other: set[str]) -> float:
    """Words in common of all words (Jaccard)."""
    return len(one & other) / max(1, len(one | other))
