"""A knowledge base: one question and its answer a row, as CSV, TSV, JSON or JSON Lines."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import numpy as np

from turnwise.errors import InputError, shown
from turnwise.readers.content import content_of
from turnwise.readers.row_table import RowTable, row_table
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.knowledge import NO_ANSWER, KnowledgeBase

#: The names that a column goes by, the first one ours; letters' case does not count.
QUESTION = ("question", "context", "q")
ANSWER = ("answer", "utterance", "response", "a")
ID = ("id", "answer_id")
CATEGORY = ("category", "topic")
MEDIA = ("media", "video", "audio", "file")


@dataclass
class _Pairs:
    """Pairs as they are read: texts once each, and the pairs by their positions."""

    questions: dict[str, int] = field(default_factory=dict)
    answers: dict[str, int] = field(default_factory=dict)
    seen: set[tuple[int, int]] = field(default_factory=set)
    question_of: list[int] = field(default_factory=list)
    answer_of: list[int] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    categories: list[str] = field(default_factory=list)
    media: dict[int, str] = field(default_factory=dict)
    incomplete: list[str] = field(default_factory=list)
    repeated: list[str] = field(default_factory=list)
    other_media: list[str] = field(default_factory=list)

    def add(self, question: str, answer: str, place: str, name: str, category: str, media: str) -> None:
        if not question or not answer:
            self.incomplete.append(place)
            return
        q = self.questions.setdefault(question, len(self.questions))
        a = self.answers.setdefault(answer, len(self.answers))
        if media and self.media.setdefault(a, media) != media:
            self.other_media.append(place)
        if (q, a) in self.seen:
            self.repeated.append(place)
            return
        self.seen.add((q, a))
        self.question_of.append(q)
        self.answer_of.append(a)
        self.ids.append(name)
        self.categories.append(category)


def read_knowledge_base(path: str | os.PathLike[str], decisions: Decisions | None = None) -> KnowledgeBase:
    """The question–answer pairs in a file.

    Columns (or JSON keys) are `question` and `answer`, and perhaps `id`, `category` and `media` (also `video`,
    `audio`). In JSON a question may be a list of questions. Equal texts are one question, or one answer.
    """
    decisions = Decisions() if decisions is None else decisions
    rows = row_table(content_of(path, "questions and answers"))
    pairs = _Pairs()
    for place, cells in _cells(rows):
        for question in cells["question"] if isinstance(cells["question"], list) else [cells["question"]]:
            pairs.add(question, cells["answer"], place, cells["id"], cells["category"], cells["media"])
    if not pairs.ids:
        raise InputError(f"{rows.source}: found no row with a question and an answer, expected at least one.")
    _report(pairs, rows, decisions)
    return KnowledgeBase(
        source=rows.source,
        format="pairs",
        questions=list(pairs.questions),
        answers=list(pairs.answers),
        question_of=np.array(pairs.question_of, dtype=np.int64),
        answer_of=np.array(pairs.answer_of, dtype=np.int64),
        answer_ids=_answer_ids(pairs, rows.source, decisions),
        pair_ids=pairs.ids,
        categories=pairs.categories,
        media=[pairs.media.get(answer, "") for answer in range(len(pairs.answers))],
    )


def _cells(rows: RowTable) -> Iterator[tuple[str, dict[str, Any]]]:
    """What each row says, by what its columns hold."""
    columns = {
        "question": rows.column(QUESTION), "answer": rows.column(ANSWER), "id": rows.column(ID),
        "category": rows.column(CATEGORY), "media": rows.column(MEDIA),
    }  # fmt: skip
    if columns["question"] is None or columns["answer"] is None:
        raise rows.lacks("columns for question and answer", QUESTION, ANSWER)
    lower = [name.strip().lower() for name in rows.names]
    for known in (QUESTION, ANSWER):
        named = [name for name in lower if name in known]
        if len(named) > 1:
            found = f"the columns {' and '.join(map(repr, named))}"
            todo = "write one question a row, with its answer" if known is QUESTION else "rename the others"
            raise rows.place(1).error(found, f"only one of the {known[0]}", todo)
    for number, row in rows.rows:
        said = {holds: "" if at is None else _text(row[at], holds, rows, number) for holds, at in columns.items()}
        yield f"{rows.kind} {number}", said


def _text(value: Any, holds: str, rows: RowTable, number: int) -> Any:
    """A cell's text without the blanks around it; in JSON an id may be a whole number, a question a list of texts."""
    if isinstance(value, str):
        return value.strip()
    if value is None:
        return ""
    if holds == "id" and type(value) is int:
        return str(value)
    if holds == "question" and isinstance(value, list) and value and all(isinstance(text, str) for text in value):
        return [text.strip() for text in value]
    expected = "a text, or a list of texts" if holds == "question" else "a text"
    raise rows.place(number).error(f"the {holds} {shown(value, 40)}", expected)


def _report(pairs: _Pairs, rows: RowTable, decisions: Decisions) -> None:
    unnamed = [name for name in rows.names if not name.strip()]
    text = f"{plural(len(unnamed), 'column')} without a name: not read"
    decisions.add(rows.source, "unnamed-columns", len(unnamed), text)
    if pairs.incomplete:
        text = (
            f"{plural(len(pairs.incomplete), 'row')} without a question or without an answer left out "
            f"(first: {pairs.incomplete[0]})"
        )
        decisions.add(rows.source, "incomplete-pairs", len(pairs.incomplete), text)
    if pairs.repeated:
        text = f"{plural(len(pairs.repeated), 'pair')} given again: counted once (first: {pairs.repeated[0]})"
        decisions.add(rows.source, "repeated-pairs", len(pairs.repeated), text)
    if pairs.other_media:
        text = (
            f"{plural(len(pairs.other_media), 'row')} with another media file than its answer has above: the first "
            f"file counts (first: {pairs.other_media[0]})"
        )
        decisions.add(rows.source, "other-media", len(pairs.other_media), text)


def _answer_ids(pairs: _Pairs, source: str, decisions: Decisions) -> list[str]:
    """One name for each answer: the first of its ids that is one word and names no other answer; else one made of its
    words, so that a row more or less elsewhere does not hand an answer's thumbs and judgements to another one."""
    named: defaultdict[str, set[int]] = defaultdict(set)
    of_answer: list[dict[str, None]] = [{} for _ in pairs.answers]
    for name, answer in zip(pairs.ids, pairs.answer_of, strict=True):
        named[name].add(answer)
        of_answer[answer][name] = None
    found: list[str] = []
    nameless: list[str] = []
    taken: set[str] = set()
    for text, ids in zip(pairs.answers, of_answer, strict=True):
        own = (n for n in ids if n and n != NO_ANSWER and len(n.split()) == 1 and n == n.strip() and len(named[n]) == 1)
        name = next(own, "")
        if not name:
            digest = sha256(text.encode()).hexdigest()
            free = (f"answer-{digest[:length]}" for length in range(6, len(digest) + 1))
            name = next(name for name in free if name not in named and name not in taken)
            nameless.append(name)
        taken.add(name)
        found.append(name)
    if nameless:
        told = f"{plural(len(nameless), 'answer')} without an id of its own: named by its words (first: {nameless[0]})"
        decisions.add(source, "answers-without-id", len(nameless), told)
    return found
