"""How much raters agree, question by question: every coefficient that suits, with its intervals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from turnwise.agreement.answers import Answers, Bools
from turnwise.agreement.catalogue import COEFFICIENTS, Coefficient, chosen, named, suiting
from turnwise.agreement.estimate import Built, Estimate, build, estimates
from turnwise.agreement.scale import Question, collapsed_by, question_of
from turnwise.agreement.weights import WEIGHTS
from turnwise.errors import OptionError, did_you_mean
from turnwise.tables.decisions import Decisions
from turnwise.tables.ratings import MODEL, Ratings


@dataclass(frozen=True)
class AgreementSettings:
    """How agreement is measured; what is None or empty follows from the answers."""

    coefficients: Sequence[str] = ()
    level: str | None = None
    weights: str | None = None
    #: what categories become: ``2,1=1;-1,-2=-1``
    collapse: str | None = None
    #: all that could be answered, in order
    categories: Sequence[str] = ()
    #: the group of items that is drawn as a whole; `none` where items are drawn one by one
    cluster: str | None = None
    draws: int = 2000
    seed: int = 0
    confidence: float = 0.95

    def __post_init__(self) -> None:
        if self.draws < 0:
            raise OptionError(f"draws: found {self.draws}, expected 0 or more.")
        if self.seed < 0:
            raise OptionError(f"seed: found {self.seed}, expected 0 or more.")
        if not 0 < self.confidence < 1:
            raise OptionError(f"confidence: found {self.confidence:g}, expected a number between 0 and 1.")
        if self.weights is not None and self.weights not in WEIGHTS:
            hint = did_you_mean(self.weights, WEIGHTS) or f"; the weights are {', '.join(WEIGHTS)}."
            raise OptionError(f"there are no weights {self.weights!r}{hint}")


@dataclass(frozen=True)
class Category:
    """How often a category was answered, and how often a second answer to the same item is it, too."""

    name: str
    count: int
    share: float
    #: the agreement specific to it; None where nobody else answered for an item that got it
    agreement: float | None


@dataclass(frozen=True)
class Measured:
    """A coefficient, and what it came to."""

    coefficient: Coefficient
    estimate: Estimate


@dataclass(frozen=True)
class QuestionAgreement:
    """What can be said of one question."""

    question: str
    level: str
    measured: tuple[Measured, ...]
    categories: tuple[Category, ...]
    n_items: int
    n_answers: int
    #: None where the source does not say who answered
    n_raters: int | None
    #: the fewest and the most answers of an item
    per_item: tuple[int, int]
    #: items with one answer, which say nothing about agreement
    single_items: int
    #: how often a rater said that there is no answer
    unanswered: int
    n_clusters: int
    cluster: str | None
    #: who answered, where that is known, and which of them are models
    raters: tuple[str, ...] = ()
    models: tuple[str, ...] = ()

    def __getitem__(self, name: str) -> Estimate:
        """The estimate of a coefficient: by its key, or by the title that stands in tables where it has two."""
        for one in self.measured:
            if name in (one.coefficient.title, one.coefficient.key):
                return one.estimate
        key = named(name)
        for one in self.measured:
            if one.coefficient.key == key:
                return one.estimate
        raise OptionError(f"{self.question!r}: {COEFFICIENTS[key].title} was not measured; ask for it by its name.")


@dataclass(frozen=True, eq=False)
class Agreement:
    """How much the raters of a study agree."""

    source: str
    questions: tuple[QuestionAgreement, ...]
    settings: AgreementSettings
    decisions: Decisions = field(default_factory=Decisions)

    def __iter__(self) -> Iterator[QuestionAgreement]:
        return iter(self.questions)

    def __getitem__(self, question: str) -> QuestionAgreement:
        for one in self.questions:
            if one.question == question:
                return one
        names = [one.question for one in self.questions]
        hint = did_you_mean(question, names) or f"; there are {', '.join(names)}."
        raise OptionError(f"{self.source}: there is no question {question!r}{hint}")

    def __str__(self) -> str:
        from turnwise.agreement.wording import in_words

        return in_words(self)


def measure_agreement(
    ratings: Ratings,
    questions: Iterable[str] | None = None,
    settings: AgreementSettings | None = None,
    decisions: Decisions | None = None,
) -> Agreement:
    """The agreement on each question, or on those that are named."""
    how = settings or AgreementSettings()
    names = list(questions or ratings.questions)
    found = []
    for name in names:
        question = asked(ratings, name, how)
        of = agreement_on(question, ratings.unanswered.get(name, 0), how)
        who = np.unique(question.answers.rater).tolist() if ratings.raters_known else []
        models = tuple(ratings.raters[at] for at in who if ratings.types[at] == MODEL)
        found.append(replace(of, raters=tuple(ratings.raters[at] for at in who), models=models))
    return Agreement(ratings.source, tuple(found), how, decisions or Decisions())


def asked(ratings: Ratings, name: str, how: AgreementSettings, rows: Bools | None = None) -> Question:
    """A question as the settings want it looked at; only of the chosen `rows`, if any are."""
    collapse = collapsed_by(how.collapse) if how.collapse else None
    return question_of(
        ratings, name, level=how.level, categories=how.categories, collapse=collapse, cluster=how.cluster,
        weights=how.weights, rows=rows,
    )  # fmt: skip


def agreement_on(question: Question, unanswered: int, how: AgreementSettings) -> QuestionAgreement:
    """The agreement on one question."""
    answers, level = question.answers, question.level
    keys = list(dict.fromkeys(named(name) for name in how.coefficients))
    wanted = chosen(keys, level, how.weights) if keys else suiting(answers, level, how.weights)
    built = [_build(coefficient, answers) for coefficient in wanted]
    found = _together(built, how)
    per_item = answers.per_item
    return QuestionAgreement(
        question.name,
        level,
        tuple(map(Measured, wanted, found)),
        categories_of(question),
        answers.n_items,
        len(answers.item),
        len(np.unique(answers.rater)) if answers.raters_known else None,
        (int(per_item.min()), int(per_item.max())) if answers.n_items else (0, 0),
        int((per_item == 1).sum()),
        unanswered,
        answers.n_clusters,
        question.cluster if answers.n_clusters < answers.n_items else None,
    )


def _build(coefficient: Coefficient, answers: Answers) -> Built:
    kind = COEFFICIENTS[coefficient.key]
    prepared = kind.prepare(answers) if answers.n_items else answers
    if not prepared.n_items:  # its own reason is better than that nothing is left
        prepared = answers
    return build(coefficient.title, prepared, kind.range, lambda: kind.make(prepared, coefficient.how))


def _together(built: Sequence[Built], how: AgreementSettings) -> list[Estimate]:
    """Estimates in order. Those of the same clusters are drawn together, so that the samples are the same."""
    found: dict[int, Estimate] = {}
    for clusters in dict.fromkeys(one.answers.n_clusters for one in built):
        same = [at for at, one in enumerate(built) if one.answers.n_clusters == clusters]
        of = estimates([built[at] for at in same], draws=how.draws, seed=how.seed, level=how.confidence)
        found |= dict(zip(same, of, strict=True))
    return [found[at] for at in range(len(built))]


def categories_of(question: Question) -> tuple[Category, ...]:
    """How often each category was answered, where answers are categories."""
    if not question.categories:
        return ()
    counts, per_item = question.answers.counts, question.answers.per_item
    total = counts.sum(axis=0)
    same = (counts * (counts - 1)).sum(axis=0)
    others = (counts * (per_item[:, None] - 1)).sum(axis=0)
    return tuple(
        Category(name, int(total[at]), float(total[at] / max(total.sum(), 1)),
                 float(same[at] / others[at]) if others[at] else None)
        for at, name in enumerate(question.categories)
    )  # fmt: skip
