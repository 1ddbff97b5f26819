"""Replies written out for the tests of policies."""

from __future__ import annotations

import numpy as np

from turnwise.policies.questions import Questions, questions_of
from turnwise.tables.decisions import Decisions
from turnwise.tables.replies import Options, Replies, ranked


def replies_of(*queries: tuple[dict[str, float], str | tuple[str, ...] | None]) -> Replies:
    """Replies from each query's options with their confidences, and its gold: a name, several, or none."""
    gold = [(right,) if isinstance(right, str) else right or () for _, right in queries]
    names = [name for options, _ in queries for name in options]
    scores = np.array([score for options, _ in queries for score in options.values()], dtype=np.float64)
    ids = [f"q{at}" for at in range(1, len(queries) + 1)]
    options = Options([len(options) for options, _ in queries], names, scores)
    return ranked("replies", "plain", ids, [""] * len(ids), options, Decisions(), gold)


def drawn_replies(n: int, seed: int, out_of_scope: float = 0.2, options: int = 8) -> Replies:
    """Replies of a simulated classifier: softmax over noise, the right option raised; ties and short lists occur."""
    rng = np.random.default_rng(seed)
    queries: list[tuple[dict[str, float], str | None]] = []
    for _ in range(n):
        logits = rng.normal(size=options)
        right = int(rng.integers(options))
        outside = rng.random() < out_of_scope
        logits[right] += 0 if outside else rng.normal(2.5, 1.5)
        shares = np.round(np.exp(logits) / np.exp(logits).sum(), 2)
        kept = int(rng.integers(0, options + 1)) if rng.random() < 0.2 else options
        queries.append(({f"o{at}": float(shares[at]) for at in range(kept)}, None if outside else f"o{right}"))
    return replies_of(*queries)


def asked(replies: Replies, max_length: int | None = None) -> Questions:
    return questions_of(replies, Decisions(), max_length)
