"""Every measure of the catalogue with many parameters, worked out from what each parameter's rule allows."""

from __future__ import annotations

from itertools import product

from turnwise.errors import MeasureError
from turnwise.measures import TURN_MEASURES, TurnMeasure, parameters
from turnwise.measures.measure import Rule

CANDIDATES = (False, True, None, 2, 0.05, 3, 7)


def values_of(rule: Rule, default: object, kept: int = 3) -> list[object]:
    """The default and a few other values that a rule allows."""
    words = [word for word in rule.text.split(" or ") if rule.holds(word)]
    others = [v for v in (*words, *CANDIDATES) if rule.holds(v) and v != default]
    return [default, *others[: kept - 1]]


def variants_of(measure: type[TurnMeasure]) -> list[TurnMeasure]:
    """All combinations of a few values of each parameter."""
    found = []
    declared = parameters(measure)
    for values in product(*(values_of(p.metadata["rule"], p.default) for p in declared)):
        try:
            found.append(measure(**{p.name: v for p, v in zip(declared, values, strict=True)}))
        except MeasureError:  # parameters that exclude each other
            continue
    return found


VARIANTS: dict[str, list[TurnMeasure]] = {name: variants_of(measure) for name, measure in TURN_MEASURES.items()}
