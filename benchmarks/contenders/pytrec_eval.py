"""pytrec_eval (the maintained fork, pytrec_eval-terrier): its own parsers, then its evaluator."""

from __future__ import annotations

import pytrec_eval

NAMES = ("ndcg_cut_3", "ndcg_cut_10", "map", "recip_rank", "P_10", "recall_100")
Scores = dict[str, dict[str, float]]


def score(run: str, qrels: str) -> Scores:
    with open(qrels) as judged, open(run) as lists:
        evaluator = pytrec_eval.RelevanceEvaluator(pytrec_eval.parse_qrel(judged), NAMES)
        scores: Scores = evaluator.evaluate(pytrec_eval.parse_run(lists))
    return scores


def means(scores: Scores) -> list[float]:
    return [sum(turn[name] for turn in scores.values()) / len(scores) for name in NAMES]
