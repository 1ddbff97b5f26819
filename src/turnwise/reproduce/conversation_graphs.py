"""Faggioli et al. (SIGIR 2021) on public data: conversation graphs, HDA, and what they change between systems.

The 65 runs of the paper and its annotation are not public. Here are the runs of TREC CAsT 2019 that are, with the
dependencies that the authors of COTED (SIGIR 2022) annotated on the same conversations.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turnwise.api import score
from turnwise.comparison.compare import Between, Comparison, ComparisonSettings, compare
from turnwise.comparison.conclusions import swapped
from turnwise.comparison.turn_pairs import TurnPairs, compare_turn_pairs
from turnwise.errors import InputError
from turnwise.graph import Graph, GraphStats, graph_stats
from turnwise.readers.conversations import read_graphs
from turnwise.reproduce.conversation_graphs_printed import (
    CONVERSATION_P,
    HIGHER_IN_CONVERSATION,
    HIGHER_IN_TREE,
    PAIRS,
    SIGNIFICANT,
)
from turnwise.scoring.turn_trees import turn_trees
from turnwise.tables.decisions import Decisions
from turnwise.tables.scores import Scores

TURN_MEASURE = "nDCG@3"
MEASURES = {"mean": "Mean(nDCG@3)", "hda_b": "HDA-b(nDCG@3)", "hda_f": "HDA-f(nDCG@3)"}

#: The folders of runs, the judgements and the links, below the folder of data.
RUNS = ("cast2019/runs/decaf", "cast2019/runs/thunlp_cqr")
JUDGEMENTS = "cast2019/2019qrels.txt.gz"
LINKS = "dependence/coted_cast2019_parents.json"

#: Runs on utterances that people rewrote, as the runs' own descriptions say; the others were rewritten by a system, or
#: not at all.
MANUAL = frozenset({"exp13", "exp14", "exp15", "exp16", "bert_base_run_oracle"})

#: Runs on utterances as they were asked, which only fit self-contained turns.
UNREWRITTEN = frozenset({"exp01", "exp04", "exp06", "exp08", "exp11", "bert_base_run_raw"})

#: Two keys of `MEASURES`.
Measures = tuple[str, str]
#: Swapped pairs of systems, and of how many.
Swaps = tuple[int, int]


@dataclass(frozen=True)
class Reproduction:
    """All that the paper prints, computed on other runs."""

    scores: Scores
    comparison: Comparison
    #: per pair of measures, of all systems, of the automatic and of the manual ones
    swaps: dict[Measures, dict[str, Swaps]]
    turn_pairs: TurnPairs
    graphs: GraphStats
    manual: NDArray[np.bool_]

    @property
    def means(self) -> dict[str, NDArray[np.float64]]:
        return {key: self.scores.mean(name) for key, name in MEASURES.items()}

    @property
    def significant(self) -> dict[str, int]:
        return {key: int(c.significant.sum()) for key, c in zip(MEASURES, self.comparison.measures, strict=True)}

    @property
    def between(self) -> dict[Measures, Between]:
        return dict(zip(combinations(MEASURES, 2), self.comparison.between, strict=True))

    @property
    def mean_alone_unrewritten(self) -> dict[str, Swaps]:
        """Of the pairs that only the mean calls different, how many set a run without rewriting against one with."""
        as_asked = np.array([system in UNREWRITTEN for system in self.scores.systems])
        mean, *hda = self.comparison.measures
        mixed = as_asked[mean.pairs.first] != as_asked[mean.pairs.second]
        alone = {key: mean.significant & ~c.significant for key, c in zip(("hda_b", "hda_f"), hda, strict=True)}
        return {key: (int((pairs & mixed).sum()), int(pairs.sum())) for key, pairs in alone.items()}

    @property
    def below(self) -> dict[str, Swaps]:
        """In how many cells, a system in a conversation, HDA is below the mean, of how many."""
        mean = self.scores.by_conversation(MEASURES["mean"])
        return {
            key: (int((self.scores.by_conversation(MEASURES[key]) < mean - 1e-12).sum()), mean.size)
            for key in ("hda_b", "hda_f")
        }

    def as_dict(self) -> dict[str, Any]:
        """The reproduction as JSON writes it."""
        from turnwise.reproduce.conversation_graphs_claims import claims

        return {
            "systems": self._systems(),
            "significant_pairs": self.significant,
            "agreement": [
                {"first": one, "second": two, **asdict(b.agreement)} for (one, two), b in self.between.items()
            ],
            "swapped_pairs": [
                {"first": one, "second": two, **{group: _share(*swaps) for group, swaps in of_group.items()}}
                for (one, two), of_group in self.swaps.items()
            ],
            "tau": [{"first": one, "second": two, **asdict(b.tau)} for (one, two), b in self.between.items()],
            "turn_pair_correlation": _turn_pairs(self.turn_pairs),
            "graphs": asdict(self.graphs),
            "claims": [asdict(claim) for claim in claims(self)],
            "published": published(),
            "about": {**self.scores.about, "settings": asdict(self.comparison.settings), "measures": MEASURES},
            "decisions": [vars(d) for d in self.scores.decisions],
        }

    def _systems(self) -> dict[str, dict[str, float | str]]:
        over_turns = self.scores.mean(TURN_MEASURE)
        return {
            system: {
                **{key: float(values[at]) for key, values in self.means.items()},
                "mean_over_turns": float(over_turns[at]),
                "group": "manual" if self.manual[at] else "automatic",
            }
            for at, system in enumerate(self.scores.systems)
        }


def reproduce_conversation_graphs(data: str | Path, draws: int = 10_000, seed: int = 0) -> Reproduction:
    """Score the runs below `data` on the graphs there, and compare them as the paper does."""
    folder = Path(data)
    graphs = read_graphs(_there(folder, LINKS), Decisions())
    scores = score(
        [str(_there(folder, runs)) for runs in RUNS],
        str(_there(folder, JUDGEMENTS)),
        [TURN_MEASURE, *MEASURES.values()],
        graph=_there(folder, LINKS),
    )
    settings = ComparisonSettings(draws=draws, seed=seed)
    manual = np.array([system in MANUAL for system in scores.systems])
    return Reproduction(
        scores,
        compare(scores, list(MEASURES.values()), settings=settings),
        {pair: _swaps(scores, pair, manual) for pair in combinations(MEASURES, 2)},
        compare_turn_pairs(
            scores.by_turn(TURN_MEASURE), scores.conversation_of_turn, turn_trees(scores.turns, graphs), draws, seed
        ),
        graph_stats(_judged(graphs, scores)),
        manual,
    )


def _there(folder: Path, name: str) -> Path:
    path = folder / name
    if not path.exists():
        raise InputError(
            f"{path}: found nothing there, expected the public data of TREC CAsT 2019; give the folder that holds "
            f"{', '.join((*RUNS, JUDGEMENTS, LINKS))} with --data."
        )
    return path


def _judged(graphs: Mapping[str, Graph], scores: Scores) -> list[Graph]:
    """The graphs of the judged turns, as HDA sees them."""
    judged = set(scores.turns)
    return [
        graphs[name].only([turn for turn in graphs[name].turns if f"{name}_{turn}" in judged])
        for name in scores.conversation_names
    ]


def _swaps(scores: Scores, pair: Measures, manual: NDArray[np.bool_]) -> dict[str, Swaps]:
    one, two = (scores.mean(MEASURES[key]) for key in pair)
    groups = {"all": np.ones_like(manual), "automatic": ~manual, "manual": manual}
    return {name: swapped(one[of_group], two[of_group]) for name, of_group in groups.items()}


def _share(count: int, of: int) -> dict[str, float | int | None]:
    return {"swapped": count, "pairs": of, "share": count / of if of else None}


def _turn_pairs(found: TurnPairs) -> dict[str, Any]:
    return {
        **found.as_dict(has_trees=True),
        "higher_in_conversation": higher(found.same_conversation.mean, found.different.mean),
        "higher_in_tree": higher(found.same_tree.mean, found.same_conversation.mean),
    }


def higher(one: float, other: float) -> float | None:
    """By what share of the other a mean is higher; None where there is none to compare."""
    return one / other - 1 if one == one and other == other and other else None


def published() -> dict[str, Any]:
    """The paper's figures under the keys of ours."""
    return {
        "significant_pairs": SIGNIFICANT,
        "agreement": [
            {"first": one, "second": two, **{kind: getattr(p, kind) for kind in ("AA", "AD", "PA", "PD1", "PD2")}}
            for (one, two), p in PAIRS.items()
        ],
        "swapped_pairs": [
            {"first": one, "second": two, **dict(zip(("all", "automatic", "manual"), p.swapped, strict=True))}
            for (one, two), p in PAIRS.items()
            if p.swapped
        ],
        "tau": [{"first": one, "second": two, "value": p.tau} for (one, two), p in PAIRS.items() if p.tau is not None],
        "turn_pair_correlation": {
            "higher_in_conversation": HIGHER_IN_CONVERSATION,
            "higher_in_tree": HIGHER_IN_TREE,
            "same conversation": CONVERSATION_P,
            "same tree": "not significantly higher",
        },
    }
