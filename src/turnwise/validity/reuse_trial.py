"""Reuse put to the test: annotated dialogues are predicted as if they were new, and the guess is held to the label."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turnwise.agreement.estimate import Interval, percentiles
from turnwise.agreement.statistic import samples
from turnwise.errors import InputError
from turnwise.tables.dialogues import Dialogues
from turnwise.validity.matrices import labels_of, mean_of, numbers_of
from turnwise.validity.reuse import Likeness, reuse

Floats = NDArray[np.float64]

#: Up to so many dialogues each is left out on its own; of more, a tenth at a time.
ONE_BY_ONE = 100
FOLDS = 10


@dataclass(frozen=True)
class Guess:
    """How well one method predicts: R² against the mean of the annotated dialogues, and the mean absolute error."""

    method: str
    r_squared: float
    interval: Interval | None
    absolute_error: float
    #: R² less that of reused labels, with its interval over dialogues
    beyond_labels: float
    beyond_interval: Interval | None


@dataclass(frozen=True)
class ReuseTrial:
    """Every method on the same dialogues."""

    label: str
    group: str | None
    likeness: Likeness
    dialogues: int
    #: dialogues without an annotated one of their problem, or without a label
    left_out: int
    folds: int
    neighbours: int
    guesses: list[Guess]
    level: float
    draws: int
    seed: int

    @property
    def holds(self) -> bool | None:
        """Whether reused nuggets predict better than reused labels; None where the interval leaves it open."""
        interval = self.of("nuggets").beyond_interval
        if interval is None:
            return None
        return True if interval.low > 0 else False if interval.high < 0 else None

    def of(self, method: str) -> Guess:
        return next(guess for guess in self.guesses if guess.method == method)

    @property
    def verdict(self) -> str:
        """In words."""
        nuggets, labels = self.of("nuggets"), self.of("labels")
        how = {
            True: "Reused nuggets predict better than reused labels",
            False: "Reused labels predict better than reused nuggets",
            None: "It is not shown that reused nuggets predict better than reused labels, or worse",
        }[self.holds]
        best = next((guess for guess in self.guesses if guess.method == "known nuggets"), None)
        known = f"; knowing the dialogue's own nuggets would give {best.r_squared:.2f}" if best else ""
        blind = (
            " Posts were matched by length and place alone, since there are no texts: this knows nothing of what was "
            "said, so it is no test of reusing nuggets, only of what their places tell."
            if self.likeness == "places"
            else ""
        )
        return f"{how} (R² of {self.label} {nuggets.r_squared:.2f} and {labels.r_squared:.2f}{known}).{blind}"


def reuse_trial(
    dialogues: Dialogues,
    label: str,
    *,
    group: str | None = None,
    neighbours: int = 5,
    draws: int = 2000,
    seed: int = 0,
    level: float = 0.95,
) -> ReuseTrial:
    """Predict each dialogue from the others: one by one, or in ten parts of random dialogues where there are many."""
    given = mean_of(numbers_of(labels_of(dialogues), label))
    n = len(dialogues)
    if n < 4:
        raise InputError(f"{dialogues.source}: found {n} dialogues, expected 4 at least to predict each from the rest.")
    folds = n if n <= ONE_BY_ONE else FOLDS
    fold = np.random.default_rng(seed).permutation(n) % folds
    guessed: dict[str, Floats] = {}
    baseline = np.full(n, np.nan)
    likeness: Likeness = "places"
    for at in range(folds):
        out = fold == at
        found = reuse(dialogues.keeping(~out), dialogues.keeping(out), label, group=group, neighbours=neighbours)
        likeness = found.likeness
        for method, values in found.labels.items():
            guessed.setdefault(method, np.full(n, np.nan))[out] = values
        baseline[out] = np.nanmean(given[~out])
    known = ~np.isnan(given) & ~np.isnan(guessed["nuggets"])
    if known.sum() < 2:
        raise InputError(
            f"{dialogues.source}: found {int(known.sum())} dialogues with another of the same {group}, expected 2 at "
            "least; leave --group out."
        )
    wrong = {method: (values[known] - given[known]) ** 2 for method, values in guessed.items()}
    absolute = {method: float(np.abs(values[known] - given[known]).mean()) for method, values in guessed.items()}
    base = (baseline[known] - given[known]) ** 2
    return ReuseTrial(
        label, group, likeness, int(known.sum()), int((~known).sum()), folds, neighbours,
        _guesses(wrong, absolute, base, draws, seed, level), level, draws, seed,
    )  # fmt: skip


def _guesses(
    wrong: dict[str, Floats], absolute: dict[str, float], base: Floats, draws: int, seed: int, level: float
) -> list[Guess]:
    errors = np.stack([*wrong.values(), base], axis=1)
    names = list(wrong)
    values = _r_squared(errors.sum(axis=0)[None])[0]
    drawn = [_r_squared(weights @ errors) for weights in samples(len(errors), draws, seed)]
    spread = np.concatenate(drawn) if drawn else np.empty((0, len(names)))
    labels = names.index("labels")

    def interval(of: Floats) -> Interval | None:
        return percentiles(of, level)[0] if len(of) else None

    return [
        Guess(
            name, float(values[at]), interval(spread[:, at]), absolute[name], float(values[at] - values[labels]),
            None if at == labels else interval(spread[:, at] - spread[:, labels]),
        )
        for at, name in enumerate(names)
    ]  # fmt: skip


def _r_squared(totals: Floats) -> Floats:
    """Of sums of squared errors by method, the last column being those of the mean."""
    none = totals[:, -1:] <= 0
    return np.asarray(np.where(none, np.nan, 1 - totals[:, :-1] / np.where(none, 1, totals[:, -1:])))
