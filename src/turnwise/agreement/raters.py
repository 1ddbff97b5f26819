"""The raters: each one's severity and bias, agreement with the rest, and time; and who is unlike the others.

Everything compares answers to the same items, so that a rater who got hard items is not called a bad one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from turnwise.agreement.agree import AgreementSettings, asked
from turnwise.agreement.answers import Answers, Bools, Floats, Ints
from turnwise.agreement.beside_others import beside_others
from turnwise.agreement.scale import Question
from turnwise.errors import InputError
from turnwise.tables.ratings import Ratings

#: Who shares fewer items (or clusters of them) with others is not judged.
FEWEST_ITEMS = 10
#: Among fewer raters nobody can be called unusual.
FEWEST_RATERS = 5
#: The chance of calling anybody unusual where nobody is.
ALPHA = 0.05


@dataclass(frozen=True)
class Effect:
    """A mean over a rater's items, with an interval."""

    value: float
    low: float | None
    high: float | None
    standard_error: float | None


@dataclass(frozen=True)
class RaterProfile:
    """One rater's answers to a question, beside those of the others to the same items."""

    rater: str
    type: str
    n_answers: int
    #: how many items somebody else answered for, too
    n_shared: int
    #: the mean difference from the others' mean; None where answers are words
    severity: Effect | None
    #: how much an answer of this rater agrees with another one
    agreement: float | None
    #: how much two others agree, on the same items
    among_others: float | None
    #: the difference of the two
    difference: Effect | None
    #: category → how much more often than the others
    bias: dict[str, Effect]
    #: the median time of an answer
    seconds: float | None
    #: in what this rater is unlike the others, with the chance of that
    unusual: dict[str, float]


@dataclass(frozen=True)
class RaterProfiles:
    """All raters of a question."""

    question: str
    level: str
    is_words: bool
    profiles: tuple[RaterProfile, ...]
    #: how many of them were judged, each in how many ways
    tested: int
    settings: AgreementSettings


def profile_raters(
    ratings: Ratings, questions: Iterable[str] | None = None, settings: AgreementSettings | None = None
) -> list[RaterProfiles]:
    """The raters of each question, or of those that are named."""
    how = settings or AgreementSettings()
    if not ratings.raters_known:
        raise InputError(
            f"{ratings.source}: found answers without names, expected a source that says who gave which; raters "
            "cannot be told apart."
        )
    return [_profiles(ratings, asked(ratings, name, how), how) for name in questions or ratings.questions]


def _profiles(ratings: Ratings, question: Question, how: AgreementSettings) -> RaterProfiles:
    answers = question.answers
    beside = beside_others(answers, question.level, how.weights, bool(question.categories))
    by_rater = _ByRater(answers, how.confidence)
    severity = None if question.is_words else by_rater.means(beside.above)
    difference = by_rater.means(beside.agreement - beside.among_others)
    shared = ~np.isnan(beside.agreement)
    categories = question.categories if question.level == "nominal" or question.is_words else ()
    bias = {name: by_rater.means(_more_often(answers, at)) for at, name in enumerate(categories)}
    traits = {"agreement": difference}
    traits |= {"severity": severity} if severity is not None else {}
    traits |= {f"answers {name!r}": effects for name, effects in bias.items()} if question.is_words else {}
    unusual, tested = _unusual(traits, by_rater.clusters(shared))
    seconds = ratings.seconds[question.rows] if ratings.seconds is not None else None
    profiles = []
    for rater in np.unique(answers.rater).tolist():
        mine = answers.rater == rater
        profiles.append(
            RaterProfile(
                ratings.raters[rater], ratings.types[rater], int(mine.sum()), int((mine & shared).sum()),
                severity[rater] if severity else None, _mean(beside.agreement[mine]), _mean(beside.among_others[mine]),
                difference[rater], {name: e for name, of in bias.items() if (e := of[rater]) is not None},
                None if seconds is None else _median(seconds[mine]), unusual.get(rater, {}),
            )
        )  # fmt: skip
    return RaterProfiles(question.name, question.level, question.is_words, tuple(profiles), tested, how)


def _more_often(answers: Answers, category: int) -> Floats:
    """Of each answer whether it is of this category, less the share of the others' that are."""
    is_it = (answers.code == category).astype(np.float64)
    number = answers.per_item[answers.item]
    others = np.where(number > 1, number - 1.0, np.nan)
    return is_it - (answers.counts[answers.item, category] - is_it) / others


