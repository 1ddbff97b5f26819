"""The answer to "how many options should my bot show?", as an object that prints itself."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from turnwise.policies.outcome import Estimate, Outcome, Price, Shown
from turnwise.policies.policy import Policy, TopK
from turnwise.policies.rounding import Floats
from turnwise.policies.wording import tables, verdict
from turnwise.tables.decisions import Decisions


@dataclass(frozen=True, eq=False)
class Curve:
    """How one policy fares on all queries as its parameter moves, with the longest lists; a floor stays where it is."""

    policy: str
    parameter: str
    max_length: int
    floor: float | None
    values: Floats  # of the parameter, ascending
    measure: Floats
    mean_length: Floats
    right_in_list: Floats
    best: float  # the value at which the measure is highest


@dataclass(frozen=True, eq=False, repr=False)
class Tuning:
    """Every policy's outcome, the best one, and what to do about it."""

    source: str
    measure: str
    in_scope: int
    out_of_scope: int
    folds: int
    outcomes: list[Outcome]  # fixed lists first, then the tuned policies; the last is the one to judge by
    prices: list[Price]
    curves: list[Curve]
    notes: list[str]
    toolkit: str
    toolkit_setting: str
    decisions: Decisions = field(default_factory=Decisions)
    about: dict[str, Any] = field(default_factory=dict)

    @property
    def one_option(self) -> Outcome:
        return self.outcomes[0]

    @property
    def best(self) -> Outcome:
        """The tuned outcome: of the one policy asked for, or of the best of all, chosen within each fold."""
        return self.outcomes[-1]

    @property
    def better(self) -> bool:
        """Whether the tuned lists beat one option beyond chance: the whole interval of the difference is above 0."""
        return is_better(self.best)

    @property
    def recommended(self) -> Policy:
        return self.best.setting if self.better else TopK(1)

    @property
    def sentence(self) -> str:
        """What to do, for a product owner."""
        return verdict(self)

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        return tables(self)

    def as_dict(self) -> dict[str, Any]:
        """Everything, for JSON."""
        return {
            "about": self.about,
            "source": self.source,
            "measure": self.measure,
            "queries": {"in_scope": self.in_scope, "out_of_scope": self.out_of_scope},
            "folds": self.folds,
            "decisions": [vars(d) for d in self.decisions],
            "notes": self.notes,
            "outcomes": [outcome_dict(outcome) for outcome in self.outcomes],
            "prices": [
                {**policy_dict(price.setting), **{k: v for k, v in vars(price).items() if k != "setting"}}
                for price in self.prices
            ],
            "curves": [
                {name: value.tolist() if hasattr(value, "tolist") else value for name, value in vars(curve).items()}
                for curve in self.curves
            ],
            "recommendation": {
                "better_than_one_option": self.better,
                "sentence": self.sentence,
                **policy_dict(self.recommended),
                "toolkit": self.toolkit,
                "setting": self.toolkit_setting,
            },
        }


def is_better(outcome: Outcome) -> bool:
    return outcome.difference is not None and outcome.difference.low > 0


def policy_dict(policy: Policy) -> dict[str, Any]:
    return {"policy": policy.name, "parameters": policy.settings}


def estimate_dict(estimate: Estimate | None) -> dict[str, float] | None:
    return None if estimate is None else asdict(estimate)


def shown_dict(shown: Shown) -> dict[str, Any]:
    shares = shown.length_shares
    return {
        **{name: value for name, value in asdict(shown).items() if name != "length_shares"},
        "length_shares": {"fallback" if length == 0 else str(length): share for length, share in enumerate(shares)},
    }


def outcome_dict(outcome: Outcome) -> dict[str, Any]:
    return {
        "name": outcome.name,
        "tuned": outcome.tuned,
        **policy_dict(outcome.setting),
        "fold_settings": [policy_dict(policy) for policy in outcome.fold_settings],
        "value": estimate_dict(outcome.value),
        "difference_to_one_option": estimate_dict(outcome.difference),
        **shown_dict(outcome.shown),
    }
