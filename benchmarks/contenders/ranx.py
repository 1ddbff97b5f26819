"""ranx: its own readers, then `evaluate`."""

from __future__ import annotations

from typing import Any

import ranx

NAMES = ("ndcg@3", "ndcg@10", "map", "mrr", "precision@10", "recall@100")
Scores = dict[str, Any]  # an array of each measure


def score(run: str, qrels: str) -> Scores:
    judged = ranx.Qrels.from_file(qrels, kind="trec")
    lists = ranx.Run.from_file(run, kind="trec")
    scores: Scores = ranx.evaluate(
        judged, lists, list(NAMES), return_mean=False, save_results_in_run=False, make_comparable=True
    )
    return scores


def means(scores: Scores) -> list[float]:
    return [float(scores[name].mean()) for name in NAMES]
