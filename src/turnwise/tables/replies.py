"""What a bot answered: for every query its options, ranked by confidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from turnwise.errors import InputError, shown
from turnwise.tables.decisions import Decisions, plural

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Replies:
    """One list of options per query, best first: score descending, then as the bot listed them.

    The options of query *i* are ``codes[offsets[i]:offsets[i + 1]]`` with the `scores` of the same positions. A code
    is a position in `vocabulary`, which is sorted by bytes, so that codes compare as the options themselves. A list
    may be empty: the bot had nothing to offer. `gold` holds the right options of each query where they are known; an
    empty tuple says that no option is right (the query is out of scope). `fell_back` tells where the bot itself fell
    back, though its reply names options too.
    """

    source: str
    format: str
    queries: list[str]
    texts: list[str]
    offsets: Ints
    codes: NDArray[np.int32]
    vocabulary: list[str]
    scores: Floats
    gold: list[tuple[str, ...]] | None = None
    fell_back: NDArray[np.bool_] | None = None

    def __len__(self) -> int:
        return len(self.queries)

    @property
    def lengths(self) -> Ints:
        """How many options each query has."""
        return np.diff(self.offsets)

    def options(self, query: int) -> list[str]:
        """The options of the query at this position, best first."""
        return [self.vocabulary[c] for c in self.codes[self.offsets[query] : self.offsets[query + 1]]]

    def with_gold(self, gold: Sequence[tuple[str, ...]]) -> Replies:
        """The same replies with these right options, one tuple a query."""
        if len(gold) != len(self):
            found, wanted = plural(len(gold), "query", "queries"), plural(len(self), "query", "queries")
            raise InputError(f"{self.source}: found gold for {found}, expected it for all {wanted}.")
        return replace(self, gold=list(gold))

    def taking(self, kept: Sequence[int] | Ints) -> Replies:
        """The replies to the queries at these positions, in this order."""
        positions = np.asarray(kept, dtype=np.int64)
        lengths = self.lengths[positions]
        offsets = np.concatenate(([0], np.cumsum(lengths)))
        rows = np.arange(offsets[-1]) + np.repeat(self.offsets[positions] - offsets[:-1], lengths)
        return replace(
            self,
            queries=[self.queries[i] for i in positions],
            texts=[self.texts[i] for i in positions],
            offsets=offsets,
            codes=self.codes[rows],
            scores=self.scores[rows],
            gold=None if self.gold is None else [self.gold[i] for i in positions],
            fell_back=None if self.fell_back is None else self.fell_back[positions],
        )


class Options(NamedTuple):
    """Options as a file has them: query after query, in any order and perhaps twice."""

    counts: Sequence[int] | Ints  # how many options each query has
    names: Sequence[str]
    scores: Floats


def ranked(
    source: str,
    format: str,
    queries: list[str],
    texts: list[str],
    options: Options,
    decisions: Decisions,
    gold: list[tuple[str, ...]] | None = None,
) -> Replies:
    """Rank every query's options. Of an option that stands twice in one reply the best score counts, and is counted.

    Of equal scores the one that stands first comes first: a reply is an order that people saw, and the code printed
    for a setting sorts in the same way. How many replies are tied at the top is counted.
    """
    code_of: dict[str, int] = {name: code for code, name in enumerate(sorted(set(options.names)))}
    codes = np.fromiter((code_of[name] for name in options.names), dtype=np.int32, count=len(options.names))
    owner = np.repeat(np.arange(len(queries)), options.counts)
    order = np.lexsort((-options.scores, owner))  # stable: equal scores stay as they stand
    owner, codes, scores = owner[order], codes[order], options.scores[order]
    again = _repeated(owner, codes, len(code_of))
    if again.any():
        first = int(np.flatnonzero(again)[0])
        decisions.add(
            source,
            "duplicate-options",
            int(again.sum()),
            f"{plural(int(again.sum()), 'option')} repeated in one reply: the best score counts "
            f"(first: query {queries[owner[first]]!r}, option {list(code_of)[codes[first]]!r})",
        )
        owner, codes, scores = owner[~again], codes[~again], scores[~again]
    offsets = np.concatenate(([0], np.cumsum(np.bincount(owner, minlength=len(queries)), dtype=np.int64)))
    _tell_ties(source, queries, offsets, scores, decisions)
    return Replies(source, format, queries, texts, offsets, codes, list(code_of), scores, gold)


def _tell_ties(source: str, queries: list[str], offsets: Ints, scores: Floats, decisions: Decisions) -> None:
    several = np.flatnonzero(np.diff(offsets) > 1)
    tied = several[scores[offsets[several]] == scores[offsets[several] + 1]]
    if len(tied):
        text = f"{plural(len(tied), 'reply', 'replies')} with several options of the highest score: as they are listed"
        decisions.add(source, "ties-as-listed", len(tied), f"{text} (first: query {shown(queries[tied[0]])})")


def _repeated(owner: Ints, codes: NDArray[np.int32], n_codes: int) -> NDArray[np.bool_]:
    """Which ranked options stand higher up in the same list already."""
    pairs = owner * n_codes + codes
    order = np.argsort(pairs, kind="stable")
    again = np.zeros(len(pairs), dtype=np.bool_)
    again[order[1:]] = pairs[order[1:]] == pairs[order[:-1]]
    return again
