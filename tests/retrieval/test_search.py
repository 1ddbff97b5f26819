"""Searching: the tie rule, the best of an answer's questions, and the retrievers that need nothing installed."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.retrieval.knowledge import kb_of
from turnwise.errors import InputError, OptionError
from turnwise.retrieval import retriever
from turnwise.retrieval.bm25 import BM25
from turnwise.retrieval.ranked import BestOfAnswers, joined, top
from turnwise.retrieval.retriever import with_context

KB = kb_of(("a b", "X"), ("a c", "Y"), ("b c", "X"), ("d", "Z"), ("a b", "Z"))


def test_an_answer_is_as_good_as_the_best_of_its_questions() -> None:
    """X answers questions 0 and 2, Y question 1, Z questions 3 and 0."""
    of_questions = np.array([[0.1, 0.2, 0.9, 0.0]])
    assert BestOfAnswers(KB).of_questions(of_questions).tolist() == [[0.9, 0.2, 0.1]]


def test_the_best_of_answers_with_any_number_of_questions() -> None:
    rng = np.random.default_rng(0)
    for _ in range(50):
        n_answers, n_pairs = int(rng.integers(1, 8)), int(rng.integers(8, 30))
        answers = [*range(n_answers), *rng.integers(0, n_answers, n_pairs - n_answers).tolist()]
        kb = kb_of(*((f"q{rng.integers(0, 12)}", f"A{answer}") for answer in answers))
        scores = rng.normal(size=(3, len(kb.questions)))
        expected = [
            [
                max(row[q] for q, a in zip(kb.question_of, kb.answer_of, strict=True) if a == answer)
                for answer in range(n_answers)
            ]
            for row in scores
        ]
        assert BestOfAnswers(kb).of_questions(scores).tolist() == expected


@pytest.mark.parametrize("n", [1283, 1280, 640])
def test_the_best_of_many_answers_are_those_of_a_whole_sort(n: int) -> None:
    """With k up to 10 the best of every 32 columns are looked at first; scores of one decimal tie a lot."""
    rng = np.random.default_rng(n)
    kb = kb_of(*((f"q{at}", f"A{at}") for at in range(n)), ids=[f"{at:05}" for at in rng.permutation(n)])
    scores = np.round(rng.normal(size=(20, n)), 1)
    for k in (1, 2, 5, 10, 11, n):
        found = top(kb, scores, k, 0.0)
        for row in range(len(scores)):
            some = [at for at in range(n) if scores[row, at] > 0]
            some.sort(key=lambda at: (scores[row, at], kb.answer_ids[at]), reverse=True)
            assert found.of(row)[0].tolist() == some[:k]


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


def test_what_is_left_of_a_knowledge_base_without_words_is_told() -> None:
    for name in ("tfidf", "bm25"):
        with pytest.raises(InputError, match="kb: found no word of two letters"):
            retriever(name).index(kb_of(("?", "X"), ("a", "Y")))


def test_bm25_by_hand() -> None:
    """Three pairs: 'red boat', 'red sea', 'boat'; mean length 5 ÷ 3. Query 'red sea', idf of Lucene.

    red is in 2 of 3: ln(1 + 1.5 ÷ 2.5) = 0.47000; sea in 1: ln(1 + 2.5 ÷ 1.5) = 0.98083. A question of two words
    weighs each 2.5 ÷ (1 + 1.5 · (0.25 + 0.75 · 2 ÷ (5 ÷ 3))) = 2.5 ÷ 2.725 = 0.91743. 'red sea' gets
    (0.47000 + 0.98083) · 0.91743 = 1.33104, 'red boat' 0.47000 · 0.91743 = 0.43119; 'boat' is not listed.
    """
    kb = kb_of(("red boat", "X"), ("red sea", "Y"), ("boat", "Z"))
    ranked = retriever("bm25").index(kb).search(["red sea"])
    assert ranked.answers.tolist() == [1, 0]
    assert ranked.scores.tolist() == pytest.approx([1.33104, 0.43119], abs=1e-5)


WORDS = st.lists(st.sampled_from("red blue boat sea sun moon tide sand salt wind".split()), min_size=1, max_size=6)


@settings(max_examples=40, deadline=None)
@given(st.lists(WORDS, min_size=3, max_size=12), WORDS, st.floats(0.1, 3), st.floats(0, 1))
def test_bm25_is_that_of_rank_bm25(questions: list[list[str]], query: list[str], k1: float, b: float) -> None:
    """Where no word is in half of the questions: there rank_bm25 puts a share of the mean idf instead."""
    from rank_bm25 import BM25Okapi

    texts = list(dict.fromkeys(" ".join(question) for question in questions))
    # Questions of a word of their own each, so that every word is rare.
    texts += [f"only{n}" for n in range(2 * len(texts))]
    kb = kb_of(*((text, f"A{at}") for at, text in enumerate(texts)))
    theirs = BM25Okapi([text.split() for text in texts], k1=k1, b=b).get_scores(query)
    ours = retriever(BM25(k1=k1, b=b, idf="robertson")).index(kb).scores([" ".join(query)])[0]
    np.testing.assert_allclose(ours, theirs, atol=1e-12)


def test_a_question_of_several_pairs_counts_as_often_in_bm25_and_once_in_its_answers() -> None:
    kb = kb_of(("red boat", "X"), ("red boat", "Y"), ("blue sea", "Z"))
    ranked = retriever("bm25").index(kb).search(["boat"])
    assert ranked.answers.tolist() == [1, 0], "equal scores: the later id first"
    assert ranked.scores[0] == ranked.scores[1]


def test_what_was_said_before_is_looked_at_where_it_is_asked_for() -> None:
    kb = kb_of(("red boat", "X"), ("blue sea", "Y"))
    before = [["blue"]]
    assert retriever("tfidf").index(kb).search(["boat"], context=before).answers.tolist() == [0]
    plain = retriever("tfidf").index(kb)
    ranked = retriever("tfidf(context=1, weight=0.25)").index(kb).search(["boat"], context=before)
    expected = 0.75 * plain.scores(["boat"])[0] + 0.25 * plain.scores(["blue boat"])[0]
    assert ranked.answers.tolist() == [0, 1]
    assert ranked.scores.tolist() == pytest.approx(expected.tolist())


def test_the_last_utterances_stand_before_the_question() -> None:
    assert with_context(["c", "d"], [["a", "b"], []], 1) == ["b c", "d"]
    assert with_context(["c"], [["a", "b"]], 5) == ["a b c"]


@pytest.mark.parametrize("name", ["random", "tfidf", "bm25"])
def test_scores_of_some_answers_are_those_of_all(name: str) -> None:
    kb = kb_of(("red boat", "X"), ("blue sea", "Y"), ("red sea", "Z"), ("boat", "Y"))
    index = retriever(name).index(kb)
    texts = ["red", "boat sea", "blue"]
    whole = index.scores(texts)
    owner, answers = np.array([0, 0, 2]), np.array([2, 0, 1])
    index.cells = 3  # one text at a time
    assert index.scores_of(texts, owner, answers).tolist() == whole[owner, answers].tolist()
