"""The script that trains the model: what it learns is what ships, and is applied as scikit-learn applies it."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from turnwise.graph.infer.coefficients import FILE, learned
from turnwise.graph.infer.features import pair_features, turn_features
from turnwise.graph.infer.model import by_model, probabilities
from turnwise.readers.conversations import read_conversations
from turnwise.tables.decisions import Decisions

pytest.importorskip("sklearn", reason="training needs scikit-learn")


@pytest.fixture(scope="module")
def training() -> ModuleType:
    path = Path(__file__).parents[2] / "scripts" / "train_graph_model.py"
    spec = importlib.util.spec_from_file_location("train_graph_model", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def examples(training: ModuleType, shared_data: Path) -> list[Any]:
    return [training.example(conversation) for conversation in training.annotated(shared_data)]


def test_what_ships_is_what_the_script_learns(training: ModuleType, shared_data: Path) -> None:
    shipped, trained = json.loads(FILE.read_text(encoding="utf-8")), training.content(shared_data)
    for question in ("needs", "parent"):
        assert trained[question]["weights"] == pytest.approx(shipped[question]["weights"], abs=1e-3)
        assert trained[question]["threshold"] == shipped[question]["threshold"]
    assert trained["needs"]["intercept"] == pytest.approx(shipped["needs"]["intercept"], abs=1e-3)
    assert trained["right"] == shipped["right"]
    assert (trained["about"]["turns"], trained["about"]["links"]) == (216, 186)


def varied(examples: list[Any]) -> list[Any]:
    """Conversations with a second self-contained turn, so that every training fold has both answers."""
    return [one for one in examples if sum(not parents for parents in one.parents) > 1]


def test_training_gives_the_same_again(training: ModuleType, examples: list[Any]) -> None:
    some = varied(examples)[:6]
    assert training.fit(some) == training.fit(some)


def test_the_model_is_applied_as_scikit_learn_applies_it(training: ModuleType, examples: list[Any]) -> None:
    needs_model, parent_model = training.fit_needs(examples), training.fit_parent(examples)
    model = training.Learned(training.as_logistic(needs_model), training.as_choice(parent_model), {})
    for one in examples:
        needs, shares = probabilities(one.turns, model)
        assert needs[1:] == pytest.approx(needs_model.predict_proba(turn_features(one.turns))[1:, 1], abs=1e-12)
        for rows, share in list(zip(pair_features(one.turns, needs), shares, strict=True))[2:]:
            # Of two earlier turns, the chance of one is its share of both: what the regression of pairs says.
            chance = parent_model.predict_proba((rows[0] - rows[-1])[None])[0, 1]
            assert share[0] / (share[0] + share[-1]) == pytest.approx(chance, abs=1e-12)
            assert share.sum() == pytest.approx(1)


def test_what_is_said_of_a_held_out_conversation_owes_nothing_to_its_labels(
    training: ModuleType, examples: list[Any]
) -> None:
    some, last = varied(examples)[:5], varied(examples)[4]
    mislabelled = [*some[:-1], training.Example(last.name, last.turns, [set() for _ in last.turns])]
    real, other = training.held_out_guesses(some), training.held_out_guesses(mislabelled)
    assert real[last.name] == other[last.name]
    assert any(real[one.name] != other[one.name] for one in some[:-1])


def test_rounding_to_four_decimals_changes_no_link(
    training: ModuleType, examples: list[Any], shared_data: Path
) -> None:
    known = learned()
    model = training.Learned(
        training.as_logistic(training.fit_needs(examples), known.needs.threshold),
        training.as_choice(training.fit_parent(examples), known.parent.threshold),
        {},
    )
    for conversation in read_conversations(shared_data / "cast2019/evaluation_topics_v1.0.json", Decisions()):
        exact, shipped = by_model(conversation.turns, model), by_model(conversation.turns)
        assert [guess.parents.keys() for guess in exact] == [guess.parents.keys() for guess in shipped]
        assert np.allclose([guess.needs for guess in exact], [guess.needs for guess in shipped], atol=1e-3)
