"""Puts ratings together, answer by answer, whatever files and formats they come from."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from turnwise.errors import FormatError, InputError, shown
from turnwise.readers.no_answer import is_no_answer
from turnwise.readers.ratings.doubtful import NUMBERS_ALONE, is_nearly_number, tell_raters, tell_words
from turnwise.readers.ratings.times import order
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.ratings import HUMAN, Floats, Ints, Ratings


class Answer(NamedTuple):
    """One answer, as a source has it; `where` says where it stands, which costs too much to say of each."""

    where: Callable[[], str]
    item: str
    rater: str
    question: str
    value: Any
    unit: str = ""
    type: str = HUMAN
    seconds: float | None = None
    at: str = ""


class Gathered:
    """The answers of some sources, while they are read. Items are known by their names in all of them."""

    def __init__(self) -> None:
        self.sources: list[str] = []
        self.items: dict[str, int] = {}
        self.raters: dict[str, int] = {}
        self.types: list[str] = []
        self.groups: dict[str, dict[int, str]] = {}
        self.scales: dict[str, tuple[str, ...]] = {}
        self.worded: set[str] = set()  # questions answered with words, though some look like numbers
        self.told_apart: set[str] = set()  # what items were named by beside their names: dialogue, system
        self.anonymous: list[str] = []  # sources that do not say who answered
        self.answers: dict[tuple[str, str], list[Answer]] = {}
        self.unanswered: Counter[tuple[str, str]] = Counter()
        self.none = 0  # answers that say that there is none

    def reading(self, source: str) -> None:
        """Say what is read next; the parts of an archive are one source."""
        if source not in self.sources[-1:]:
            self.sources.append(source)

    def nobody_known(self) -> None:
        """Say that what is read now does not tell who answered."""
        if self.sources[-1] not in self.anonymous[-1:]:
            self.anonymous.append(self.sources[-1])

    def item(self, name: str, **groups: str) -> str:
        """Say what else is known of an item."""
        number = self.items.setdefault(name, len(self.items))
        for group, value in groups.items():
            before = self.groups.setdefault(group, {}).get(number) or value
            if group == "dialogue" and value and before != value:
                raise InputError(
                    f"{self.sources[-1]}: found the item {shown(name, 30)} in the dialogue {shown(value, 30)}, and in "
                    f"{shown(before, 30)} before, expected a name for each item; put all rows in one table, or name "
                    "items with their dialogue."
                )
            self.groups[group][number] = value
        return name

    def add(self, answer: Answer) -> None:
        """Take one answer; one that says that there is none is only counted."""
        key = answer.question, answer.unit
        if is_no_answer(answer.value):
            self.unanswered[key] += 1
            self.none += 1
            return
        if isinstance(answer.value, bool | np.bool_):
            answer = answer._replace(value=str(answer.value))  # as a table of text has it
        self.items.setdefault(answer.item, len(self.items))
        number = self.raters.setdefault(answer.rater, len(self.raters))
        if number == len(self.types):
            self.types.append(answer.type)
        elif self.types[number] != answer.type:
            found = f"the rater {shown(answer.rater, 30)} as {answer.type} and as {self.types[number]}"
            raise FormatError(answer.where(), None, found, "one type for each rater", "name one of the two otherwise")
        self.answers.setdefault(key, []).append(answer)

    def anonymously(
        self, where: Callable[[], str], item: str, question: str, values: Iterable[Any], unit: str = ""
    ) -> None:
        """Take the answers to a question about an item of which nobody knows who gave them."""
        for number, value in enumerate(values, 1):
            self.add(Answer(where, item, f"answer {number}", question, value, unit))

    @property
    def _source(self) -> str:
        return self.sources[0] if len(self.sources) == 1 else f"{self.sources[0]} and {len(self.sources) - 1} more"

    def table(self, decisions: Decisions) -> Ratings:
        """All of it as a table."""
        source = self._source
        if not self.answers:
            raise InputError(f"{source}: found no answer, expected at least one.")
        self._tell(source, decisions)
        if not self.anonymous:
            tell_raters(source, self.raters, decisions)
        names = self._question_names()
        labels: dict[str, tuple[str, ...]] = {}
        rows = [self._rows(number, key, names[key], labels, decisions) for number, key in enumerate(self.answers)]
        item, rater, question, value, seconds = (np.concatenate(column) for column in zip(*rows, strict=True))
        return Ratings(
            source, list(self.items), list(self.raters), list(names.values()), item, rater, question, value, labels,
            not self.anonymous, tuple(self.types), self._groups(), None if np.isnan(seconds).all() else seconds,
            {names[key]: count for key, count in self.unanswered.items() if key in names},
        )  # fmt: skip

    def _tell(self, source: str, decisions: Decisions) -> None:
        text = f"{plural(self.none, 'answer')} such as N/A or an empty cell: taken as no answer"
        decisions.add(source, "no-answers", self.none, text)
        if not self.anonymous or len(self.anonymous) == len(self.sources):
            return
        text = (
            f"{self.anonymous[0]} does not say who answered, so raters are not told apart in the other sources either"
        )
        decisions.add(source, "raters-not-told-apart", len(self.anonymous), text)

    def _question_names(self) -> dict[tuple[str, str], str]:
        """A question that is asked about two kinds of things is two questions."""
        times = Counter(question for question, _ in self.answers)
        return {key: f"{key[0]} ({key[1]})" if times[key[0]] > 1 and key[1] else key[0] for key in self.answers}

    def _rows(
        self,
        number: int,
        key: tuple[str, str],
        name: str,
        labels: dict[str, tuple[str, ...]],
        decisions: Decisions,
    ) -> tuple[Ints, Ints, Ints, Floats, Floats]:
        answers = self._each_once(self.answers[key], decisions)
        values, words = _values(answers, self.scales.get(key[0]), key[0] in self.worded, not self.anonymous)
        if words is not None:
            labels[name] = words
        if words is not None and key[0] not in self.scales and key[0] not in self.worded:
            tell_words(self._source, name, words, decisions)
        return (
            np.array([self.items[answer.item] for answer in answers], dtype=np.int64),
            np.array([self.raters[answer.rater] for answer in answers], dtype=np.int64),
            np.full(len(answers), number, dtype=np.int64),
            values,
            np.array([np.nan if answer.seconds is None else answer.seconds for answer in answers], dtype=np.float64),
        )

    def _each_once(self, answers: list[Answer], decisions: Decisions) -> list[Answer]:
        """One answer of each rater about each item: of two that differ the later one, where it is known which is."""
        kept: dict[tuple[str, str], Answer] = {}
        repeated = 0
        for answer in answers:
            before = kept.setdefault((answer.item, answer.rater), answer)
            if before is answer:
                continue
            repeated += 1
            if before.value == answer.value and not (before.at and answer.at):
                continue
            later = order(before, answer)
            if before.value != answer.value and not later:
                found = f"a second answer of {answer.rater} about {answer.item} ({shown(answer.value, 30)})"
                todo = "remove one, mark it as superseded, or say in created_at when each was given"
                raise FormatError(answer.where(), None, found, "one answer of each rater about each item", todo)
            kept[answer.item, answer.rater] = answer if later > 0 else before
        text = f"{plural(repeated, 'answer')} given again by the same rater: the latest counts"
        decisions.add(answers[0].where().partition(", ")[0], "repeated-answers", repeated, text)
        return list(kept.values())

    def _groups(self) -> Mapping[str, list[str]]:
        return {
            name: [values.get(number, "") for number in range(len(self.items))] for name, values in self.groups.items()
        }


def _values(
    answers: list[Answer], scale: tuple[str, ...] | None, worded: bool, named: bool
) -> tuple[Floats, tuple[str, ...] | None]:
    """Answers as numbers; where they are words, as positions in the scale, which is returned too."""
    if scale is not None:
        position = {word: at for at, word in enumerate(scale)}
        for answer in answers:
            if answer.value not in position:
                found = f"the answer {shown(answer.value, 30)}"
                raise FormatError(answer.where(), None, found, f"one of {', '.join(scale)}")
        return np.array([position[answer.value] for answer in answers], dtype=np.float64), scale
    numbers = [None if worded else number_of(answer.value) for answer in answers]
    odd = [answer for answer, number in zip(answers, numbers, strict=True) if number is None]
    if not odd:
        return np.array(numbers, dtype=np.float64), None
    wrong = next((answer for answer in odd if not isinstance(answer.value, str)), None)
    if wrong or len(odd) < len(answers):
        raise _mixed(answers, wrong or odd[0], {id(answer) for answer in odd}, named)
    words = tuple(sorted({answer.value.strip() for answer in answers}))
    position = {word: at for at, word in enumerate(words)}
    return np.array([position[answer.value.strip()] for answer in answers], dtype=np.float64), words


def _mixed(answers: list[Answer], first: Answer, odd: set[int], named: bool) -> FormatError:
    """The error for words among numbers: perhaps a column that holds no answers was taken for a rater's."""
    of = f" of {shown(first.rater, 30)}" if named else ""
    found = f"the answer {shown(first.value, 30)}{of} to {shown(first.question, 30)}"
    todo = "leave it empty, or N/A, where there is no answer"
    if is_nearly_number(first.value):
        todo = NUMBERS_ALONE
    elif named and all(id(answer) in odd for answer in answers if answer.rater == first.rater):
        todo += f"; if {shown(first.rater, 30)} is no rater, take it out"
    return FormatError(first.where(), None, found, "numbers only, or words only", todo)


def number_of(value: Any) -> float | None:
    """The number that an answer is, also as text; None where it is none."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None
