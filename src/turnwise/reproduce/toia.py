"""Tables 4 and 5 of Chierici and Habash, “A View From The Crowd” (2021): each metric published, as published and right.

*As published* is the authors' counting, written anew (`toia_counting`); *right* comes from the one catalogue. The
Margarita Dialogue Corpus is public; the crowd's ratings are not, so only the maker's labels are counted against.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from turnwise.comparison.bootstrap import clustered
from turnwise.errors import MissingExtra
from turnwise.readers.knowledge import read_knowledge_base, read_questions
from turnwise.reproduce.toia_claims import Claim, claims
from turnwise.reproduce.toia_counting import Counted, Floats, asked_of, count
from turnwise.reproduce.toia_printed import CROWD, MAKER, METRICS
from turnwise.reproduce.toia_right import Step, any_order, by_turn, judged_lists, steps
from turnwise.reproduce.toia_ties import Ties, over_orders
from turnwise.retrieval import retriever
from turnwise.retrieval.ranked import BestOfAnswers, top
from turnwise.retrieval.retriever import Index, Progress
from turnwise.tables.decisions import Decisions
from turnwise.tables.knowledge import KnowledgeBase, Questions

KNOWLEDGE_BASE, DIALOGUES = "mdc/MargaritaCorpusKB.csv", "mdc/DIALOGUES.csv"
SPLITS = ("dev", "test")
RANDOM = "random"
#: Our retrievers, and whose printed figures stand beside them. BERT's weights are not to be had here.
BESIDE = {RANDOM: "Rand", "tfidf": "TF-IDF q-Q", "bm25": None, "dense": "BERT q-Q"}
STANDS_IN = {"dense": "MiniLM, which learned from pairs of sentences, stands in for BERT q-Q"}
DRAWS, SEED = 10_000, 0


@dataclass(frozen=True)
class Cell:
    """One metric of one retriever, in percent."""

    published: float | None
    as_published: float
    right: float
    interval: tuple[float, float]
    ties: Ties
    steps: list[Step]


@dataclass(frozen=True)
class Column:
    """One retriever on one split."""

    retriever: str
    beside: str | None
    cells: dict[str, Cell]
    #: what the authors' counting did on the way; nothing for the mean over random lists
    counted: Counted | None

    @property
    def matched(self) -> tuple[int, int] | None:
        """How many printed figures the authors' counting gives to the decimal, of how many; None where it cannot."""
        if self.counted is None or self.beside is None or self.retriever in STANDS_IN:
            return None
        met = [f"{cell.as_published:.1f}" == f"{cell.published:.1f}" for cell in self.cells.values()]
        return sum(met), len(met)


@dataclass(frozen=True)
class Split:
    """The dialogues of one split."""

    turns: int
    dialogues: int
    without_answer: int
    columns: dict[str, Column]


@dataclass(frozen=True)
class Reproduction:
    splits: dict[str, Split]
    claims: list[Claim]
    left_out: list[str]
    decisions: Decisions

    def as_dict(self) -> dict[str, Any]:
        """As JSON writes it."""
        return {
            "table4": {
                name: {key: {m: _cell(c) for m, c in column.cells.items()} for key, column in split.columns.items()}
                for name, split in self.splits.items()
            },
            "about": {
                name: {
                    "turns": split.turns,
                    "dialogues": split.dialogues,
                    "without_answer": split.without_answer,
                    "retrievers": {key: _about(column) for key, column in split.columns.items()},
                }
                for name, split in self.splits.items()
            },
            "interval": {"level": 0.95, "of": "right", "drawn": "dialogues", "draws": DRAWS, "seed": SEED},
            "printed": {"maker": MAKER, "crowd": CROWD},
            "claims": [asdict(claim) for claim in self.claims],
            "left_out": self.left_out,
        }


def _cell(cell: Cell) -> dict[str, Any]:
    return asdict(cell) | {"interval": list(cell.interval), "steps": [step._asdict() for step in cell.steps]}


