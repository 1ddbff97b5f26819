"""A conversation graph as SVG: a box a turn, roots at the left; one text, without scripts, fonts or libraries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from turnwise.graph import Graph
from turnwise.report.graph_layout import Layout, layout
from turnwise.tables.aligned import width

BOX, LINE, MARGIN = (208, 42), 15, 14
STEP = (262, 54)  # from one column or row to the next
HEAD = 30
#: Columns of text that a line of a box holds, and lines.
LETTERS, LINES = 30, 2
#: Less room than this beside a turn's id, and its text starts on the next line.
WORD = 8

STYLE = """
.tw-graph { --ground: #ffffff; --ink: #1c2733; --line: #8a97a5; --box: #f4f7fa; --root: #e3eefb; --edge: #2f6db5;
  font: 11.5px system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
@media (prefers-color-scheme: dark) {
  .tw-graph { --ground: #12181f; --ink: #e8edf2; --line: #76848f; --box: #222b34; --root: #1d3550; --edge: #6aa5ea; } }
.tw-graph text { fill: var(--ink); }
.tw-graph .name { font-weight: 650; font-size: 14px; }
.tw-graph .id { font-weight: 700; fill: var(--edge); }
.tw-graph rect { fill: var(--box); stroke: var(--line); }
.tw-graph .ground { fill: var(--ground); stroke: none; }
.tw-graph .root rect { fill: var(--root); stroke: var(--edge); stroke-width: 1.5; }
.tw-graph .link { fill: none; stroke: var(--line); stroke-width: 1.4; }
.tw-graph .head { fill: var(--line); }
"""


def as_svg(graph: Graph, texts: Mapping[str, str], title: str) -> str:
    """The drawing. What a box is too small for is told when the pointer rests on it."""
    places = layout(graph)
    wide = 2 * MARGIN + max(places.n_columns - 1, 0) * STEP[0] + BOX[0]
    wide = max(wide, 2 * MARGIN + round(width(title) * 8.2))
    high = HEAD + 2 * MARGIN + round((places.n_rows - 1) * STEP[1]) + BOX[1]
    boxes = [_box(graph, turn, places, texts.get(name, "")) for turn, name in enumerate(graph.turns)]
    links = [_link(points) for points in places.links.values()]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="tw-graph" role="img" width="{wide}" height="{high}" '
            f'viewBox="0 0 {wide} {high}">',
            f"<title>{escape(title)}</title>",
            f"<desc>{escape(_described(graph))}</desc>",
            f"<style>{STYLE}</style>",
            '<rect class="ground" width="100%" height="100%"/>',
            f'<text class="name" x="{MARGIN}" y="{MARGIN + 12}">{escape(title)}</text>',
            *links,
            *boxes,
            "</svg>",
        ]
    )


def _described(graph: Graph) -> str:
    """What someone hears who does not see the drawing."""
    told = []
    for name, parents in graph.links.items():
        told.append(f"{name} needs {', '.join(parents)}" if parents else f"{name} is self-contained")
    return f"Turns and the turns they need: {'; '.join(told)}."


def _corner(column: float, row: float) -> tuple[float, float]:
    return MARGIN + column * STEP[0], HEAD + MARGIN + row * STEP[1]


def _box(graph: Graph, turn: int, places: Layout, text: str) -> str:
    left, top = _corner(places.columns[turn], places.rows[turn])
    name = graph.turns[turn]
    kind = "turn" if graph.parents[turn] else "turn root"
    shown = shortened(name, LETTERS)
    room = LETTERS - width(shown) - 2
    beside = room >= WORD
    lines = in_lines(text, room, LINES) if beside else ["", *in_lines(text, LETTERS, LINES - 1)]
    below = "".join(f'<tspan x="9" dy="{LINE}">{escape(line)}</tspan>' for line in lines[1:])
    first = f' <tspan dx="4">{escape(lines[0])}</tspan>' if lines and lines[0] else ""
    y = BOX[1] / 2 + (4 if len(lines) < 2 else -4)
    whole = escape(f"{name}  {text}".strip())
    return (
        f'<g class="{kind}" transform="translate({left:.1f} {top:.1f})"><title>{whole}</title>'
        f'<rect width="{BOX[0]}" height="{BOX[1]}" rx="7"/>'
        f'<text x="9" y="{y:.0f}"><tspan class="id">{escape(shown)}</tspan>{first}{below}</text></g>'
    )


def _link(points: Sequence[tuple[float, float]]) -> str:
    """From the right side of the parent, through the free places between, to the left side of the child."""
    (left, top), *middle, (right, bottom) = [_corner(*point) for point in points]
    half = BOX[1] / 2
    x, y = left + BOX[0], top + half
    path = [f"M{x:.1f} {y:.1f}"]
    for to_x, to_y in middle:
        path += [_curve(x, y, to_x, to_y + half), f"H{to_x + BOX[0]:.1f}"]
        x, y = to_x + BOX[0], to_y + half
    path.append(_curve(x, y, right - 7, bottom + half))
    tip = f"M{right - 1:.1f} {bottom + half:.1f}l-8 -4v8z"
    return f'<path class="link" d="{"".join(path)}"/><path class="head" d="{tip}"/>'


def _curve(x: float, y: float, to_x: float, to_y: float) -> str:
    middle = (x + to_x) / 2
    return f"C{middle:.1f} {y:.1f} {middle:.1f} {to_y:.1f} {to_x:.1f} {to_y:.1f}"


def in_lines(text: str, first: int, n_lines: int) -> list[str]:
    """A text in lines of `LETTERS`, the first perhaps shorter, broken between words; an ellipsis where it goes on."""
    lines: list[str] = []
    words = text.split()
    room = first
    while words and len(lines) < n_lines:
        room = LETTERS if lines else first
        line = words.pop(0)
        while words and width(f"{line} {words[0]}") <= room:
            line += f" {words.pop(0)}"
        lines.append(shortened(line, room))
    if words and not lines[-1].endswith("…"):
        lines[-1] = shortened(f"{lines[-1]} …", room)
    return lines


def shortened(text: str, columns: int) -> str:
    """A text on one line of some columns, cut with an ellipsis where it is longer."""
    text = " ".join(text.split())
    if width(text) <= columns:
        return text
    while text and width(text) >= columns:
        text = text[:-1]
    return f"{text.rstrip(' …')}…"


def printable(text: str) -> str:
    """A text on one line, without what a terminal would obey and XML forbids."""
    return "".join(c if c.isprintable() else " " for c in text).strip()
