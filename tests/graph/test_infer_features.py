"""Features by hand, and the two regressions that weigh them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from turnwise.graph.infer.coefficients import Choice, Logistic, learned
from turnwise.graph.infer.features import (
    PAIR_FEATURES,
    TURN_FEATURES,
    introductions,
    latest_topic,
    pair_features,
    turn_features,
)
from turnwise.graph.infer.model import decoded
from turnwise.graph.infer.words import utterance

TALK = [
    utterance(text)
    for text in (
        "What are the symptoms of Lyme disease?",
        "Is it treatable?",
        "Tell me about ticks.",
        "Oh, do they all bite?",
        "What causes the disease called malaria in Africa?",
    )
]


def of_turn(place: int) -> dict[str, float]:
    return dict(zip(TURN_FEATURES, turn_features(TALK)[place], strict=True))


def test_features_of_a_turn() -> None:
    assert {name for name, value in of_turn(1).items() if value} == {"it", "pronoun before content"}
    assert {name for name, value in of_turn(2).items() if value} == {"no cue"}
    # "they" stands before "bite"; "all" may stand for a noun; "Oh" reacts.
    assert {name for name, value in of_turn(3).items() if value} == {
        "they", "ones", "reaction", "pronoun before content",
    }  # fmt: skip
    # "disease" was said, and what follows says which one; Africa is a name; cause, disease, called, malaria, Africa.
    assert {name for name, value in of_turn(4).items() if value} == {
        "no cue", "name", "repeats a word", "four or more content words",
    }  # fmt: skip


def test_introductions_bring_a_new_word() -> None:
    again = utterance("Tell me more about ticks.")
    assert introductions([*TALK, again]) == [False, False, True, False, False, False]


def test_the_latest_topic_is_a_distribution() -> None:
    # Turn 2 needs no context with 1 − 0.25; else turn 1 with 1 − 0.5; else the first: 0.25 · 0.5 = 0.125.
    needs = np.array([0.0, 0.5, 0.25, 0.9])
    assert latest_topic(needs, 3) == pytest.approx([0.125, 0.125, 0.75])
    assert latest_topic(needs, 0).shape == (0,)


def test_features_of_pairs() -> None:
    needs = np.array([0.0, 0.8, 0.3, 0.9, 0.5])
    pairs = pair_features(TALK, needs)
    assert [len(rows) for rows in pairs] == [0, 1, 2, 3, 4]
    told = [dict(zip(PAIR_FEATURES, row, strict=True)) for row in pairs[3]]
    # "Oh, do they all bite?" after "What are the symptoms …?", "Is it treatable?" and "Tell me about ticks."
    zero = dict.fromkeys(PAIR_FEATURES, 0.0)
    assert told[0] == zero | {"near": 1 / 3, "self-contained": 1.0, "they: plural": 1.0}
    assert told[1] == pytest.approx(zero | {"near": 1 / 2, "self-contained": 0.2})
    assert told[2] == pytest.approx(
        zero
        | {"near": 1, "self-contained": 0.7, "introduces": 1, "they: plural": 1}
        | {"ones: previous": 1, "reaction: previous": 1}
    )
    first = dict(zip(PAIR_FEATURES, pairs[1][0], strict=True))
    assert first == zero | {"near": 1.0, "self-contained": 1.0, "it: latest topic": 1.0}


def test_a_logistic_regression_is_applied() -> None:
    model = Logistic(-1.0, {"a": 2.0, "b": 0.5}, 0.5)
    # −1 + 2 · 1 + 0.5 · 2 = 2
    assert model(np.array([[1.0, 2.0], [0.5, 0.0]])) == pytest.approx([1 / (1 + math.exp(-2)), 0.5])


def test_shares_are_odds_of_weighted_features() -> None:
    model = Choice({"a": math.log(2)}, 0.5)
    assert model(np.array([[0.0], [1.0], [0.0]])) == pytest.approx([0.25, 0.5, 0.25])
    assert model(np.zeros((0, 1))).shape == (0,)
    assert model(np.array([[1e6], [0.0]])) == pytest.approx([1, 0])


def test_decoding_links_to_the_likeliest_and_to_all_likely_enough() -> None:
    needs = np.array([0.0, 0.4, 0.8, 0.9])
    parent = [np.zeros(0), np.array([1.0]), np.array([0.3, 0.7]), np.array([0.35, 0.3, 0.35])]
    guesses = decoded(needs, parent, needs_from=0.5, parent_from=0.34)
    assert [set(guess.parents) for guess in guesses] == [set(), set(), {1}, {0, 2}]
    assert guesses[2].parents[1] == pytest.approx(0.8 * 0.7)
    # Where none is likely enough the latest of the likeliest is taken.
    assert set(decoded(needs, parent, 0.5, 0.99)[3].parents) == {2}
    assert [guess.needs for guess in guesses] == [0.0, 0.4, 0.8, 0.9]


def test_the_coefficients_that_ship_are_of_these_features() -> None:
    known = learned()
    assert tuple(known.needs.weights) == TURN_FEATURES
    assert tuple(known.parent.weights) == PAIR_FEATURES
    assert all(0 < share < 1 for share in known.right.values())
