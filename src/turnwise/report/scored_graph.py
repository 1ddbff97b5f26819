"""A conversation's graph with each turn coloured by a system's score."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap
from typing import Any

from turnwise.graph import Graph
from turnwise.report.blocks import Picture
from turnwise.report.graph_layout import layout
from turnwise.report.graph_svg import shortened

#: From one column or row to the next, and the box of a turn, in inches.
STEP, BOX, MARGIN = (2.55, 0.8), (2.1, 0.64), 0.08
#: Letters of a line of a turn's text, and lines.
LETTERS, LINES = 36, 2
#: The fullest ground that words can still be read on.
FULL = 0.55


def scored_graph(
    graph: Graph, texts: Mapping[str, str], values: Mapping[str, float], name: str, title: str, measure: str
) -> Picture:
    """The drawing; `values` has the score of each judged turn, texts may lack turns."""
    places = layout(graph)
    wide = 2 * MARGIN + max(places.n_columns - 1, 0) * STEP[0] + BOX[0]
    high = 2 * MARGIN + (places.n_rows - 1) * STEP[1] + BOX[1]

    def corner(column: float, row: float) -> tuple[float, float]:
        return MARGIN + column * STEP[0], MARGIN + row * STEP[1]

    def draw(figure: Any, colours: Mapping[str, str]) -> None:
        figure.set_layout_engine("none")
        axis = figure.add_axes((0, 0, 1, 1))
        axis.set_axis_off()
        axis.set(xlim=(0, wide), ylim=(high, 0))
        for points in places.links.values():
            _link(axis, [corner(*point) for point in points], colours)
        for turn, turn_name in enumerate(graph.turns):
            x, y = corner(places.columns[turn], places.rows[turn])
            score = values.get(turn_name)
            axis.add_patch(_box(x, y, edgecolor=colours["soft"], facecolor="none"))
            if score:
                ground = FULL * min(score, 1.0)
                axis.add_patch(_box(x, y, edgecolor="none", facecolor=colours["line"], alpha=ground))
            mark = "not judged" if score is None else f"{score:.2f}"
            words: dict[str, Any] = {"va": "center", "color": colours["ink"]}
            axis.text(x + 0.07, y + 0.15, turn_name, fontsize=8, fontweight="bold", **words)
            axis.text(x + BOX[0] - 0.07, y + 0.15, mark, fontsize=8, fontweight="bold", ha="right", **words)
            lines = wrap(texts.get(turn_name, ""), LETTERS, max_lines=LINES, placeholder=" …")
            axis.text(x + 0.07, y + 0.42, "\n".join(lines), fontsize=7.5, **words)

    return Picture(
        name,
        title,
        f"Turns with their {measure} and the turns they need: {_told(graph, texts, values)}.",
        f"A turn's ground is the fuller the higher its {measure}; a link leads to a turn that needs the one before.",
        (wide, high),
        draw,
        wide=True,
    )


def _box(x: float, y: float, **look: Any) -> Any:
    from matplotlib.patches import FancyBboxPatch

    return FancyBboxPatch((x, y), *BOX, boxstyle="round,pad=0,rounding_size=0.07", linewidth=1.0, **look)


def _link(axis: Any, points: list[tuple[float, float]], colours: Mapping[str, str]) -> None:
    """From the right side of the parent, through free places between, to the left side of the child."""
    from matplotlib.patches import FancyArrowPatch
    from matplotlib.path import Path

    (left, top), *middle, (right, bottom) = points
    x, y = left + BOX[0], top + BOX[1] / 2
    vertices, codes = [(x, y)], [Path.MOVETO]
    for at, (to_x, to_y) in enumerate([*middle, (right, bottom)]):
        half, below = (x + to_x) / 2, to_y + BOX[1] / 2
        vertices += [(half, y), (half, below), (to_x, below)]
        codes += [Path.CURVE4] * 3
        x, y = to_x, below
        if at < len(middle):
            x = to_x + BOX[0]
            vertices.append((x, y))
            codes.append(Path.LINETO)
    axis.add_patch(
        FancyArrowPatch(
            path=Path(vertices, codes),
            arrowstyle="-|>",
            mutation_scale=8,
            linewidth=1.2,
            color=colours["soft"],
            shrinkA=0,
            shrinkB=0,
        )
    )


def _told(graph: Graph, texts: Mapping[str, str], values: Mapping[str, float]) -> str:
    said = []
    for turn, parents in graph.links.items():
        score = "not judged" if turn not in values else f"{values[turn]:.2f}"
        text = shortened(texts.get(turn, ""), 80)
        needs = f"needs {', '.join(parents)}" if parents else "self-contained"
        said.append(f"{turn}{f' ({text})' if text else ''} {score}, {needs}")
    return "; ".join(said)
