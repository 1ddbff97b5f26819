"""All that a report shows of a score table: the comparison, the turns' correlations, groups of systems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turnwise.comparison.compare import Comparison, ComparisonSettings, compare
from turnwise.comparison.conclusions import swapped
from turnwise.comparison.pairs import Progress
from turnwise.comparison.turn_pairs import TurnPairs, compare_turn_pairs
from turnwise.errors import InputError, OptionError, did_you_mean
from turnwise.tables.scores import Scores

Ints = NDArray[np.int64]

#: All pairs of so many turns are correlated at most; more take minutes.
MOST_TURNS = 2000
#: Turns × draws of the permutation test: many turns are dealt out less often (at least 1,000 times), to end in seconds.
MOST_DEALT = 2_000_000
#: Groups of systems that a figure can tell apart.
MOST_GROUPS = 4


@dataclass(frozen=True)
class GroupSwaps:
    """How many pairs of systems within a group change order between two measures, of how many."""

    first: str
    second: str
    group: str
    swapped: int
    pairs: int


@dataclass(frozen=True)
class Findings:
    """The results that a report shows."""

    scores: Scores
    comparison: Comparison
    #: the group of each system, in their order; empty where none were named
    groups: list[str]
    swaps: list[GroupSwaps]
    #: the measure of a turn that turns are compared and graphs coloured by; None where the table has none
    turn_measure: str | None
    turn_pairs: TurnPairs | None
    why_no_turn_pairs: str
    has_trees: bool
    #: the conversation where systems differ most under the first measure
    most_different: str


def gather(
    scores: Scores,
    measures: Sequence[str] | None = None,
    *,
    settings: ComparisonSettings | None = None,
    trees: Ints | None = None,
    groups: Mapping[str, str] | None = None,
    with_turns: bool = True,
    progress: Progress | None = None,
) -> Findings:
    """Compare systems and measures, and correlate turns. `trees` numbers the tree of each turn's graph."""
    settings = settings or ComparisonSettings()
    of_system = _groups(scores.systems, groups or {})
    comparison = compare(scores, measures, settings=settings, progress=progress)
    asked = [compared.measure for compared in comparison.measures]
    turn_measure = next((name for name in [*asked, *scores.measures] if name in scores.measures), None)
    turn_pairs, why = _turn_pairs(scores, turn_measure, trees, settings) if with_turns else (None, "not asked for")
    first = comparison.measures[0].values
    return Findings(
        scores,
        comparison,
        of_system,
        _swaps(comparison, of_system),
        turn_measure,
        turn_pairs,
        why,
        trees is not None,
        comparison.units[int(first.std(axis=0).argmax())],
    )


def _groups(systems: list[str], groups: Mapping[str, str]) -> list[str]:
    if not groups:
        return []
    unknown = [name for name in groups if name not in systems]
    if unknown:
        hint = did_you_mean(unknown[0], systems) or f"; the systems are {', '.join(systems)}."
        raise OptionError(f"the scores hold no system {unknown[0]!r} to put into a group{hint}")
    found = [groups.get(name, "others") for name in systems]
    if len(set(found)) > MOST_GROUPS:
        raise InputError(
            f"found {len(set(found))} groups of systems, expected at most {MOST_GROUPS}, which a figure can tell "
            "apart; join some."
        )
    return found


def _swaps(comparison: Comparison, groups: list[str]) -> list[GroupSwaps]:
    means = {compared.measure: compared.sign * compared.means for compared in comparison.measures}
    found = []
    for between in comparison.between:
        for group in dict.fromkeys(groups):
            members = np.array([name == group for name in groups])
            counts = swapped(means[between.first][members], means[between.second][members])
            found.append(GroupSwaps(between.first, between.second, group, *counts))
    return found


def _turn_pairs(
    scores: Scores, measure: str | None, trees: Ints | None, settings: ComparisonSettings
) -> tuple[TurnPairs | None, str]:
    """The correlations of turns, or why there are none."""
    if measure is None:
        return None, "the table holds no scores of single turns"
    values = scores.by_turn(measure)
    known = np.flatnonzero(~np.isnan(values).any(axis=0))
    if len(scores.systems) < 3:
        return None, "it takes at least 3 systems to correlate turns over"
    if len(known) > MOST_TURNS:
        return None, f"with {len(known):,} turns it would take too long (at most {MOST_TURNS:,})"
    conversation = scores.conversation_of_turn[known]
    if len(np.unique(conversation)) < 2 or len(known) == len(np.unique(conversation)):
        return None, "it takes several conversations of several turns"
    tree = conversation if trees is None else trees[known]
    draws = min(settings.draws, max(1000, MOST_DEALT // len(known)))
    found = compare_turn_pairs(values[:, known], conversation, tree, draws, settings.seed)
    if not len(found.same_conversation.taus) or not len(found.different.taus):
        return None, "systems are equal on too many turns"
    return found, ""
