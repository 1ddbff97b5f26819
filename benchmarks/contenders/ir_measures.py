"""ir_measures: its own readers, then `calc`, which gives the scores of the turns."""

from __future__ import annotations

from typing import Any

import ir_measures

from contenders import MEASURES

Scores = list[Any]  # of ir_measures.Metric


def score(run: str, qrels: str) -> Scores:
    measures = [ir_measures.parse_measure(name) for name in MEASURES]
    judged = ir_measures.read_trec_qrels(qrels)  # type: ignore[no-untyped-call]
    lists = ir_measures.read_trec_run(run)  # type: ignore[no-untyped-call]
    scores: Scores = ir_measures.calc(measures, judged, lists).per_query
    return scores


def means(scores: Scores) -> list[float]:
    turns = len(scores) // len(MEASURES)
    return [sum(row.value for row in scores if str(row.measure) == name) / turns for name in MEASURES]
