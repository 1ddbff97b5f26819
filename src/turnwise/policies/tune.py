"""Choose how many options to show: on training folds, judged on held-out ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count

import numpy as np

from turnwise import __version__
from turnwise.errors import InputError, OptionError, did_you_mean
from turnwise.measures import TurnMeasure, parse_turn
from turnwise.policies.outcome import Estimate, Outcome, Price, final_lengths, shown_of
from turnwise.policies.policy import POLICIES, Floats, Ints, Policy, TopK
from turnwise.policies.questions import Questions, questions_of
from turnwise.policies.resampling import check_draws, intervals
from turnwise.policies.toolkits import settings
from turnwise.policies.trials import Trial, best_of, cheapest_of, curve_of, trial_of
from turnwise.policies.tuning import Tuning, is_better
from turnwise.policies.wording import notes_on
from turnwise.policies.worth import Worth, fitted
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.replies import Replies

BEST_OF_ALL = "best of all"

#: More options than this are no list to choose from.
LONGEST = 100

#: How often the right option shall be in the list, where a price is put on it.
WANTED = (0.8, 0.85, 0.9, 0.95, 0.98, 0.99)

Progress = Callable[[int, int, str], None]


def tune(
    replies: Replies,
    measure: str | TurnMeasure = "OLAR",
    policy: str = "all",
    *,
    max_length: int = 5,
    folds: int = 5,
    seed: int = 0,
    resamples: int = 2000,
    out_of_scope: Iterable[str] | None = None,
    fallback: Iterable[str] | None = None,
    toolkit: str | None = None,
    decisions: Decisions | None = None,
    progress: Progress | None = None,
) -> Tuning:
    """Choose a policy and its parameters for these replies, which must have their gold.

    A setting is chosen without a fold of the queries and judged on that fold, for every fold in turn; the setting
    recommended in the end is chosen on all queries, and what is reported of it is the held-out estimate.
    """
    decisions = Decisions() if decisions is None else decisions
    names = _policies(policy)
    _check(max_length, folds, resamples, seed)
    asked = questions_of(replies, decisions, max_length, out_of_scope, fallback)
    _check_questions(asked)
    worth = Worth(asked, fitted(parse_turn(measure), max_length, decisions))
    tell = _teller(progress, len(names) + 2)
    tell("what every list is worth")
    table = worth.table
    folds = _fewer(folds, asked, decisions)
    fold = folds_of(asked, folds, seed)
    trials = {}
    for name in _fitting(names, asked, decisions):
        tell(f"policy {name}")
        trials[name] = trial_of(POLICIES[name], asked, table, fold, folds)
    tell("bootstrap intervals")
    outcomes = _outcomes(asked, table, trials, fold, folds, resamples, seed)
    tell("")
    toolkit = toolkit or replies.format
    recommended = outcomes[-1].setting if is_better(outcomes[-1]) else TopK(1)
    return Tuning(
        source=asked.source,
        measure=str(worth.measure),
        in_scope=int(asked.in_scope.sum()),
        out_of_scope=int(asked.out_of_scope.sum()),
        folds=folds,
        outcomes=outcomes,
        prices=_prices(asked, table, list(trials.values()), fold, folds, outcomes[0]),
        curves=[curve_of(trial, asked, outcomes[-1].setting) for trial in _drawn(trials, outcomes[-1].setting)],
        notes=notes_on(asked, worth.measure),
        toolkit=toolkit,
        toolkit_setting=settings(toolkit, recommended.name, recommended.settings),
        decisions=decisions,
        about={
            "turnwise": __version__, "numpy": np.__version__, "replies": replies.source, "format": replies.format,
            "policies": list(trials), "max_length": max_length, "seed": seed, "resamples": resamples,
            "settings_tried": sum(len(trial.worth) for trial in trials.values()),
        },
    )  # fmt: skip


def _policies(policy: str) -> list[str]:
    if policy == "all":
        return list(POLICIES)
    if policy not in POLICIES:
        known = ["all", *POLICIES]
        hint = did_you_mean(policy, known) or f"; choose {', '.join(known)}."
        raise OptionError(f"there is no policy {policy!r}{hint}")
    return [policy]


def _fitting(names: list[str], asked: Questions, decisions: Decisions) -> list[str]:
    """The policies that these confidences suit."""
    unfit = {name: why for name in names if (why := POLICIES[name].unfit(asked.scores))}
    for name, why in unfit.items():
        if len(names) == 1:
            raise InputError(f"{asked.source}: {why}; choose another policy than {name}.")
        decisions.add(asked.source, "policy-left-out", 1, f"policy {name} is left out: {why}")
    return [name for name in names if name not in unfit]


def _check(max_length: int, folds: int, resamples: int, seed: int) -> None:
    check_draws(resamples, seed)
    if folds < 2:
        raise OptionError(f"folds must be a whole number of at least 2, found {folds}.")
    if not 1 <= max_length <= LONGEST:
        raise OptionError(f"max_length must be a whole number from 1 to {LONGEST}, found {max_length}.")


def _check_questions(asked: Questions) -> None:
    if not asked.longest:
        raise InputError(f"{asked.source}: no reply ranks an option, so there is nothing to choose from.")
    if asked.in_scope.sum() < 2:
        raise InputError(
            f"{asked.source}: found {plural(int(asked.in_scope.sum()), 'query', 'queries')} in scope, "
            "expected at least 2, to choose on one and judge on another."
        )


def _fewer(folds: int, asked: Questions, decisions: Decisions) -> int:
    """As many folds as asked for, or as there are queries."""
    if folds <= len(asked):
        return folds
    decisions.add(asked.source, "fewer-folds", 1, f"{len(asked)} queries make {len(asked)} folds, not {folds}")
    return len(asked)


def _teller(progress: Progress | None, total: int) -> Callable[[str], None]:
    done = count()
    return lambda name: progress(min(next(done), total), total, name) if progress else None


def folds_of(asked: Questions, folds: int, seed: int) -> Ints:
    """The fold of each query: drawn at random, with the right, the wrong and the out-of-scope dealt out evenly."""
    drawn = np.random.default_rng(seed).permutation(len(asked))
    kind = np.where(asked.out_of_scope, 2, np.where(asked.right[:, 0], 0, 1))
    dealt = drawn[np.argsort(kind[drawn], kind="stable")]
    fold = np.empty(len(asked), dtype=np.int64)
    fold[dealt] = np.arange(len(asked)) % folds
    return fold


def _held_out(asked: Questions, chosen: tuple[Policy, ...], fold: Ints) -> Ints:
    """How many options each query is shown, by the setting that was chosen without its fold."""
    lengths = np.stack([policy.lengths(asked.scores) for policy in chosen])
    return final_lengths(asked, lengths[fold, np.arange(len(asked))])


def _outcomes(
    asked: Questions, table: Floats, trials: dict[str, Trial], fold: Ints, folds: int, resamples: int, seed: int
) -> list[Outcome]:
    """Fixed lists, then each policy, then the best of them: the last one is what the verdict is about."""
    rows: list[tuple[str, Policy, tuple[Policy, ...]]] = [
        (f"top-{k}", TopK(k), ()) for k in range(1, asked.longest + 1)
    ]
    groups = {f"{name}, tuned": [trial] for name, trial in trials.items()}
    if len(trials) > 1:
        groups[BEST_OF_ALL] = list(trials.values())
    for name, group in groups.items():
        chosen = tuple(best_of(group, len(asked), without) for without in range(folds))
        rows.append((name, best_of(group, len(asked)), chosen))
    lengths = [_held_out(asked, chosen or (setting,) * folds, fold) for _, setting, chosen in rows]
    values = np.stack([table[np.arange(len(asked)), length] for length in lengths])
    both = np.vstack([values, values - values[0]])
    bounds = intervals(both, resamples, seed)
    found = [Estimate(float(v.mean()), float(low), float(high)) for v, (low, high) in zip(both, bounds, strict=True)]
    return [
        Outcome(name, setting, chosen, found[at], found[len(rows) + at] if at else None, shown_of(asked, lengths[at]))
        for at, (name, setting, chosen) in enumerate(rows)
    ]


def _prices(
    asked: Questions, table: Floats, trials: list[Trial], fold: Ints, folds: int, one_option: Outcome
) -> list[Price]:
    """The shortest lists for each share of hits that one option misses and the longest lists reach."""
    in_scope = np.bincount(fold[asked.in_scope], minlength=folds)
    most = asked.right[asked.in_scope & ~asked.falls_back].any(axis=1).sum() / in_scope.sum()
    prices: list[Price] = []
    for wanted in WANTED:
        if not (one_option.shown.right_in_list or 0.0) < wanted <= most:
            continue
        chosen = tuple(cheapest_of(trials, len(asked), wanted, in_scope, without) for without in range(folds))
        lengths = _held_out(asked, chosen, fold)
        shown = shown_of(asked, lengths)
        setting = cheapest_of(trials, len(asked), wanted, in_scope)
        if prices and prices[-1].setting == setting:
            prices.pop()  # the same lists hold it more often still
        prices.append(
            Price(
                wanted=wanted,
                setting=setting,
                right_in_list=shown.right_in_list or 0.0,
                mean_length=shown.mean_length,
                value=float(table[np.arange(len(asked)), lengths].mean()),
            )
        )
    return prices


def _drawn(trials: dict[str, Trial], chosen: Policy) -> list[Trial]:
    """The policies whose curve is shown: the threshold, which people know, and the chosen one."""
    wanted = {"threshold", chosen.name}
    return [trial for name, trial in trials.items() if name in wanted and POLICIES[name].parameter]
