"""Rules of English for ellipsis and anaphora: the first rule that fits a turn names its parents, or none fits.

A rule is as sure as it was right on CAsT 2020; nothing else of the rules is learned.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from turnwise.graph.infer.coefficients import learned
from turnwise.graph.infer.cues import Cue, cues
from turnwise.graph.infer.features import introductions
from turnwise.graph.infer.guess import FIRST, Guess
from turnwise.graph.infer.words import Utterance, utterance
from turnwise.tables.turns import Turn

#: What the turn that no rule fits is said to be.
SELF_CONTAINED = "self-contained"


@dataclass(frozen=True)
class Seen:
    """What a rule looks at: a turn, the cues in it, and the earlier turns that opened a topic, by place."""

    turn: Utterance
    place: int
    cues: frozenset[Cue]
    topics: list[int]
    first_said: dict[str, int]

    @property
    def latest_topic(self) -> list[int]:
        return self.topics[-1:]

    @property
    def previous(self) -> list[int]:
        return [self.place - 1]

    @property
    def named_before(self) -> list[int]:
        """The turns that first said what this turn says again."""
        return sorted({self.first_said[word] for word in self.turn.content if word in self.first_said})


Rule = Callable[[Seen], list[int]]


#: In the order in which they are tried.
RULES: dict[str, Rule] = {
    "he or she": lambda seen: seen.previous if Cue.PERSON in seen.cues else [],
    "pronoun": lambda seen: seen.latest_topic if seen.cues & {Cue.IT, Cue.THEY, Cue.THERE} else [],
    "this or that": lambda seen: seen.previous if Cue.DEMONSTRATIVE in seen.cues else [],
    "what about": lambda seen: seen.previous if Cue.ABOUT in seen.cues else [],
    "other ones": lambda seen: seen.previous if seen.cues & {Cue.OTHER, Cue.ONES} else [],
    "named before": lambda seen: seen.named_before[-1:] if Cue.DEFINITE in seen.cues else [],
    "the": lambda seen: seen.latest_topic if Cue.DEFINITE in seen.cues else [],
    "no noun": lambda seen: seen.latest_topic if len(seen.turn.content) <= 1 and not seen.turn.names else [],
}


def by_rules(turns: Sequence[Turn]) -> list[Guess]:
    """The links that the rules find in what the turns say."""
    right = learned().right
    guesses = []
    for place, (rule, parents) in enumerate(applied([utterance(turn.text) for turn in turns])):
        sure = right[f"rule: {rule}"]
        needs = sure if parents else 1 - sure
        guesses.append(Guess(needs, dict.fromkeys(parents, sure)) if place else FIRST)
    return guesses


def applied(turns: Sequence[Utterance]) -> list[tuple[str, list[int]]]:
    """For each turn the rule that fits, and the parents that it names."""
    news = introductions(turns)
    found: list[tuple[str, list[int]]] = []
    topics: list[int] = []
    first_said: dict[str, int] = {}
    for place, turn in enumerate(turns):
        seen = Seen(turn, place, cues(turn), topics, first_said)
        tried = ((name, rule(seen)) for name, rule in RULES.items())
        name, parents = next(((name, named) for name, named in tried if named and place), (SELF_CONTAINED, []))
        found.append((name, parents))
        if not parents or news[place]:
            topics = [*topics, place]
        for word in turn.content:
            first_said.setdefault(word, place)
    return found
