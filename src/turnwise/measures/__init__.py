"""The catalogue of measures: plain numpy on packed arrays, declared once each."""

from turnwise.measures.catalogue import (
    CATALOGUE,
    CONVERSATION_MEASURES,
    DIALOGUE_MEASURES,
    DISTRIBUTION_MEASURES,
    TURN_MEASURES,
)
from turnwise.measures.conversation import ConversationMeasure, Conversations
from turnwise.measures.dialogue import DialogueMeasure, Readings
from turnwise.measures.distributions import DistributionMeasure, DistributionPairs
from turnwise.measures.grammar import named, parse, parse_all, parse_turn
from turnwise.measures.measure import Example, Measure, TurnMeasure, parameters
from turnwise.measures.packed import Lists, Pool

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
