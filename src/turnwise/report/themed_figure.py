"""Drawings by matplotlib that follow the reader's light or dark: one function draws both the SVG and the PNG."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping
from html import escape
from typing import Any

from turnwise.errors import MissingExtra

#: Colours by their part. Blue and orange are told apart by all common kinds of colour vision, and keep a contrast of
#: 4.5 : 1 on their ground.
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
#: In the SVG each part stands as a hue of its own, which the style then names.
STAND_IN = {
    "ground": "#060606", "ink": "#010101", "soft": "#020202", "rule": "#030303", "line": "#040404", "mark": "#050505",
}  # fmt: skip

#: Axes stand on a grid of so many places along each side of a figure: far finer than can be seen, far coarser than
#: rounding errors. A power of two, since sizes in decimal fractions would stand halfway between two decimal places.
PLACES = 2**20

#: What draws on an empty matplotlib figure with the colours of each part.
Draw = Callable[[Any, Mapping[str, str]], None]


def svg_of(draw: Draw, size: tuple[float, float], name: str, title: str, description: str) -> str:
    """The drawing for a page, or to stand alone; `name` keeps its ids apart from those of other drawings."""
    written = _written(draw, size, STAND_IN, format="svg", transparent=True, metadata={"Date": None})
    return themed(written.decode(), title, description, name)


def png_of(draw: Draw, size: tuple[float, float], dots: int = 200) -> bytes:
    """The drawing in light colours, at `dots` per inch."""
    return _written(draw, size, LIGHT, format="png", dpi=dots, facecolor=LIGHT["ground"], metadata={"Software": None})


def _written(draw: Draw, size: tuple[float, float], colours: Mapping[str, str], **saved: Any) -> bytes:
    """The bytes of a file with the drawing, the same for the same drawing; the size is in inches."""
    try:
        import matplotlib as mpl
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ModuleNotFoundError as error:
        raise MissingExtra("the picture", "plots") from error
    style: Any = {
        "svg.fonttype": "none", "svg.hashsalt": "turnwise", "font.family": "sans-serif", "font.size": 10,
        "text.color": colours["ink"], "axes.edgecolor": colours["rule"], "axes.labelcolor": colours["ink"],
        "xtick.color": colours["soft"], "ytick.color": colours["soft"], "grid.color": colours["rule"],
        "axes.spines.top": False, "axes.spines.right": False, "axes.spines.left": False, "axes.grid": True,
        "xtick.major.size": 0, "ytick.major.size": 0, "legend.frameon": False,
    }  # fmt: skip
    written = io.BytesIO()
    with mpl.rc_context(style):
        figure = Figure(figsize=size, layout=_steady_layout())
        FigureCanvasAgg(figure)
        draw(figure, colours)
        figure.savefig(written, **saved)
    return written.getvalue()


def _steady_layout() -> Any:
    """Matplotlib's constrained layout, with the same places each time.

    Its solver visits what it lays out in the order of memory addresses, so that places differ in their last bits from
    one drawing to the next. The SVG names each clip path by a hash of such places.
    """
    from matplotlib.layout_engine import ConstrainedLayoutEngine
    from matplotlib.transforms import Bbox

    class SteadyLayout(ConstrainedLayoutEngine):
        def execute(self, fig: Any) -> None:
            super().execute(fig)
            for axes in fig.axes:
                place = (axes.get_position(original=True).extents * PLACES).round() / PLACES
                axes.set_position(Bbox.from_extents(*place), which="original")
                axes.set_in_layout(True)  # which setting a position ends

    return SteadyLayout()


def themed(svg: str, title: str, description: str, name: str) -> str:
    """A drawing in stand-in colours, with named colours for light and dark, a title and a description."""
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
