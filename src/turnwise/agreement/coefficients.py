"""The coefficients as functions of arrays: a matrix ``[item, rater]``, NaN where a rater did not answer for an item.

All are keyword-alike: `categories` are all that could be answered, where not all were; `clusters` names the cluster of
each item, where items (turns) are parts of something that was drawn as a whole (dialogues); `draws` is the number of
bootstrap samples, none by default.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from turnwise.agreement import chance_corrected, cohen, intraclass, kendall, krippendorff
from turnwise.agreement.answers import Answers, answers_of
from turnwise.agreement.estimate import Estimate, build, estimates
from turnwise.errors import OptionError

Ratings = Answers | ArrayLike
Weights = str | ArrayLike


def percent_agreement(ratings: Ratings, *, weights: Weights = "identity", **how: Any) -> Estimate:
    """The share of pairs of answers to one item that agree."""
    return _estimate("percent", ratings, lambda a: chance_corrected.percent_agreement(a, weights), (0, 1), **how)


def fleiss_kappa(ratings: Ratings, *, weights: Weights = "identity", **how: Any) -> Estimate:
    """Fleiss' κ, for any number of answers to each item."""
    return _estimate("Fleiss", ratings, lambda a: chance_corrected.fleiss(a, weights), **how)


def randolph_kappa(ratings: Ratings, *, weights: Weights = "identity", **how: Any) -> Estimate:
    """Randolph's κ_free, which is the coefficient of Brennan and Prediger."""
    return _estimate("Randolph", ratings, lambda a: chance_corrected.randolph(a, weights), **how)


def conger_kappa(ratings: Ratings, *, weights: Weights = "identity", **how: Any) -> Estimate:
    """Conger's κ: that of Cohen for any number of raters."""
    return _estimate("Conger", ratings, lambda a: chance_corrected.conger(a, weights), **how)


def gwet_ac(ratings: Ratings, *, weights: Weights = "identity", **how: Any) -> Estimate:
    """Gwet's AC1; with weights other than `identity`, AC2."""
    return _estimate("AC", ratings, lambda a: chance_corrected.gwet(a, weights), **how)


def krippendorff_alpha(ratings: Ratings, *, level: str = "nominal", **how: Any) -> Estimate:
    """Krippendorff's α; `level` is nominal, ordinal, interval or ratio."""
    return _estimate("alpha", ratings, lambda a: krippendorff.krippendorff(a, level), **how)


def cohen_kappa(one: ArrayLike, other: ArrayLike, *, weights: Weights = "identity", **how: Any) -> Estimate:
    """Cohen's κ of two raters, whose answers stand in the order of the items; NaN where there is none.

    Items that only one of the two answered for are left out.
    """
    pair = np.stack([np.asarray(one, dtype=np.float64), np.asarray(other, dtype=np.float64)], axis=1)
    pair[np.isnan(pair).any(axis=1)] = np.nan
    return _estimate("Cohen", pair, lambda a: cohen.cohen(a, weights), **how)


def icc(ratings: Ratings, *, form: Literal["1", "A", "C"] = "A", average: bool = False, **how: Any) -> Estimate:
    """An intraclass correlation: ICC(1), ICC(A,1) or ICC(C,1); with `average` that of the mean of k raters."""
    if form not in ("1", "A", "C"):
        raise OptionError(f"icc: found the form {form!r}, expected '1', 'A' or 'C'.")

    def make(answers: Answers) -> Any:
        if form == "1":
            return intraclass.icc_one_way(answers, average=average)
        return intraclass.icc_two_way(answers, agreement=form == "A", average=average)

    return _estimate(f"ICC({form})", ratings, make, **how)


def kendall_w(ratings: Ratings, **how: Any) -> Estimate:
    """Kendall's W, with ties, over the items that all raters answered for."""
    answers = answers_of(ratings, categories=how.pop("categories", None), clusters=how.pop("clusters", None))
    whole = kendall.complete_items(answers) if answers.n_items else answers
    return _estimate("W", whole, kendall.kendall, (0, 1), **how)


def _estimate(
    name: str,
    ratings: Ratings,
    make: Any,
    range: tuple[float, float] = (-1, 1),
    *,
    categories: Sequence[float] | None = None,
    clusters: ArrayLike | None = None,
    draws: int = 0,
    seed: int = 0,
    level: float = 0.95,
) -> Estimate:
    answers = answers_of(ratings, categories=categories, clusters=clusters)
    return estimates([build(name, answers, range, lambda: make(answers))], draws=draws, seed=seed, level=level)[0]
