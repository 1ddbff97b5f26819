"""The catalogue of measures: plain numpy on packed arrays, declared once each."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from turnwise.measures.catalogue import (
    CATALOGUE,
    CONVERSATION_MEASURES,
    DIALOGUE_MEASURES,
    DISTRIBUTION_MEASURES,
    TURN_MEASURES,
)
from turnwise.measures.conversation import ConversationMeasure, Conversations
from turnwise.measures.grammar import named, parse, parse_all, parse_turn
from turnwise.measures.measure import Example, Measure, TurnMeasure, parameters
from turnwise.measures.packed import Lists, Pool

if TYPE_CHECKING:
    from turnwise.measures.dialogue import DialogueMeasure, Readings
    from turnwise.measures.distributions import DistributionMeasure, DistributionPairs

__all__ = [
    "CATALOGUE",
    "CONVERSATION_MEASURES",
    "DIALOGUE_MEASURES",
    "DISTRIBUTION_MEASURES",
    "TURN_MEASURES",
    "ConversationMeasure",
    "Conversations",
    "DialogueMeasure",
    "DistributionMeasure",
    "DistributionPairs",
    "Example",
    "Lists",
    "Measure",
    "Pool",
    "Readings",
    "TurnMeasure",
    "named",
    "parameters",
    "parse",
    "parse_all",
    "parse_turn",
]

#: What scoring ranked lists does without, and where it lives.
LATE = {
    "DialogueMeasure": "dialogue",
    "Readings": "dialogue",
    "DistributionMeasure": "distributions",
    "DistributionPairs": "distributions",
}


def __getattr__(name: str) -> Any:
    if name not in LATE:
        raise AttributeError(f"module 'turnwise.measures' has no attribute {name!r}")
    return getattr(import_module(f"turnwise.measures.{LATE[name]}"), name)
