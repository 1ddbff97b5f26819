"""The picture of a tuning: measure, hits and length against a policy's parameter, as an SVG in light and dark."""

from __future__ import annotations

import io
import re
from html import escape
from textwrap import wrap
from typing import Any

from turnwise.errors import MissingExtra
from turnwise.policies.rounding import number
from turnwise.policies.tuning import Curve, Tuning

#: Colours by their part; each stands in the drawing as a hue of its own, which the style then names. Blue and orange
#: are told apart by all common kinds of colour vision, and keep a contrast of 4.5 : 1 on their ground.
LIGHT = {
    "ground": "#ffffff",
    "ink": "#1d1d1f",
    "soft": "#5c5c63",
    "rule": "#d5d5da",
    "line": "#0b62a8",
    "mark": "#a84400",
}
DARK = {
    "ground": "#17171a",
    "ink": "#f2f2f4",
    "soft": "#b0b0b8",
    "rule": "#45454c",
    "line": "#74b8f2",
    "mark": "#ffa25e",
}
STAND_IN = {"ink": "#010101", "soft": "#020202", "rule": "#030303", "line": "#040404", "mark": "#050505"}


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
    try:
        import matplotlib as mpl
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure
    except ModuleNotFoundError as error:
        raise MissingExtra("the picture", "plots") from error
    panels = (
        (tuning.measure, curve.measure, tuning.one_option.value.mean, "{:.2f}"),
        ("right one in list", 100 * curve.right_in_list, 100 * (tuning.one_option.shown.right_in_list or 0), "{:.0f}%"),
        ("options shown", curve.mean_length, tuning.one_option.shown.mean_length, "{:.1f}"),
    )
    style: Any = {
        "svg.fonttype": "none", "svg.hashsalt": "turnwise", "font.family": "sans-serif", "font.size": 10,
        "text.color": STAND_IN["ink"], "axes.edgecolor": STAND_IN["rule"], "axes.labelcolor": STAND_IN["ink"],
        "xtick.color": STAND_IN["soft"], "ytick.color": STAND_IN["soft"], "grid.color": STAND_IN["rule"],
        "axes.spines.top": False, "axes.spines.right": False, "axes.spines.left": False, "axes.grid": True,
        "xtick.major.size": 0, "ytick.major.size": 0,
    }  # fmt: skip
    with mpl.rc_context(style):
        drawing = Figure(figsize=(5.2, 6.0), layout="constrained")
        FigureCanvasSVG(drawing)
        drawing.suptitle("\n".join(wrap(figure_title(curve, tuning.measure), 60)), x=0.01, ha="left", fontsize=11)
        axes = drawing.subplots(3, 1, sharex=True)
        for axis, (name, values, one, form) in zip(axes, panels, strict=True):
            axis.set_title(name, loc="left", fontsize=10, fontweight="bold")
            axis.axhline(one, color=STAND_IN["soft"], linestyle=(0, (4, 3)), linewidth=1.2)
            axis.plot(curve.values, values, color=STAND_IN["line"], linewidth=2)
            at = float(values[int((curve.values == curve.best).argmax())])
            axis.axvline(curve.best, color=STAND_IN["mark"], linewidth=1.2)
            axis.plot([curve.best], [at], "o", color=STAND_IN["mark"], markersize=6)
            axis.yaxis.set_major_formatter(lambda value, _, form=form: form.format(value))
            axis.locator_params(axis="y", nbins=4)
            axis.margins(y=0.12)
        axes[-1].set_xlabel(f"{curve.parameter} (dashed: always one option; orange: highest {tuning.measure})")
        written = io.StringIO()
        drawing.savefig(written, format="svg", transparent=True, metadata={"Date": None})
    return _themed(written.getvalue(), figure_title(curve, tuning.measure), described(curve, tuning), curve.policy)


def _themed(svg: str, title: str, description: str, name: str) -> str:
    """The drawing with named colours for light and dark, a title and a description, ready to stand in a page."""
    svg = svg[svg.index("<svg") :]
    for part, hue in STAND_IN.items():
        svg = svg.replace(hue, f"var(--{part})")
    # Ids are the page's, so two pictures in one page need ids of their own.
    svg = re.sub(r'(id="|url\(#|href="#)', rf"\g<1>{name}-", svg)
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    assert size  # matplotlib always writes it
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" class="figure" role="img" '
        f'viewBox="0 0 {size[1]} {size[2]}" aria-labelledby="{name}-title {name}-description">\n'
        f'<title id="{name}-title">{escape(title)}</title>\n'
        f'<desc id="{name}-description">{escape(description)}</desc>\n'
        f"<style>svg.figure{{background:var(--ground);{_variables(LIGHT)}}}"
        f"@media (prefers-color-scheme: dark){{svg.figure{{{_variables(DARK)}}}}}"
        f"@media print{{svg.figure{{{_variables(LIGHT)}}}}}</style>\n"
    )
    return head + svg[svg.index(">") + 1 :].lstrip()


def _variables(colours: dict[str, str]) -> str:
    return "".join(f"--{part}:{hue};" for part, hue in colours.items())
