"""What a policy does to people's questions, in the numbers that every report shows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from turnwise.policies.policy import Floats, Ints, Policy
from turnwise.policies.questions import Questions


@dataclass(frozen=True)
class Estimate:
    """A mean over queries with its 95% bootstrap interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Shown:
    """What people see. A share is None where there is no such query; the fallback is a list of one."""

    right_in_list: float | None  # of in-scope queries
    mean_length: float
    length_shares: tuple[float, ...]  # of all queries: the fallback, one option, two, …
    fallback_when_out_of_scope: float | None
    fallback_when_in_scope: float | None


@dataclass(frozen=True)
class Outcome:
    """One policy's result: for a tuned one on held-out queries, with the setting chosen on all."""

    name: str
    setting: Policy
    fold_settings: tuple[Policy, ...]  # as chosen without each fold; empty where nothing is tuned
    value: Estimate
    difference: Estimate | None  # to one option; None for one option itself
    shown: Shown

    @property
    def tuned(self) -> bool:
        return bool(self.fold_settings)


@dataclass(frozen=True)
class Price:
    """The shortest lists that hold the right option often enough: held-out numbers, the setting chosen on all."""

    wanted: float  # the share of in-scope queries asked for
    setting: Policy
    right_in_list: float
    mean_length: float
    value: float


def final_lengths(questions: Questions, lengths: Ints) -> Ints:
    """What is really shown: no more than is ranked, and nothing where the bot falls back."""
    return np.where(questions.falls_back, 0, np.minimum(lengths, np.minimum(questions.ranked, questions.longest)))


def hits_table(questions: Questions) -> Floats:
    """``table[query, length]``: whether an in-scope query has a right option in a list of this length."""
    found = np.maximum.accumulate(questions.right & questions.in_scope[:, None], axis=1)
    return np.hstack([np.zeros((len(questions), 1)), found])


def shown_of(questions: Questions, lengths: Ints) -> Shown:
    """What people see when each query is shown this many options."""
    lengths = final_lengths(questions, lengths)
    inside = questions.in_scope
    hits = hits_table(questions)[np.arange(len(questions)), lengths]
    counts = np.bincount(lengths, minlength=questions.longest + 1)
    return Shown(
        right_in_list=_mean(hits[inside]),
        mean_length=float(np.maximum(lengths, 1).mean()),
        length_shares=tuple((counts / len(questions)).tolist()),
        fallback_when_out_of_scope=_mean(lengths[~inside] == 0),
        fallback_when_in_scope=_mean(lengths[inside] == 0),
    )


def _mean(values: Floats | np.ndarray) -> float | None:
    return float(np.mean(values)) if len(values) else None
