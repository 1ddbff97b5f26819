"""The picture of a tuning: measure, hits and length against a policy's parameter, as an SVG in light and dark."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap
from typing import Any

from turnwise.policies.rounding import number
from turnwise.policies.tuning import Curve, Tuning
from turnwise.report.themed_figure import svg_of


def figure_title(curve: Curve, measure: str) -> str:
    """What the picture shows, in words."""
    floor = "" if curve.floor is None else f" (fallback below {number(curve.floor)})"
    return (
        f"{measure} is highest at {curve.parameter} {number(curve.best)}, with lists of up to {curve.max_length}{floor}"
    )


def described(curve: Curve, tuning: Tuning) -> str:
    """The picture for somebody who does not see it: where each line begins, peaks and ends."""
    at = int((curve.values == curve.best).argmax())
    ends = [(f"at {curve.parameter} {number(float(curve.values[i]))}", i) for i in (0, at, len(curve.values) - 1)]
    told = "; ".join(
        f"{where} {tuning.measure} is {curve.measure[i]:.3f}, the right one is in {100 * curve.right_in_list[i]:.0f}% "
        f"of lists, and {curve.mean_length[i]:.2f} options are shown on average"
        for where, i in ends
    )
    return f"Three lines against the {curve.parameter}, on all queries: {told}."


def figure(curve: Curve, tuning: Tuning) -> str:
    """One policy's picture: three panels over one axis."""
    panels = (
        (tuning.measure, curve.measure, tuning.one_option.value.mean, "{:.2f}"),
        ("right one in list", 100 * curve.right_in_list, 100 * (tuning.one_option.shown.right_in_list or 0), "{:.0f}%"),
        ("options shown", curve.mean_length, tuning.one_option.shown.mean_length, "{:.1f}"),
    )

    def draw(drawing: Any, colours: Mapping[str, str]) -> None:
        drawing.suptitle("\n".join(wrap(figure_title(curve, tuning.measure), 60)), x=0.01, ha="left", fontsize=11)
        axes = drawing.subplots(3, 1, sharex=True)
        for axis, (name, values, one, form) in zip(axes, panels, strict=True):
            axis.set_title(name, loc="left", fontsize=10, fontweight="bold")
            axis.axhline(one, color=colours["soft"], linestyle=(0, (4, 3)), linewidth=1.2)
            axis.plot(curve.values, values, color=colours["line"], linewidth=2)
            at = float(values[int((curve.values == curve.best).argmax())])
            axis.axvline(curve.best, color=colours["mark"], linewidth=1.2)
            axis.plot([curve.best], [at], "o", color=colours["mark"], markersize=6)
            axis.yaxis.set_major_formatter(lambda value, _, form=form: form.format(value))
            axis.locator_params(axis="y", nbins=4)
            axis.margins(y=0.12)
        axes[-1].set_xlabel(f"{curve.parameter} (dashed: always one option; orange: highest {tuning.measure})")

    return svg_of(draw, (5.2, 6.0), curve.policy, figure_title(curve, tuning.measure), described(curve, tuning))
