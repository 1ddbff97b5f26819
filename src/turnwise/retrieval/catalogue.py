"""All retrievers, in the order in which they are shown."""

from __future__ import annotations

from turnwise.errors import OptionError, did_you_mean, shown
from turnwise.retrieval.random_choice import Random
from turnwise.retrieval.retriever import Retriever
from turnwise.retrieval.tfidf import TfIdf

RETRIEVERS: dict[str, type[Retriever]] = {known.name: known for known in (Random, TfIdf)}


def retriever(text: str | Retriever) -> Retriever:
    """The retriever that a text names, such as `tfidf`."""
    if isinstance(text, Retriever):
        return text
    if text not in RETRIEVERS:
        hint = did_you_mean(text, RETRIEVERS) or f"; there are {', '.join(RETRIEVERS)}."
        raise OptionError(f"there is no retriever {shown(text)}{hint}")
    return RETRIEVERS[text]()
