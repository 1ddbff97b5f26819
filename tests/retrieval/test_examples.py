"""What models are trained on: drawn from a seed, right pairs whole, wrong ones really wrong."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.retrieval.knowledge import kb_of
from turnwise.errors import FormatError, InputError
from turnwise.readers.thesaurus import read_thesaurus
from turnwise.retrieval.training.augmentation import altered
from turnwise.retrieval.training.examples import batches, labelled_pairs, matching_pairs

KB = kb_of(("a b", "X"), ("a c", "Y"), ("b c", "X"), ("d", "Z"), ("a b", "Z"), ("e", "W"))
RIGHT = {("a b", "X"), ("a b", "Z"), ("a c", "Y"), ("b c", "X"), ("d", "Z"), ("e", "W")}


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


@pytest.mark.parametrize(("negatives", "n"), [(1, 12), (2, 18), (None, 6 + 2 + 2 + 3 * 4), (100, 22)])
def test_every_pair_has_its_wrong_answers(negatives: int | None, n: int) -> None:
    """The question 'a b' has two right answers of four, so two wrong ones in each of its pairs; others have three."""
    found = labelled_pairs(KB, negatives, 0, rng())
    assert len(found) == n
    for first, second, right, answer in zip(found.first, found.second, found.right, found.answer, strict=True):
        assert ((first, second) in RIGHT) == right
        assert KB.answers[answer] == second
    assert sum(found.right) == len(KB)


def test_wrong_answers_are_drawn_from_the_seed_and_differ_in_a_pair() -> None:
    one, same, other = (labelled_pairs(KB, 2, 0, rng(seed)) for seed in (1, 1, 2))
    assert one == same
    assert one != other
    drawn = [tuple(one.second[at + 1 : at + 3]) for at in range(0, len(one), 3)]
    assert all(len(set(pair)) == 2 for pair in drawn)


def test_matching_pairs_are_answers_and_other_questions_of_theirs() -> None:
    found = matching_pairs(KB, 0, rng())
    pairs = set(zip(found.first, found.second, strict=True))
    assert pairs >= RIGHT
    assert pairs - RIGHT == {("a b", "b c"), ("b c", "a b"), ("d", "a b"), ("a b", "d")}


QUESTION = st.lists(st.sampled_from(["big", "boat", "red", "sea", "why"]), min_size=1, max_size=8).map(" ".join)
THESAURUS = {"big": ["large", "huge"], "boat": ["ship"]}


@settings(max_examples=100, deadline=None)
@given(QUESTION, st.integers(0, 5), st.integers(0, 99), st.booleans())
def test_altered_questions(question: str, copies: int, seed: int, has_thesaurus: bool) -> None:
    known = THESAURUS if has_thesaurus else None
    found = altered(question, copies, rng(seed), known)
    assert found == altered(question, copies, rng(seed), known)
    assert len(found) <= copies
    words = set(question.split())
    allowed = words | {s for word in words for s in THESAURUS.get(word, [])} if has_thesaurus else words
    for text in found:
        assert text.split()
        assert text != question
        assert set(text.split()) <= allowed
        assert abs(len(text.split()) - len(question.split())) <= 1


def test_all_four_ways_occur() -> None:
    found = {text for seed in range(60) for text in altered("big boat", 3, rng(seed), THESAURUS)}
    assert {"boat big", "big", "boat", "large boat", "big ship"} <= found
    assert any(len(text.split()) == 3 for text in found)


def test_copies_have_the_answers_of_their_question() -> None:
    found = labelled_pairs(kb_of(("big red boat", "X"), ("blue sea", "Y")), None, 3, rng())
    right = {(f, s) for f, s, label in zip(found.first, found.second, found.right, strict=True) if label}
    assert len(right) > 4
    assert all((second == "X") == bool({"big", "red", "boat"} & set(first.split())) for first, second in right)


@given(st.lists(st.integers(0, 50), max_size=300), st.integers(2, 40))
def test_batches_hold_everything_once(lengths: list[int], size: int) -> None:
    made = batches(lengths, size, rng())
    assert sorted(at for batch in made for at in batch) == list(range(len(lengths)))
    assert len(made) == -(-len(lengths) // size)


def test_a_thesaurus_is_read(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("# size\nBig, large,huge\n\nbig, grand\n", encoding="utf-8")
    assert read_thesaurus(path)["big"] == ["large", "huge", "grand"]
    assert read_thesaurus(path)["grand"] == ["big"]
    path.write_text("big, large\nsmall\n", encoding="utf-8")
    with pytest.raises(FormatError, match="line 2: found 'small', expected two or more words between commas"):
        read_thesaurus(path)
    path.write_text("# nothing\n", encoding="utf-8")
    with pytest.raises(InputError, match="found no words"):
        read_thesaurus(path)
