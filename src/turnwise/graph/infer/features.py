"""What a turn's words say of whether it needs context, and of which earlier turn would give it. All within [0, 1].

These are the features that paid on CAsT 2020; docs/graph-inference.md lists those that did not.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from turnwise.graph.infer.cues import Cue, cues, pronoun_first
from turnwise.graph.infer.words import Utterance

Floats = NDArray[np.float64]

#: Of a turn, for whether it needs context.
TURN_FEATURES = (
    "it",
    "they",
    "he or she",
    "there",
    "ones",
    "reaction",
    "no cue",
    "pronoun before content",
    "name",
    "repeats a word",
    "four or more content words",
)
#: Of an earlier turn and a turn that needs context, for whether the earlier one gives it.
PAIR_FEATURES = (
    "near",
    "self-contained",
    "introduces",
    "it: latest topic",
    "they: plural",
    "he or she: previous",
    "ones: previous",
    "other: previous",
    "reaction: previous",
)
#: Every cue but a reaction to an answer, which also opens turns that stand on their own.
ALLUDING = frozenset(Cue) - {Cue.REACTION}


def turn_features(turns: Sequence[Utterance]) -> Floats:
    """``[turn, feature]``; the first turn has its row too, though it never needs context."""
    rows = []
    said: set[str] = set()
    for turn in turns:
        found = cues(turn)
        told = {
            "it": Cue.IT in found,
            "they": Cue.THEY in found,
            "he or she": Cue.PERSON in found,
            "there": Cue.THERE in found,
            "ones": Cue.ONES in found,
            "reaction": Cue.REACTION in found,
            "no cue": not found & ALLUDING,
            "pronoun before content": pronoun_first(turn),
            "name": bool(turn.names),
            "repeats a word": not said.isdisjoint(turn.content),
            "four or more content words": len(turn.content) >= 4,
        }
        rows.append([float(told[name]) for name in TURN_FEATURES])
        said.update(turn.content)
    return np.array(rows).reshape(-1, len(TURN_FEATURES))


def pair_features(turns: Sequence[Utterance], needs: Floats) -> list[Floats]:
    """For each turn, ``[earlier turn, feature]``.

    `needs[turn]` is how likely each turn needs context.
    """
    found = [cues(turn) for turn in turns]
    news = introductions(turns)
    pairs = []
    for child in range(len(turns)):
        rows = []
        topic = latest_topic(needs, child)
        says = found[child]
        for parent in range(child):
            previous = parent == child - 1
            told = {
                "near": 1 / (child - parent),
                "self-contained": 1 - needs[parent],
                "introduces": news[parent],
                "it: latest topic": topic[parent] if Cue.IT in says else 0,
                "they: plural": Cue.THEY in says and turns[parent].has_plural,
                "he or she: previous": Cue.PERSON in says and previous,
                "ones: previous": Cue.ONES in says and previous,
                "other: previous": Cue.OTHER in says and previous,
                "reaction: previous": Cue.REACTION in says and previous,
            }
            rows.append([float(told[name]) for name in PAIR_FEATURES])
        pairs.append(np.array(rows).reshape(-1, len(PAIR_FEATURES)))
    return pairs


def latest_topic(needs: Floats, child: int) -> Floats:
    """How likely each turn before `child` is the latest that needs no context. The first needs none."""
    topic = np.empty(child)
    all_need = 1.0
    for turn in range(child - 1, -1, -1):
        topic[turn] = all_need * (1 - needs[turn])
        all_need *= needs[turn]
    return topic


def introductions(turns: Sequence[Utterance]) -> list[bool]:
    """Which turns bring a word that is new under *what about …* or *tell me …*."""
    said: set[str] = set()
    found = []
    for turn in turns:
        found.append(
            (Cue.ABOUT in cues(turn) or turn.words[:2] == ("tell", "me")) and not said.issuperset(turn.content)
        )
        said.update(turn.content)
    return found
