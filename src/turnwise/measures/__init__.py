"""The catalogue of measures: plain numpy on packed arrays, declared once each."""

from turnwise.measures.catalogue import CATALOGUE
from turnwise.measures.grammar import parse, parse_all
from turnwise.measures.measure import Example, TurnMeasure, parameters
from turnwise.measures.packed import Lists, Pool

__all__ = ["CATALOGUE", "Example", "Lists", "Pool", "TurnMeasure", "parameters", "parse", "parse_all"]
