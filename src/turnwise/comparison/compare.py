"""From a score table to what can be said about systems: means with intervals, tests, top groups, agreements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from os import PathLike
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from turnwise.comparison.anova import Anova, two_way
from turnwise.comparison.bootstrap import Intervals, clustered
from turnwise.comparison.conclusions import Agreement, Tau, agreement, swapped, tau_with_interval
from turnwise.comparison.paired import benjamini_hochberg, holm, paired_t, sign_flips, wilcoxon
from turnwise.comparison.pairs import Pairs, Progress
from turnwise.comparison.power import smallest_difference, units_needed
from turnwise.comparison.randomised_tukey import randomised_tukey
from turnwise.comparison.standardise import std_ab, z_scores
from turnwise.comparison.tukey import tukey
from turnwise.errors import InputError, OptionError
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.scores import Scores, lower_is_better

Floats = NDArray[np.float64]

Unit = Literal["conversation", "turn"]
Test = Literal["tukey", "randomised-tukey", "t", "wilcoxon", "sign-flip"]
Correction = Literal["holm", "benjamini-hochberg", "none"]
Fill = Literal["refuse", "zero", "drop"]
Standardise = Literal["none", "z", "std-ab"]

CHOICES: dict[str, tuple[str, ...]] = {
    "by": get_args(Unit),
    "test": get_args(Test),
    "correction": get_args(Correction),
    "fill": get_args(Fill),
    "standardise": get_args(Standardise),
}


@dataclass(frozen=True)
class ComparisonSettings:
    """How systems are compared; recorded with the result."""

    by: Unit = "conversation"
    test: Test = "tukey"
    correction: Correction = "holm"
    fill: Fill = "refuse"
    standardise: Standardise = "none"
    alpha: float = 0.05
    power: float = 0.8
    draws: int = 10_000
    seed: int = 0

    def __post_init__(self) -> None:
        for name, choices in CHOICES.items():
            if getattr(self, name) not in choices:
                raise OptionError(f"{name} must be one of {', '.join(choices)}, found {getattr(self, name)!r}.")
        for name in ("alpha", "power"):
            if not 0 < getattr(self, name) < 1:
                raise OptionError(f"{name} must be between 0 and 1, found {getattr(self, name)}.")
        if self.draws < 1:
            raise OptionError(f"draws must be at least 1, found {self.draws}.")
        if self.seed < 0:
            raise OptionError(f"seed must be at least 0, found {self.seed}.")


@dataclass(frozen=True)
class Power:
    """What the number of units can show, by a paired t-test on a typical pair of systems."""

    spread: float  # the median, over pairs, of the standard deviation of differences within units
    smallest: float  # the smallest difference seen with the power asked for
    needed: int | None  # units needed to see the difference of the two best systems, None where they are equal


@dataclass(frozen=True)
class Compared:
    """All systems under one measure."""

    measure: str
    values: Floats  # [system, unit], as tested
    means: Floats
    intervals: Intervals
    anova: Anova
    pairs: Pairs
    corrected: Floats | None  # p-values corrected for many pairs, where the test does not do so by itself
    significant: NDArray[np.bool_]  # of each pair
    top: list[int]  # the best system, and those that are not significantly worse, best first
    power: Power
    lower_is_better: bool = False

    @property
    def sign(self) -> int:
        """What scores are multiplied by so that higher is better."""
        return -1 if self.lower_is_better else 1

    @property
    def best_first(self) -> NDArray[np.int64]:
        """The systems in the order of their means."""
        return np.argsort(-self.sign * self.means, kind="stable").astype(np.int64)


@dataclass(frozen=True)
class Between:
    """Two measures' conclusions side by side."""

    first: str
    second: str
    agreement: Agreement
    swapped: int
    pairs: int
    tau: Tau


@dataclass(frozen=True, repr=False)
class Comparison:
    """Everything that `compare` found."""

    systems: list[str]
    units: list[str]
    settings: ComparisonSettings
    measures: list[Compared]
    between: list[Between]
    decisions: Decisions

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        from turnwise.comparison.wording import in_words

        return in_words(self)


