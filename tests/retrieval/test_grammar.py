"""The grammar of retrievers: text → retriever → text, and what it refuses."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnwise.errors import OptionError
from turnwise.retrieval import RETRIEVERS, retriever
from turnwise.retrieval.bm25 import BM25
from turnwise.retrieval.dense import Dense
from turnwise.retrieval.retriever import Listening, parameters


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("tfidf", "tfidf"),
        (" TFIDF ( ) ", "tfidf"),
        ("bm25(k1=1.2,b=0.75)", "bm25(k1=1.2)"),
        ("bm25(k1=2.0)", "bm25(k1=2)"),
        ("dense(model=my models/one, match=both)", "dense(model=my models/one, match=both)"),
        ('dense(model="a,b(c)")', 'dense(model="a,b(c)")'),
        ("dense(model=2024)", "dense(model=2024)"),
        ("tfidf(context=2, weight=0.25)", "tfidf(context=2, weight=0.25)"),
    ],
)
def test_a_text_is_read_and_written_in_one_form(text: str, same: str) -> None:
    assert str(retriever(text)) == same
    assert retriever(same) == retriever(text)


@given(st.floats(0, 1e9), st.floats(0, 1), st.text(st.characters(codec="utf-8", exclude_characters='"'), min_size=1))
def test_every_retriever_reads_back(k1: float, b: float, model: str) -> None:
    assert retriever(str(BM25(k1=k1, b=b))) == BM25(k1=k1, b=b)
    if model.strip() and "\n" not in model:
        assert retriever(str(Dense(model=model))) == Dense(model=model)


@pytest.mark.parametrize("name", RETRIEVERS)
def test_every_example_is_one_of_its_retriever_and_reads_back(name: str) -> None:
    made = retriever(RETRIEVERS[name].example)
    assert type(made) is RETRIEVERS[name]
    assert retriever(str(made)) == made


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tfdif", "there is no retriever 'tfdif'; did you mean 'tfidf'?"),
        ("bm25(k2=1)", "bm25 has no parameter 'k2'; it takes k1, b, idf, context, weight."),
        ("random(size=1)", "random has no parameter 'size'; it takes seed."),
        ("bm25(b=2)", "bm25: b must be a number from 0 to 1, found 2."),
        ("bm25(k1=much)", "bm25: k1 must be a number from 0 to 10^9, found 'much'."),
        ("dense(match=all)", "dense: match must be question or answer or both, found 'all'."),
        ("bm25(k1)", "parameter 'k1' of bm25 has no value"),
        ("bm25(k1=)", "parameter 'k1' of bm25 has no value"),
        ("bm25(k1=1, k1=2)", "parameter 'k1' is given twice"),
        ("bm25(k1=1 b=2)", "a ',' or ')' is missing"),
        ("bm25)", "')' follows the retriever"),
        ("", "a retriever's name is expected, found the end"),
        ('tfidf"', "'\"' has no place here"),
    ],
)
def test_mistakes_are_told(text: str, said: str) -> None:
    with pytest.raises(OptionError, match=re.escape(said)):
        retriever(text)


def test_something_else_than_a_text_is_told() -> None:
    with pytest.raises(OptionError, match="a retriever is a text"):
        retriever(3)  # type: ignore[arg-type]


def test_every_retriever_describes_itself() -> None:
    for made in RETRIEVERS.values():
        assert made.__doc__
        assert made.title
        assert all(p.metadata["text"] and p.metadata["rule"].holds(p.default) for p in parameters(made))
        if issubclass(made, Listening):
            assert [p.name for p in parameters(made)][-2:] == ["context", "weight"]
