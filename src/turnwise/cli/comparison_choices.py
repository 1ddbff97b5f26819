"""How things are compared: the options of every command that compares, in the same words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from turnwise.comparison.compare import CHOICES, ComparisonSettings

_DEFAULTS = ComparisonSettings()


def _setting(name: str, help_: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The option of a setting, with the values that it takes and its default."""
    default = getattr(_DEFAULTS, name)
    kind = click.Choice(CHOICES[name]) if name in CHOICES else type(default)
    return click.option(f"--{name}", type=kind, default=default, show_default=True, help=help_)


by = _setting(
    "by",
    "What is compared; turns of one conversation are not independent, and intervals draw whole conversations either "
    "way.",
)
test = _setting("test", "The test of every pair; the Tukey tests correct for many pairs by themselves.")
correction = _setting("correction", "The correction of the other tests for many pairs.")
alpha = _setting("alpha", "The level of significance; intervals have 1 less alpha.")
power = _setting("power", "The chance of seeing a difference, for the number of conversations it takes.")
standardise = _setting("standardise", "Standardise scores within each unit first.")
fill = _setting("fill", "Cells without a score: refuse, score 0, or drop their units for all systems.")
draws = _setting("draws", "How often randomised tests and the bootstrap draw.")
seed = _setting("seed", "The seed of all that is drawn.")
