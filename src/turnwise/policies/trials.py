"""All settings of a policy, tried on every fold, and the best of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from turnwise.policies.outcome import hits_table
from turnwise.policies.policy import Floats, Ints, Policy
from turnwise.policies.questions import Questions
from turnwise.policies.sweep import Grid, grid_of, swept
from turnwise.policies.tuning import Curve

#: Means closer than this are the same: running sums round differently from plain ones.
SAME = 1e-12


@dataclass(frozen=True, eq=False)
class Sums:
    """Something of each setting, summed over the queries of each fold: ``[setting, fold]``."""

    by_fold: Floats

    def __len__(self) -> int:
        return len(self.by_fold)

    @cached_property
    def of_all(self) -> Floats:
        """Over all folds."""
        return np.asarray(self.by_fold.sum(axis=1), dtype=np.float64)

    def of(self, without: int | None) -> Floats:
        """Over all folds but one."""
        return self.of_all if without is None else self.of_all - self.by_fold[:, without]


@dataclass(frozen=True, eq=False)
class Trial:
    """One policy's settings with what they come to on every fold."""

    grid: Grid
    worth: Sums  # of the measure
    length: Sums  # of what people see; the fallback is a list of one
    hits: Sums  # of in-scope queries with a right option in the list


def trial_of(policy: type[Policy], asked: Questions, table: Floats, fold: Ints, folds: int) -> Trial:
    """Try every setting worth trying."""
    # A floor only pays where a query has no right option; without such queries there is nothing to learn it from.
    grid = grid_of(policy, asked, asked.longest, floors=bool(asked.out_of_scope.any()))
    seen = np.minimum(np.arange(asked.longest + 1), np.minimum(asked.ranked, asked.longest)[:, None])
    lengths = np.maximum(seen, 1).astype(np.float64)
    return Trial(grid, *(Sums(swept(grid, asked, of, fold, folds)) for of in (table, lengths, hits_table(asked))))


def best_of(trials: Sequence[Trial], n: int, without: int | None = None) -> Policy:
    """The setting with the highest mean on all folds but one; ties to shorter lists, then to the simpler setting.

    The trials stand simplest policy first.
    """
    worth = [trial.worth.of(without) for trial in trials]
    most = max(w.max() for w in worth) - SAME * n
    return _shortest(trials, [w >= most for w in worth], n, without)


def cheapest_of(trials: Sequence[Trial], n: int, share: float, in_scope: Ints, without: int | None = None) -> Policy:
    """The setting with the shortest lists that hold the right option of this share of the in-scope queries.

    Settings with a floor are left out: they are short because they do not answer. Where nothing holds so many, as
    many as can be had are enough.
    """
    needed = share * (in_scope.sum() - (0 if without is None else in_scope[without]))
    hits = [np.where(trial.grid.without_floor(), trial.hits.of(without), -1.0) for trial in trials]
    enough = min(needed, max(h.max() for h in hits)) - SAME * n
    return _shortest(trials, [h >= enough for h in hits], n, without)


def _shortest(trials: Sequence[Trial], kept: Sequence[np.ndarray], n: int, without: int | None) -> Policy:
    """Of the kept settings the one with the shortest lists; ties to the simpler one."""
    lengths = [np.where(keep, trial.length.of(without), np.inf) for trial, keep in zip(trials, kept, strict=True)]
    short = min(length.min() for length in lengths) + SAME * n
    trial, length = next((t, s) for t, s in zip(trials, lengths, strict=True) if s.min() <= short)
    among = np.flatnonzero(length <= short)
    return trial.grid.setting(int(among[np.argmin(trial.grid.complexity[among])]))


def curve_of(trial: Trial, asked: Questions, chosen: Policy) -> Curve:
    """How the policy fares on all queries along its parameter, with the longest lists and the chosen floor, if any."""
    grid, n = trial.grid, len(asked)
    order = np.argsort(grid.values)
    floor = chosen.settings.get("floor") if isinstance(chosen, grid.policy) else None
    held = 0 if floor is None else int(np.flatnonzero(grid.floors == floor)[0])

    def along(sums: Sums, over: int) -> Floats:
        line: Floats = sums.of_all.reshape(grid.shape)[order, -1, held] / over
        return line

    values, worth, length = grid.values[order], along(trial.worth, n), along(trial.length, n)
    top = np.flatnonzero(worth >= worth.max() - SAME)
    return Curve(
        policy=grid.policy.name,
        parameter=str(grid.policy.parameter),
        max_length=int(grid.longest[-1]),
        floor=floor,
        values=values,
        measure=worth,
        mean_length=length,
        right_in_list=along(trial.hits, int(asked.in_scope.sum())),
        best=float(values[top[np.argmin(length[top])]]),
    )
