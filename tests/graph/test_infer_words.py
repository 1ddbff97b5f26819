"""What is read from an utterance: words, content, names, and the cues of ellipsis and anaphora."""

from __future__ import annotations

import pytest

from turnwise.graph.infer.cues import Cue, cues, pronoun_first
from turnwise.graph.infer.words import stem, utterance


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("sharks", "shark"),
        ("batteries", "battery"),
        ("boxes", "box"),
        ("churches", "church"),
        ("glass", "glass"),
        ("virus", "virus"),
        ("crisis", "crisis"),
        ("gas", "gas"),
    ],
)
def test_stems_take_plurals_off(word: str, expected: str) -> None:
    assert stem(word) == expected


def test_an_utterance_is_read() -> None:
    turn = utterance("Why did Marie Curie’s labs glow? Labs don't.")
    # "Why", "did" and "don't" (read as "do") are of closed classes; "labs" is content once, though said twice.
    assert turn.words == ("why", "did", "marie", "curie", "labs", "glow", "labs", "do")
    assert turn.content == ("marie", "curie", "lab", "glow")
    assert turn.content_places == (2, 3, 4, 5, 6)
    assert turn.names == {"marie", "curie"}  # the second "Labs" opens a sentence
    assert turn.has_plural
    assert turn.is_english


def test_a_first_word_is_a_name_only_with_two_capitals() -> None:
    assert utterance("NASA did it.").names == {"nasa"}
    assert utterance("Rockets did it.").names == frozenset()


def test_other_languages_and_nothing_are_told_apart_from_english() -> None:
    assert not utterance("Welche Haie leben hier?").is_english
    assert not utterance("サメは何を食べますか").is_english
    assert not utterance("").is_english
    assert utterance("").content == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What is throat cancer?", set()),
        ("Is it treatable?", {Cue.IT}),
        ("Where do they live?", {Cue.THEY}),
        ("Did she win?", {Cue.PERSON}),
        ("Why is that?", {Cue.DEMONSTRATIVE}),
        ("Is it true that bees dance?", {Cue.IT}),  # "that" opens a clause
        ("Tell me about these plants.", {Cue.DEMONSTRATIVE}),
        ("What do people eat there?", {Cue.THERE}),
        ("Are there sharks in Utah?", set()),  # "there" is no place here
        ("Which one is cheaper?", {Cue.ONES}),
        ("What else grows in Utah?", {Cue.OTHER}),
        ("Who named the movement?", {Cue.DEFINITE}),
        ("What is the role of bees?", set()),  # "of bees" says which role
        ("What are the main risks?", {Cue.DEFINITE}),
        ("How about orange trees?", {Cue.ABOUT}),
        ("Oh, almonds?", {Cue.REACTION}),
    ],
)
def test_cues(text: str, expected: set[Cue]) -> None:
    assert cues(utterance(text)) == expected


@pytest.mark.parametrize(
    ("text", "first"),
    [("Is it treatable?", True), ("Are sharks ill if they float?", False), ("Why?", False), ("What is it?", True)],
)
def test_a_pronoun_before_content(text: str, first: bool) -> None:
    assert pronoun_first(utterance(text)) is first