def compare(
    scores: Scores,
    measures: Sequence[str] | str | None = None,
    *,
    settings: ComparisonSettings | None = None,
    decisions: Decisions | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Compare the systems of a score table under each measure, and the measures' conclusions with each other."""
    if not isinstance(scores, Scores):
        found = "a path" if isinstance(scores, str | PathLike) else type(scores).__name__
        raise OptionError(f"scores: found {found}, expected a score table; read one with `turnwise.read_scores(FILE)`.")
    if settings is not None and not isinstance(settings, ComparisonSettings):
        found = type(settings).__name__
        raise OptionError(f"settings: found {found}, expected turnwise.ComparisonSettings(alpha=0.05) or the like.")
    settings = settings or ComparisonSettings()
    decisions = Decisions() if decisions is None else decisions
    names = _named(scores, measures, settings.by)
    if len(scores.systems) < 2:
        raise InputError(f"comparing takes at least 2 systems, found {len(scores.systems)}; score more runs.")
    if settings.by == "conversation":
        scores = _with_turns_alike(scores, names, settings.fill, decisions)
        _tell_uneven(scores, names, decisions)
    tables = {name: scores.by_turn(name) if settings.by == "turn" else scores.by_conversation(name) for name in names}
    units = scores.turns if settings.by == "turn" else scores.conversation_names
    kept = _filled(tables, units, settings.by, settings.fill, decisions)
    units = [units[at] for at in kept]
    cluster = scores.conversation_of_turn[kept] if settings.by == "turn" else np.arange(len(kept))
    cluster = np.unique(cluster, return_inverse=True)[1]
    compared = [
        _compared(name, _standardised(tables[name][:, kept], settings.standardise), cluster, settings, progress)
        for name in names
    ]
    between = [_between(one, two, settings) for at, one in enumerate(compared) for two in compared[at + 1 :]]
    return Comparison(scores.systems, units, settings, compared, between, decisions)


def _named(scores: Scores, measures: Sequence[str] | str | None, by: Unit) -> list[str]:
    known = scores.measures if by == "turn" else scores.all_measures
    wanted = known if measures is None else [measures] if isinstance(measures, str) else list(measures)
    if not wanted:
        raise InputError(f"the scores hold no measure of a {by}; score one, such as nDCG@3.")
    for name in wanted:
        if by == "turn" and name in scores.conversation_measures:
            other = f"; take a measure of a turn, such as {known[0]}, or" if known else ";"
            raise OptionError(
                f"{name} is a measure of a whole conversation, with no value for a turn{other} compare by conversation."
            )
        if by == "turn":
            scores.by_turn(name)
        else:
            scores.by_conversation(name)
    return wanted


def _with_turns_alike(scores: Scores, names: Sequence[str], fill: Fill, decisions: Decisions) -> Scores:
    """The scores, with the means of all systems over the same turns: means over others would be paired for nothing."""
    tables = {name: scores.by_turn(name) for name in names if name in scores.measures}
    unknown = np.array([np.isnan(values) for values in tables.values()])
    if not unknown.any():
        return scores
    # a turn that nobody has is in no mean: there is nothing to refuse
    asked = np.flatnonzero(~unknown.all(axis=(0, 1))) if fill == "refuse" else np.arange(len(scores.turns))
    tables = {name: values[:, asked] for name, values in tables.items()}
    kept = _filled(tables, [scores.turns[t] for t in asked], "turn", fill, decisions)
    if fill == "refuse":
        return scores
    values = scores.values.copy()
    for name, filled in tables.items():
        m = scores.measures.index(name)
        values[:, :, m] = np.nan
        values[:, kept, m] = filled[:, kept]
    return replace(scores, values=values)


def _filled(
    tables: dict[str, Floats], units: list[str], unit: Unit, fill: Fill, decisions: Decisions
) -> NDArray[np.int64]:
    """The units to compare on. Cells without a score are refused, their units dropped, or the tables replaced by ones
    with 0 there: the arrays themselves may be the caller's scores."""
    lacking = np.zeros(len(units), dtype=bool)
    cells = 0
    for values in tables.values():
        lacking |= np.isnan(values).any(axis=0)
        cells = max(cells, int(np.isnan(values).sum()))
    count = int(lacking.sum())
    if not count:
        return np.arange(len(units))
    found = f"{plural(cells, 'cell')} without a score, in {plural(count, unit)} (first: {units[int(lacking.argmax())]})"
    if fill == "refuse":
        raise InputError(
            f"found {found}, expected a score of every system in every {unit}; fill them with 0 (--fill zero) or leave "
            f"those {unit}s out for all systems (--fill drop)."
        )
    if fill == "zero":
        decisions.add("scores", "filled-cells", cells, f"{found}: filled with 0")
        tables.update({name: np.nan_to_num(values, nan=0.0) for name, values in tables.items()})
        return np.arange(len(units))
    decisions.add("scores", "dropped-units", count, f"{found}: left out for all systems")
    return np.flatnonzero(~lacking)


def _tell_uneven(scores: Scores, names: Sequence[str], decisions: Decisions) -> None:
    """A measure of a conversation that was scored without the turns that a system lacks: its value tells no more of
    which they were."""
    skipped = scores.missing if scores.about.get("missing") == "skip" else np.isnan(scores.values).any(axis=2)
    lacking = np.zeros(len(scores.turns), dtype=bool)
    uneven = []
    for name in names:
        if name in scores.conversation_measures and len(scores.turns):
            has_value = ~np.isnan(scores.by_conversation(name))[:, scores.conversation_of_turn]
            of_measure = (skipped & has_value).any(axis=0) & ~skipped.all(axis=0)
            uneven += [name] if of_measure.any() else []
            lacking |= of_measure
    count = int(lacking.sum())
    first = scores.turns[int(lacking.argmax())] if count else ""
    text = (
        f"{plural(count, 'turn')} that not every system has a score of (first: {first}): left out of "
        f"{', '.join(uneven)} of the systems that have none"
    )
    decisions.add("scores", "uneven-means", count, text)


def _standardised(values: Floats, how: Standardise) -> Floats:
    if how == "none":
        return values
    return z_scores(values) if how == "z" else std_ab(values)


def _compared(
    name: str, values: Floats, cluster: NDArray[np.int64], settings: ComparisonSettings, progress: Progress | None
) -> Compared:
    anova = two_way(values)
    pairs = _tested(values, anova, settings, progress)
    corrected = _corrected(pairs, settings)
    significant = (pairs.p if corrected is None else corrected) < settings.alpha
    sign = -1 if lower_is_better(name) else 1
    best = int((sign * values.mean(axis=1)).argmax())
    apart = pairs.square(significant, len(values))[best].astype(bool)
    order = np.argsort(-sign * anova.means, kind="stable")
    return Compared(
        name,
        values,
        anova.means,
        clustered(values, cluster, settings.draws, settings.seed, 1 - settings.alpha),
        anova,
        pairs,
        corrected,
        significant,
        [int(s) for s in order if not apart[s]],
        _power(values, sign * anova.means[order], settings),
        lower_is_better(name),
    )


def _tested(values: Floats, anova: Anova, settings: ComparisonSettings, progress: Progress | None) -> Pairs:
    """All pairs under the test asked for."""
    match settings.test:
        case "tukey":
            return tukey(anova, settings.alpha)
        case "randomised-tukey":
            return randomised_tukey(values, settings.draws, settings.seed, progress)
        case "t":
            return paired_t(values, settings.alpha)
        case "wilcoxon":
            return wilcoxon(values, progress)
        case "sign-flip":
            return sign_flips(values, settings.draws, settings.seed, progress)


def _corrected(pairs: Pairs, settings: ComparisonSettings) -> Floats | None:
    """The p-values corrected for being many; None for the Tukey tests, which are so by themselves."""
    if settings.test in ("tukey", "randomised-tukey") or settings.correction == "none":
        return None
    return holm(pairs.p) if settings.correction == "holm" else benjamini_hochberg(pairs.p)


def _power(values: Floats, best_first: Floats, settings: ComparisonSettings) -> Power:
    first, second = np.triu_indices(len(values), 1)
    covariance = np.cov(values)
    variance = np.diag(covariance)[first] + np.diag(covariance)[second] - 2 * covariance[first, second]
    spread = float(np.sqrt(np.median(np.maximum(variance, 0.0))))
    gap = float(best_first[0] - best_first[1])
    return Power(
        spread,
        smallest_difference(spread, values.shape[1], settings.power, settings.alpha),
        units_needed(gap, spread, settings.power, settings.alpha) if gap > 0 and spread > 0 else None,
    )


def _between(one: Compared, two: Compared, settings: ComparisonSettings) -> Between:
    changed, pairs = swapped(one.sign * one.means, two.sign * two.means)
    return Between(
        one.measure,
        two.measure,
        agreement(one.sign * one.pairs.difference, two.sign * two.pairs.difference, one.significant, two.significant),
        changed,
        pairs,
        tau_with_interval(
            one.sign * one.values, two.sign * two.values, min(settings.draws, 2000), settings.seed, 1 - settings.alpha
        ),
    )
