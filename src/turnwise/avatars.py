"""The verbs about avatars: read a knowledge base and dialogues, retrieve answers, compare retrievers, fine-tune."""

from __future__ import annotations

import math
import os
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from turnwise.api import score
from turnwise.comparison.compare import ComparisonSettings
from turnwise.comparison.findings import Findings, gather
from turnwise.errors import InputError, OptionError, shown
from turnwise.measures import parse_all
from turnwise.readers.knowledge import read_knowledge_base, read_questions
from turnwise.readers.thesaurus import read_thesaurus
from turnwise.retrieval import Retriever, retriever
from turnwise.retrieval.abstain import Threshold, choose_threshold, refused
from turnwise.retrieval.retrieved import Retrieved, right_answers
from turnwise.retrieval.retriever import Index, Progress
from turnwise.retrieval.training.settings import TrainingSettings
from turnwise.tables.decisions import Decisions
from turnwise.tables.knowledge import KnowledgeBase, Questions
from turnwise.tables.scores import Scores

if TYPE_CHECKING:
    from turnwise.retrieval.training.train import Trained

Path = str | os.PathLike[str]
#: How long lists are when nobody says: as long as TREC's.
DEPTH = 1000
#: The columns of the paper's Table 4; MRR is the mean of RR, MAP that of AP.
TABLE_4 = ("R@1", "R@2", "R@10", "RR", "AP", "SR@1", "SR@2", "SR@10")
#: A name before a retriever: mine=dense(model=FOLDER).
LABEL = re.compile(r"\s*([\w.+-]+)\s*=(.*)", re.DOTALL)


@dataclass(frozen=True)
class Abstention:
    """When questions are refused: below a score, or below the one that is best on a split ("auto")."""

    below: float | str | None = None
    tune_on: str = "dev"
    wrong_cost: float = 1.0

    def __post_init__(self) -> None:
        if isinstance(self.below, str) and self.below != "auto":
            raise OptionError(f"abstain must be a number or 'auto', found {self.below!r}.")
        if isinstance(self.below, float) and math.isnan(self.below):
            raise OptionError("abstain must be a number or 'auto', found nan.")

    def tuned_on(self, asked: Questions) -> Questions:
        if asked.gold is None:
            raise InputError(f"{asked.source}: nobody said which answers are right, so no threshold can be chosen.")
        return asked.of_split(self.tune_on) if asked.split_names else asked

    def threshold(self, index: Index, asked: Questions, progress: Progress | None) -> Threshold | None:
        """The threshold, where it is chosen."""
        if self.below != "auto":
            return None
        part = self.tuned_on(asked)
        return choose_threshold(index.search(part.texts, 1, part.contexts, progress), part, self.wrong_cost)


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
    decisions, made = Decisions(strict), retriever(by)
    base, asked = _read(kb, dialogues, gold, decisions)
    part = asked if split is None else asked.of_split(split)
    abstention = Abstention(abstain, tune_on, wrong_cost)
    [found] = _retrieved(made, str(made), base, asked, [part], k, abstention, decisions, progress)
    return found


@dataclass(frozen=True, eq=False)
class RetrieversCompared:
    """Several retrievers on the turns of one split."""

    split: str  # empty where all turns are taken
    retrieved: list[Retrieved]
    scores: Scores  # of all turns; where no answer is right, only a refusal is
    answerable: Scores | None  # of the turns with a right answer alone, where there are others
    findings: Findings


