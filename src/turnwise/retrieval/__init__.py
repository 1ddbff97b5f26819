"""Retrievers: a question and what was said before it → the answers of a knowledge base, ranked.

`RETRIEVERS` is the list, each self-describing; `retriever` makes one from its text, such as `tfidf`.
"""

from turnwise.retrieval.catalogue import RETRIEVERS, named, retriever
from turnwise.retrieval.ranked import Ranked
from turnwise.retrieval.retriever import Index, Retriever

__all__ = ["RETRIEVERS", "Index", "Ranked", "Retriever", "named", "retriever"]
