"""The section of a report that shows one dialogue, with its nuggets along the decay line."""

from __future__ import annotations

from dataclasses import replace

from turnwise.report.blocks import Block, Prose, Section
from turnwise.report.comparison_sections import Reported
from turnwise.report.trail_drawing import read_by, sums
from turnwise.report.trail_picture import trail_picture


def one_dialogue(report: Reported) -> Section | None:
    """A dialogue as the systems that do best and worst in it held it."""
    if not report.trails:
        return None
    name = next(iter(report.trails.values())).dialogue
    comparison, systems = report.findings.comparison, report.findings.scores.systems
    first = comparison.measures[0]
    of_systems = first.sign * first.values[:, comparison.units.index(name)]
    why = "chosen by hand" if report.conversation else f"where systems differ most under {first.measure}"
    blocks: list[Block] = [
        Prose(
            f"Dialogue {name}, {why}. A nugget stands where it is in the dialogue; the later, the less of its weight "
            "is left."
        )
    ]
    for which, (system, trail) in zip(("best", "worst"), report.trails.items(), strict=False):
        picture = trail_picture([trail])
        own = of_systems[systems.index(system)]
        rank, reader = int((of_systems > own).sum()) + 1, read_by(trail)
        blocks += [
            Prose(
                f"{system}, number {rank} of {len(systems)} systems in it: {first.measure} {first.sign * own:.4f}. "
                f"{reader[:1].upper()}{reader[1:]}: {sums(trail)}"
            ),
            replace(picture, name=f"{picture.name}-{which}"),
        ]
    return Section(f"Dialogue {name}, along its decay line", blocks)