def compare_retrievers(
    kb: KnowledgeBase | Path,
    dialogues: Questions | Path,
    retrievers: Sequence[str | Retriever],
    *,
    splits: Sequence[str] | None = None,
    measures: Sequence[str] = TABLE_4,
    tested: Sequence[str] = ("SR@1",),
    k: int | None = DEPTH,
    gold: Path | None = None,
    abstain: float | str | None = None,
    tune_on: str = "dev",
    wrong_cost: float = 1.0,
    settings: ComparisonSettings | None = None,
    strict: bool = False,
    progress: Progress | None = None,
) -> list[RetrieversCompared]:
    """Score several retrievers on the same turns, for each split that there is, and test the measures `tested`.

    A retriever may have a name of its own before it: ``"mine=dense(model=FOLDER)"``. Turns without a right answer have
    the right item NO-ANSWER, which a retriever ranks first where it refuses.
    """
    decisions = Decisions(strict)
    named = _named(retrievers)
    asked_for = list(dict.fromkeys([*map(str, parse_all(measures)), *map(str, parse_all(tested))]))
    base, asked = _read(kb, dialogues, gold, decisions)
    if asked.gold is None:
        raise InputError(f"{asked.source}: nobody said which answers are right; give them with --gold, or in a column.")
    names = list(splits or asked.split_names or [""])
    parts = [asked.of_split(name) if name else asked for name in names]
    abstention = Abstention(abstain, tune_on, wrong_cost)
    each = [
        _retrieved(made, label, base, asked, parts, k, abstention, decisions, progress) for label, made in named.items()
    ]
    found = []
    for at, name in enumerate(names):
        of_split = [of_retriever[at] for of_retriever in each]
        runs = {one.retriever: one.run for one in of_split}
        scores = score(runs, right_answers(parts[at], base), asked_for)
        some = bool((parts[at].n_gold == 0).any() and (parts[at].n_gold > 0).any())
        answerable = score(runs, right_answers(parts[at], base, refusals=False), asked_for) if some else None
        findings = gather(
            scores, [str(m) for m in parse_all(tested)], settings=settings, with_turns=False, progress=progress
        )
        found.append(RetrieversCompared(name, of_split, scores, answerable, findings))
    return found


def _named(retrievers: Sequence[str | Retriever]) -> dict[str, Retriever]:
    named: dict[str, Retriever] = {}
    for text in retrievers:
        label = None if isinstance(text, Retriever) else LABEL.fullmatch(text)
        made = retriever(label[2].strip() if label else text)
        name = label[1] if label else str(made)
        if name in named:
            raise OptionError(f"two retrievers are called {shown(name)}; name one, as in other={made}.")
        named[name] = made
    if len(named) < 2:
        raise OptionError(f"comparing takes at least 2 retrievers, found {len(named)}; name more with --retriever.")
    return named


def _read(
    kb: KnowledgeBase | Path, dialogues: Questions | Path, gold: Path | None, decisions: Decisions
) -> tuple[KnowledgeBase, Questions]:
    base = kb if isinstance(kb, KnowledgeBase) else read_knowledge_base(kb, decisions)
    return base, dialogues if isinstance(dialogues, Questions) else read_questions(
        dialogues, base, decisions, gold=gold
    )


def _retrieved(
    made: Retriever,
    name: str,
    base: KnowledgeBase,
    asked: Questions,
    parts: Sequence[Questions],
    k: int | None,
    abstention: Abstention,
    decisions: Decisions,
    progress: Progress | None,
) -> list[Retrieved]:
    """What one retriever answers to the turns of each part."""
    if abstention.below == "auto":
        abstention.tuned_on(asked)  # refused before the work
    start = time.perf_counter()
    index = made.index(base, progress)
    indexed = time.perf_counter() - start
    chosen = abstention.threshold(index, asked, progress)
    below = chosen.below if chosen else None if abstention.below is None else float(abstention.below)
    found = []
    for part in parts:
        start = time.perf_counter()
        ranked = index.search(part.texts, k, part.contexts, progress)
        seconds = {"index": indexed, "search": time.perf_counter() - start}
        silent = np.zeros(len(part), dtype=np.bool_) if below is None else refused(ranked, below)
        found.append(Retrieved(name, base, part, ranked, silent, below, chosen, seconds, decisions))
    return found


def train_retriever(
    kb: KnowledgeBase | Path,
    folder: Path,
    settings: TrainingSettings | None = None,
    *,
    thesaurus: Path | None = None,
    decisions: Decisions | None = None,
    progress: Progress | None = None,
    told: Callable[[str], None] | None = None,
) -> Trained:
    """Fine-tune a model on a knowledge base and save it to a folder, for ``dense(model=…)`` or ``cross(model=…)``."""
    from turnwise.retrieval.training.saving import check_folder, save
    from turnwise.retrieval.training.train import train

    check_folder(folder)
    words = None if thesaurus is None else read_thesaurus(thesaurus)
    base = kb if isinstance(kb, KnowledgeBase) else read_knowledge_base(kb, decisions)
    trained = train(base, settings or TrainingSettings(), thesaurus=words, progress=progress, told=told)
    save(trained, base, folder)
    return trained
