"""The future work of Faggioli et al. (SIGIR 2021): how well graphs are inferred, and what that does to HDA's ranking.

Measured on CAsT 2019, which no method learned from, beside how well two groups of people agree on CAsT 2020.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turnwise.api import score
from turnwise.comparison.conclusions import swapped, tau_b
from turnwise.comparison.links import MEASURES, LinkAgreement, compare_links
from turnwise.graph import Graph, graphs_of
from turnwise.graph.infer import BASELINES, METHODS, Inferred, infer_links, with_rewrites
from turnwise.measures import ConversationMeasure, parse
from turnwise.readers.conversations import read_conversations
from turnwise.reproduce.conversation_graphs import JUDGEMENTS, LINKS, RUNS, TURN_MEASURE
from turnwise.scoring.judged_graphs import judged_conversations
from turnwise.tables.decisions import Decisions
from turnwise.tables.scores import Scores
from turnwise.tables.turns import Conversations

Floats = NDArray[np.float64]

TOPICS, RESOLVED = "cast2019/evaluation_topics_v1.0.json", "cast2019/evaluation_topics_annotated_resolved_v1.0.tsv"
RUNS_2020, JUDGEMENTS_2020 = ("cast2020/runs/decaf", "cast2020/runs/grill_qr"), "cast2020/2020qrels.txt.gz"
OFFICIAL_2020, COTED_2020 = "dependence/official_cast2020_dependence.json", "dependence/coted_cast2020_parents.json"
AGGREGATES = (f"HDA-b({TURN_MEASURE})", f"HDA-f({TURN_MEASURE})")
#: Bounds of the confidences by which links are counted.
CONFIDENCES = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)


@dataclass(frozen=True)
class RankingChange:
    """How an aggregate orders systems with inferred links, beside how it does with human links."""

    measure: str
    tau: float
    most_ranks: int
    swapped: int
    pairs: int
    largest_difference: float
    systems: int


@dataclass(frozen=True)
class Confidences:
    """The links of some range of confidence: what the method said of them, and how many are right."""

    low: float
    high: float
    links: int
    mean: float
    right: float


@dataclass(frozen=True, eq=False)
class GraphInference:
    """All that is measured. `people` compares the official links of CAsT 2020 with COTED's, also in HDA's ranking."""

    agreements: dict[str, LinkAgreement]
    people: LinkAgreement
    confidences: list[Confidences]
    rankings: dict[str, list[RankingChange]]
    people_rankings: list[RankingChange]

    def as_dict(self) -> dict[str, Any]:
        def estimates(one: LinkAgreement) -> dict[str, Any]:
            return {"links": int(one.totals[1]), **{measure: asdict(one[measure]) for measure in MEASURES}}

        model = self.agreements["model"]
        return {
            "agreement_2019": {name: estimates(one) for name, one in self.agreements.items()},
            "model_minus": {
                name: {measure: asdict(model.difference(self.agreements[name], measure)) for measure in MEASURES}
                for name in ("first", "rules")
            },
            "people_2020": estimates(self.people),
            "confidences": [asdict(one) for one in self.confidences],
            "rankings": {name: [asdict(change) for change in changes] for name, changes in self.rankings.items()},
            "people_rankings_2020": [asdict(change) for change in self.people_rankings],
        }


def measure_graph_inference(folder: str | Path, draws: int = 10_000, seed: int = 0) -> GraphInference:
    """Infer the links of CAsT 2019 by every method, and compare them with those of people."""
    data, decisions = Path(folder), Decisions()

    def read(name: str) -> Conversations:
        return read_conversations(data / name, decisions)

    topics, human = with_rewrites(read(TOPICS), read(RESOLVED)), read(LINKS)
    methods = ["none", "first", "previous", "first-and-previous", *(name for name in METHODS if name not in BASELINES)]
    inferred = {name: infer_links(topics, decisions, method=name) for name in methods}
    scores = score([data / runs for runs in RUNS], data / JUDGEMENTS, TURN_MEASURE)
    people = graphs_of(human)
    official, coted = read(OFFICIAL_2020), read(COTED_2020)
    scores_2020 = score([data / runs for runs in RUNS_2020], data / JUDGEMENTS_2020, TURN_MEASURE)
    return GraphInference(
        {
            name: compare_links(one.conversations, human, decisions, draws=draws, seed=seed)
            for name, one in inferred.items()
        },
        compare_links(official, coted, decisions, draws=draws, seed=seed),
        list(confidences(inferred["model"], human)),
        {name: ranking_changes(scores, people, graphs_of(one.conversations)) for name, one in inferred.items()},
        ranking_changes(scores_2020, graphs_of(coted), graphs_of(official)),
    )


def ranking_changes(scores: Scores, human: Mapping[str, Graph], inferred: Mapping[str, Graph]) -> list[RankingChange]:
    """What other links change of the order of systems, under each aggregate. Without links it is the plain mean."""
    return [
        _change(measure, system_means(scores, human, measure), system_means(scores, inferred, measure))
        for measure in AGGREGATES
    ]


def system_means(scores: Scores, graphs: Mapping[str, Graph], text: str) -> Floats:
    """Each system's mean over conversations."""
    measure = parse(text)
    assert isinstance(measure, ConversationMeasure)
    judged = judged_conversations(scores.turns, graphs, Decisions())
    values = scores.values[:, :, scores.measures.index(TURN_MEASURE)]
    return np.asarray(measure(judged.packed, values[:, judged.order]).mean(axis=1))


def _change(measure: str, with_human: Floats, other: Floats) -> RankingChange:
    moved, pairs = swapped(with_human, other)
    ranks = [(values[:, None] < values).sum(axis=1) for values in (with_human, other)]
    return RankingChange(
        measure,
        tau_b(with_human, other),
        int(np.abs(ranks[0] - ranks[1]).max()),
        moved,
        pairs,
        float(np.abs(with_human - other).max()),
        len(other),
    )


def confidences(inferred: Inferred, human: Conversations) -> Iterator[Confidences]:
    """Are links right as often as they say?"""
    links = {conversation.id: conversation.links or {} for conversation in human}
    sure, right = [], []
    for link in inferred.rows():
        if link.parent is not None and link.child in links.get(link.conversation, {}):
            sure.append(link.confidence)
            right.append(link.parent in links[link.conversation][link.child])
    said, held = np.array(sure), np.array(right, dtype=np.float64)
    group = np.digitize(said, CONFIDENCES[1:-1])
    for at, (low, high) in enumerate(pairwise(CONFIDENCES)):
        own = group == at
        if own.any():
            yield Confidences(low, high, int(own.sum()), float(said[own].mean()), float(held[own].mean()))
