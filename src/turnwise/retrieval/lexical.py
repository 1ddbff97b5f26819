"""Searching by shared words: what TF-IDF and BM25 have in common.

A word is a run of two or more letters, digits or underscores, in lower case, as scikit-learn's vectorizers take it.
Words of the question that the knowledge base does not have count for nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import numpy as np

from turnwise.errors import InputError, MissingExtra
from turnwise.retrieval.ranked import BestOfAnswers
from turnwise.retrieval.retriever import Floats, Index, Retriever
from turnwise.tables.knowledge import KnowledgeBase


class LexicalIndex(Index):
    """A score is the product of a text's weights of its words and the weights of these words in a question."""

    above = 0.0

    def __init__(self, kb: KnowledgeBase, settings: Retriever, vectorizer: Any, weights: Any) -> None:
        """`weights` is a sparse matrix ``[word, question]``."""
        super().__init__(kb, settings)
        self.vectorizer, self.best = vectorizer, BestOfAnswers(kb)
        self.weights = weights.tocsc()[:, self.best.columns].tocsr()

    def scores(self, texts: Sequence[str]) -> Floats:
        return self.best.of_columns((self.vectorizer.transform(texts) @ self.weights).toarray())


def counted(vectorizer: Any, kb: KnowledgeBase) -> Any:
    """What a vectorizer makes of the question of each pair, ``[pair, word]``."""
    try:
        return vectorizer.fit_transform(texts_of_pairs(kb))
    except ValueError:  # an empty vocabulary
        raise InputError(
            f"{kb.source}: found no word of two letters in any question, expected some to search for."
        ) from None


def texts_of_pairs(kb: KnowledgeBase) -> list[str]:
    """The question of each pair: documents are counted by pairs, as who made the knowledge base wrote them."""
    return [kb.questions[question] for question in kb.question_of]


def first_pairs(kb: KnowledgeBase) -> np.ndarray[Any, np.dtype[np.int64]]:
    """The first pair of each question."""
    return np.unique(kb.question_of, return_index=True)[1]


def optional(module: str, what: str, extra: str) -> Any:
    """A library of an extra, or the sentence that says how to install it."""
    try:
        return import_module(module)
    except ImportError:
        raise MissingExtra(what, extra) from None
