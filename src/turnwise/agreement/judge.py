"""A judge, such as a model, beside people: does it agree with them as much as they agree with each other?

The judge and each person are held against the same panels: the people left when one is taken out. So neither of them
has the larger panel, and their difference is paired by item.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turnwise.agreement.agree import AgreementSettings, asked
from turnwise.agreement.answers import Answers, Bools, Floats, Ints
from turnwise.agreement.estimate import Built, Estimate, build, estimates
from turnwise.agreement.scale import Question
from turnwise.agreement.statistic import Statistic, of_totals, ratio
from turnwise.agreement.weights import BY_LEVEL, agreement_weights
from turnwise.errors import InputError, OptionError, did_you_mean
from turnwise.tables.ratings import HUMAN, MODEL, Ratings


@dataclass(frozen=True)
class Beside:
    """One figure of the judge, the same figure of a person, and how much higher the judge's is."""

    name: str
    judge: Estimate
    person: Estimate
    difference: Estimate
    #: whether more of it is better
    more_is_better: bool = True


@dataclass(frozen=True)
class Leaning:
    """How often the judge gives an answer, beside how often people do."""

    answer: str
    judge: float
    people: float
    difference: Estimate


@dataclass(frozen=True)
class JudgeAgreement:
    """One judge and one question."""

    question: str
    level: str
    judge: str
    reference: str
    #: how many items the judge shares with a person; with two or more people; and what the judge alone answered
    n_items: int
    n_panels: int
    n_alone: int
    #: agreement with the majority of all people, where answers are categories
    majority: Estimate | None
    beside: tuple[Beside, ...]
    #: how far the judge is above the people's mean, where answers are numbers
    bias: Estimate | None
    leanings: tuple[Leaning, ...]
    cluster: str | None
    settings: AgreementSettings


def judge_agreement(
    ratings: Ratings,
    reference: str = HUMAN,
    against: str = MODEL,
    questions: Iterable[str] | None = None,
    settings: AgreementSettings | None = None,
) -> list[JudgeAgreement]:
    """Each judge among `against` beside the raters of `reference`, question by question.

    Both are a type of raters (`human`, `llm`) or names of raters, with commas between. A rater who is named on one
    side is not on the other by its type.
    """
    how = settings or AgreementSettings()
    people, judges = _raters(ratings, reference), _raters(ratings, against)
    if _is_type(ratings, reference) and not _is_type(ratings, against):
        people &= ~judges
    elif _is_type(ratings, against) and not _is_type(ratings, reference):
        judges &= ~people
    if not people.any() or not judges.any():
        side, said = ("reference", reference) if not people.any() else ("against", against)
        raise OptionError(f"{side}: found no {said!r} but those that are named on the other side; name other raters.")
    if (people & judges).any():
        both = ratings.raters[int(np.flatnonzero(people & judges)[0])]
        raise OptionError(f"against: found {both!r} on both sides, expected other raters than in the reference.")
    found = []
    for name in questions or ratings.questions:
        for judge in np.flatnonzero(judges).tolist():
            answered = (ratings.rater == judge) & (ratings.question == ratings.number(name))
            if answered.any():
                found.append(_beside(ratings, name, (people, judge), reference, how))
    if not found:
        raise InputError(f"{ratings.source}: {against} answered none of the questions; name other raters.")
    return found


def _is_type(ratings: Ratings, said: str) -> bool:
    return said in ratings.types


def _raters(ratings: Ratings, said: str) -> Bools:
    """The raters of a type, or of these names."""
    if _is_type(ratings, said):
        return np.array([kind == said for kind in ratings.types])
    chosen = np.zeros(len(ratings.raters), dtype=np.bool_)
    for name in (part.strip() for part in said.split(",")):
        if name not in ratings.raters:
            known = [*dict.fromkeys(ratings.types), *ratings.raters]
            some = ", ".join(known[:8]) + (", …" if len(known) > 8 else "")
            hint = did_you_mean(name, known) or f"; there are {some}."
            raise OptionError(f"{ratings.source}: there are no raters {name!r}{hint}")
        chosen[ratings.raters.index(name)] = True
    return chosen


