"""Fusion and re-ranking by hand, on retrievers whose scores are given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from tests.retrieval.knowledge import kb_of
from turnwise.errors import OptionError
from turnwise.retrieval import retriever
from turnwise.retrieval.fusion import Fusion, stretched
from turnwise.retrieval.ranked import top
from turnwise.retrieval.rerank import Rerank
from turnwise.retrieval.retriever import Floats, Index, Listening, Progress
from turnwise.tables.knowledge import KnowledgeBase

KB = kb_of(("a", "W"), ("b", "X"), ("c", "Y"), ("d", "Z"))


@dataclass(frozen=True)
class Given(Listening):
    """Scores as they are given, the same for every question; only those above 0 are listed."""

    name = "given"
    title = "scores as they are given"
    example = "given"

    of_answers: tuple[float, ...] = ()

    def index(self, kb: KnowledgeBase, progress: Progress | None = None) -> Index:
        return GivenIndex(kb, self)


class GivenIndex(Index):
    above = 0.0
    settings: Given

    def scores(self, texts: Sequence[str]) -> Floats:
        longer = np.array([[0.01 * len(text.split())] for text in texts])
        return np.tile(self.settings.of_answers, (len(texts), 1)) + longer


def given(*scores: float, context: int = 0) -> Given:
    made = object.__new__(Given)  # its scores are no parameter of the grammar
    for name, value in (("of_answers", scores), ("context", context), ("weight", 1.0)):
        object.__setattr__(made, name, value)
    return made


def test_reciprocal_ranks_by_hand() -> None:
    """First list W X Y, second Z X. With k = 1: W ½, X ⅓ + ⅓, Y ¼, Z ½. Of the equal W and Z the later id first."""
    fused = Fusion((given(0.9, 0.8, 0.7, -1), given(-1, 0.2, -1, 0.3)), k=1)
    ranked = fused.index(KB).search(["q"])
    assert [KB.answers[answer] for answer in ranked.answers] == ["X", "Z", "W", "Y"]
    assert ranked.scores.tolist() == pytest.approx([2 / 3, 1 / 2, 1 / 2, 1 / 4])


def test_scores_are_stretched_before_they_are_added() -> None:
    """First list 0.9, 0.8, 0.5 → 1, ¾, 0; second Z 0.3 and X 0.2 → 1 and 0. X gets ¾ + 0, Z 1, W 1, Y 0."""
    fused = Fusion((given(0.89, 0.79, 0.49, -1), given(-1, 0.2, -1, 0.3)), how="scores")
    ranked = fused.index(KB).search(["q"])
    assert [KB.answers[answer] for answer in ranked.answers] == ["Z", "W", "X", "Y"]
    assert ranked.scores.tolist() == pytest.approx([1, 1, 0.75, 0])


def test_a_list_of_one_score_is_stretched_to_ones() -> None:
    assert stretched(top(KB, np.array([[0.5, 0.5, 0, 0], [0, 0, 0, 0], [0, 3, 0, 0]]), None, 0.0)).tolist() == [1, 1, 1]


def test_only_the_first_answers_of_each_list_count() -> None:
    fused = Fusion((given(0.9, 0.8, 0.7, 0.6), given(0.1, 0.2, 0.3, 0.4)), depth=1, k=1)
    ranked = fused.index(KB).search(["q"])
    assert [KB.answers[answer] for answer in ranked.answers] == ["Z", "W"]


def test_the_second_retriever_orders_the_first_ones_best() -> None:
    """The first lists Z Y X W; its best two are put in the order of the second, Y before Z; X and W follow.

    The lowest score of the two is Z's 0.21, so X stands at 0.21 − 1 and W 0.3 − 0.2 = 0.1 below it.
    """
    made = Rerank((given(0.2, 0.3, 0.4, 0.5), given(0.9, 0.8, 0.7, 0.2)), depth=2)
    ranked = made.index(KB).search(["q"], k=None)
    assert [KB.answers[answer] for answer in ranked.answers] == ["Y", "Z", "X", "W"]
    assert ranked.scores.tolist() == pytest.approx([0.71, 0.21, -0.79, -0.89])
    assert made.index(KB).search(["q"], k=1).answers.tolist() == [2]


def test_an_empty_list_stays_empty() -> None:
    nothing = given(-1, -1, -1, -1)
    assert Rerank((nothing, given(1, 1, 1, 1))).index(KB).search(["q"]).lengths.tolist() == [0]
    assert Fusion((nothing, nothing)).index(KB).search(["q", "r"]).lengths.tolist() == [0, 0]


def test_parts_hear_what_was_said_before() -> None:
    """Two words of context make the score of the text 0.03, as the text has three words then."""
    heard = Rerank((given(0.5, 0.4, 0.3, 0.2), given(0.1, 0.2, 0.3, 0.4, context=1)), depth=4)
    ranked = heard.index(KB).search(["q"], context=[["one two"]])
    assert ranked.scores.tolist() == pytest.approx([0.43, 0.33, 0.23, 0.13])


def test_a_fusion_in_a_fusion_is_searched_and_scored() -> None:
    made = retriever("fusion(fusion(tfidf, bm25), random(seed=3), depth=2)")
    kb = kb_of(("red boat", "X"), ("red sea", "Y"), ("boat", "Z"))
    index = made.index(kb)
    ranked = index.search(["red sea"], k=None)
    scores = index.scores(["red sea"])[0]
    assert scores[ranked.answers].tolist() == ranked.scores.tolist()
    assert np.isneginf(scores).sum() == 3 - len(ranked.answers)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("fusion(tfidf)", "fusion takes 2 to 9 retrievers, found 1; for example fusion"),
        ("rerank(tfidf, bm25, random)", "rerank takes 2 retrievers, found 3"),
        ("tfidf(bm25)", "parameter 'bm25' of tfidf has no value"),
        ("fusion(tfidf, bm25, how=sum)", "fusion: how must be rrf or scores, found 'sum'"),
        ("fusion(tfidf, bm52)", "there is no retriever 'bm52'; did you mean 'bm25'"),
    ],
)
def test_mistakes_are_told(text: str, said: str) -> None:
    with pytest.raises(OptionError, match=said):
        retriever(text)


def test_what_scores_only_whole_lists_puts_nothing_in_order() -> None:
    index = retriever("rerank(tfidf, fusion(tfidf, bm25))").index(kb_of(("red boat", "X")))
    with pytest.raises(OptionError, match=r"rerank cannot put answers in order by fusion\(tfidf, bm25\)"):
        index.search(["red"])


def test_a_cross_encoder_without_a_model_is_told() -> None:
    with pytest.raises(OptionError, match="cross has no model; make one with `turnwise avatar train"):
        retriever("cross").index(KB)
