"""A conversation graph drawn: for a terminal, as SVG, or in the languages of Mermaid and Graphviz."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from turnwise.errors import OptionError, did_you_mean
from turnwise.graph import Graph
from turnwise.report.graph_svg import as_svg, printable, shortened
from turnwise.tables.aligned import width
from turnwise.tables.decisions import plural

BY_SUFFIX = {
    ".txt": "terminal", ".svg": "svg", ".mmd": "mermaid", ".mermaid": "mermaid", ".dot": "dot", ".gv": "dot",
}  # fmt: skip
#: Letters of a turn's text in Mermaid and Graphviz, which break no lines by themselves.
LETTERS = 48
#: What Mermaid would take for more than text.
MERMAID = {ord(letter): f"#{ord(letter)};" for letter in '#"<>&`'}


def draw(graph: Graph, texts: Mapping[str, str], title: str, format: str = "terminal", columns: int = 100) -> str:
    """The graph in one of `FORMATS`. `texts` may lack turns; `columns` is how wide a terminal is."""
    if format not in FORMATS:
        hint = did_you_mean(format, FORMATS) or f"; use {', '.join(FORMATS)}."
        raise OptionError(f"there is no drawing {format!r}{hint}")
    graph = replace(graph, turns=tuple(map(printable, graph.turns)))
    texts = {printable(turn): printable(text) for turn, text in texts.items()}
    if format == "terminal":
        return as_tree(graph, texts, printable(title), columns)
    return FORMATS[format](graph, texts, printable(title))


def drawing_format(path: str | Path) -> str:
    """The format that a file's ending names."""
    suffix = Path(path).suffix.lower()
    if suffix not in BY_SUFFIX:
        raise OptionError(
            f"{path}: the ending {suffix!r} names no drawing; end it in one of {', '.join(BY_SUFFIX)} or give --format."
        )
    return BY_SUFFIX[suffix]


def as_tree(graph: Graph, texts: Mapping[str, str], title: str, columns: int = 100) -> str:
    """One line a turn, below the last of its parents; any others are named on the line."""
    below: list[list[int]] = [[] for _ in graph.turns]
    for turn, parents in enumerate(graph.parents):
        if parents:
            below[parents[-1]].append(turn)
    lines = [title, _counted(graph), ""]
    waiting = [
        (root, "", "") for root in reversed(graph.roots)
    ]  # a turn, what stands before it, and before those below
    while waiting:
        turn, before, further = waiting.pop()
        also = [graph.turns[p] for p in graph.parents[turn][:-1]]
        name = graph.turns[turn] + (f" (also {', '.join(also)})" if also else "")
        room = max(columns - width(f"{before}{name}") - 2, 20)
        lines.append(f"{before}{name}  {shortened(texts.get(graph.turns[turn], ''), room)}".rstrip())
        last = below[turn][-1:]
        waiting += [
            (child, f"{further}└─ ", f"{further}   ") if [child] == last else (child, f"{further}├─ ", f"{further}│  ")
            for child in reversed(below[turn])
        ]
    if any(len(parents) > 1 for parents in graph.parents):
        lines += ["", "A turn stands below the last turn that it needs; (also …) names the others."]
    return "\n".join(lines)


def _counted(graph: Graph) -> str:
    n_several = sum(len(parents) > 1 for parents in graph.parents)
    counts = [
        plural(len(graph), "turn"),
        plural(graph.n_links, "link"),
        f"{len(graph.roots)} self-contained",
        *([f"{n_several} with several parents"] if n_several else []),
        plural(len(set(graph.trees)), "component"),
    ]
    return ", ".join(counts)


def as_mermaid(graph: Graph, texts: Mapping[str, str], title: str) -> str:
    """A flowchart in Mermaid's language."""

    def quoted(text: str) -> str:
        return f'"{text.translate(MERMAID)}"'

    return "\n".join(
        [
            "---",
            f"title: {_yaml(title)}",
            "---",
            "flowchart LR",
            *(f"  t{turn}[{quoted(_label(graph, turn, texts))}]" for turn in range(len(graph))),
            *(f"  t{parent} --> t{child}" for child, parents in enumerate(graph.parents) for parent in parents),
        ]
    )


def as_dot(graph: Graph, texts: Mapping[str, str], title: str) -> str:
    """A digraph in the language of Graphviz."""

    def quoted(text: str) -> str:
        escaped = text.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'

    return "\n".join(
        [
            "digraph conversation {",
            f"  graph [rankdir=LR, label={quoted(title)}, labelloc=t];",
            "  node [shape=box, style=rounded];",
            *(f"  t{turn} [label={quoted(_label(graph, turn, texts))}];" for turn in range(len(graph))),
            *(f"  t{parent} -> t{child};" for child, parents in enumerate(graph.parents) for parent in parents),
            "}",
        ]
    )


def _label(graph: Graph, turn: int, texts: Mapping[str, str]) -> str:
    name = graph.turns[turn]
    text = shortened(texts.get(name, ""), LETTERS)
    return f"{name}: {text}" if text else name


def _yaml(text: str) -> str:
    """A text as YAML's double-quoted form takes it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


#: Every form of drawing, and what makes it.
FORMATS: dict[str, Callable[[Graph, Mapping[str, str], str], str]] = {
    "terminal": as_tree,
    "svg": as_svg,
    "mermaid": as_mermaid,
    "dot": as_dot,
}
