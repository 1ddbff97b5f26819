"""Cues that an utterance leaves something to its context: anaphora (*it*, *the plan*) and ellipsis (*what about*)."""

from __future__ import annotations

from enum import StrEnum
from itertools import pairwise

from turnwise.graph.infer.words import (
    BE,
    CLOSED,
    EMPTY_MODIFIERS,
    IT,
    ONES,
    OTHER,
    PERSON,
    PREPOSITIONS,
    PRONOUNS,
    REACTION,
    THEY,
    Utterance,
)


class Cue(StrEnum):
    """What may point outside the utterance."""

    IT = "it"
    THEY = "they"
    PERSON = "he or she"
    DEMONSTRATIVE = "this or that"
    THERE = "there"
    ONES = "ones"
    OTHER = "other"
    DEFINITE = "the"
    ABOUT = "what about"
    REACTION = "reaction"


#: After these, *that* stands for something; elsewhere it mostly opens a clause.
_BEFORE_THAT = PREPOSITIONS | BE | frozenset("do does did and".split())
#: After the noun of *the noun*, these say which one is meant.
_SAYS_WHICH = frozenset("of in for between to on".split())


def cues(turn: Utterance) -> frozenset[Cue]:
    """The cues in an utterance."""
    words = set(turn.words)
    found = {
        Cue.IT: bool(words & IT),
        Cue.THEY: bool(words & THEY),
        Cue.PERSON: bool(words & PERSON),
        Cue.DEMONSTRATIVE: _demonstrative(turn.words),
        Cue.THERE: _there(turn.words),
        Cue.ONES: bool(words & ONES),
        Cue.OTHER: bool(words & OTHER),
        Cue.DEFINITE: _definite(turn.words),
        Cue.ABOUT: any(pair in {("what", "about"), ("how", "about")} for pair in pairwise(turn.words)),
        Cue.REACTION: bool(turn.words) and turn.words[0] in REACTION,
    }
    return frozenset(cue for cue, is_there in found.items() if is_there)


def pronoun_first(turn: Utterance) -> bool:
    """Whether a third-person pronoun stands before every word with content, so that nothing here explains it."""
    places = [at for at, word in enumerate(turn.words) if word in PRONOUNS]
    return bool(places) and places[0] < min(turn.content_places, default=len(turn.words))


def _demonstrative(words: tuple[str, ...]) -> bool:
    if not {"this", "these", "those", "such"}.isdisjoint(words):
        return True
    that = [at for at, word in enumerate(words) if word == "that"]
    return any(at in (0, len(words) - 1) or words[at - 1] in _BEFORE_THAT for at in that)


def _there(words: tuple[str, ...]) -> bool:
    """*There* as a place; not as in *there are* and *is there*."""
    around = zip(("", *words), words, (*words[1:], ""), strict=False)
    return any(word == "there" and before not in BE and after not in BE for before, word, after in around)


def _definite(words: tuple[str, ...]) -> bool:
    """*The* with a noun that nothing after it explains: *the movement*, but not *the role of bees*."""
    for at, word in enumerate(words):
        if word == "the":
            end = at + 1
            while end < len(words) and (words[end] not in CLOSED or words[end] in EMPTY_MODIFIERS):
                end += 1
            if end > at + 1 and (end == len(words) or words[end] not in _SAYS_WHICH):
                return True
    return False
