"""Which parts of a dialogue a label goes with: for a terminal, as JSON, and the coefficients as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from turnwise.report.blocks import Picture
from turnwise.report.correlations import between
from turnwise.tables.aligned import filled, table
from turnwise.tables.decisions import plural
from turnwise.validity.paradise import Paradise

_HUES = {"success": ("line", "o"), "measure": ("ink", "D"), "cost": ("mark", "s")}


def paradise_text(name: str, found: Paradise) -> str:
    return "\n".join(_lines(name, found))


def paradise_json(found: Paradise) -> dict[str, Any]:
    """The same for a program."""
    return {**asdict(found), "verdict": found.verdict}


def _lines(name: str, found: Paradise) -> Iterator[str]:
    unknown = f"; {found.unknown:,} left out, in which something is not known" if found.unknown else ""
    whole = found.clusters == found.dialogues
    drawn = "whole dialogues" if whole else f"{found.clusters:,} whole groups of dialogues"
    yield filled(
        f"{name}: {found.label}, the mean of annotators, predicted in {plural(found.dialogues, 'dialogue')}{unknown}."
    )
    yield ""
    rows: list[list[object]] = [
        [c.name, found.roles[c.name], f"{c.value:+.3f}", between(c.bootstrap or c.robust), f"{c.vif:.1f}", c.lost]
        for c in found.strongest
    ]
    heads = ["predictor", "role", "coefficient", f"{found.level:.0%} interval", "VIF", "R² lost without it"]
    yield table(heads, rows, 3)
    robust = any(c.bootstrap is None for c in found.strongest)
    too_many = " (of bootstrap samples too many do not define them)" if found.draws else ""
    how = (
        f"are large-sample, by HC3{too_many}"
        if robust
        else f"draw {drawn} anew ({found.draws:,} draws, seed {found.seed})"
    )
    yield filled(
        "Coefficients are standardised: how many deviations of the label go with one deviation more of the predictor, "
        f"the others held constant. Intervals {how}. VIF: how many times collinearity makes a coefficient's variance."
    )
    yield ""
    held = found.held
    told = f", {found.level:.0%} interval {between(held.interval)}" if held.interval else ""
    yield filled(
        f"R² {found.fit.r_squared:.3f} on what it was fitted on; {held.r_squared:.3f}{told} on dialogues held out "
        f"({held.repeats} × {held.folds}-fold cross-validation)."
    )
    for predictor, why in found.left_out.items():
        yield filled(f"{predictor} is left out: {why}.")
    for warning in found.warnings:
        yield filled(f"Caution: {warning}")
    yield ""
    yield filled(found.verdict)


def coefficients_picture(found: Paradise) -> Picture:
    """The standardised coefficients with their intervals, the largest on top."""
    rows = found.strongest
    width = max(len(one.name) for one in rows)

    def draw(figure: Any, colours: Mapping[str, str]) -> None:
        axis = figure.subplots()
        axis.axvline(0, color=colours["soft"], linewidth=1)
        seen: set[str] = set()
        for at, one in enumerate(rows):
            role = found.roles[one.name]
            hue, shape = _HUES[role]
            interval = one.bootstrap or one.robust
            axis.plot([interval.low, interval.high], [at, at], color=colours[hue], linewidth=2)
            label = None if role in seen else role
            axis.plot([one.value], [at], shape, color=colours[hue], markersize=6, label=label, linestyle="none")
            seen.add(role)
        axis.set_yticks(range(len(rows)), [one.name for one in rows])
        axis.set_ylim(len(rows) - 0.5, -0.5)
        axis.grid(visible=False, axis="y")
        axis.set_xlabel(f"deviations of {found.label} for one of the predictor")
        figure.legend(loc="outside upper left", fontsize=9, ncols=3)

    told = "; ".join(f"{one.name} {one.value:+.2f} ({between(one.bootstrap or one.robust, 2)})" for one in rows)
    return Picture(
        f"predict-{found.label.lower()}",
        f"What {found.label} goes with",
        f"Standardised coefficients with intervals: {told}.",
        f"Standardised coefficients with {found.level:.0%} intervals; R² on dialogues held out is "
        f"{found.held.r_squared:.2f}.",
        (3.4 + 0.09 * width, 1.5 + 0.38 * len(rows)),
        draw,
    )
