"""Searching: the tie rule, the best of an answer's questions, and the retrievers that need nothing installed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnwise.errors import OptionError
from turnwise.retrieval import retriever
from turnwise.retrieval.ranked import best_of_answers, joined, top
from turnwise.tables.knowledge import KnowledgeBase


def kb_of(*pairs: tuple[str, str], ids: Sequence[str] | None = None) -> KnowledgeBase:
    questions = list(dict.fromkeys(question for question, _ in pairs))
    answers = list(dict.fromkeys(answer for _, answer in pairs))
    return KnowledgeBase(
        "kb", "pairs", questions, answers,
        np.array([questions.index(question) for question, _ in pairs]),
        np.array([answers.index(answer) for _, answer in pairs]),
        list(ids or answers), [""] * len(pairs), [""] * len(pairs),
    )  # fmt: skip


KB = kb_of(("a b", "X"), ("a c", "Y"), ("b c", "X"), ("d", "Z"), ("a b", "Z"))


def test_an_answer_is_as_good_as_the_best_of_its_questions() -> None:
    """X answers questions 0 and 2, Y question 1, Z questions 3 and 0."""
    of_questions = np.array([[0.1, 0.2, 0.9, 0.0]])
    assert best_of_answers(KB, of_questions).tolist() == [[0.9, 0.2, 0.1]]


def test_ties_go_to_the_later_id_by_its_bytes() -> None:
    kb = kb_of(("a", "X"), ("b", "Y"), ("c", "Z"), ids=["b", "a", "é"])
    ranked = top(kb, np.array([[1.0, 1.0, 1.0], [0.0, 2.0, 0.0]]), 2)
    assert [ranked.of(at)[0].tolist() for at in range(2)] == [[2, 0], [1, 2]]
    assert ranked.of(1)[1].tolist() == [2.0, 0.0]


def test_nothing_above_the_floor_is_an_empty_list() -> None:
    ranked = top(KB, np.array([[0.0, 0.0, 0.0], [0.0, 0.3, 0.0]]), 10, above=0.0)
    assert ranked.lengths.tolist() == [0, 1]
    assert ranked.owner.tolist() == [1]


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_top_is_the_head_of_the_whole_order(data: st.DataObject) -> None:
    """Against plain sorting, with many ties."""
    rows = data.draw(
        st.lists(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=3, max_size=3), min_size=1, max_size=4)
    )
    k = data.draw(st.integers(1, 4))
    ranked = top(KB, np.array(rows), k)
    for at, row in enumerate(rows):
        whole = sorted(range(3), key=lambda a: (row[a], KB.answer_ids[a].encode()), reverse=True)
        assert ranked.of(at)[0].tolist() == whole[:k]


def test_lists_are_joined_in_order() -> None:
    parts = [top(KB, np.array([[3.0, 1.0, 2.0]]), 2), top(KB, np.array([[0.0, 1.0, 0.0]]), 2, above=0.0)]
    whole = joined(parts)
    assert [whole.of(at)[0].tolist() for at in range(2)] == [[0, 2], [1]]
    assert whole.ranks.tolist() == [1, 2, 1]
    assert whole.first(1).answers.tolist() == [0, 1]
    assert len(joined([])) == 0


def test_tfidf_by_hand() -> None:
    """Three pairs: 'red boat', 'red sea', 'boat'. Query 'red sea': document frequencies red 2, boat 2, sea 1 of 3.

    idf = ln(4/3) + 1 = 1.28768 for red and boat, ln(4/2) + 1 = 1.69315 for sea. The query's vector is
    (1.28768, 1.69315) of red and sea, the same as the second question's: cosine 1. 'red boat' has
    (1.28768, 1.28768), so cosine = 1.28768² ÷ (√(1.28768² + 1.69315²) · 1.28768 · √2)
    = 1.28768 ÷ (2.12718 · 1.41421) = 0.42805. 'boat' has nothing in common and is not listed.
    """
    kb = kb_of(("red boat", "X"), ("red sea", "Y"), ("boat", "Z"))
    ranked = retriever("tfidf").index(kb).search(["red sea"])
    assert ranked.answers.tolist() == [1, 0]
    assert ranked.scores.tolist() == pytest.approx([1.0, 0.42805], abs=1e-5)


def test_random_gives_a_question_the_same_answers_whatever_else_is_asked() -> None:
    index = retriever("random").index(KB)
    alone = index.search(["a b"], k=None)
    among = index.search(["x", "a b"], k=None)
    assert alone.answers.tolist() == among.of(1)[0].tolist()
    assert sorted(alone.answers.tolist()) == [0, 1, 2]
    texts = [str(n) for n in range(600)]
    first = index.search(texts, k=1).answers
    assert np.bincount(first).min() > 150, "each of three answers is drawn some 200 times"


def test_what_search_refuses() -> None:
    index = retriever("random").index(KB)
    with pytest.raises(OptionError, match=r"write search\(\[text\]\)"):
        index.search("one text")
    with pytest.raises(OptionError, match="k must be a whole number from 1, found 0"):
        index.search(["a"], k=0)
    with pytest.raises(OptionError, match="2 questions and 1 contexts"):
        index.search(["a", "b"], context=[[]])


def test_an_unknown_retriever_is_told() -> None:
    with pytest.raises(OptionError, match="there is no retriever 'tfdif'; did you mean 'tfidf'"):
        retriever("tfdif")
