"""A score table's report: the sections in their order. Whoever adds to it adds a line here."""

from __future__ import annotations

from collections.abc import Callable

from turnwise.comparison import wording
from turnwise.report.blocks import Section
from turnwise.report.comparison_sections import (
    Reported,
    are_turns_independent,
    how_numbers_were_made,
    one_conversation,
    what_the_measure_changes,
    what_was_compared,
    where_systems_differ,
    who_is_best,
)
from turnwise.report.dialogue_section import one_dialogue
from turnwise.report.sections_page import sections_page
from turnwise.tables.decisions import plural

#: Each makes a section, or None where there is nothing to say.
SECTIONS: tuple[Callable[[Reported], Section | None], ...] = (
    who_is_best,
    where_systems_differ,
    one_conversation,
    one_dialogue,
    what_the_measure_changes,
    are_turns_independent,
    what_was_compared,
    how_numbers_were_made,
)


def sections_of(report: Reported) -> list[Section]:
    return [section for make in SECTIONS if (section := make(report)) is not None]


def comparison_page(report: Reported, sections: list[Section]) -> str:
    """The whole page."""
    comparison = report.findings.comparison
    first = comparison.measures[0]
    lead = (
        f"{plural(len(comparison.systems), 'system')} on {plural(len(comparison.units), 'conversation')}, "
        f"{plural(len(comparison.measures), 'measure')}."
    )
    verdict = f"Under {first.measure}, {wording.top_group(first, comparison.systems, comparison.settings)}"
    return sections_page("Which system is best?", lead, verdict, sections)
