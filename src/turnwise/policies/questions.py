"""Replies and their gold as matrices: what every policy is tried on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turnwise.errors import InputError, shown
from turnwise.policies.policy import Floats, Ints
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.replies import Replies

#: What toolkits and corpora call "none of my intents", compared without regard to case: Rasa's `nlu_fallback` and
#: `out_of_scope`, LUIS's and CLU's `None`, Lex's and Dialogflow's fallback intents, CLINC's `oos`.
OUT_OF_SCOPE = (
    "out_of_scope", "out-of-scope", "out of scope", "outofscope", "oos", "none", "fallback", "fallbackintent",
    "amazon.fallbackintent", "default fallback intent", "nlu_fallback",
)  # fmt: skip

#: What tables write where there is nothing; as the name of a right option it is surely none, unless replies rank it.
NO_NAMES = {"n/a", "na", "n.a.", "nan", "null", "<na>"}


@dataclass(frozen=True, eq=False)
class Questions:
    """One row a query, the fallback taken out of the rankings; at most as many columns as a list may be long.

    Where `out_of_scope`, the fallback is the one right answer; elsewhere `n_right` options are, and `right` marks
    them among the ranked. Where `falls_back`, the bot falls back under every policy: it ranks the fallback first, or
    nothing at all.
    """

    source: str
    queries: list[str]
    scores: Floats  # best first, minus infinity where a reply has no further option
    right: NDArray[np.bool_]
    n_right: Ints
    out_of_scope: NDArray[np.bool_]
    falls_back: NDArray[np.bool_]
    ranked: Ints  # how many options each query has, beyond the columns too

    def __len__(self) -> int:
        return len(self.queries)

    @property
    def in_scope(self) -> NDArray[np.bool_]:
        return ~self.out_of_scope

    @property
    def longest(self) -> int:
        return int(self.scores.shape[1])


def questions_of(
    replies: Replies,
    decisions: Decisions,
    max_length: int | None = None,
    out_of_scope: Iterable[str] | None = None,
    fallback: Iterable[str] | None = None,
) -> Questions:
    """The replies as matrices, no wider than `max_length`.

    A query is out of scope if it has no gold, or none but names of `out_of_scope` (by default OUT_OF_SCOPE). The
    options of `fallback` (by default the same names) are the bot's own fallback: a list never mixes it with others.
    Ranked first, the bot falls back; ranked lower, it is left out and the list closes up.
    """
    if replies.gold is None:
        raise InputError(
            f"{replies.source}: found no gold, expected the right options of each query; give a file of them "
            "(--gold FILE) or the one that is right for all (--gold-is NAME)."
        )
    outside = _names(out_of_scope)
    own = _names(fallback) if fallback is not None else outside
    is_own = np.array([name.lower() in own for name in replies.vocabulary], dtype=np.bool_)[replies.codes]
    owner = np.repeat(np.arange(len(replies)), replies.lengths)
    first = replies.offsets[:-1][replies.lengths > 0]
    falls_back = replies.lengths == 0
    falls_back[replies.lengths > 0] = is_own[first]
    owner, codes, scores = owner[~is_own], replies.codes[~is_own], replies.scores[~is_own]
    ranked = np.bincount(owner, minlength=len(replies))
    width = int(ranked.max(initial=0)) if max_length is None else min(max_length, int(ranked.max(initial=0)))
    column = np.arange(len(owner)) - np.repeat(np.cumsum(ranked) - ranked, ranked)
    gold = [tuple(dict.fromkeys(g for g in golds if g.lower() not in outside)) for golds in replies.gold]
    _refuse_both_scopes(replies, gold)
    right = _is_gold(gold, replies.vocabulary, owner, codes)
    kept = column < width
    matrix = np.full((len(replies), width), -np.inf)
    matrix[owner[kept], column[kept]] = scores[kept]
    marks = np.zeros((len(replies), width), dtype=np.bool_)
    marks[owner[kept], column[kept]] = right[kept]
    n_gold = np.array([len(g) for g in gold], dtype=np.int64)
    _tell_scope(replies, gold, decisions, named=out_of_scope is not None)
    _tell_fallback(replies, is_own, falls_back, decisions, named=fallback is not None)
    if fallback is not None:
        _tell_unknown_fallback(replies, own, decisions)
    _tell_unknown_gold(replies, gold, decisions)
    return Questions(
        replies.source, replies.queries, matrix, marks, np.maximum(n_gold, 1), n_gold == 0, falls_back, ranked
    )


def _names(given: Iterable[str] | None) -> set[str]:
    names = OUT_OF_SCOPE if given is None else [given] if isinstance(given, str) else given
    return {name.lower() for name in names if name}


def _is_gold(
    gold: list[tuple[str, ...]], vocabulary: list[str], owner: Ints, codes: NDArray[np.int32]
) -> NDArray[np.bool_]:
    """Whether each ranked option is right for its query."""
    code_of = {name: code for code, name in enumerate(vocabulary)}
    n_codes = len(vocabulary)
    pairs = [q * n_codes + code_of[name] for q, names in enumerate(gold) for name in names if name in code_of]
    return np.isin(owner * n_codes + codes, np.array(pairs, dtype=np.int64))


def _tell_scope(replies: Replies, gold: list[tuple[str, ...]], decisions: Decisions, *, named: bool) -> None:
    given = replies.gold or []
    empty = sum(1 for g in given if not g)
    decisions.add(
        replies.source, "no-gold", empty, f"{plural(empty, 'query', 'queries')} without gold: taken as out of scope"
    )
    by_name = [g for g, kept in zip(given, gold, strict=True) if g and not kept]
    if not named and by_name:
        names = ", ".join(sorted({repr(name) for g in by_name for name in g}))
        decisions.add(
            replies.source,
            "out-of-scope-names",
            len(by_name),
            f"{plural(len(by_name), 'query', 'queries')} with gold {names}: taken as out of scope "
            "(--out-of-scope NAME says otherwise)",
        )


def _tell_fallback(
    replies: Replies, is_own: NDArray[np.bool_], falls_back: NDArray[np.bool_], decisions: Decisions, *, named: bool
) -> None:
    nothing = int((replies.lengths == 0).sum())
    decisions.add(
        replies.source,
        "no-options",
        nothing,
        f"{plural(nothing, 'reply', 'replies')} without an option: the bot falls back",
    )
    if named:
        return
    names = ", ".join(sorted({repr(replies.vocabulary[c]) for c in replies.codes[is_own]}))
    why = " (taken as the bot's fallback by its name; --fallback NAME says otherwise)"
    first = int(falls_back.sum()) - nothing
    owner = np.repeat(np.arange(len(replies)), replies.lengths)
    lower = len(np.unique(owner[is_own])) - first
    decisions.add(
        replies.source,
        "fallback-first",
        first,
        f"{plural(first, 'reply', 'replies')} with {names} ranked first{why}: the bot falls back",
    )
    decisions.add(
        replies.source,
        "fallback-lower",
        lower,
        f"{plural(lower, 'reply', 'replies')} with {names} ranked below another option{why}: "
        "it is left out of the list, which closes up",
    )


def _refuse_both_scopes(replies: Replies, gold: list[tuple[str, ...]]) -> None:
    """A query is out of scope, or some option is right for it."""
    for query, given, kept in zip(replies.queries, replies.gold or [], gold, strict=True):
        if kept and len(kept) < len(given):
            outside = next(name for name in given if name not in kept)
            raise InputError(
                f"{replies.source}: found the gold {shown(kept[0])} and {shown(outside)} for query {shown(query)}, "
                "expected right options or a name for out of scope, not both; --out-of-scope NAME says which names "
                "mean it."
            )


def _tell_unknown_fallback(replies: Replies, own: set[str], decisions: Decisions) -> None:
    unknown = sorted(own - {name.lower() for name in replies.vocabulary})
    if unknown:
        text = f"no reply ranks {', '.join(map(shown, unknown))}, said to be the bot's fallback"
        decisions.add(replies.source, "unknown-fallback", len(unknown), text)


def _tell_unknown_gold(replies: Replies, gold: list[tuple[str, ...]], decisions: Decisions) -> None:
    """Right options that no reply ranks are counted; where none is ever ranked, the two speak of different names."""
    known = set(replies.vocabulary)
    lost = [(query, name) for query, names in zip(replies.queries, gold, strict=True) for name in names]
    in_all = len(lost)
    lost = [(query, name) for query, name in lost if name not in known]
    for query, name in lost:
        if name.lower() in NO_NAMES:
            raise InputError(
                f"{replies.source}: found the gold {shown(name)} for query {shown(query)}, expected an option's name; "
                f"leave it empty where no option is right, or say --out-of-scope {name}."
            )
    if not lost:
        return
    folded = {name.strip().casefold(): name for name in replies.vocabulary}
    alike = next(((name, folded[name.casefold()]) for _, name in lost if name.casefold() in folded), None)
    hint = f"write {shown(alike[0])} as {shown(alike[1])}, as the replies do" if alike else ""
    if known and len(lost) == in_all:
        raise InputError(
            f"{replies.source}: found no reply that ranks a right option, such as {shown(lost[0][1])}, expected the "
            f"names that the replies use, such as {shown(replies.vocabulary[0])}{'; ' + hint if hint else ''}."
        )
    decisions.add(
        replies.source,
        "gold-never-ranked",
        len(lost),
        f"{plural(len(lost), 'right option')} that no reply ranks count as missed (first: {shown(lost[0][1])}; "
        f"{hint or 'is the name spelled the same in both files?'})",
    )
