"""All measures, in the order in which they are shown. A new one is a file, a line here, and a test.

The file of a measure is imported when the measure is asked for: starting is half of the time that a run takes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from turnwise.measures.conversation import ConversationMeasure
    from turnwise.measures.dialogue import DialogueMeasure
    from turnwise.measures.distributions import DistributionMeasure
    from turnwise.measures.measure import Measure, TurnMeasure

Kind = TypeVar("Kind", bound="Measure")


class Measures(Mapping[str, type[Kind]]):
    """Measures by their names, from where each is declared: ``file.Class``."""

    def __init__(self, declared: Mapping[str, str]) -> None:
        self.declared = dict(declared)

    def __getitem__(self, name: str) -> type[Kind]:
        file, _, kind = self.declared[name].partition(".")
        found: type[Kind] = getattr(import_module(f"turnwise.measures.{file}"), kind)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self.declared)

    def __len__(self) -> int:
        return len(self.declared)


TURN_MEASURES: Measures[TurnMeasure] = Measures(
    {
        "LAR": "length_aware.LAR",
        "OLAR": "length_aware.OLAR",
        "P": "precision.P",
        "R": "recall.R",
        "F1": "f1.F1",
        "SR": "success.SR",
        "RR": "reciprocal_rank.RR",
        "AP": "average_precision.AP",
        "nDCG": "gain.nDCG",
        "DCG": "gain.DCG",
        "RBP": "rank_biased.RBP",
        "ERR": "expected_reciprocal_rank.ERR",
        "nERR": "expected_reciprocal_rank.nERR",
        "Q": "blended_ratio.Q",
        "P+": "blended_ratio.PPlus",
        "bpref": "bpref.BPref",
        "Judged": "judged.Judged",
    }
)

CONVERSATION_MEASURES: Measures[ConversationMeasure] = Measures(
    {
        "Mean": "averages.Mean",
        "TurnWeighted": "averages.TurnWeighted",
        "Median": "averages.Median",
        "Min": "averages.Min",
        "HDA-b": "hierarchical.HDAb",
        "HDA-f": "hierarchical.HDAf",
        "HDA-m": "hierarchical.HDAm",
    }
)

DISTRIBUTION_MEASURES: Measures[DistributionMeasure] = Measures(
    {
        "NMD": "divergences.NMD",
        "RSNOD": "order_aware.RSNOD",
        "RNOD": "order_aware.RNOD",
        "RNSS": "divergences.RNSS",
        "JSD": "divergences.JSD",
        "MSE": "divergences.MSE",
        "LabelAccuracy": "best_label.LabelAccuracy",
        "LabelPrecision": "best_label.LabelPrecision",
        "LabelRecall": "best_label.LabelRecall",
        "LabelF1": "best_label.LabelF1",
    }
)

DIALOGUE_MEASURES: Measures[DialogueMeasure] = Measures(
    {
        "UCH": "uch.UCH",
        "UC": "uch.UC",
        "UH": "uch.UH",
        "U": "trail_text.U",
        "S": "trail_text.S",
        "T": "trail_text.T",
    }
)

CATALOGUE: Measures[Measure] = Measures(
    {
        **TURN_MEASURES.declared,
        **CONVERSATION_MEASURES.declared,
        **DISTRIBUTION_MEASURES.declared,
        **DIALOGUE_MEASURES.declared,
    }
)
