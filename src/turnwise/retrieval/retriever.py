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

from turnwise.errors import OptionError, shown
from turnwise.measures.measure import Rule, param, parameters, text_of
from turnwise.retrieval.ranked import Ints, Ranked, joined, top
from turnwise.tables.knowledge import KnowledgeBase

Floats = NDArray[np.float64]
#: Told how many of how many are done, and what comes next.
Progress = Callable[[int, int, str], None]
#: Scores held at once: 32 MB of them, however large the knowledge base.
CELLS = 1 << 22

#: What stands before each question in its dialogue, oldest first.
Context = Sequence[Sequence[str]]

WHOLE = Rule("a whole number from 0 to 1,000", lambda v: type(v) is int and 0 <= v <= 1000)
COUNT = Rule("a whole number from 1 to 10^9", lambda v: type(v) is int and 1 <= v <= 10**9)
SHARE = Rule("a number from 0 to 1", lambda v: type(v) in (int, float) and 0 <= v <= 1)
AMOUNT = Rule("a number from 0 to 10^9", lambda v: type(v) in (int, float) and 0 <= v <= 1e9)


@dataclass(frozen=True)
class Retriever(ABC):
    """A way to find answers, and its parameters."""

    name: ClassVar[str]
    title: ClassVar[str]
    #: How many other retrievers it is made of, at least and at most.
    holds: ClassVar[tuple[int, int]] = (0, 0)
    #: How it is written, with what one most likely sets.
    example: ClassVar[str]

    def __post_init__(self) -> None:
        for declared in parameters(type(self)):
            value, rule = getattr(self, declared.name), declared.metadata["rule"]
            if not rule.holds(value):
                found = shown(value) if isinstance(value, str) else text_of(value)
                raise OptionError(f"{self.name}: {declared.name} must be {rule.text}, found {found}.")

    @abstractmethod
    def index(self, kb: KnowledgeBase, progress: Progress | None = None) -> Index:
        """Prepare a knowledge base for searching."""

    @property
    def held(self) -> tuple[Retriever, ...]:
        """The retrievers that it is made of."""
        return ()

    def __str__(self) -> str:
        """The text that reads back to an equal retriever: its name, and what differs from the defaults."""
        said = [str(one) for one in self.held]
        for declared in parameters(type(self)):
            value = getattr(self, declared.name)
            if value != declared.default:
                said.append(f"{declared.name}={quoted(value) if isinstance(value, str) else text_of(value)}")
        return self.name + (f"({', '.join(said)})" if said else "")


def quoted(text: str) -> str:
    """A text as the grammar writes it: as it is, or in quotes where it holds a mark of the grammar's."""
    plain = text and text == text.strip() and not any(mark in text for mark in '(),="')
    return text if plain else f'"{text}"'


@dataclass(frozen=True)
class Listening(Retriever):
    """A retriever that can look at what was said before the question.

    With ``context=n`` the last `n` utterances, the avatar's as well, are put before the question, oldest first, with
    spaces between. An answer's score is then ``(1 − weight)`` times its score for the question alone plus `weight`
    times its score for this longer text.
    """

    context: int = param(0, WHOLE, "how many of the utterances before the question are looked at, too")
    weight: float = param(0.5, SHARE, "with a context: the share of the score that the question with its context has")


class Index(ABC):
    """A knowledge base that one retriever has prepared."""

    #: Answers that score no more than this are not listed: nothing speaks for them. None lists all.
    above: float | None = None
    #: Scores worked out at once.
    cells: int = CELLS

    def __init__(self, kb: KnowledgeBase, settings: Retriever | None = None) -> None:
        self.kb = kb
        self.settings = settings

    @abstractmethod
    def scores(self, texts: Sequence[str]) -> Floats:
        """``[text, answer]``: how well each answer of the knowledge base serves each text; higher is better."""

    def scores_of(self, texts: Sequence[str], owner: Ints, answers: Ints) -> Floats:
        """How well ``answers[i]`` serves ``texts[owner[i]]``, for some answers only; `owner` is ascending."""
        found = np.empty(len(answers))
        batch = max(1, self.cells // max(1, len(self.kb.answers)))
        for at in range(0, len(texts), batch):
            some = slice(*np.searchsorted(owner, (at, at + batch)))
            if some.stop > some.start:
                found[some] = self.scores(texts[at : at + batch])[owner[some] - at, answers[some]]
        return found

    def search(
        self,
        queries: Sequence[str],
        k: int | None = 10,
        context: Context | None = None,
        progress: Progress | None = None,
    ) -> Ranked:
        """The best `k` answers of each query (all of them for None), best first.

        `context` holds, for each query, what was said before it, oldest first; retrievers that were not asked to look
        at it do not.
        """
        check_search(queries, k, context)
        longer, weight = self.listened(queries, context)
        batch = max(1, self.cells // max(1, len(self.kb.answers)))
        parts = []
        for at in range(0, len(queries), batch):
            if progress:
                progress(at, len(queries), "questions")
            scores = self.scores(queries[at : at + batch])
            if longer is not None:
                scores = (1 - weight) * scores + weight * self.scores(longer[at : at + batch])
            parts.append(top(self.kb, scores, k, self.above))
        if progress:
            progress(len(queries), len(queries), "")
        return joined(parts)

    def rescored(
        self, queries: Sequence[str], ranked: Ranked, context: Context | None, progress: Progress | None = None
    ) -> Floats:
        """This index's scores of the answers that another one has listed."""
        longer, weight = self.listened(queries, context)
        scores = self.scores_of(queries, ranked.owner, ranked.answers)
        if longer is not None:
            scores = (1 - weight) * scores + weight * self.scores_of(longer, ranked.owner, ranked.answers)
        return scores

    def listened(self, queries: Sequence[str], context: Context | None) -> tuple[list[str] | None, float]:
        """The questions with what was said before them, and the share of the score that these have."""
        if not isinstance(self.settings, Listening) or not self.settings.context or context is None:
            return None, 0.0
        return with_context(queries, context, self.settings.context), self.settings.weight


def with_context(queries: Sequence[str], context: Context, most: int) -> list[str]:
    """Each question after the last `most` utterances before it."""
    return [" ".join([*before[-most:], query]) for query, before in zip(queries, context, strict=True)]


def check_search(queries: Sequence[str], k: int | None, context: Context | None) -> None:
    """Refuse what no search can mean."""
    if isinstance(queries, str):
        raise OptionError("search takes a list of questions, found one text; write search([text]).")
    if k is not None and k < 1:
        raise OptionError(f"k must be a whole number from 1, found {k}.")
    if context is not None and len(context) != len(queries):
        raise OptionError(f"found {len(queries)} questions and {len(context)} contexts, expected as many of each.")
