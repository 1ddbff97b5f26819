"""Questions (or answers) by how many people find right and by how much people disagree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from turnwise.crowd.variation import BOTH, NEITHER, ONE_SIDED, VERSATILE, Variation
from turnwise.report.blocks import Picture

#: How sets are told apart: by colour, and by shape for those who do not see colours.
LOOKS = {BOTH: ("soft", "."), NEITHER: ("soft", "x"), ONE_SIDED: ("line", "o"), VERSATILE: ("mark", "s")}


def variation_picture(found: Variation) -> Picture:
    other = "answers" if found.kind == "question" else "questions"

    def draw(figure: Any, colours: Mapping[str, str]) -> None:
        axis = figure.subplots()
        for name, (hue, shape) in LOOKS.items():
            units = [unit for unit in found.units if unit.set == name]
            if units:
                axis.plot(
                    [100 * unit.right for unit in units], [unit.cov for unit in units], shape, color=colours[hue],
                    fillstyle="full" if name == BOTH else "none", markersize=5.5, linestyle="none",
                    label=f"{name} ({len(units)})",
                )  # fmt: skip
        axis.set_xlabel(f"{other} rated right, %")
        axis.set_ylabel("coefficient of variation, mean")
        axis.set_ylim(bottom=0)
        figure.legend(loc="outside upper left", fontsize=9, ncols=2)

    told = ", ".join(f"{found.count(name)} {name}" for name in LOOKS)
    return Picture(
        f"variation-{found.kind}s",
        f"{found.kind.capitalize()}s: how many {other} suit, and how far people disagree",
        f"A point a {found.kind}: the share of its {other} that are rated right, and the mean coefficient of variation "
        f"of its ratings. {told.capitalize()}.",
        "The coefficient divides by the mean rating, so it is higher where ratings are low, whatever people think.",
        (5.2, 4.0),
        draw,
    )
