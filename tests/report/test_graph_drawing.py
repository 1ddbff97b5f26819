"""Drawings of conversation graphs: complete, readable, and well-formed whatever the turns say."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.graph.test_graph import THROAT, graphs
from turnwise.errors import OptionError
from turnwise.graph import Graph, graph_of
from turnwise.report.graph_drawing import FORMATS, draw, drawing_format
from turnwise.report.graph_layout import TURN_ROOM, layout
from turnwise.report.graph_svg import LETTERS, LINES, in_lines, shortened
from turnwise.tables.aligned import width

SVG = "{http://www.w3.org/2000/svg}"
TEXTS = {"1": "What is throat cancer?", "9": 'What\'s the <difference> in "their" symptoms & causes?'}


def test_a_terminal_drawing() -> None:
    assert draw(THROAT, TEXTS, "Conversation 31", columns=40).splitlines() == [
        "Conversation 31",
        "9 turns, 7 links, 3 self-contained, 1 with several parents, 3 components",
        "",
        "1  What is throat cancer?",
        "└─ 2",
        "3",
        "├─ 4",
        "└─ 5",
        "6",
        "├─ 7",
        "└─ 8",
        "   └─ 9 (also 6)  What's the <differenc…",
        "",
        "A turn stands below the last turn that it needs; (also …) names the others.",
    ]


@given(graphs())
def test_a_terminal_drawing_tells_every_link(graph: Graph) -> None:
    """Read back: the turn that a line hangs below, and those in brackets."""
    lines = draw(graph, {}, "c").splitlines()[3 : 3 + len(graph)]
    above: list[str] = []  # the turn last drawn at each level
    told: dict[str, tuple[str, ...]] = {}
    for line in lines:
        found = re.fullmatch(r"((?:│  |   |├─ |└─ )*)(t\d+)(?: \(also (.*)\))?", line)
        assert found, line
        level = len(found[1]) // 3
        others = tuple(found[3].split(", ")) if found[3] else ()
        told[found[2]] = (*others, *(above[level - 1 : level] if level else ()))
        above[level:] = [found[2]]
    assert told == graph.links


def test_a_very_deep_conversation_is_drawn() -> None:
    chain = Graph("c", tuple(map(str, range(1500))), ((), *((turn,) for turn in range(1499))))
    assert draw(chain, {}, "c").splitlines()[-1].endswith("└─ 1499")


def test_svg_has_every_turn_and_link_and_a_description() -> None:
    root = ET.fromstring(draw(THROAT, TEXTS, "Conversation 31 <&>", "svg"))
    assert root.findtext(f"{SVG}title") == "Conversation 31 <&>"
    described = root.findtext(f"{SVG}desc") or ""
    assert "1 is self-contained; 2 needs 1" in described
    assert "9 needs 6, 8" in described
    boxes = [group for group in root.findall(f"{SVG}g") if (group.get("class") or "").startswith("turn")]
    assert [box.findtext(f"{SVG}title") for box in boxes][-1] == "9  " + TEXTS["9"]
    assert [box.get("class") for box in boxes].count("turn root") == 3
    assert len([path for path in root.findall(f"{SVG}path") if path.get("class") == "link"]) == 7


def test_svg_stands_in_light_and_dark_on_its_own_ground() -> None:
    drawing = draw(THROAT, {}, "c", "svg")
    assert "prefers-color-scheme: dark" in drawing
    assert '<rect class="ground" width="100%" height="100%"/>' in drawing


@given(graphs(), st.text(max_size=80), st.text(max_size=30), st.sampled_from(list(FORMATS)))
def test_any_text_can_be_drawn(graph: Graph, text: str, title: str, format: str) -> None:
    drawing = draw(graph, dict.fromkeys(graph.turns, text), title, format)
    drawing.encode()
    assert all(c.isprintable() or c == "\n" for c in drawing)
    if format == "svg":
        ET.fromstring(drawing)


def test_what_a_terminal_would_obey_is_not_printed() -> None:
    assert "\x1b" not in draw(THROAT, {"1": "\x1b[31mred"}, "\x1b[2J")
    assert "\n" not in draw(graph_of("c", ["a\nb"], {}), {}, "c").splitlines()[3]


def test_a_long_id_leaves_the_text_a_line_of_its_own() -> None:
    name = "0b8e2d4c-6f1a-4c39-9e57-2a7b1c9d8e10"
    drawing = draw(graph_of("c", [name], {}), {name: "Why?"}, "c", "svg")
    ids = re.findall(r'<tspan class="id">([^<]*)</tspan>', drawing)
    assert [width(found) <= LETTERS for found in ids] == [True]
    assert re.search(r'<tspan x="9" dy="\d+">Why\?</tspan>', drawing)


def test_mermaid() -> None:
    drawing = draw(graph_of("c", ["1", "2"], {"2": "1"}), {"1": 'a "b" #1 <i>'}, 'say "c"', "mermaid")
    assert drawing.splitlines() == [
        "---",
        'title: "say \\"c\\""',
        "---",
        "flowchart LR",
        '  t0["1: a #34;b#34; #35;1 #60;i#62;"]',
        '  t1["2"]',
        "  t0 --> t1",
    ]


def test_dot() -> None:
    drawing = draw(graph_of("c", ["1", "2"], {"2": "1"}), {"1": 'a "b" \\n'}, "c", "dot")
    assert drawing.splitlines()[3:] == ['  t0 [label="1: a \\"b\\" \\\\n"];', '  t1 [label="2"];', "  t0 -> t1;", "}"]


def test_formats_by_ending() -> None:
    assert [drawing_format(f"x{e}") for e in (".SVG", ".mmd", ".gv", ".txt")] == ["svg", "mermaid", "dot", "terminal"]
    with pytest.raises(OptionError, match=r"the ending '.png' names no drawing; end it in one of .txt, .svg"):
        drawing_format("x.png")
    with pytest.raises(OptionError, match="there is no drawing 'sgv'; did you mean 'svg'"):
        draw(THROAT, {}, "c", "sgv")


@given(graphs(max_turns=12))
def test_layout_keeps_order_and_distance(graph: Graph) -> None:
    places = layout(graph)
    assert places.columns == graph.depths
    assert all(0 <= row <= places.n_rows - TURN_ROOM + 1e-9 for row in places.rows)
    at = list(zip(places.columns, places.rows, strict=True))
    for one in range(len(at)):
        for other in range(one):
            assert at[one][0] != at[other][0] or abs(at[one][1] - at[other][1]) >= TURN_ROOM - 1e-9
    for (parent, child), points in places.links.items():
        assert points[0] == at[parent]
        assert points[-1] == at[child]
        assert [column for column, _ in points] == list(range(graph.depths[parent], graph.depths[child] + 1))
        for column, row in points[1:-1]:  # no link runs behind a turn
            assert all(c != column or abs(row - r) > 0.6 for c, r in at)
    assert set(places.links) == {(p, c) for c, parents in enumerate(graph.parents) for p in parents}


def test_layout_of_a_star_puts_the_parent_at_the_middle() -> None:
    star = graph_of("c", list("12345"), dict.fromkeys("2345", "1"))
    places = layout(star)
    assert places.rows == pytest.approx((1.5, 0, 1, 2, 3))
    assert (places.n_columns, places.n_rows) == (2, pytest.approx(4))


def test_layout_uncrosses_links() -> None:
    # 3 needs 2 and 4 needs 1: drawn in the order of the turns, the links would cross.
    crossed = graph_of("c", list("12345"), {"3": "2", "4": "1", "5": "34"})
    rows = dict(zip(crossed.turns, layout(crossed).rows, strict=True))
    assert (rows["1"] < rows["2"]) == (rows["4"] < rows["3"])


@given(st.text(max_size=120), st.integers(1, 40))
def test_shortened_texts_fit(text: str, columns: int) -> None:
    assert width(shortened(text, columns)) <= columns


@given(st.text("ab …é日", max_size=120), st.integers(8, LETTERS))
def test_lines_fit_and_say_where_they_go_on(text: str, first: int) -> None:
    lines = in_lines(text, first, LINES)
    assert len(lines) <= LINES
    assert all(width(line) <= (LETTERS if at else first) for at, line in enumerate(lines))
    if "…" not in text and not any("…" in line for line in lines):
        assert " ".join(lines) == " ".join(text.split())
