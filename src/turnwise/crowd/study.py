"""All that ratings of an avatar's answers say: quality, agreement, first choices, metrics, what is versatile."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from turnwise.agreement.estimate import Estimate
from turnwise.crowd.choices import Choice, Correlation, correlations, first_choices, gold_mean
from turnwise.crowd.figure import Figure
from turnwise.crowd.metrics import Against, metrics
from turnwise.crowd.quality import Cost, Quality, RaterChecks, believed, checks_of, costs, dropped, ordinal_alpha
from turnwise.crowd.rated import Rated
from turnwise.crowd.two_ratings import Selected, Whole, selected, whole
from turnwise.crowd.variation import ONE_SIDED, VERSATILE, Variation, variation
from turnwise.errors import InputError
from turnwise.tables.candidates import Bools


@dataclass(frozen=True)
class CrowdSettings:
    quality: Quality = field(default_factory=Quality)
    right_from: float = 3.5
    draws: int = 2000
    seed: int = 0


@dataclass(frozen=True, eq=False)
class CrowdStudy:
    """What was found. All but the costs of quality is of the ratings that are believed."""

    settings: CrowdSettings
    rated: Rated
    everything: Rated
    checks: RaterChecks
    out: Bools  # [rater]
    costs: list[Cost]
    selected: list[Selected]
    whole: list[Whole]
    gold: Figure
    gold_of_all: Figure
    choices: list[Choice]
    correlations: list[Correlation]
    against: list[Against]
    variation: list[Variation]
    alphas: dict[str, Estimate]  # of the pairs of versatile and one-sided questions and answers

    @property
    def golds_rated(self) -> int:
        """How many gold answers have a rating."""
        return int((self.rated.candidates.is_gold & (self.rated.counts > 0)).sum())

    def as_dict(self) -> dict[str, Any]:
        """As JSON writes it."""
        return {
            "settings": asdict(self.settings),
            "ratings": {"given": len(self.everything), "believed": len(self.rated)},
            "quality": [_plain(cost) | {"share_dropped": cost.share_dropped} for cost in self.costs],
            "two_ratings": [_plain(one) for one in self.selected],
            "agreement": [_plain(one.estimate) for one in self.whole],
            "gold": {"believed": asdict(self.gold), "all": asdict(self.gold_of_all)},
            "first_choices": [_plain(one) for one in self.choices],
            "correlations": [_plain(one) for one in self.correlations],
            "metrics": {one.labels: _plain(one) for one in self.against},
            "variation": {one.kind: _varied(one) for one in self.variation},
            "agreement_on_sets": {name: _plain(one) for name, one in self.alphas.items()},
        }


def study(rated: Rated, settings: CrowdSettings) -> CrowdStudy:
    """Everything, from ratings joined with their candidates."""
    draws, seed = settings.draws, settings.seed
    left = believed(rated, settings.quality)
    if not len(left):
        raise InputError("no rating is left after quality control; choose another rule (--quality).")
    checks = checks_of(rated, settings.quality.least)
    offered = ~left.candidates.is_gold
    answers = left.answers(offered)
    varied = [
        found
        for kind in ("question", "answer")
        if (found := variation(left, kind, settings.right_from, seed)) is not None
    ]
    alphas = {
        f"{name} {one.kind}s": ordinal_alpha(left, one.items[name], draws, seed)
        for one in varied
        for name in (VERSATILE, ONE_SIDED)
    }
    return CrowdStudy(
        settings=settings,
        rated=left,
        everything=rated,
        checks=checks,
        out=dropped(checks, settings.quality),
        costs=costs(rated, settings.quality, draws, seed),
        selected=selected(answers, draws, seed) if answers.n_items else [],
        whole=whole(answers, draws, seed) if answers.n_items else [],
        gold=gold_mean(left, draws, seed),
        gold_of_all=gold_mean(rated, draws, seed),
        choices=first_choices(left, draws, seed),
        correlations=correlations(left, draws, seed),
        against=metrics(left, settings.right_from, draws, seed),
        variation=varied,
        alphas=alphas,
    )


def _varied(one: Variation) -> dict[str, Any]:
    return {
        "median": asdict(one.median),
        "upper": asdict(one.upper),
        "in_a": one.in_a,
        "in_b": one.in_b,
        "counts": {name: one.count(name) for name in one.shares},
        "shares": {name: asdict(share) for name, share in one.shares.items()},
        "units": [asdict(unit) for unit in one.units],
    }


def _plain(value: Any) -> dict[str, Any]:
    """A dataclass as JSON takes it: numbers of numpy as plain ones."""
    found: dict[str, Any] = _bare(asdict(value))
    return found


def _bare(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _bare(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_bare(inner) for inner in value]
    return value.item() if isinstance(value, np.generic) else value
