"""Table 1 of “A View From The Crowd”: κ of two ratings of each item, chosen by what they are; and what chance gives.

Choosing two of three ratings *because* they are close makes any raters agree: κ of the closest two is well above 0 for
ratings that were dealt out at random. So beside each figure stands what it comes to when the same ratings are dealt to
the items anew. Which of the two is called rater 1 does not matter: both ways count half, and so do all pairs where
several are as close, so nothing is left to a draw.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turnwise.agreement.answers import Answers
from turnwise.agreement.chance_corrected import fleiss, gwet
from turnwise.agreement.estimate import Estimate, build, estimates
from turnwise.agreement.krippendorff import krippendorff
from turnwise.agreement.statistic import OfTotals, Statistic, Undefined, of_totals, ratio
from turnwise.agreement.weights import agreement_weights
from turnwise.tables.candidates import Floats, Ints

SELECTIONS = ("closest", "lowest", "highest", "random")
#: Weights of κ: the paper's text says weighted, its code leaves them at 0 and 1.
WEIGHTS = ("identity", "quadratic")
#: How often the ratings are dealt anew.
DEALS = 50


@dataclass(frozen=True)
class Selected:
    """κ of two ratings of each item."""

    selection: str
    kappa: dict[str, Estimate]  # by weights
    by_chance: dict[str, float | None]


@dataclass(frozen=True)
class Whole:
    """A coefficient of all ratings, however many an item has."""

    name: str
    estimate: Estimate


def selected(answers: Answers, draws: int, seed: int) -> list[Selected]:
    """All four selections, for items with two ratings or more."""
    rng = np.random.default_rng(seed)
    matrices = {name: agreement_weights(name, answers.categories) for name in WEIGHTS}
    dealt: dict[tuple[str, str], list[float]] = {}
    for _ in range(DEALS if answers.n_items else 0):
        anew = replace(answers, code=rng.permutation(answers.code))
        for selection in SELECTIONS:
            both = joint(anew, selection).sum(axis=0)
            for name, matrix in matrices.items():
                dealt.setdefault((selection, name), []).append(float(_kappa(both, matrix)))
    found = []
    for selection in SELECTIONS:
        built = {name: build("kappa", answers, (-1, 1), _making(answers, selection, name)) for name in WEIGHTS}
        kappa = dict(zip(built, estimates(list(built.values()), draws=draws, seed=seed), strict=True))
        found.append(Selected(selection, kappa, {name: _mean(dealt.get((selection, name), [])) for name in WEIGHTS}))
    return found


def whole(answers: Answers, draws: int, seed: int) -> list[Whole]:
    """The right numbers: of all ratings at once."""
    makers: dict[str, Callable[[], Statistic]] = {
        "Krippendorff's α, ordinal": lambda: krippendorff(answers, "ordinal"),
        "Krippendorff's α, interval": lambda: krippendorff(answers, "interval"),
        "Fleiss' κ, quadratic weights": lambda: fleiss(answers, "quadratic"),
        "Gwet's AC2, quadratic weights": lambda: gwet(answers, "quadratic"),
    }
    built = [build(name, answers, (-1, 1), make) for name, make in makers.items()]
    return [Whole(one.name, one) for one in estimates(built, draws=draws, seed=seed)]


def _making(answers: Answers, selection: str, weights: str) -> Callable[[], Statistic]:
    return lambda: kappa_of_two(answers, selection, weights)


def _mean(values: list[float]) -> float | None:
    known = [value for value in values if np.isfinite(value)]
    return float(np.mean(known)) if known else None


def kappa_of_two(answers: Answers, selection: str, weights: str) -> OfTotals:
    """κ from the joint table of the two ratings, summed over items."""
    tables = joint(answers, selection)
    q = answers.n_categories
    matrix = agreement_weights(weights, answers.categories)
    if not tables.any():
        raise Undefined("no item has two ratings")

    def of(totals: NDArray[Any]) -> NDArray[Any]:
        return _kappa(totals.reshape(*totals.shape[:-1], q, q), matrix)

    return of_totals(answers, [tables.reshape(len(tables), -1)], of)


def _kappa(both: NDArray[Any], matrix: Floats) -> NDArray[Any]:
    """κ of a symmetric joint table ``[…, category, category]``."""
    number = both.sum(axis=(-1, -2))
    share = ratio(both.sum(axis=-1), number[..., None])
    chance = np.einsum("...k,kl,...l", share, matrix, share)
    return ratio(ratio((both * matrix).sum(axis=(-1, -2)), number) - chance, 1 - chance)


def joint(answers: Answers, selection: str) -> Floats:
    """``[item, category, category]``: which two ratings were chosen, both ways half; 0 for items with one rating."""
    q = answers.n_categories
    tables = np.zeros((answers.n_items, q, q))
    order = np.lexsort((answers.code, answers.item))
    code = answers.code[order]
    starts = np.concatenate(([0], np.cumsum(answers.per_item)))[:-1]
    for number in np.unique(answers.per_item):
        if number < 2:
            continue
        items = np.flatnonzero(answers.per_item == number)
        ratings = code[starts[items][:, None] + np.arange(number)]
        for one, other, share in _pairs(ratings, answers.categories, selection):
            np.add.at(tables, (items, one, other), share / 2)
            np.add.at(tables, (items, other, one), share / 2)
    return tables


def _pairs(ratings: Ints, categories: Floats, selection: str) -> list[tuple[Ints, Ints, Any]]:
    """Pairs of columns of ``ratings[item, sorted]``, and the share that each counts for."""
    number = ratings.shape[1]
    if selection == "lowest":
        return [(ratings[:, 0], ratings[:, 1], 1.0)]
    if selection == "highest":
        return [(ratings[:, -2], ratings[:, -1], 1.0)]
    if selection == "random":
        every = [(a, b) for a in range(number) for b in range(a + 1, number)]
        return [(ratings[:, a], ratings[:, b], 1 / len(every)) for a, b in every]
    gaps = np.diff(categories[ratings], axis=1)
    closest = gaps == gaps.min(axis=1, keepdims=True)
    share = closest / closest.sum(axis=1, keepdims=True)
    return [(ratings[:, at], ratings[:, at + 1], share[:, at]) for at in range(number - 1)]
