"""Puts dialogues together, post by post and answer by answer, whatever format they come from."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from turnwise.dialogues.rules import Broken, unusable
from turnwise.errors import InputError, shown
from turnwise.readers.dialogues.measuring import characters, unit_of, words
from turnwise.readers.no_answer import is_no_answer
from turnwise.readers.records import Place
from turnwise.readers.spellings import spelled_alike
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.dialogues import CHARACTERS, WORDS, Dialogues, Nuggets
from turnwise.tables.ratings import Ratings


class Post(NamedTuple):
    """One post: who sent it, and its text, or its lengths where the source has no text."""

    by_helpdesk: bool
    text: str | None = None
    lengths: dict[str, float] | None = None
    time: float | None = None


class Gathered:
    """The dialogues of a source, while they are read."""

    def __init__(self, source: str, format: str) -> None:
        self.source, self.format = source, format
        self.numbers: dict[str, int] = {}
        self.counts: list[int] = []
        self.posts: list[Post] = []
        self.groups: dict[str, list[str]] = {}
        self.annotators: dict[str, int] = {}
        self.annotators_known = True
        self.read: dict[tuple[int, int], None] = {}
        self.nuggets: list[tuple[int, int, int, int, int, float]] = []
        self.unusable: list[Broken] = []
        self.questions: dict[str, int] = {}
        self.answers: list[tuple[int, int, int, float | str]] = []
        self.unanswered: Counter[str] = Counter()  # by question: answers that say that there is none

    def dialogue(self, place: Place, name: str, posts: Sequence[Post], **groups: str) -> int:
        """Add a dialogue; its number."""
        if name in self.numbers:
            raise place.error(f"dialogue {name} again", "each dialogue once", "rename one of the two")
        if not posts:
            raise place.error(f"dialogue {name} without posts", "at least one")
        number = self.numbers[name] = len(self.numbers)
        self.counts.append(len(posts))
        self.posts += posts
        for group, value in groups.items():
            values = self.groups.setdefault(group, [])
            values += [""] * (number - len(values)) + [value]
        return number

    def annotator(self, name: str) -> int:
        """The number of an annotator."""
        return self.annotators.setdefault(name, len(self.annotators))

    def reading(self, dialogue: int, annotator: int) -> None:
        """Note that an annotator looked for nuggets in a dialogue."""
        self.read[dialogue, annotator] = None

    def nugget(
        self, dialogue: int, annotator: int, first: int, last: int, kind: int, weight: float | None = None
    ) -> None:
        """Add a nugget; its posts are numbered within the dialogue, from 0."""
        if 0 <= first <= last < self.counts[dialogue] and (weight is None or 0 <= weight < np.inf):
            self.nuggets.append((dialogue, annotator, first, last, kind, np.nan if weight is None else weight))
            return
        names = list(self.numbers)[dialogue], list(self.annotators)[annotator]
        weight = np.nan if weight is None else weight
        self.unusable.append(unusable(*names, kind, (first, last), self.counts[dialogue], weight))

    def answer(self, dialogue: int, annotator: int, question: str, value: float | str) -> None:
        """Add an answer to a question about a dialogue as a whole; one that says that there is none is only counted."""
        if is_no_answer(value):
            self.unanswered[question] += 1
            return
        self.answers.append((dialogue, annotator, self.questions.setdefault(question, len(self.questions)), value))

    def table(self, decisions: Decisions, aside: list[Broken] | None = None) -> Dialogues:
        """All of it as a table. Nuggets of which it can have no row are an error, or put `aside`."""
        if not self.numbers:
            raise InputError(f"{self.source}: found no dialogue, expected at least one.")
        if self.unusable and aside is None:
            raise self.unusable[0].error(self.source)
        if aside is not None:
            aside += self.unusable
        names = list(self.numbers)
        offsets = np.concatenate([[0], np.cumsum(self.counts)]).astype(np.int64)
        lengths, unit = self._lengths(decisions)
        return Dialogues(
            self.source,
            self.format,
            names,
            offsets,
            np.array([post.by_helpdesk for post in self.posts], dtype=np.bool_),
            lengths,
            [post.text or "" for post in self.posts] if any(post.text is not None for post in self.posts) else None,
            self._times(offsets, decisions),
            self._nuggets(),
            self._labels(names, decisions),
            {name: values + [""] * (len(names) - len(values)) for name, values in self.groups.items()},
            unit,
        )

    def _lengths(self, decisions: Decisions) -> tuple[dict[str, Any], str]:
        """The length of each post in each unit, and the unit that suits them."""
        units = dict.fromkeys(unit for post in self.posts for unit in post.lengths or ())
        found = {unit: [(post.lengths or {}).get(unit, np.nan) for post in self.posts] for unit in units}
        texts = [post.text for post in self.posts if post.text is not None]
        for unit, measured in ((CHARACTERS, characters), (WORDS, words)) if texts else ():
            given = found.get(unit) or [np.nan] * len(self.posts)
            texts_of = zip(self.posts, given, strict=True)
            found[unit] = [length if post.text is None else measured(post.text) for post, length in texts_of]
        bare = len(self.posts) - len(texts) if texts else 0
        text = f"{plural(bare, 'post')} without a text, where others have one: kept with an empty text"
        decisions.add(self.source, "texts-absent", bare, text)
        lengths = {unit: np.array(values, dtype=np.float64) for unit, values in found.items()}
        empty = sum(1 for values in next(iter(lengths.values())) if values == 0)
        text = f"{plural(empty, 'post')} without content (such as a picture) kept as posts of length 0"
        decisions.add(self.source, "empty-posts", empty, text)
        owner = np.repeat(np.arange(len(self.counts)), self.counts)
        for unit, values in lengths.items():
            lacking = len(np.unique(owner[np.isnan(values)]))
            text = f"{plural(lacking, 'dialogue')} without {unit}: not measured in it"
            decisions.add(self.source, "lengths-absent", lacking, text)
        whole = [unit for unit, values in lengths.items() if not np.isnan(values).any()]
        return lengths, unit_of(texts) if texts else (whole or list(lengths))[0]

    def _times(self, offsets: Any, decisions: Decisions) -> Any:
        """Seconds since each dialogue's first post. They are as given, also where a post is older than one above it."""
        times = np.array([np.nan if post.time is None else post.time for post in self.posts], dtype=np.float64)
        if np.isnan(times).all():
            return None
        owner, timed = np.repeat(np.arange(len(self.counts)), self.counts), np.flatnonzero(~np.isnan(times))
        back = timed[1:][(np.diff(times[timed]) < 0) & (np.diff(owner[timed]) == 0)]
        count = len(np.unique(owner[back]))
        text = f"{plural(count, 'dialogue')} with a post sent before the one above it: measures in seconds take it so"
        if count:
            text += f" (first: {list(self.numbers)[owner[back[0]]]})"
        decisions.add(self.source, "times-backwards", count, text)
        return times - np.repeat(times[offsets[:-1]], np.diff(offsets))

    def _nuggets(self) -> Nuggets | None:
        if not self.read:
            return None
        rows = np.array([row[:5] for row in self.nuggets], dtype=np.int64).reshape(-1, 5)
        weights = np.array([row[5] for row in self.nuggets], dtype=np.float64)
        read = np.array(list(self.read), dtype=np.int64).reshape(-1, 2)
        dialogue, annotator, first, last, kind = (np.ascontiguousarray(column) for column in rows.T)
        return Nuggets(list(self.annotators), dialogue, annotator, first, last, kind, weights, read)

    def _labels(self, names: list[str], decisions: Decisions) -> Ratings | None:
        none = self.unanswered.total()
        text = f"{plural(none, 'answer')} such as N/A: taken as no answer"
        decisions.add(self.source, "no-answers", none, text)
        if not self.answers:
            return None
        rows = np.array([row[:3] for row in self.answers], dtype=np.int64).reshape(-1, 3)
        item, rater, question = (np.ascontiguousarray(column) for column in rows.T)
        values, words = self._values(question)
        self._tell_alike(words, decisions)
        annotators, questions = list(self.annotators), list(self.questions)
        unanswered = {name: count for name, count in self.unanswered.items() if name in self.questions}
        return Ratings(
            self.source, names, annotators, questions, item, rater, question, values, words, self.annotators_known,
            unanswered=unanswered,
        )  # fmt: skip

    def _values(self, question: NDArray[np.int64]) -> tuple[NDArray[np.float64], dict[str, tuple[str, ...]]]:
        """Answers as numbers, also those that are written as text; a question that some answer with words has words,
        in the order they are met."""
        numbers = [_number(row[3]) for row in self.answers]
        if None not in numbers:
            return np.array(numbers, dtype=np.float64), {}
        values, words = np.zeros(len(numbers)), {}
        for name, number in self.questions.items():
            rows = np.flatnonzero(question == number).tolist()
            said = [numbers[row] for row in rows]
            if None in said:
                spelled = [_word(self.answers[row][3]) for row in rows]
                words[name] = tuple(dict.fromkeys(spelled))
                position = {word: at for at, word in enumerate(words[name])}
                said = [position[word] for word in spelled]
            values[rows] = said
        return values, words

    def _tell_alike(self, words: dict[str, tuple[str, ...]], decisions: Decisions) -> None:
        """Say which words may be one word that was written in several ways."""
        for question, known in words.items():
            alike = spelled_alike(known)
            listed = "; ".join(" and ".join(shown(word, 30) for word in form) for form in alike[:3])
            text = f"{plural(len(alike), 'answer')} to {question} written in several ways, kept apart: {listed}"
            decisions.add(self.source, "answers-alike", len(alike), text)


def _number(answer: float | str) -> float | None:
    """The number that an answer is, also as text; None where it is a word."""
    try:
        number = float(answer)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def _word(answer: float | str) -> str:
    """An answer as a word; a number among words is written in one way."""
    number = _number(answer)
    return str(answer) if number is None else f"{number:g}"
