"""All retrievers, in the order in which they are shown."""

from __future__ import annotations

from turnwise.errors import OptionError, shown
from turnwise.retrieval.bm25 import BM25
from turnwise.retrieval.cross import Cross
from turnwise.retrieval.dense import Dense
from turnwise.retrieval.fusion import Fusion
from turnwise.retrieval.grammar import Reader, find
from turnwise.retrieval.random_choice import Random
from turnwise.retrieval.rerank import Rerank
from turnwise.retrieval.retriever import Retriever
from turnwise.retrieval.tfidf import TfIdf

RETRIEVERS: dict[str, type[Retriever]] = {
    known.name: known for known in (Random, TfIdf, BM25, Dense, Cross, Fusion, Rerank)
}


def retriever(text: str | Retriever) -> Retriever:
    """The retriever that a text names, such as `tfidf` or `bm25(k1=1.2)`."""
    if isinstance(text, Retriever):
        return text
    if not isinstance(text, str):
        raise OptionError(f"a retriever is a text, such as 'tfidf', or a Retriever; found {shown(text)}.")
    return Reader(text, RETRIEVERS).whole()


def named(name: str) -> type[Retriever]:
    """The retriever with this name."""
    return find(name, RETRIEVERS)
