"""The verb that tells a maker what to do next: read a knowledge base, dialogues and logs, and advise."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from turnwise.errors import OptionError
from turnwise.readers.knowledge import questions_in, read_knowledge_base, read_questions
from turnwise.retrieval import Retriever, retriever
from turnwise.retrieval.advice import Advice, AdviceSettings, advice
from turnwise.retrieval.asked_turns import NOT_GOOD, REFUSED, AskedTurn, turns_of
from turnwise.retrieval.retriever import Progress
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.knowledge import NO_ANSWER, KnowledgeBase, Questions

Source = str | os.PathLike[str]


def advise(
    kb: KnowledgeBase | Source,
    asked: Sequence[Questions | Source] = (),
    by: str | Retriever = "tfidf",
    settings: AdviceSettings | None = None,
    *,
    split: str | None = None,
    gold: Source | None = None,
    decisions: Decisions | None = None,
    progress: Progress | None = None,
) -> Advice:
    """What to tell the maker of a knowledge base: which answers are versatile or hidden, what to record next.

    `asked` is what visitors asked: dialogues, or folders that `turnwise avatar chat` and `serve` log to. Without any,
    the questions of the knowledge base stand in for theirs. `split` and `gold` are of dialogues.
    """
    decisions, made = Decisions() if decisions is None else decisions, retriever(by)
    dialogues = [source for source in asked if isinstance(source, Questions) or not Path(source).is_dir()]
    if not dialogues and (split is not None or gold is not None):
        raise OptionError("split and gold are of dialogues, and found none; name a file of dialogues.")
    base = kb if isinstance(kb, KnowledgeBase) else read_knowledge_base(kb, decisions)
    turns: list[AskedTurn] = []
    for source in asked:
        if isinstance(source, Questions):
            turns += turns_of(source if split is None else source.of_split(split))
        elif Path(source).is_dir():
            turns += logged_turns(source, base, decisions)
        else:
            read = read_questions(source, base, decisions, gold=gold)
            turns += turns_of(read if split is None else read.of_split(split))
    return advice(made.index(base, progress), made, turns, settings, progress)


def logged_turns(folder: Source, kb: KnowledgeBase, decisions: Decisions) -> list[AskedTurn]:
    """The turns of a log. A thumb up makes an answer right. A thumb down, or that the avatar refused to give it, counts
    against an answer for as long as it is the one that is found.
    """
    from turnwise.studio.reading import read_log

    log = read_log(folder, decisions)
    questions = turns_of(questions_in(log.content, kb, decisions))
    known = {item: at for at, item in enumerate(kb.answer_ids)}
    right: dict[str, set[int]] = {}
    wrong: dict[str, dict[int, str]] = {}
    gone = 0
    for exchange in log.exchanges:
        if exchange.item == NO_ANSWER and exchange.options and exchange.options[0][0] in known:
            wrong.setdefault(exchange.turn, {})[known[exchange.options[0][0]]] = REFUSED
    for (turn, item), share in log.thumbs.items():
        if item == NO_ANSWER:
            continue
        gone += item not in known
        if item in known and share >= 0.5:
            right.setdefault(turn, set()).add(known[item])
        elif item in known:
            wrong.setdefault(turn, {})[known[item]] = NOT_GOOD
    text = f"thumbs on {plural(gone, 'answer')} that {kb.source} no longer has: left out"
    decisions.add(str(folder), "thumbs-of-others", gone, text)
    return [
        AskedTurn(
            one.turn, one.dialogue, one.text, one.before, frozenset(right[one.turn]) if one.turn in right else None,
            wrong.get(one.turn, {}),
        )
        for one in questions
    ]  # fmt: skip
