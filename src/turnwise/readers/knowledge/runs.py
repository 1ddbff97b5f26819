"""Runs over a knowledge base, whole: every answer of every list with its score, not the judged ones alone."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from turnwise.errors import InputError, did_you_mean, shown
from turnwise.readers.cells import names_of, numbers_of
from turnwise.readers.columns import Header
from turnwise.readers.files import opened
from turnwise.readers.kinds import kind_of
from turnwise.readers.scan import Scan
from turnwise.readers.sources import expand_runs, table_of
from turnwise.tables.answer_lists import AnswerLists, answer_lists
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.knowledge import NO_ANSWER, KnowledgeBase, Questions
from turnwise.tables.rows import RUN

#: A turn, an item and its score, as a run has them.
Row = tuple[str, str, float]


def read_runs(
    runs: Sequence[str | os.PathLike[str]],
    kb: KnowledgeBase,
    questions: Questions,
    decisions: Decisions,
    *,
    split: str | None = None,
) -> list[AnswerLists]:
    """The lists of each system in some files, folders or patterns. Turns are positions in the questions, or in those
    of one split."""
    part = questions if split is None else questions.of_split(split)
    others = set(questions.turns) - set(part.turns)
    return [_lists(name, source, kb, part, others, decisions) for name, source in expand_runs(list(runs), decisions)]


def _lists(
    system: str, source: Any, kb: KnowledgeBase, questions: Questions, others: set[str], decisions: Decisions
) -> AnswerLists:
    place = {turn: at for at, turn in enumerate(questions.turns)}
    rows: list[tuple[int, int, float]] = []
    refused: set[str] = set()
    foreign: dict[str, None] = {}
    for turn, item, score in _rows(system, source, decisions):
        if turn not in place:
            if turn not in others:
                foreign[turn] = None
        elif item == NO_ANSWER:
            refused.add(turn)
        else:
            rows.append((place[turn], _answer(item, turn, system, kb), score))
    if not rows:
        known = f"its turns are such as {shown(next(iter(foreign)))}, " if foreign else ""
        raise InputError(
            f"{system}: found no list for any turn of {questions.source} ({known}"
            f"those of the dialogues such as {shown(questions.turns[0])}), expected the same turn ids."
        )
    turns, answers = (np.array([row[at] for row in rows], dtype=np.int64) for at in range(2))
    found = answer_lists(system, turns, answers, np.array([row[2] for row in rows]), kb.tie_order)
    _report(system, questions, found, len(rows), foreign, refused, decisions)
    return found


def _answer(item: str, turn: str, system: str, kb: KnowledgeBase) -> int:
    found = kb.find(item)
    if found is None:
        hint = did_you_mean(item, kb.answer_ids, kept=1, cutoff=0.8) or f"; ids are such as {shown(kb.answer_ids[0])}."
        raise InputError(f"{system}: turn {turn} lists {shown(item)}, which is no answer of {kb.source}{hint}")
    return found


def _report(
    system: str,
    questions: Questions,
    found: AnswerLists,
    n_rows: int,
    foreign: dict[str, None],
    refused: set[str],
    decisions: Decisions,
) -> None:
    text = f"{plural(n_rows - len(found), 'duplicated item')}: the best-ranked copy counts"
    decisions.add(system, "duplicate-items", n_rows - len(found), text)
    if foreign:
        text = f"{plural(len(foreign), 'turn')} that the dialogues lack: left out (first: {shown(next(iter(foreign)))})"
        decisions.add(system, "turns-not-asked", len(foreign), text)
    if refused:
        text = f"{plural(len(refused), 'turn')} to which the avatar says that it has no answer: nothing to rate there"
        decisions.add(system, "refusals-not-rated", len(refused), text)
    lacking = len(questions) - len(set(found.turn.tolist()) | {questions.turns.index(turn) for turn in refused})
    text = f"{plural(lacking, 'turn')} of the dialogues without a list: nothing to rate there"
    decisions.add(system, "turns-without-list", lacking, text)


def _rows(system: str, source: Any, decisions: Decisions) -> Iterator[Row]:
    if isinstance(source, str | os.PathLike) and kind_of(source) == "trec":
        with opened(source) as stream:
            scan = Scan(stream, os.fspath(source), RUN)
            rows = scan.whole()
        scan.report(decisions)
        for at in range(len(rows)):
            yield rows.turn(at).decode(), rows.item(at).decode(), float(rows.value[at])
        return
    table = table_of(source, system, "score", decisions)
    columns = Header(table.source, table.names).of_lists()
    frame = table.ready(columns.names).whole(columns.names)
    turns = names_of(frame[columns.turn], table, 0, "turn").to_list()
    items = names_of(frame[columns.item], table, 0, "item").to_list()
    numbers = numbers_of(frame[columns.number], table, 0, columns.holds)
    yield from zip(turns, items, (-numbers if columns.holds == "rank" else numbers).tolist(), strict=True)
