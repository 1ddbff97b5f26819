"""Links that rewritten utterances reveal: the words that a rewriter adds come from the turns that said them."""

from __future__ import annotations

from collections.abc import Sequence

from turnwise.graph.infer.coefficients import learned
from turnwise.graph.infer.guess import FIRST, Guess
from turnwise.graph.infer.words import utterance
from turnwise.tables.turns import Turn

#: Under which names formats have rewritten utterances, the preferred first; and who rewrote them.
REWRITES = {
    "rewritten_utterance": "manual",
    "manual_rewritten_utterance": "manual",
    "resolved_utterance": "manual",
    "automatic_rewritten_utterance": "automatic",
}


def rewrite_of(turn: Turn) -> tuple[str, str] | None:
    """Who rewrote the turn, and to what."""
    return next(((who, turn.others[name]) for name, who in REWRITES.items() if name in turn.others), None)


def by_rewrites(turns: Sequence[Turn]) -> list[Guess]:
    """The links that the rewriting of each turn reveals; a turn without one is taken for self-contained."""
    right = learned().right
    said = [set(utterance(turn.text).content) for turn in turns]
    guesses = []
    for place, turn in enumerate(turns):
        who, text = rewrite_of(turn) or ("manual", turn.text)
        found = sources(set(utterance(text).content) - said[place], said[:place])
        sure = {parent: right[f"{who} rewrite: {how}"] for parent, how in found.items()}
        needs = max(sure.values(), default=1 - right[f"{who} rewrite: nothing added"])
        guesses.append(Guess(needs, sure) if place else FIRST)
    return guesses


def sources(added: set[str], said: Sequence[set[str]]) -> dict[int, str]:
    """The fewest earlier turns that said the added words, found greedily, the earliest of equals first.

    Where no turn said any of them, they come from the answer to the turn before.
    """
    found: dict[int, str] = {}
    left = set(added)
    while left and said:
        best = max(range(len(said)), key=lambda turn: (len(left & said[turn]), -turn))
        if left.isdisjoint(said[best]):
            break
        found[best] = "said before"
        left -= said[best]
    return found or ({len(said) - 1: "from an answer"} if left and said else {})
