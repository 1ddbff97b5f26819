"""Which raters to believe, by how they rate the answers that the maker gave in the dialogues."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from turnwise.agreement.estimate import Estimate, build, estimates
from turnwise.agreement.krippendorff import krippendorff
from turnwise.crowd.rated import Rated
from turnwise.errors import OptionError, did_you_mean
from turnwise.tables.candidates import Bools, Floats, Ints

#: Rules by name → who is dropped, and the limit that it has.
RULES = {
    "any": "who gave any gold answer less than {least:g}",
    "share": "who gave more than {limit:.0%} of the gold answers less than {least:g}",
    "deviation": "who rated gold answers {limit:g} or more below what others gave the same ones, in the mean",
    "none": "nobody",
}
LIMITS = {"share": 0.5, "deviation": 1.0}


@dataclass(frozen=True)
class Quality:
    """A rule. Raters with fewer than `min_golds` gold answers are not judged by it."""

    rule: str = "any"
    least: float = 4.0
    limit: float | None = None
    min_golds: int = 1

    def __post_init__(self) -> None:
        if self.rule not in RULES:
            hint = did_you_mean(self.rule, RULES) or f"; the rules are {', '.join(RULES)}."
            raise OptionError(f"there is no rule of quality {self.rule!r}{hint}")
        if self.limit is not None and self.rule not in LIMITS:
            raise OptionError(f"the rule {self.rule!r} has no limit; those that have one are {', '.join(LIMITS)}.")

    def __str__(self) -> str:
        said = RULES[self.rule].format(least=self.least, limit=self.allowed)
        return said + (f" (of {self.min_golds} or more)" if self.min_golds > 1 and self.rule != "none" else "")

    @property
    def allowed(self) -> float:
        return LIMITS.get(self.rule, 0.0) if self.limit is None else self.limit


@dataclass(frozen=True, eq=False)
class RaterChecks:
    """What each rater did with gold answers."""

    ratings: Ints
    golds: Ints
    failed: Ints
    below_others: Floats  # NaN where nobody else rated the same gold answers


@dataclass(frozen=True)
class Cost:
    """What a rule drops, and what is left."""

    rule: str
    says: str
    raters: int
    raters_dropped: int
    ratings: int
    ratings_dropped: int
    gold_mean: float | None
    alpha: Estimate

    @property
    def share_dropped(self) -> float:
        return self.ratings_dropped / self.ratings if self.ratings else 0.0


def checks_of(rated: Rated, least: float) -> RaterChecks:
    n = len(rated.raters)
    golds = rated.candidates.is_gold[rated.item]
    total = np.bincount(rated.item, weights=rated.value, minlength=len(rated.candidates))
    others = rated.counts[rated.item] - 1
    shared = golds & (others > 0)
    apart = np.zeros(len(rated))
    apart[shared] = (total[rated.item] - rated.value)[shared] / others[shared] - rated.value[shared]
    compared = np.bincount(rated.rater[shared], minlength=n)
    below = np.bincount(rated.rater[shared], weights=apart[shared], minlength=n)
    return RaterChecks(
        np.bincount(rated.rater, minlength=n),
        np.bincount(rated.rater[golds], minlength=n),
        np.bincount(rated.rater[golds & (rated.value < least)], minlength=n),
        np.where(compared > 0, below / np.maximum(compared, 1), np.nan),
    )


def dropped(checks: RaterChecks, quality: Quality) -> Bools:
    """Whether each rater is dropped."""
    judged = checks.golds >= max(quality.min_golds, 1)
    if quality.rule == "any":
        return judged & (checks.failed > 0)
    if quality.rule == "share":
        return judged & (checks.failed > quality.allowed * np.maximum(checks.golds, 1))
    if quality.rule == "deviation":
        return judged & (np.nan_to_num(checks.below_others, nan=-np.inf) >= quality.allowed)
    return np.zeros(len(judged), dtype=np.bool_)


def believed(rated: Rated, quality: Quality) -> Rated:
    """The ratings without those of dropped raters."""
    if quality.rule != "none" and not rated.raters_known:
        raise OptionError("the ratings do not say who gave them, so nobody can be dropped; choose --quality none.")
    out = dropped(checks_of(rated, quality.least), quality)
    return rated.keeping(~out[rated.rater])


def costs(rated: Rated, chosen: Quality, draws: int, seed: int) -> list[Cost]:
    """Every rule with its own limit, and the chosen one as it is set."""
    rules = [chosen if name == chosen.rule else Quality(name, chosen.least, None, chosen.min_golds) for name in RULES]
    if not rated.raters_known:
        rules = [chosen]
    return [_cost(rated, rule, draws, seed) for rule in rules]


def _cost(rated: Rated, quality: Quality, draws: int, seed: int) -> Cost:
    out = dropped(checks_of(rated, quality.least), quality)
    left = rated.keeping(~out[rated.rater])
    golds = left.value[left.candidates.is_gold[left.item]]
    used = np.bincount(rated.rater, minlength=len(rated.raters)) > 0
    return Cost(
        quality.rule, str(quality), int(used.sum()), int((out & used).sum()), len(rated), len(rated) - len(left),
        float(golds.mean()) if len(golds) else None, ordinal_alpha(left, ~left.candidates.is_gold, draws, seed),
    )  # fmt: skip


def ordinal_alpha(rated: Rated, items: Bools, draws: int, seed: int) -> Estimate:
    """Krippendorff's α over some candidates, with the interval that drawing whole dialogues gives."""
    answers = rated.answers(items)
    made: Any = build("alpha", answers, (-1, 1), lambda: krippendorff(answers, "ordinal"))
    return estimates([made], draws=draws, seed=seed)[0]
