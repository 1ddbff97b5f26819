"""All settings of a policy at once.

A policy shows option *j* when its key reaches the cut, so as the cut falls each query changes its list once per
option. The mean under every cut, longest list and floor is therefore a running sum of those changes: the cost is that
of counting the options once, not of trying the settings one by one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from turnwise.policies.policy import Floats, Ints, Policy, best_of
from turnwise.policies.questions import Questions
from turnwise.policies.rounding import number, quantiles, rounded_cuts

#: How many values of a parameter are tried: the observed ones, thinned to so many quantiles.
PARAMETERS, FLOORS = 512, 128

#: No more settings than this are tried of one policy, to bound memory where lists may be very long.
SETTINGS = 1_000_000


@dataclass(frozen=True, eq=False)
class Grid:
    """The settings of one policy that are tried: every parameter × every longest list × every floor."""

    policy: type[Policy]
    values: Floats  # of the parameter, from the shortest lists to the longest
    longest: Ints
    floors: Floats  # ascending; minus infinity is no floor

    @property
    def shape(self) -> tuple[int, int, int]:
        return len(self.values), len(self.longest), len(self.floors)

    def setting(self, at: int) -> Policy:
        """The setting at this place of the flattened grid."""
        value, longest, floor = np.unravel_index(at, self.shape)
        low = float(self.floors[floor])
        return self.policy.of(float(self.values[value]), int(self.longest[longest]), low if low > -np.inf else None)

    def without_floor(self) -> NDArray[np.bool_]:
        """Which settings have no floor."""
        return np.broadcast_to(self.floors == -np.inf, self.shape).ravel()

    @cached_property
    def complexity(self) -> Ints:
        """How complicated each setting is to say: a floor, a longer list, more digits."""
        digits = np.array([len(number(v)) for v in self.values])[:, None, None]
        floor = np.array([0 if f == -np.inf else 1000 + len(number(f)) for f in self.floors])
        complexity: Ints = (floor * 1000 + self.longest[:, None] * 100 + digits).ravel()
        return complexity


def grid_of(policy: type[Policy], questions: Questions, longest: int, *, floors: bool) -> Grid:
    """The settings worth trying on these confidences: the roundest numbers that tell the observed ones apart."""
    scores = questions.scores[~questions.falls_back]
    every = np.arange(1, min(longest, questions.longest) + 1)
    values = policy.tried(quantiles(policy.observed(scores), PARAMETERS))
    low = np.array([-np.inf])
    if floors and policy.may_floor:
        kept = min(FLOORS, SETTINGS // (len(values) * len(every)))  # at least 8, see quantiles
        low = np.concatenate([low, rounded_cuts(quantiles(best_of(scores)[:, None], kept))])
    return Grid(policy, values, every, low)


def swept(grid: Grid, questions: Questions, table: Floats, fold: NDArray[np.int64], n_folds: int) -> Floats:
    """``sums[setting, fold]``: the sum over a fold's queries of what `table[query, length]` says of their lists."""
    n_values, n_longest, n_floors = grid.shape
    cuts = np.asarray(grid.policy.cut(grid.values), dtype=np.float64)
    keys = grid.policy.keys(questions.scores)
    active = np.searchsorted(grid.floors, best_of(questions.scores), side="right") - 1
    steps: Floats = np.zeros((n_longest, n_values, n_floors, n_folds))
    for j in range(n_longest):
        from_cut = np.searchsorted(-cuts, -keys[:, j], side="left")  # the first cut that shows this option
        seen = np.isfinite(questions.scores[:, j]) & (from_cut < n_values) & (active >= 0) & ~questions.falls_back
        cell = (from_cut * n_floors + active) * n_folds + fold
        change = table[:, j + 1] - table[:, j]
        counted = np.bincount(cell[seen], weights=change[seen], minlength=n_values * n_floors * n_folds)
        steps[j] = counted.reshape(n_values, n_floors, n_folds)
    # Longer lists add later options, lower cuts add options, higher floors leave queries out.
    sums = steps.cumsum(axis=0).cumsum(axis=1)[:, :, ::-1].cumsum(axis=2)[:, :, ::-1]
    alone = np.bincount(fold, weights=table[:, 0], minlength=n_folds)
    return np.asarray((sums.transpose(1, 0, 2, 3) + alone).reshape(-1, n_folds), dtype=np.float64)
