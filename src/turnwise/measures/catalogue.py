"""All measures, in the order in which they are shown. A new one is a file, a line here, and a test."""

from __future__ import annotations

from turnwise.measures.average_precision import AP
from turnwise.measures.blended_ratio import PPlus, Q
from turnwise.measures.bpref import BPref
from turnwise.measures.expected_reciprocal_rank import ERR, nERR
from turnwise.measures.f1 import F1
from turnwise.measures.gain import DCG, nDCG
from turnwise.measures.judged import Judged
from turnwise.measures.length_aware import LAR, OLAR
from turnwise.measures.measure import TurnMeasure
from turnwise.measures.precision import P
from turnwise.measures.rank_biased import RBP
from turnwise.measures.recall import R
from turnwise.measures.reciprocal_rank import RR
from turnwise.measures.success import SR

CATALOGUE: dict[str, type[TurnMeasure]] = {
    measure.name: measure
    for measure in (LAR, OLAR, P, R, F1, SR, RR, AP, nDCG, DCG, RBP, ERR, nERR, Q, PPlus, BPref, Judged)
}
