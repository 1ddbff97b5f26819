"""Reading a log back: what was asked and given, and what visitors thought of it, as a run and as judgements."""

from __future__ import annotations

import csv
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from turnwise.errors import InputError, shown
from turnwise.readers.content import Content
from turnwise.readers.files import text_of
from turnwise.readers.ratings import read_ratings
from turnwise.readers.records import Record
from turnwise.studio.log import EXCHANGES, RATINGS
from turnwise.studio.thumb import QUESTION
from turnwise.tables.decisions import Decisions
from turnwise.tables.knowledge import NO_ANSWER


@dataclass(frozen=True)
class Logged:
    """An exchange as the log has it."""

    conversation: str
    turn: str
    question: str
    item: str  # the answer that was given, or NO-ANSWER
    options: tuple[tuple[str, float], ...]
    retriever: str
    time: str

    @property
    def ranked(self) -> list[tuple[str, float]]:
        """Items and scores as a run has them: where nothing was answered, NO-ANSWER stands first."""
        if self.item != NO_ANSWER:
            return list(self.options)
        return [(NO_ANSWER, self.options[0][1] + 1 if self.options else 1.0), *self.options]


@dataclass(frozen=True)
class TalkLog:
    """All exchanges of a log, and the share of thumbs up for each rated answer of a turn."""

    source: str
    content: Content  # the exchanges as they were written, but for a torn one
    exchanges: list[Logged]
    thumbs: dict[tuple[str, str], float]

    def run_lines(self) -> Iterator[str]:
        """What was ranked, as a TREC run."""
        for exchange in self.exchanges:
            for rank, (item, score) in enumerate(exchange.ranked, 1):
                yield f"{exchange.turn} Q0 {item} {rank} {score!r} log"

    def qrels_lines(self) -> Iterator[str]:
        """What visitors thought, as judgements: 1 for good, 0 for not good; what nobody rated is not judged."""
        for (turn, item), share in self.thumbs.items():
            yield f"{turn} 0 {item} {int(share >= 0.5)}"

    def counts(self) -> dict[str, Any]:
        """How much was said, how often nothing was answered, and how visitors rated the answers given."""
        silent = [exchange for exchange in self.exchanges if exchange.item == NO_ANSWER]
        answered = [exchange for exchange in self.exchanges if exchange.item != NO_ANSWER]
        rated = [(e, self.thumbs[e.turn, e.item]) for e in answered if (e.turn, e.item) in self.thumbs]
        bad = [exchange for exchange, share in rated if share < 0.5]
        return {
            "dialogues": len({exchange.conversation for exchange in self.exchanges}),
            "exchanges": len(self.exchanges),
            "first": min(exchange.time for exchange in self.exchanges),
            "last": max(exchange.time for exchange in self.exchanges),
            "retrievers": dict(Counter(exchange.retriever for exchange in self.exchanges)),
            "without_an_answer": len(silent),
            "answers_rated": len(rated),
            "rated_good": len(rated) - len(bad),
            "rated_not_good": len(bad),
            "unanswered": dict(Counter(exchange.question for exchange in silent).most_common()),
            "not_good": [{"turn": e.turn, "question": e.question, "answer": e.item} for e in bad],
        }


def read_log(folder: str | os.PathLike[str], decisions: Decisions | None = None) -> TalkLog:
    """The log in a folder. A last line that is not whole, since it is being written or a crash left it, is left out."""
    decisions = Decisions() if decisions is None else decisions
    root = Path(folder)
    if not root.is_dir():
        raise InputError(f"{folder}: there is no such folder, expected the log of `turnwise avatar chat` or `serve`.")
    path = root / EXCHANGES
    text = text_of(path, "the exchanges of a log; ask the avatar something first")
    whole = text.rfind("\n") + 1
    torn = whole < len(text)
    decisions.add(str(path), "torn-exchanges", int(torn), "the last line is not whole: left out")
    content = Content(str(path), text[:whole])
    records = content.records
    if not records:
        raise InputError(f"{path}: found no exchange, expected at least one.")
    return TalkLog(str(folder), content, [_logged(record) for record in records], _thumbs(root / RATINGS, decisions))


def _logged(record: Record) -> Logged:
    fields = record.fields
    for name, kind, words in (
        ("conversation", str, "a text"), ("exchange", int, "a whole number"), ("question", str, "a text"),
        ("item", str, "the id of an answer"), ("options", list, "a list of items with scores"),
        ("retriever", str, "a text"), ("time", str, "a time"),
    ):  # fmt: skip
        if type(fields.get(name)) is not kind:
            found = f"the {name} {shown(fields.get(name), 30)}" if name in fields else f"no '{name}'"
            raise record.place.error(found, words)
    options = tuple(_option(record, option) for option in fields["options"])
    turn = f"{fields['conversation']}_{fields['exchange']}"
    return Logged(
        fields["conversation"], turn, fields["question"], fields["item"], options, fields["retriever"], fields["time"]
    )


def _option(record: Record, option: Any) -> tuple[str, float]:
    item, score = (option.get("item"), option.get("score")) if isinstance(option, dict) else (None, None)
    if not isinstance(item, str) or not isinstance(score, int | float) or not np.isfinite(score):
        raise record.place.error(f"the option {shown(option, 40)}", "an object with an item and its score")
    return item, float(score)


def _thumbs(path: Path, decisions: Decisions) -> dict[tuple[str, str], float]:
    """(turn, answer) → the share of thumbs up."""
    rows = csv.DictReader(text_of(path, "the ratings of a log").splitlines()) if path.exists() else ()
    if all(row.get("superseded") == "true" for row in rows):
        return {}  # nobody rated anything, or all took it back
    ratings = read_ratings(path, decisions)
    of = ratings.question == ratings.number(QUESTION)
    given = np.bincount(ratings.item[of], minlength=len(ratings.items))
    good = np.bincount(ratings.item[of], ratings.value[of], minlength=len(ratings.items))
    found = {}
    for at in np.flatnonzero(given):
        turn, _, answer = ratings.items[at].partition("/")
        found[turn, answer] = float(good[at] / given[at])
    return found