class _ByRater:
    """Means over each rater's answers, whose errors allow for clusters of items."""

    def __init__(self, answers: Answers, confidence: float) -> None:
        self.rater, self.n_raters, self.confidence = answers.rater, answers.n_raters, confidence
        self.cluster = answers.cluster[answers.item]

    def _grouped(self, of: Floats) -> tuple[Ints, Floats, Floats]:
        """Of each rater and cluster that has values: the rater, the number of values and their sum."""
        known = ~np.isnan(of)
        pairs = self.rater[known] * (self.cluster.max(initial=0) + 1) + self.cluster[known]
        keys, at = np.unique(pairs, return_inverse=True)
        raters = np.asarray(keys // (self.cluster.max(initial=0) + 1), dtype=np.int64)
        sums = np.bincount(at, weights=of[known], minlength=len(keys)).astype(np.float64)
        return raters, np.bincount(at, minlength=len(keys)).astype(np.float64), sums

    def clusters(self, known: Bools) -> Ints:
        """How many clusters each rater has values in."""
        raters, _, _ = self._grouped(np.where(known, 1.0, np.nan))
        return np.bincount(raters, minlength=self.n_raters)

    def means(self, of: Floats) -> list[Effect | None]:
        """The mean of each rater's values, with the linearised error of a ratio over clusters."""
        from scipy.stats import t

        raters, numbers, sums = self._grouped(of)
        count = np.bincount(raters, minlength=self.n_raters)
        number = np.bincount(raters, weights=numbers, minlength=self.n_raters)
        mean = np.bincount(raters, weights=sums, minlength=self.n_raters) / np.where(number > 0, number, 1)
        squares = np.bincount(raters, weights=(sums - mean[raters] * numbers) ** 2, minlength=self.n_raters)
        freedom = np.maximum(count - 1, 1)
        error = np.sqrt(squares * count / freedom) / np.where(number > 0, number, 1)
        reach = error * t.ppf((1 + self.confidence) / 2, freedom)
        return [
            None if not n else Effect(m, None, None, None) if c < 2 else Effect(m, m - r, m + r, e)
            for n, c, m, r, e in zip(
                number.tolist(), count.tolist(), mean.tolist(), reach.tolist(), error.tolist(), strict=True
            )
        ]


def _unusual(traits: dict[str, list[Effect | None]], clusters: Ints) -> tuple[dict[int, dict[str, float]], int]:
    """Who is unlike the others beyond chance, by Holm's correction for all raters and traits; how many were tested.

    Raters differ, so each is compared with the spread of the others, and not with no difference at all.
    """
    able = np.flatnonzero(clusters >= FEWEST_ITEMS)
    if len(able) < FEWEST_RATERS:
        return {}, 0
    tests = [
        (rater, trait, p)
        for trait, effects in traits.items()
        for rater, p in _beside_the_spread({rater: effects[rater] for rater in able.tolist()})
    ]
    found: dict[int, dict[str, float]] = {}
    for (rater, trait, _), p in zip(tests, holm([p for _, _, p in tests]), strict=True):
        if p < ALPHA:
            found.setdefault(rater, {})[trait] = p
    return found, len(able)


def _beside_the_spread(of: dict[int, Effect | None]) -> list[tuple[int, float]]:
    """The chance that one more rater like the others would be so far from their mean: a studentised residual of each
    rater, left out of mean and spread. Of the others' spread, what their own errors explain is no difference."""
    from scipy.stats import t

    effects = {rater: effect for rater, effect in of.items() if effect and effect.standard_error}
    if len(effects) < FEWEST_RATERS:
        return []
    values = np.array([effect.value for effect in effects.values()])
    squares = np.array([effect.standard_error for effect in effects.values()], dtype=np.float64) ** 2
    n = len(values) - 1  # the others
    means = (values.sum() - values) / n
    within = (squares.sum() - squares) / n
    around = ((values**2).sum() - values**2 - n * means**2) / (n - 1)
    spread = np.maximum(around - within, 0)
    score = np.abs(values - means) / np.sqrt(spread + squares + np.maximum(around, within) / n)
    return list(zip(effects, (2 * t.sf(score, n - 1)).tolist(), strict=True))


def holm(p: Sequence[float]) -> list[float]:
    """Holm's adjusted p-values."""
    order = np.argsort(p, kind="stable")
    scaled = np.array(p, dtype=np.float64)[order] * (len(p) - np.arange(len(p)))
    adjusted = np.minimum(np.maximum.accumulate(scaled), 1) if len(p) else scaled
    found = np.empty(len(p))
    found[order] = adjusted
    return [float(value) for value in found]


def _mean(of: Floats) -> float | None:
    known = of[~np.isnan(of)]
    return float(known.mean()) if len(known) else None


def _median(of: Floats) -> float | None:
    known = of[~np.isnan(of)]
    return float(np.median(known)) if len(known) else None
