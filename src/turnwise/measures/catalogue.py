"""All measures, in the order in which they are shown. A new one is a file, a line here, and a test."""

from __future__ import annotations

from turnwise.measures.average_precision import AP
from turnwise.measures.averages import Mean, Median, Min, TurnWeighted
from turnwise.measures.best_label import LabelAccuracy, LabelF1, LabelPrecision, LabelRecall
from turnwise.measures.blended_ratio import PPlus, Q
from turnwise.measures.bpref import BPref
from turnwise.measures.conversation import ConversationMeasure
from turnwise.measures.dialogue import DialogueMeasure
from turnwise.measures.distributions import DistributionMeasure
from turnwise.measures.divergences import JSD, MSE, NMD, RNSS
from turnwise.measures.expected_reciprocal_rank import ERR, nERR
from turnwise.measures.f1 import F1
from turnwise.measures.gain import DCG, nDCG
from turnwise.measures.hierarchical import HDAb, HDAf, HDAm
from turnwise.measures.judged import Judged
from turnwise.measures.length_aware import LAR, OLAR
from turnwise.measures.measure import Measure, TurnMeasure
from turnwise.measures.order_aware import RNOD, RSNOD
from turnwise.measures.precision import P
from turnwise.measures.rank_biased import RBP
from turnwise.measures.recall import R
from turnwise.measures.reciprocal_rank import RR
from turnwise.measures.success import SR
from turnwise.measures.trail_text import S, T, U
from turnwise.measures.uch import UC, UCH, UH

TURN_MEASURES: dict[str, type[TurnMeasure]] = {
    measure.name: measure
    for measure in (LAR, OLAR, P, R, F1, SR, RR, AP, nDCG, DCG, RBP, ERR, nERR, Q, PPlus, BPref, Judged)
}

CONVERSATION_MEASURES: dict[str, type[ConversationMeasure]] = {
    measure.name: measure for measure in (Mean, TurnWeighted, Median, Min, HDAb, HDAf, HDAm)
}

DISTRIBUTION_MEASURES: dict[str, type[DistributionMeasure]] = {
    measure.name: measure
    for measure in (NMD, RSNOD, RNOD, RNSS, JSD, MSE, LabelAccuracy, LabelPrecision, LabelRecall, LabelF1)
}

DIALOGUE_MEASURES: dict[str, type[DialogueMeasure]] = {measure.name: measure for measure in (UCH, UC, UH, U, S, T)}

CATALOGUE: dict[str, type[Measure]] = {
    **TURN_MEASURES,
    **CONVERSATION_MEASURES,
    **DISTRIBUTION_MEASURES,
    **DIALOGUE_MEASURES,
}
