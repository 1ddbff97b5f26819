"""The metrics of “A View From The Crowd” from the one catalogue, and the steps from the authors' counting to them.

Here a list is of *answers*, each once, as good as the best of its questions; ties stand by the answer's id; and every
turn counts, also one without right answers, as `turnwise score` counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from turnwise.measures import Lists, Pool, TurnMeasure, parse_turn
from turnwise.measures.packed import offsets_of
from turnwise.reproduce.toia_counting import DEPTHS, Asked, Counted, Floats
from turnwise.reproduce.toia_printed import METRICS
from turnwise.reproduce.toia_ties import none_among
from turnwise.retrieval.ranked import Ranked
from turnwise.tables.knowledge import KnowledgeBase, Questions


class Step(NamedTuple):
    """What is counted otherwise from here on, and what the metric then comes to, in percent."""

    change: str
    value: float


def judged_lists(ranked: Ranked, right: Sequence[NDArray[np.int64]], n_answers: int) -> Lists:
    """Ranked answers as lists that measures take; `right` are the right answers of each turn."""
    counts = np.array([len(answers) for answers in right], dtype=np.int64)
    gold = np.repeat(np.arange(len(right)), counts) * n_answers + np.concatenate([*right, np.empty(0, np.int64)])
    hits = np.isin(ranked.owner * n_answers + ranked.answers, gold)
    pool = Pool(offsets_of(counts), np.ones(len(gold)), 1.0)
    found = np.bincount(ranked.owner[hits], minlength=len(ranked))
    return Lists(pool, offsets_of(found), ranked.ranks[hits], np.ones(int(hits.sum())), ranked.lengths)


def by_turn(lists: Lists) -> dict[str, Floats]:
    """``[turn]`` of each metric."""
    return {metric: _measure(measure)(lists) for metric, measure in METRICS.items()}


def _measure(text: str) -> TurnMeasure:
    return parse_turn(text)


def any_order(questions: Questions, n_answers: int) -> dict[str, Floats]:
    """``[turn]`` of each metric when all answers stand in any order: what choosing at random comes to in the mean."""
    at = np.arange(1, n_answers + 1)
    found = {metric: np.zeros(len(questions)) for metric in METRICS}
    for turn, marked in enumerate(questions.n_gold.tolist()):
        if not marked:
            continue
        for k in DEPTHS:
            found[f"R@{k}"][turn] = min(k, n_answers) / n_answers
            found[f"SR@{k}"][turn] = 1 - none_among(n_answers, marked, k)
        first = none_among(n_answers, marked, at - 1) - none_among(n_answers, marked, at)
        found["MRR"][turn] = (first / at).sum()
        # Of a right answer at some rank, each other one stands above it with the share of the ranks that are above.
        others = (marked - 1) * (at - 1) / max(n_answers - 1, 1)
        found["MAP"][turn] = ((1 + others) / at).mean()
    return found


def steps(
    kb: KnowledgeBase, questions: Questions, asked: list[Asked], ranked: Ranked, counted: Counted
) -> dict[str, list[Step]]:
    """From the authors' counting to the right one, a change at a time; changes that change nothing are left out."""
    n = len(kb.answers)
    own = judged_lists(ranked, [questions.gold_of(turn) for turn in range(len(questions))], n)
    same_words = judged_lists(ranked, [np.array(sorted(turn.right), dtype=np.int64) for turn in asked], n)
    values, theirs = by_turn(own), by_turn(same_words)
    n_right, n_turns, refusals = questions.n_gold, len(questions), counted.refusals
    found = np.diff(same_words.offsets) > 0
    averaged = found | (same_words.pool.n_relevant(1) == 0) | (same_words.length == 0)
    copy = "any pair of a right answer is right, not its first alone"
    once, refused = "an answer stands in a list once", "a right refusal is no right answer"
    own_words = "a turn has its own right answers"
    chains: dict[str, list[Step]] = {}
    for k in DEPTHS:
        hits = float((values[f"R@{k}"] * n_right).sum())
        whole = int(n_right.sum())
        chains[f"R@{k}"] = [
            Step(copy, counted.any_copy[f"R@{k}"] / 100),
            Step(once, (hits + refusals) / (whole + refusals)),
            Step(refused, hits / whole),
            Step("the mean over turns, not over right answers", float(values[f"R@{k}"].mean())),
        ]
        successes = float(values[f"SR@{k}"].sum())
        chains[f"SR@{k}"] = [
            Step(copy, counted.any_copy[f"SR@{k}"] / 100),
            Step(once, (successes + refusals) / n_turns),
            Step(refused, successes / n_turns),
        ]
    chains["MRR"] = [
        Step(once, float(theirs["MRR"][averaged].mean())),
        Step("a turn whose list holds no right answer counts 0", float(theirs["MRR"].mean())),
        Step(own_words, float(values["MRR"].mean())),
    ]
    chains["MAP"] = [Step(once, float(theirs["MAP"].mean())), Step(own_words, float(values["MAP"].mean()))]
    return {metric: _changing([Step(s.change, 100 * s.value) for s in chains[metric]]) for metric in METRICS}


def _changing(chain: list[Step]) -> list[Step]:
    return [chain[0], *(step for before, step in pairwise(chain) if step.value != before.value)]
