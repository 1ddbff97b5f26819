from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from turnwise.errors import MissingExtra
from turnwise.retrieval.ranked import best_of_answers
from turnwise.retrieval.retriever import Floats, Index, Progress, Retriever
from turnwise.tables.knowledge import KnowledgeBase


@dataclass(frozen=True)
class TfIdf(Retriever):
    """Cosine similarity of TF-IDF vectors: how alike the question is to each question of the knowledge base.

    The vectors are those of scikit-learn's defaults, with document frequencies over the pairs of the knowledge base.
    """

    name = "tfidf"
    title = "TF-IDF cosine of question and question"

    def index(self, kb: KnowledgeBase, progress: Progress | None = None) -> Index:
        return TfIdfIndex(kb)


class TfIdfIndex(Index):
    above = 0.0

    def __init__(self, kb: KnowledgeBase) -> None:
        super().__init__(kb)
        self.vectorizer = _vectorizer()
        self.vectorizer.fit([kb.questions[question] for question in kb.question_of])
        self.vectors = self.vectorizer.transform(kb.questions).T.tocsr()

    def scores(self, texts: Sequence[str]) -> Floats:
        return best_of_answers(self.kb, (self.vectorizer.transform(texts) @ self.vectors).toarray())


def _vectorizer() -> Any:
    try:
        from sklearn.feature_extraction.text import TfidfVectorizer
    except ImportError:
        raise MissingExtra("the retriever tfidf", "retrieval") from None
    return TfidfVectorizer()
