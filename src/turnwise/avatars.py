"""The verbs about avatars: read a knowledge base and dialogues, and retrieve answers."""

from __future__ import annotations

import os
import time
from dataclasses import replace

import numpy as np

from turnwise.errors import InputError, OptionError
from turnwise.readers.knowledge import read_knowledge_base, read_questions
from turnwise.retrieval import Retriever, retriever
from turnwise.retrieval.abstain import Threshold, choose_threshold, refused
from turnwise.retrieval.retrieved import Retrieved
from turnwise.retrieval.retriever import Index, Progress
from turnwise.tables.decisions import Decisions
from turnwise.tables.knowledge import KnowledgeBase, Questions

Path = str | os.PathLike[str]
#: How long lists are when nobody says: as long as TREC's.
DEPTH = 1000


def retrieve(
    kb: KnowledgeBase | Path,
    dialogues: Questions | Path,
    by: str | Retriever,
    *,
    split: str | None = None,
    k: int | None = DEPTH,
    gold: Path | None = None,
    abstain: float | str | None = None,
    tune_on: str = "dev",
    wrong_cost: float = 1.0,
    strict: bool = False,
    progress: Progress | None = None,
) -> Retrieved:
    """Answer the turns of dialogues from a knowledge base with the retriever `by`, such as ``"tfidf"``.

    `split` takes the turns of one split only. With `abstain`, questions whose best answer scores less are refused;
    ``"auto"`` chooses the threshold on the split `tune_on`, where a wrong answer costs `wrong_cost`.
    """
    decisions = Decisions(strict)
    base = kb if isinstance(kb, KnowledgeBase) else read_knowledge_base(kb, decisions)
    asked = dialogues if isinstance(dialogues, Questions) else read_questions(dialogues, base, decisions, gold=gold)
    made = retriever(by)
    if isinstance(abstain, str) and abstain != "auto":
        raise OptionError(f"abstain must be a number or 'auto', found {abstain!r}.")
    part = asked if split is None else asked.of_split(split)
    if abstain == "auto":
        _tunable(asked, tune_on)
    start = time.perf_counter()
    index = made.index(base, progress)
    indexed = time.perf_counter()
    ranked = index.search(part.texts, k, part.contexts, progress)
    searched = time.perf_counter()
    chosen = _threshold(index, asked, tune_on, wrong_cost, progress) if abstain == "auto" else None
    below = chosen.below if chosen else None if abstain is None else float(abstain)
    return Retrieved(
        str(made),
        base,
        part,
        ranked,
        np.zeros(len(part), dtype=np.bool_) if below is None else refused(ranked, below),
        below,
        chosen,
        {"index": indexed - start, "search": searched - indexed},
        decisions,
    )


def refusing(found: Retrieved, below: float, threshold: Threshold | None = None) -> Retrieved:
    """The same answers with another threshold."""
    return replace(found, below=below, threshold=threshold, refused=refused(found.ranked, below))


def _tunable(asked: Questions, split: str) -> Questions:
    if asked.gold is None:
        raise InputError(f"{asked.source}: nobody said which answers are right, so no threshold can be chosen.")
    return asked.of_split(split) if asked.split_names else asked


def _threshold(index: Index, asked: Questions, split: str, cost: float, progress: Progress | None) -> Threshold:
    tuned_on = _tunable(asked, split)
    ranked = index.search(tuned_on.texts, 1, tuned_on.contexts, progress)
    return choose_threshold(ranked, tuned_on, cost)