def _beside(
    ratings: Ratings, name: str, who: tuple[Bools, int], reference: str, how: AgreementSettings
) -> JudgeAgreement:
    people, judge = who
    here = people.copy()
    here[judge] = True
    question = asked(ratings, name, how, here[ratings.rater])
    answers = question.answers
    by_judge = answers.rater == judge
    judged = np.bincount(answers.item[by_judge], minlength=answers.n_items) > 0
    n_people = np.bincount(answers.item[~by_judge], minlength=answers.n_items)
    shared, panels = judged & (n_people >= 1), judged & (n_people >= 2)
    if not shared.any():
        raise InputError(
            f"{ratings.source}: found no item of {name!r} that {ratings.raters[judge]} and {reference} both answered "
            "for, expected the same items; check that both name them alike."
        )
    all_shared = _Panels(question, answers.keeping(shared[answers.item]), judge, how.weights)
    of_panels = _Panels(question, answers.keeping(panels[answers.item]), judge, how.weights)
    majority, bias, *leaning = _estimates(all_shared.alone(), how)
    figures = list(of_panels.figures()) if panels.any() else []
    told = _estimates([one for figure in figures for one in figure.built], how)
    beside = [
        Beside(figure.name, told[3 * at], told[3 * at + 1], told[3 * at + 2], figure.more_is_better)
        for at, figure in enumerate(figures)
    ]
    clusters = all_shared.answers.n_clusters < all_shared.answers.n_items
    return JudgeAgreement(
        name, question.level, ratings.raters[judge], reference,
        int(shared.sum()), int(panels.sum()), int((judged & ~shared).sum()),
        majority if question.categories else None, tuple(beside),
        None if question.is_words else bias,
        tuple(Leaning(*share, estimate) for share, estimate in zip(all_shared.shares(), leaning, strict=True)),
        question.cluster if clusters else None, how,
    )  # fmt: skip


def _estimates(built: list[Built], how: AgreementSettings) -> list[Estimate]:
    return estimates(built, draws=how.draws, seed=how.seed, level=how.confidence)


@dataclass(frozen=True)
class _Figure:
    """A figure of the judge, of a person, and the difference."""

    name: str
    built: tuple[Built, Built, Built]
    more_is_better: bool = True


