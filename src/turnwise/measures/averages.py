"""A conversation's score from its turns alone, without a graph."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from turnwise.measures.conversation import ConversationExample, ConversationMeasure, Conversations
from turnwise.measures.measure import one_of, param
from turnwise.measures.packed import Floats

REFERENCE = (
    "J. Dalton, C. Xiong, V. Kumar and J. Callan. CAsT-19: A Dataset for Conversational Information Seeking. "
    "SIGIR 2020."
)
PARENTS, VALUES = ((), (0,), (1,)), (0.9, 0.6, 0.3)


def _by_conversation(conversations: Conversations, values: Floats, of: str) -> Floats:
    """A numpy reduction of the known turns of each conversation; NaN where none is known."""
    rows = [
        values[first:last] for first, last in zip(conversations.offsets[:-1], conversations.offsets[1:], strict=True)
    ]
    found = np.empty((len(rows), values.shape[1]))
    for row, part in zip(found, rows, strict=True):
        known = ~np.isnan(part).all(axis=0)
        row[:] = np.nan
        row[known] = getattr(np, of)(part[:, known], axis=0)
    return found


def _weighted_mean(conversations: Conversations, values: Floats, weight: Floats) -> Floats:
    """The mean of the known turns of each conversation, in which turns have weights; NaN where none is known."""
    known = ~np.isnan(values)
    starts = conversations.offsets[:-1]
    total = np.add.reduceat(np.where(known, values * weight[:, None], 0.0), starts, axis=0)
    weights = np.add.reduceat(known * weight[:, None], starts, axis=0)
    return np.divide(total, weights, out=np.full_like(total, np.nan), where=weights > 0)


@dataclass(frozen=True)
class Mean(ConversationMeasure):
    """The mean over the turns of a conversation. A system's value is then the mean over conversations (macro).

    The measure itself, as in `nDCG@3`, is averaged over all turns (micro), so that long conversations count more.
    """

    name = "Mean"
    title = "Mean over turns"
    formula = "Mean = (1 ÷ turns) · Σ m(u)"
    reference = REFERENCE
    example = ConversationExample(PARENTS, VALUES, 0.6, "(0.9 + 0.6 + 0.3) ÷ 3 = 0.6")
    skips_missing = True

    def values(self, conversations: Conversations, turn_values: Floats) -> Floats:
        return _weighted_mean(conversations, turn_values, np.ones(conversations.n_turns))


@dataclass(frozen=True)
class TurnWeighted(ConversationMeasure):
    """A mean in which later turns count more, since their context is harder to keep track of.

    Places are counted over the judged turns: one that nobody judged takes no place, with a graph or without.
    """

    name = "TurnWeighted"
    title = "Mean weighted by depth"
    formula = "TurnWeighted = Σ w(i) · m(u_i) ÷ Σ w(i),  i the place in the conversation;  w(i) = i, or log2(i + 1)"
    reference = REFERENCE
    example = ConversationExample(PARENTS, VALUES, 0.5, "(1 · 0.9 + 2 · 0.6 + 3 · 0.3) ÷ (1 + 2 + 3) = 3 ÷ 6 = 0.5")
    skips_missing = True

    weight: str = param("linear", one_of("linear", "log"), "how the weight grows with the place in the conversation")

    def values(self, conversations: Conversations, turn_values: Floats) -> Floats:
        place = conversations.position.astype(np.float64)
        return _weighted_mean(conversations, turn_values, place if self.weight == "linear" else np.log2(place + 1))


@dataclass(frozen=True)
class Median(ConversationMeasure):
    """The median over the turns of a conversation: one turn that fails, or shines, does not decide."""

    name = "Median"
    title = "Median over turns"
    formula = "Median = the middle of m(u), or the mean of the two middle ones"
    reference = "The common definition."
    example = ConversationExample(PARENTS, VALUES, 0.6, "0.3, 0.6, 0.9: the middle is 0.6")
    skips_missing = True

    def values(self, conversations: Conversations, turn_values: Floats) -> Floats:
        return _by_conversation(conversations, turn_values, "nanmedian")


@dataclass(frozen=True)
class Min(ConversationMeasure):
    """The worst turn of a conversation: for systems that must not fail once."""

    name = "Min"
    title = "Worst turn"
    formula = "Min = the smallest m(u)"
    reference = "The common definition."
    example = ConversationExample(PARENTS, VALUES, 0.3, "the smallest of 0.9, 0.6, 0.3 is 0.3")
    skips_missing = True

    def values(self, conversations: Conversations, turn_values: Floats) -> Floats:
        return _by_conversation(conversations, turn_values, "nanmin")
