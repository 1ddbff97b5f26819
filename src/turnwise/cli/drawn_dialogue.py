"""The dialogues behind a score table: which of them a report draws, and as which systems held it."""

from __future__ import annotations

from collections.abc import Sequence

from turnwise.api import read_collections
from turnwise.comparison.findings import Findings
from turnwise.errors import InputError, MeasureError, OptionError
from turnwise.measures import parse
from turnwise.measures.trail_text import TrailMeasure
from turnwise.scoring.system_trails import system_trails
from turnwise.tables.decisions import Decisions
from turnwise.tables.trail import Trail


def drawn_dialogue(
    files: Sequence[str], findings: Findings, conversation: str | None, decisions: Decisions
) -> dict[str, Trail]:
    """The dialogue as the best and the worst system in it held it, by the nuggets that were scored, or their vote."""
    measure = _with_decay([compared.measure for compared in findings.comparison.measures])
    about, systems = findings.scores.about, findings.scores.systems
    each = about.get("annotators") == "each"
    collections = read_collections(files, decisions, by_vote=not each, system=about.get("system"))
    name = conversation or findings.most_different
    trails = system_trails(collections, name, systems, measure, each=each)
    if not trails:
        found = ", ".join(dict.fromkeys(system for one in collections for system in one.systems))
        raise InputError(
            f"{', '.join(files)}: found no dialogue {name!r} of the systems {', '.join(systems[:5])}, but those of "
            f"{found}; give the files that were scored."
        )
    first = findings.comparison.measures[0]
    of_systems = first.sign * first.values[:, findings.comparison.units.index(name)]
    value = dict(zip(systems, of_systems.tolist(), strict=True))
    best, worst = max(trails, key=value.__getitem__), min(trails, key=value.__getitem__)
    return {system: trails[system] for system in dict.fromkeys((best, worst))}


def _with_decay(names: Sequence[str]) -> TrailMeasure:
    """The first measure that has a decay line."""
    for name in names:
        try:
            measure = parse(name)
        except MeasureError:  # a table may hold a measure of somebody's own
            continue
        if isinstance(measure, TrailMeasure):
            return measure
    raise OptionError(
        f"--dialogues draws the decay line of UCH, UC, UH, U or S, and the scores are of {', '.join(names)}; score one "
        "of them, too."
    )