class _Panels:
    """Items that a judge and people answered for."""

    def __init__(self, question: Question, answers: Answers, judge: int, weights: str | None) -> None:
        self.question, self.answers = question, answers
        by_judge = answers.rater == judge
        self.judge = np.zeros(answers.n_items, dtype=np.int64)
        self.judge[answers.item[by_judge]] = answers.code[by_judge]
        item, code = answers.item[~by_judge], answers.code[~by_judge]
        q = answers.n_categories
        self.item, self.code = item, code
        self.number = np.bincount(item, minlength=answers.n_items).astype(np.float64)
        self.is_categories = bool(question.categories)
        if self.is_categories:
            counts = np.bincount(item * q + code, minlength=answers.n_items * q)
            self.counts = counts.reshape(-1, q).astype(np.float64)
            self.weights = weights or BY_LEVEL[question.level]

    def alone(self) -> list[Built]:
        """The agreement with the majority of all people, the bias, and the bias of each answer."""
        n = self.answers.n_items
        right = _credit(self.counts, self.judge) if self.is_categories else np.zeros(n)
        values = self.answers.categories
        means = np.bincount(self.item, weights=values[self.code], minlength=n) / self.number
        columns = [right, values[self.judge] - means]
        if self.is_categories:
            columns += list((np.eye(len(values))[self.judge] - self.counts / self.number[:, None]).T)
        return [self._built("mean", _mean(self.answers, column)) for column in columns]

    def shares(self) -> list[tuple[str, float, float]]:
        """Each answer with its share of the judge's and of the people's answers to the same items."""
        if not self.is_categories:
            return []
        judge = np.bincount(self.judge, minlength=self.answers.n_categories) / len(self.judge)
        people = (self.counts / self.number[:, None]).mean(axis=0)
        return list(zip(self.question.categories, judge.tolist(), people.tolist(), strict=True))

    def figures(self) -> Iterable[_Figure]:
        """What is measured of the judge and of a person alike."""
        if self.is_categories:
            matrix = agreement_weights(self.weights, self.answers.categories)
            suffix = "" if self.weights == "identity" else f", {self.weights}"
            yield self._of_means("same answer as a person", *self._pairs(np.eye(len(matrix))))
            yield self._kappas(f"κ with a person{suffix}", matrix)
            yield self._of_means("answer of the others' majority", *self._majorities())
        if not self.question.is_words and self.question.level != "nominal":
            away = self._away()
            yield self._of_means("distance from the others' mean", *map(np.abs, away), more_is_better=False)
            yield self._correlations()

    def _pairs(self, matrix: Floats) -> tuple[Floats, Floats]:
        """Of each item how much the judge agrees with a person, and a person with another."""
        weighted = self.counts @ matrix
        with_judge = weighted[np.arange(len(weighted)), self.judge] / self.number
        people = (self.counts * (weighted - 1)).sum(axis=1) / (self.number * (self.number - 1))
        return with_judge, people

    def _kappas(self, name: str, matrix: Floats) -> _Figure:
        """Agreement of pairs beyond chance: of the judge's and the people's shares, and of the people's alone."""
        q, n = self.answers.n_categories, self.answers.n_items
        columns = [*self._pairs(matrix), np.ones(n), np.eye(q)[self.judge], self.counts / self.number[:, None]]

        def both(t: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
            judge, people = t[..., 3 : 3 + q] / t[..., 2:3], t[..., 3 + q :] / t[..., 2:3]
            found = []
            for at, shares in ((0, judge), (1, people)):
                chance = np.einsum("...k,kl,...l", shares, matrix, people)
                found.append(ratio(t[..., at] / t[..., 2] - chance, 1 - chance))
            return found[0], found[1]

        return self._figure(name, columns, both)

    def _majorities(self) -> tuple[Floats, Floats]:
        """How often the judge, and how often the person left out, gives the answer of most of the others."""
        judge, person = np.zeros(len(self.judge)), np.zeros(len(self.judge))
        for category in range(self.answers.n_categories):
            weight = self.counts[:, category] / self.number
            others = self.counts.copy()
            others[:, category] -= 1
            judge += np.where(weight > 0, weight * _credit(others, self.judge), 0)
            person += np.where(weight > 0, weight * _credit(others, np.full(len(self.judge), category)), 0)
        return judge, person

    def _away(self) -> tuple[Floats, Floats]:
        """[person's answer]: how far the judge, and how far the person, is from the mean of the other people."""
        others, values = self._others(), self.answers.categories
        return values[self.judge][self.item] - others, values[self.code] - others

    def _others(self) -> Floats:
        values = self.answers.categories[self.code]
        sums = np.bincount(self.item, weights=values, minlength=self.answers.n_items)
        return np.asarray((sums[self.item] - values) / (self.number[self.item] - 1))

    def _per_item(self, of: Floats) -> Floats:
        """[item] of [person's answer]: the mean, so that every item counts the same."""
        return np.bincount(self.item, weights=of, minlength=self.answers.n_items) / self.number

    def _of_means(self, name: str, judge: Floats, person: Floats, *, more_is_better: bool = True) -> _Figure:
        columns = [
            self._per_item(column) if len(column) != self.answers.n_items else column for column in (judge, person)
        ]

        def both(t: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
            return t[..., 0] / t[..., 2], t[..., 1] / t[..., 2]

        return replace(
            self._figure(name, [*columns, np.ones(self.answers.n_items)], both), more_is_better=more_is_better
        )

    def _correlations(self) -> _Figure:
        """Pearson's r with the mean of the others."""
        others, values = self._others(), self.answers.categories
        y = others - others.mean()
        columns = [np.ones(self.answers.n_items), self._per_item(y), self._per_item(y**2)]
        for own in (values[self.judge][self.item], values[self.code]):
            x = own - values.mean()
            columns += [self._per_item(x), self._per_item(x**2), self._per_item(x * y)]

        def both(t: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
            y1, y2 = t[..., 1] / t[..., 0], t[..., 2] / t[..., 0]
            found = []
            for at in (3, 6):
                x1, x2, xy = (t[..., at + k] / t[..., 0] for k in range(3))
                spread = (x2 - x1**2) * (y2 - y1**2)
                found.append(ratio(xy - x1 * y1, np.sqrt(np.where(spread.real > 0, spread, 0))))
            return found[0], found[1]

        return self._figure("correlation with the others' mean", columns, both)

    def _figure(
        self,
        name: str,
        columns: list[Floats],
        both: Callable[[NDArray[Any]], tuple[NDArray[Any], NDArray[Any]]],
    ) -> _Figure:
        """The figure of the judge, of a person, and their difference, on the same totals."""

        def difference(t: NDArray[Any]) -> NDArray[Any]:
            judge, person = both(t)
            return judge - person

        ways: list[Callable[[NDArray[Any]], NDArray[Any]]] = [lambda t: both(t)[0], lambda t: both(t)[1], difference]
        first, second, third = (self._built(name, of_totals(self.answers, columns, way)) for way in ways)
        return _Figure(name, (first, second, third))

    def _built(self, name: str, statistic: Statistic) -> Built:
        return build(name, self.answers, (-np.inf, np.inf), lambda: statistic)


def _mean(answers: Answers, column: Floats) -> Statistic:
    return of_totals(answers, [column, np.ones(answers.n_items)], lambda t: ratio(t[..., 0], t[..., 1]))


def _credit(counts: Floats, answer: Ints) -> Floats:
    """1 for the answer that most gave; where several are tied, the chance to hit when one of them is drawn."""
    modes = counts == counts.max(axis=1, keepdims=True)
    return np.asarray(modes[np.arange(len(counts)), answer] / modes.sum(axis=1))
