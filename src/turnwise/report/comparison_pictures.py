"""Figures 2 and 3 of Faggioli et al. (SIGIR 2021): how alike turns are, and systems under two measures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from turnwise.comparison.compare import Compared
from turnwise.comparison.density import density
from turnwise.comparison.findings import Findings
from turnwise.comparison.turn_pairs import TurnPairs
from turnwise.report.blocks import Picture

#: More systems than these stand without their names.
MOST_NAMES = 60
#: A figure draws no more systems than these, the best ones.
MOST_DRAWN = 100
#: How groups are told apart: by colour, and by shape for those who do not see colours.
LOOKS = (("line", "o"), ("mark", "s"), ("ink", "^"), ("soft", "D"))
DASHES = ("-", (0, (5, 2)), (0, (1.5, 1.5)))


def turn_pairs_picture(pairs: TurnPairs, measure: str, has_trees: bool) -> Picture:
    """Figure 2: the density of τ for each kind of pair."""
    groups = pairs.groups(has_trees)
    at = np.linspace(-1, 1, 201)
    curves = [density(group.taus, at) for group in groups]

    def draw(figure: Any, colours: Mapping[str, str]) -> None:
        axis = figure.subplots()
        for group, curve, (hue, _), dash in zip(groups, curves, LOOKS, DASHES, strict=False):
            axis.plot(
                at, curve, color=colours[hue], linestyle=dash, linewidth=2, label=f"{group.name} ({group.mean:+.3f})"
            )
            axis.axvline(group.mean, color=colours[hue], linestyle=dash, linewidth=0.8)
        axis.set_xlabel("Kendall's τ of two turns, over systems")
        axis.set_ylabel("density")
        axis.set_xlim(-1, 1)
        axis.set_xticks([-1, -0.5, 0, 0.5, 1])
        axis.set_ylim(bottom=0)
        figure.legend(loc="outside upper left", fontsize=9, ncols=1)

    told = "; ".join(f"{g.name}: {len(g.taus):,} pairs, mean τ {g.mean:.3f}" for g in groups)
    return Picture(
        "turn-pairs",
        f"How alike two turns order the systems, by {measure}",
        f"Smooth densities of Kendall's τ. {told}.",
        "Thin lines are means, as in the legend.",
        (5.2, 3.8),
        draw,
    )


def against_picture(findings: Findings, first: Compared, other: Compared) -> Picture:
    """Figure 3: systems in the order of the first measure, with both measures' means."""
    systems = findings.scores.systems
    order = first.best_first[:MOST_DRAWN]
    left_out = f" The best {MOST_DRAWN} of {len(systems):,} systems." if len(systems) > MOST_DRAWN else ""
    names = list(dict.fromkeys(findings.groups)) or [""]
    of_group = {name: [s for s in order if not findings.groups or findings.groups[s] == name] for name in names}
    height = 1.3 + 0.24 * min(len(order), MOST_NAMES)
    place = {int(s): at for at, s in enumerate(order)}

    def draw(figure: Any, colours: Mapping[str, str]) -> None:
        axis = figure.subplots()
        for name, (hue, shape) in zip(names, LOOKS, strict=False):
            members = of_group[name]
            rows = [place[int(s)] for s in members]
            said = f", {name}" if name else ""
            axis.hlines(
                rows, first.means[members], other.means[members], color=colours["rule"], linewidth=1.5, zorder=1
            )
            axis.plot(
                first.means[members], rows, shape, color=colours[hue], fillstyle="none", markersize=5.5,
                label=f"{first.measure}{said}",
            )  # fmt: skip
            axis.plot(
                other.means[members], rows, shape, color=colours[hue], markersize=5.5, label=f"{other.measure}{said}"
            )
        axis.set_ylim(len(order) - 0.4, -0.6)
        if len(order) <= MOST_NAMES:
            axis.set_yticks(range(len(order)), [systems[s] for s in order])
        else:
            axis.set_yticks([])
            axis.set_ylabel(f"{len(order):,} systems, best first")
        axis.grid(visible=False, axis="y")
        axis.set_xlabel(f"mean over {len(findings.comparison.units):,} conversations")
        figure.legend(loc="outside upper left", fontsize=9, ncols=2 if names[0] else 1)

    return Picture(
        f"systems-{slug(first.measure)}-{slug(other.measure)}",
        f"Systems under {first.measure} and {other.measure}",
        f"Systems from best to worst by {first.measure}, with their means under both: "
        f"{_told(systems, order, first, other)}.",
        f"Sorted by {first.measure} (hollow); where filled marks are out of order, {other.measure} orders systems "
        f"otherwise.{left_out}",
        (5.2, height),
        draw,
    )


def _told(systems: Sequence[str], order: Any, first: Compared, other: Compared) -> str:
    said = [f"{systems[s]} {first.means[s]:.3f} and {other.means[s]:.3f}" for s in order[:MOST_NAMES]]
    return ", ".join(said) + (f", and {len(order) - MOST_NAMES:,} more" if len(order) > MOST_NAMES else "")


def slug(text: str) -> str:
    """A text as part of a file's name."""
    return "".join(c if c.isalnum() else "-" for c in text.lower()).strip("-")
