"""Sentence embeddings: against the library itself, and what is told where there is no model."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.retrieval.knowledge import kb_of
from turnwise.errors import InputError
from turnwise.retrieval import retriever
from turnwise.retrieval.dense import DenseIndex

pytest.importorskip("sentence_transformers")

KB = kb_of(("What is your name?", "I am Ada."), ("Where do you live?", "In a lighthouse."), ("Bye", "See you!"))
ASKED = ["How are you called?", "Where is your home?", "how are you called?", "How are you called?"]


@pytest.fixture(scope="module")
def index() -> DenseIndex:
    made = retriever("dense(match=both)").index(KB)
    assert isinstance(made, DenseIndex)
    return made


def test_the_nearest_meaning_is_first(index: DenseIndex) -> None:
    ranked = index.search(ASKED, k=1)
    assert [KB.answers[answer] for answer in ranked.answers[:2]] == ["I am Ada.", "In a lighthouse."]


def test_scores_are_cosines_of_the_librarys_embeddings(index: DenseIndex) -> None:
    theirs = index.encoder.model.encode([*ASKED, *KB.questions, *KB.answers], show_progress_bar=False)
    theirs = theirs / np.linalg.norm(theirs, axis=1, keepdims=True)
    asked, questions, answers = theirs[:4], theirs[4:7], theirs[7:]
    expected = np.maximum(asked @ questions.T, asked @ answers.T)
    np.testing.assert_allclose(index.scores(ASKED), expected, atol=1e-5)


def test_embeddings_are_the_same_again_and_equal_texts_have_equal_ones(index: DenseIndex) -> None:
    first, again = index.encoder.embedded(ASKED), index.encoder.embedded(ASKED)
    assert np.array_equal(first, again)
    assert np.array_equal(first[0], first[3])
    np.testing.assert_allclose(np.linalg.norm(first, axis=1), 1, atol=1e-5)


def test_a_folder_without_a_model_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"found no sentence encoder in this folder .*; give a folder that has one"):
        retriever(f'dense(model="{tmp_path}")').index(KB)


def test_an_unknown_model_is_told_and_nothing_is_downloaded() -> None:
    with pytest.raises(InputError, match=r"'no-such/model': found no sentence encoder here, nor in the model hub"):
        retriever("dense(model=no-such/model)").index(KB)
