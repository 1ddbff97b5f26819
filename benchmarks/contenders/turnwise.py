"""Turnwise, through `turnwise.score`."""

from __future__ import annotations

import turnwise
from contenders import MEASURES


def score(run: str, qrels: str) -> turnwise.Scores:
    return turnwise.score(run, qrels, MEASURES)


def means(scores: turnwise.Scores) -> list[float]:
    means: list[float] = scores.means[0].tolist()
    return means
