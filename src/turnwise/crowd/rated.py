"""Ratings joined with the candidates that they are about."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from turnwise.agreement.answers import Answers, packed
from turnwise.errors import InputError, OptionError, shown
from turnwise.tables.candidates import UNKNOWN, Bools, Candidates, Floats, Ints
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.knowledge import KnowledgeBase, Questions
from turnwise.tables.ratings import Ratings

BEFORE = 2


@dataclass(frozen=True, eq=False)
class Rated:
    """Row *r*: rater ``rater[r]`` gave candidate ``item[r]`` the rating ``value[r]``."""

    candidates: Candidates
    raters: list[str]
    item: Ints
    rater: Ints
    value: Floats
    raters_known: bool = True

    def __len__(self) -> int:
        return len(self.value)

    def keeping(self, rows: Bools) -> Rated:
        return replace(self, item=self.item[rows], rater=self.rater[rows], value=self.value[rows])

    @cached_property
    def counts(self) -> Ints:
        """How many ratings each candidate has."""
        return np.bincount(self.item, minlength=len(self.candidates)).astype(np.int64)

    @cached_property
    def means(self) -> Floats:
        """The mean rating of each candidate; NaN where nobody rated it."""
        total = np.bincount(self.item, weights=self.value, minlength=len(self.candidates))
        return np.where(self.counts > 0, total / np.maximum(self.counts, 1), np.nan)

    @cached_property
    def deviations(self) -> Floats:
        """The standard deviation of each candidate's ratings (of all there are, as a population)."""
        squares = np.bincount(self.item, weights=self.value**2, minlength=len(self.candidates))
        spread = squares / np.maximum(self.counts, 1) - np.where(self.counts > 0, self.means, 0) ** 2
        found: Floats = np.sqrt(np.maximum(spread, 0))
        return found

    @property
    def cluster(self) -> Ints:
        """The dialogue of each candidate."""
        return self.candidates.cluster[self.candidates.turn]

    def answers(self, items: Bools | None = None) -> Answers:
        """The ratings of some candidates as answers for coefficients of agreement; dialogues are drawn whole."""
        rows = np.ones(len(self), dtype=np.bool_) if items is None else items[self.item]
        return packed(
            self.item[rows], self.rater[rows], self.value[rows], len(self.raters), cluster=self.cluster,
            raters_known=self.raters_known,
        )  # fmt: skip


def joined(ratings: Ratings, candidates: Candidates, decisions: Decisions, question: str | None = None) -> Rated:
    """The ratings of one question, by the candidates' items; or by their turns and words, as `turn/words`."""
    place = {item: at for at, item in enumerate(candidates.items)}
    for at, text in enumerate(candidates.texts):
        place.setdefault(f"{candidates.turns[candidates.turn[at]]}/{text}", at)
    of_item = np.array([place.get(name, UNKNOWN) for name in ratings.items], dtype=np.int64)
    asked = ratings.question == _number(ratings, question)
    known = asked & (of_item[ratings.item] != UNKNOWN)
    if not known.any():
        raise InputError(
            f"{ratings.source}: found no rating of any of the {plural(len(candidates), 'item')} of {candidates.source} "
            f"(the ratings name items such as {shown(ratings.items[0]) if ratings.items else 'none'}, the pool such as "
            f"{shown(candidates.items[0])}), expected the same names."
        )
    lost = int((asked & ~known).sum())
    text = f"{plural(lost, 'rating')} of items that {candidates.source} lacks: left out"
    decisions.add(ratings.source, "ratings-of-others", lost, text)
    return Rated(
        candidates, list(ratings.raters), of_item[ratings.item[known]], ratings.rater[known], ratings.value[known],
        ratings.raters_known,
    )  # fmt: skip


def _number(ratings: Ratings, question: str | None) -> int:
    if question is not None:
        return ratings.number(question)
    numbers = [name for name in ratings.questions if name not in ratings.labels]
    if len(numbers) != 1:
        raise OptionError(
            f"{ratings.source}: found {plural(len(numbers), 'question')} answered with numbers"
            f"{' (' + ', '.join(numbers) + ')' if numbers else ''}, expected one; name it with --question."
        )
    return ratings.number(numbers[0])


def candidates_of(ratings: Ratings, kb: KnowledgeBase, questions: Questions) -> Candidates:
    """The candidates that ratings without a pool are about: items are named `turn/answer`, by its words or id.

    The gold item of a turn is the one with the words that were said in the dialogue.
    """
    place = {turn: at for at, turn in enumerate(questions.turns)}
    named = [_parts(name, place, ratings) for name in ratings.items]
    order = sorted(range(len(named)), key=lambda at: named[at][0])
    turns = sorted({turn for turn, _ in named})
    number = {turn: at for at, turn in enumerate(turns)}
    labelled = questions.gold is not None
    right = {turn: set(questions.gold_of(turn).tolist()) if labelled else set() for turn in turns}
    answers = [kb.find(text) for _, text in named]
    return Candidates(
        source=questions.source,
        items=[ratings.items[at] for at in order],
        turns=[questions.turns[turn] for turn in turns],
        turn=np.array([number[named[at][0]] for at in order], dtype=np.int64),
        answers=["" if (found := answers[at]) is None else kb.answer_ids[found] for at in order],
        texts=[named[at][1] if (found := answers[at]) is None else kb.answers[found] for at in order],
        is_gold=np.array([_is_gold(questions, kb, named[at], answers[at]) for at in order], dtype=np.bool_),
        right=np.array(
            [int(answers[at] in right[named[at][0]]) if labelled else UNKNOWN for at in order], dtype=np.int64
        ),
        n_right=np.array([len(right[turn]) if labelled else UNKNOWN for turn in turns], dtype=np.int64),
        shown=[[*questions.before(turn, BEFORE), (questions.texts[turn], False)] for turn in turns],
        ranks=np.zeros((len(order), 0), dtype=np.int64),
        scores=np.zeros((len(order), 0)),
    )


def _parts(name: str, place: dict[str, int], ratings: Ratings) -> tuple[int, str]:
    turn, _, text = name.partition("/")
    if turn not in place or not text:
        raise InputError(
            f"{ratings.source}: found the item {shown(name)}, expected the id of a turn of the dialogues, a slash and "
            "an answer; or give the pool that was rated (--pool)."
        )
    return place[turn], text


def _is_gold(questions: Questions, kb: KnowledgeBase, named: tuple[int, str], answer: int | None) -> bool:
    said = questions.replies[named[0]]
    return bool(said) and (named[1] == said or (answer is not None and answer == kb.find(said)))
