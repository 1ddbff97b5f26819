"""Links between turns without annotation: a small trained model, rules, rewritten utterances, and baselines."""

from turnwise.graph.infer.baselines import BASELINES
from turnwise.graph.infer.links import (
    DEFAULT_METHOD,
    METHODS,
    REWRITES_METHOD,
    Inferred,
    Link,
    infer_links,
    with_rewrites,
)

__all__ = [
    "BASELINES",
    "DEFAULT_METHOD",
    "METHODS",
    "REWRITES_METHOD",
    "Inferred",
    "Link",
    "infer_links",
    "with_rewrites",
]
