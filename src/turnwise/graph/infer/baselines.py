"""What a method must beat: links that look at no word. Each is as sure as it was right on CAsT 2020."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from turnwise.graph.infer.coefficients import learned
from turnwise.graph.infer.guess import FIRST, Guess, Method
from turnwise.tables.turns import Turn

#: For each baseline, whether every turn is linked to the first turn, and whether to the one before.
_LINKS = {
    "none": (False, False),
    "first": (True, False),
    "previous": (False, True),
    "first-and-previous": (True, True),
}


def _linked(turns: Sequence[Turn], to_first: bool, to_previous: bool) -> list[Guess]:
    right = learned().right
    guesses = []
    for place in range(len(turns)):
        parents = {0: right["first"]} if to_first and place else {}
        if to_previous and place:
            parents[place - 1] = right["first"] if place == 1 else right["previous"]
        guesses.append(Guess(right["needs"], parents) if place else FIRST)
    return guesses


BASELINES: dict[str, Method] = {
    name: partial(_linked, to_first=first, to_previous=previous) for name, (first, previous) in _LINKS.items()
}
