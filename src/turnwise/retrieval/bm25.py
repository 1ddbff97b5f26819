from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from turnwise.measures.measure import one_of, param
from turnwise.retrieval.lexical import LexicalIndex, counted, first_pairs, optional
from turnwise.retrieval.retriever import AMOUNT, SHARE, Index, Listening, Progress
from turnwise.tables.knowledge import KnowledgeBase


@dataclass(frozen=True)
class BM25(Listening):
    """Okapi BM25 of the question against each question of the knowledge base (Trotman et al., 2014), by bm25s.

    A word of the question adds ``idf · tf · (k1 + 1) ÷ (tf + k1 · (1 − b + b · length ÷ mean length))``, as often as
    the question has it. Documents are the questions of the pairs.
    """

    name = "bm25"
    title = "Okapi BM25 of question and question"
    example = "bm25(k1=1.2, b=0.5)"

    k1: float = param(1.5, AMOUNT, "how much more a word counts that occurs again")
    b: float = param(0.75, SHARE, "how much less a word counts in a long question")
    idf: str = param(
        "lucene",
        one_of("lucene", "robertson", "atire"),
        "what a rare word counts; of N documents with it in n: lucene ln(1 + (N − n + ½) ÷ (n + ½)), "
        "robertson ln((N − n + ½) ÷ (n + ½)) and at least 0, atire ln(N ÷ n)",
    )

    def index(self, kb: KnowledgeBase, progress: Progress | None = None) -> Index:
        bm25s = optional("bm25s", "the retriever bm25", "retrieval")
        words = optional("sklearn.feature_extraction.text", "the retriever bm25", "retrieval").CountVectorizer()
        from scipy.sparse import csc_matrix

        counts = counted(words, kb)
        said = np.repeat(counts.indices, counts.data).tolist()
        ends = np.concatenate(([0], np.cumsum(counts.data)))[counts.indptr].tolist()
        documents = [said[start:end] for start, end in pairwise(ends)]
        model = bm25s.BM25(k1=self.k1, b=self.b, method="atire", idf_method=self.idf, dtype="float64")
        model.index((documents, dict(words.vocabulary_)), create_empty_token=False, show_progress=False)
        found = model.scores
        weights = csc_matrix((found["data"], found["indices"], found["indptr"]), shape=counts.shape)
        return LexicalIndex(kb, self, words, weights.tocsr()[first_pairs(kb)].T)