def _about(column: Column) -> dict[str, Any]:
    found: dict[str, Any] = {"published_of": column.beside, "matched": column.matched}
    if column.retriever in STANDS_IN:
        found["note"] = STANDS_IN[column.retriever]
    if column.counted:
        found |= {key: value for key, value in asdict(column.counted).items() if key not in ("metrics", "any_copy")}
    return found


def reproduce_toia(
    data: str | Path, *, retrievers: Sequence[str] = tuple(BESIDE), progress: Progress | None = None
) -> Reproduction:
    """Count everything on the corpus in `data`."""
    decisions = Decisions()
    kb = read_knowledge_base(Path(data) / KNOWLEDGE_BASE, decisions)
    questions = read_questions(Path(data) / DIALOGUES, kb, decisions)
    parts = {name: questions.of_split(name) for name in SPLITS}
    indexes: dict[str, Index] = {}
    left_out = []
    for name in retrievers:
        if name == RANDOM:
            continue
        try:
            indexes[name] = retriever(name).index(of_questions(kb), progress)
        except MissingExtra as error:
            left_out.append(f"{name}: {error}")
    splits = {}
    for name, part in parts.items():
        columns = {RANDOM: _random(kb, part, MAKER[name])}
        columns |= {key: _column(key, index, kb, part, MAKER[name]) for key, index in indexes.items()}
        splits[name] = Split(len(part), part.n_dialogues, int((part.n_gold == 0).sum()), columns)
    return Reproduction(splits, claims(parts), left_out, decisions)


def of_questions(kb: KnowledgeBase) -> KnowledgeBase:
    """Each question as its own answer: so an index tells the score of each question."""
    ids = [f"question-{at}" for at in range(len(kb.questions))]
    return replace(kb, answers=kb.questions, answer_of=kb.question_of, answer_ids=ids, media=[])


def _random(kb: KnowledgeBase, part: Questions, printed: dict[str, dict[str, float]]) -> Column:
    """Any order is what ties of everything give: the mean over all random lists, not one draw."""
    asked = asked_of(kb, part)
    ties = over_orders(asked, kb.answer_of, np.ones((len(part), len(kb))))
    ours = any_order(part, len(kb.answers))
    return _put_together(RANDOM, part, printed, {m: t.mean for m, t in ties.items()}, ties, ours, {}, None)


def _column(
    name: str, index: Index, kb: KnowledgeBase, part: Questions, printed: dict[str, dict[str, float]]
) -> Column:
    asked = asked_of(kb, part)
    scores = index.scores(part.texts)
    of_pairs = scores[:, kb.question_of]
    counted = count(asked, kb.answer_of, of_pairs)
    ranked = top(kb, BestOfAnswers(kb).of_questions(scores), None, index.above)
    own = judged_lists(ranked, [part.gold_of(turn) for turn in range(len(part))], len(kb.answers))
    return _put_together(
        name, part, printed, counted.metrics, over_orders(asked, kb.answer_of, of_pairs), by_turn(own),
        steps(kb, part, asked, ranked, counted), counted,
    )  # fmt: skip


def _put_together(
    name: str,
    part: Questions,
    printed: dict[str, dict[str, float]],
    as_published: dict[str, float],
    ties: dict[str, Ties],
    ours: dict[str, Floats],
    chains: dict[str, list[Step]],
    counted: Counted | None,
) -> Column:
    beside = BESIDE[name]
    there = printed.get(beside, {}) if beside else {}
    numbers = {dialogue: at for at, dialogue in enumerate(dict.fromkeys(part.conversations))}
    of_turn = np.array([numbers[dialogue] for dialogue in part.conversations])
    found = clustered(100 * np.stack(list(ours.values())), of_turn, DRAWS, SEED)
    cells = {
        metric: Cell(
            there.get(metric), as_published[metric], float(found.mean[at]),
            (float(found.low[at]), float(found.high[at])), ties[metric], chains.get(metric, []),
        )
        for at, metric in enumerate(ours)
    }  # fmt: skip
    return Column(name, beside if there else None, {metric: cells[metric] for metric in METRICS}, counted)
