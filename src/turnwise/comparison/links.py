"""Do two annotations of conversations link the same turns? Precision, recall, F1 and exact sets of parents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from turnwise.errors import InputError
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.settled import settled
from turnwise.tables.turns import Conversations

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
#: What is measured, in this order everywhere.
MEASURES = ("precision", "recall", "F1", "exact")


@dataclass(frozen=True)
class Estimate:
    """A value, and where it may lie if other conversations had been drawn; None where there is nothing to divide by."""

    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, eq=False)
class LinkAgreement:
    """Found links beside the links that are taken for right, as counts of each conversation.

    `counts[conversation]` holds: links in both, links found, right links, turns with exactly the right parents, turns.
    Every turn counts, also those without parents.
    """

    conversations: list[str]
    counts: Ints
    draws: int
    seed: int
    level: float

    @cached_property
    def totals(self) -> Ints:
        return np.asarray(self.counts.sum(axis=0), dtype=np.int64)

    def __getitem__(self, measure: str) -> Estimate:
        """The estimate of one of `MEASURES`, with a percentile interval of a bootstrap over conversations."""
        at = MEASURES.index(measure)
        return self._estimate(_ratios(self.totals[None])[0, at], self._drawn[:, at])

    def difference(self, other: LinkAgreement, measure: str) -> Estimate:
        """How much more this one reaches than another, measured on the same conversations."""
        if self.conversations != other.conversations:
            raise InputError("found links of different conversations, expected the same on both sides of a difference.")
        at = MEASURES.index(measure)
        mine, theirs = self[measure].value, other[measure].value
        value = np.nan if mine is None or theirs is None else mine - theirs
        return self._estimate(value, self._drawn[:, at] - other._drawn[:, at])

    @cached_property
    def _drawn(self) -> Floats:
        """``[draw, measure]``; the same seed draws the same conversations."""
        n = len(self.counts)
        weights = np.random.default_rng(self.seed).multinomial(n, np.full(n, 1 / n), size=self.draws)
        return _ratios(weights @ self.counts)

    def _estimate(self, value: float, drawn: Floats) -> Estimate:
        if np.isnan(value):
            return Estimate(None, None, None)
        low, high = np.nanquantile(drawn, [(1 - self.level) / 2, (1 + self.level) / 2])
        return Estimate(float(value), settled(low), settled(high))


def _ratios(totals: Ints) -> Floats:
    """``[row, measure]`` from rows of counts; NaN where there is nothing to divide by."""
    both, found, right, exact, turns = totals.T
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.stack([both / found, both / right, 2 * both / (found + right), exact / turns], axis=1)


def compare_links(
    found: Conversations,
    right: Conversations,
    decisions: Decisions,
    *,
    draws: int = 10_000,
    seed: int = 0,
    level: float = 0.95,
) -> LinkAgreement:
    """Compare links with those taken for right, over the turns that both sources have."""
    one, other = _parents(found), _parents(right)
    common = [name for name in one if name in other and one[name].keys() & other[name].keys()]
    if not common:
        raise InputError(
            f"{right.source}: found links of no turn of {found.source}, expected the same conversations and turns."
        )
    counts = [_counts(one[name], other[name]) for name in common]
    left_out = sum(len(turns) for turns in [*one.values(), *other.values()]) - 2 * sum(count[4] for count in counts)
    text = f"{plural(left_out, 'turn')} that only one of it and {right.source} has: not compared"
    decisions.add(found.source, "turns-not-compared", left_out, text)
    return LinkAgreement(common, np.array(counts, dtype=np.int64), draws, seed, level)


def _parents(source: Conversations) -> dict[str, dict[str, set[str]]]:
    """The parents of each turn that a system answers; a conversation about whose links nothing is said is left out."""
    if not source.has_links:
        raise InputError(
            f"{source.source}: found no links between turns, expected a file that says which turn needs which."
        )
    return {
        conversation.id: {
            turn.id: set(conversation.links.get(turn.id, ())) for turn in conversation.turns if turn.is_asked
        }
        for conversation in source
        if conversation.links is not None
    }


def _counts(found: Mapping[str, set[str]], right: Mapping[str, set[str]]) -> tuple[int, int, int, int, int]:
    turns = found.keys() & right.keys()
    pairs = [(found[turn] & turns, right[turn] & turns) for turn in turns]
    return (
        sum(len(one & other) for one, other in pairs),
        sum(len(one) for one, _ in pairs),
        sum(len(other) for _, other in pairs),
        sum(one == other for one, other in pairs),
        len(pairs),
    )
