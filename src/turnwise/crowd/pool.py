"""The union of what systems answer, as snippets for raters: what was said before, and a candidate for what comes next.

A snippet has four turns: interrogator, avatar, interrogator, candidate. It never reaches into another dialogue, so at
the start of one it is shorter. (The window of the paper slides over all dialogues as if they were one, so it leaves out
the first turn and shows the end of one dialogue as the context of the next.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from turnwise.tables.answer_lists import AnswerLists
from turnwise.tables.candidates import UNKNOWN, Candidates, Ints
from turnwise.tables.knowledge import KnowledgeBase, Questions

#: How much of the dialogue stands before the question of a snippet.
BEFORE = 2
DEPTH = 10


@dataclass(frozen=True, eq=False)
class Pool:
    """Candidates, and where they and the gold answers come from."""

    candidates: Candidates
    depth: int
    seed: int
    n_offered: Ints  # [turn] answers that systems offer
    gold_from: dict[str, int]  # reply, label, none → turns

    def given_to(self, candidates: Candidates) -> Pool:
        """The same pool, with its items given to raters."""
        return replace(self, candidates=candidates)

    def counts(self, per_item: int) -> dict[str, Any]:
        """What there is to rate, if `per_item` raters rate each item."""
        found = self.candidates
        listed = found.ranks > 0
        of_turn = np.bincount(found.turn, minlength=len(found.turns))
        return {
            "turns": len(found.turns),
            "items": len(found),
            "candidates_per_turn": {
                "mean": float(self.n_offered.mean()),
                "least": int(self.n_offered.min()),
                "most": int(self.n_offered.max()),
            },
            "items_per_turn": float(of_turn.mean()),
            "gold": self.gold_from | {"also_offered": int((found.is_gold & listed.any(axis=1)).sum())},
            "ratings_per_item": per_item,
            "ratings": per_item * len(found),
            "systems": {
                name: {
                    "offered": int(listed[:, at].sum()),
                    "alone": int((listed[:, at] & (listed.sum(axis=1) == 1)).sum()),
                }
                for at, name in enumerate(found.systems)
            },
            "raters": _loads(found),
        }


def _loads(found: Candidates) -> dict[str, Any] | None:
    """How much each rater is asked; None where that is left open."""
    if not found.raters:
        return None
    items = np.bincount(found.turn, minlength=len(found.turns))
    golds = np.bincount(found.turn[found.is_gold], minlength=len(found.turns))
    load: dict[str, list[int]] = {}
    for at, names in enumerate(found.raters):
        for name in names:
            mine = load.setdefault(name, [0, 0])
            mine[0] += int(items[at])
            mine[1] += int(golds[at])
    counts, of_gold = zip(*load.values(), strict=True)
    return {
        "number": len(load),
        "items_each": {"least": min(counts), "most": max(counts)},
        "golds_each": {"least": min(of_gold), "most": max(of_gold)},
    }


def pool_of(
    kb: KnowledgeBase, questions: Questions, lists: Sequence[AnswerLists], *, depth: int = DEPTH, seed: int = 0
) -> Pool:
    """The first `depth` answers of every system for every turn, with the gold one, in an order drawn by `seed`."""
    shown = [_cut(system.first(depth)) for system in lists]
    rng = np.random.default_rng(seed)
    rows: list[_Item] = []
    gold_from = {"reply": 0, "label": 0, "none": 0}
    n_offered = np.zeros(len(questions), dtype=np.int64)
    for turn in range(len(questions)):
        offered = dict.fromkeys(answer for system in shown for answer in system.get(turn, {}))
        n_offered[turn] = len(offered)
        gold, origin = _gold(kb, questions, turn)
        gold_from[origin] += 1
        here = [_Item(turn, answer, kb.answers[answer], answer == gold) for answer in offered]
        if isinstance(gold, str):
            here.append(_Item(turn, None, gold, True))
        elif gold is not None and gold not in offered:
            here.append(_Item(turn, gold, kb.answers[gold], True))
        rows += [here[at] for at in rng.permutation(len(here))]
    return Pool(
        _candidates(kb, questions, rows, shown, [system.system for system in lists]), depth, seed, n_offered, gold_from
    )


@dataclass(frozen=True)
class _Item:
    turn: int
    answer: int | None  # None: words that are no answer of the knowledge base
    text: str
    is_gold: bool


#: turn → answer → its rank and score
_Shown = dict[int, dict[int, tuple[int, float]]]


def _cut(lists: AnswerLists) -> _Shown:
    found: _Shown = {}
    for turn, answer, rank, score in zip(
        lists.turn.tolist(), lists.answer.tolist(), lists.rank.tolist(), lists.score.tolist(), strict=True
    ):
        found.setdefault(turn, {})[answer] = (rank, score)
    return found


def _gold(kb: KnowledgeBase, questions: Questions, turn: int) -> tuple[int | str | None, str]:
    """What the maker said in the dialogue; where nothing, the first answer labelled right; and which of them it is."""
    if said := questions.replies[turn]:
        known = kb.find(said)
        return (said if known is None else known), "reply"
    if questions.gold is not None and len(right := questions.gold_of(turn)):
        return int(right[0]), "label"
    return None, "none"


def _candidates(
    kb: KnowledgeBase, questions: Questions, rows: list[_Item], shown: list[_Shown], systems: list[str]
) -> Candidates:
    labelled = questions.gold is not None
    right = [set(questions.gold_of(turn).tolist()) if labelled else set() for turn in range(len(questions))]
    number: dict[int, int] = {}
    names = []
    ranks = np.zeros((len(rows), len(systems)), dtype=np.int64)
    scores = np.full((len(rows), len(systems)), np.nan)
    for at, row in enumerate(rows):
        number[row.turn] = number.get(row.turn, 0) + 1
        names.append(f"{questions.turns[row.turn]}/{number[row.turn]}")
        for s, lists in enumerate(shown):
            if row.answer is not None and row.answer in lists.get(row.turn, {}):
                ranks[at, s], scores[at, s] = lists[row.turn][row.answer]
    return Candidates(
        source=questions.source,
        items=names,
        turns=questions.turns,
        turn=np.array([row.turn for row in rows], dtype=np.int64),
        answers=["" if row.answer is None else kb.answer_ids[row.answer] for row in rows],
        texts=[row.text for row in rows],
        is_gold=np.array([row.is_gold for row in rows], dtype=np.bool_),
        right=np.array([int(row.answer in right[row.turn]) if labelled else UNKNOWN for row in rows], dtype=np.int64),
        n_right=questions.n_gold.copy() if labelled else np.full(len(questions), UNKNOWN, dtype=np.int64),
        shown=[[*questions.before(turn, BEFORE), (text, False)] for turn, text in enumerate(questions.texts)],
        systems=systems,
        ranks=ranks,
        scores=scores,
    )
