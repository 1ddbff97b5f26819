"""The trained model: does a turn need context, and if so, which earlier turns give it?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from turnwise.graph.infer.coefficients import Learned, learned
from turnwise.graph.infer.features import Floats, pair_features, turn_features
from turnwise.graph.infer.guess import FIRST, Guess
from turnwise.graph.infer.words import Utterance, utterance
from turnwise.tables.turns import Turn


def by_model(turns: Sequence[Turn], model: Learned | None = None) -> list[Guess]:
    """The links that the model finds in what the turns say."""
    known = model or learned()
    needs, parent = probabilities([utterance(turn.text) for turn in turns], known)
    return decoded(needs, parent, known.needs.threshold, known.parent.threshold)


def probabilities(turns: Sequence[Utterance], model: Learned) -> tuple[Floats, list[Floats]]:
    """How likely each turn needs context, and for each the share of every earlier turn in giving it."""
    needs = model.needs(turn_features(turns))
    needs[:1] = 0.0
    return needs, [model.parent(rows) for rows in pair_features(turns, needs)]


def decoded(needs: Floats, parent: Sequence[Floats], needs_from: float, parent_from: float) -> list[Guess]:
    """A turn that needs context has its likeliest parent, and every other that is likely enough.

    Only earlier turns are asked about, so there can be no cycle. A link is as sure as both answers together.
    """
    guesses = []
    for need, likely in zip(needs, parent, strict=True):
        chosen: dict[int, float] = {}
        if len(likely) and need >= needs_from:
            likeliest = len(likely) - 1 - int(np.argmax(likely[::-1]))  # the latest of equals
            chosen = {
                int(place): float(need * likely[place])
                for place in range(len(likely))
                if place == likeliest or likely[place] >= parent_from
            }
        guesses.append(Guess(float(need), chosen) if len(likely) else FIRST)
    return guesses
