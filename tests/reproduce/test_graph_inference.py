"""How well links are inferred on CAsT 2019: baselines to the last count, the rest within what libraries may change."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from turnwise.comparison.conclusions import tau_b
from turnwise.graph import Graph
from turnwise.reproduce.graph_inference import GraphInference, measure_graph_inference, ranking_changes, system_means
from turnwise.reproduce.graph_inference_text import as_text
from turnwise.tables.scores import Scores


@pytest.fixture(scope="module")
def found(shared_data: Path) -> GraphInference:
    return measure_graph_inference(shared_data, draws=500)


@pytest.mark.parametrize(
    ("method", "counts"),
    [
        # Counted from COTED's file on its own: 436 links and 137 turns without any of 479, in 50 conversations.
        ("none", [0, 0, 436, 137, 479]),
        ("first", [228, 429, 436, 220, 479]),
        ("previous", [144, 429, 436, 144, 479]),
        ("first-and-previous", [329, 808, 436, 119, 479]),
    ],
)
def test_baselines_on_cast_2019(found: GraphInference, method: str, counts: list[int]) -> None:
    assert found.agreements[method].totals.tolist() == counts


@pytest.mark.parametrize(
    ("method", "f1", "exact"), [("model", 0.541, 0.522), ("rules", 0.464, 0.518), ("rewrites", 0.850, 0.825)]
)
def test_methods_on_cast_2019(found: GraphInference, method: str, f1: float, exact: float) -> None:
    assert found.agreements[method]["F1"].value == pytest.approx(f1, abs=0.01)
    assert found.agreements[method]["exact"].value == pytest.approx(exact, abs=0.01)


def test_people_agree_on_cast_2020(found: GraphInference) -> None:
    # The published comparison of the two: the same parents for 145 of 216 turns.
    assert found.people.totals.tolist() == [159, 186, 236, 145, 216]


def test_confidences_can_be_believed(found: GraphInference) -> None:
    assert sum(one.links for one in found.confidences) == found.agreements["model"].totals[1]
    assert all(abs(one.mean - one.right) < 0.1 for one in found.confidences)


def test_hda_ranks_almost_as_with_links_of_people(found: GraphInference) -> None:
    taus = {name: [change.tau for change in changes] for name, changes in found.rankings.items()}
    assert taus["none"] == pytest.approx([0.771, 0.771], abs=0.001)  # HDA without links is the mean
    assert min(taus["model"]) > 0.88
    assert min(taus["rewrites"]) > 0.92
    assert [change.systems for change in found.rankings["model"]] == [23, 23]


def test_the_text_and_the_json_hold_every_method(found: GraphInference) -> None:
    told, text = found.as_dict(), as_text(found)
    assert list(told["agreement_2019"]) == list(told["rankings"]) == list(found.agreements)
    assert all(name in text for name in found.agreements)
    assert told["model_minus"]["first"]["exact"]["low"] > 0


def test_ranking_changes_by_hand() -> None:
    # Two systems on one conversation of two turns. With 1 → 2 HDA-b is m1 + (1 − m1) · m2, without a link the mean.
    values = np.array([[[0.5], [0.0]], [[0.0], [0.25]], [[0.25], [0.25]]])
    scores = Scores(
        ["a", "b", "c"], ["7", "7"], ["7_1", "7_2"], ["nDCG@3"], values, np.zeros((3, 2), dtype=bool), np.ones((2, 1))
    )
    linked, apart = {"7": Graph("7", ("1", "2"), ((), (0,)))}, {"7": Graph("7", ("1", "2"), ((), ()))}
    assert system_means(scores, linked, "HDA-b(nDCG@3)") == pytest.approx([0.5, 0.25, 0.4375])
    assert system_means(scores, apart, "HDA-b(nDCG@3)") == pytest.approx([0.25, 0.125, 0.25])
    backward, _ = ranking_changes(scores, linked, apart)
    assert (backward.pairs, backward.swapped, backward.most_ranks) == (3, 0, 1)  # a and c tie without the link
    assert backward.tau == pytest.approx(tau_b(np.array([0.5, 0.25, 0.4375]), np.array([0.25, 0.125, 0.25])))
    assert backward.largest_difference == pytest.approx(0.25)
