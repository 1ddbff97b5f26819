from __future__ import annotations

from dataclasses import dataclass

from turnwise.retrieval.lexical import LexicalIndex, counted, first_pairs, optional
from turnwise.retrieval.retriever import Index, Listening, Progress
from turnwise.tables.knowledge import KnowledgeBase


@dataclass(frozen=True)
class TfIdf(Listening):
    """Cosine similarity of TF-IDF vectors: how alike the question is to each question of the knowledge base.

    The vectors are those of scikit-learn's defaults, with document frequencies over the pairs of the knowledge base.
    """

    name = "tfidf"
    title = "TF-IDF cosine of question and question"
    example = "tfidf(context=1)"

    def index(self, kb: KnowledgeBase, progress: Progress | None = None) -> Index:
        vectorizer = optional("sklearn.feature_extraction.text", "the retriever tfidf", "retrieval").TfidfVectorizer()
        return LexicalIndex(kb, self, vectorizer, counted(vectorizer, kb)[first_pairs(kb)].T)
