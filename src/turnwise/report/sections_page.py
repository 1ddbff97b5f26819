"""Sections as one self-contained page, and their tables and pictures as files."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import TypeVar

from turnwise.errors import MissingExtra
from turnwise.report.blocks import Block, Facts, Listing, NamedTable, Picture, Prose, Section
from turnwise.report.html_page import document, html_table, listed
from turnwise.report.latex import tabular
from turnwise.report.themed_figure import png_of, svg_of
from turnwise.report.whole_file import refuse_unwritable_folder, whole_file, write_whole
from turnwise.tables.aligned import cell

#: Pixels of an inch of a wide picture, whose words are small.
PIXELS = 110

Kind = TypeVar("Kind", NamedTable, Picture)


def sections_page(title: str, lead: str, verdict: str, sections: Sequence[Section]) -> str:
    """The page: what it is about, the answer in a box, a list of contents, the sections."""
    anchors = [f"{at}-{re.sub(r'[^a-z0-9]+', '-', s.title.lower()).strip('-')}" for at, s in enumerate(sections, 1)]
    contents = "\n".join(
        f'<li><a href="#{anchor}">{escape(section.title)}</a></li>'
        for anchor, section in zip(anchors, sections, strict=True)
    )
    parts = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="soft">{escape(lead)}</p>',
        f'<p class="verdict">{escape(verdict)}</p>',
        f'<nav aria-label="Contents">\n<ol>\n{contents}\n</ol>\n</nav>',
    ]
    for anchor, section in zip(anchors, sections, strict=True):
        blocks = "\n".join(_html(block) for block in section.blocks)
        parts.append(
            f'<section aria-labelledby="{anchor}">\n<h2 id="{anchor}">{escape(section.title)}</h2>\n'
            f"{blocks}\n</section>"
        )
    return document(title, "\n".join(parts))


def _html(block: Block) -> str:
    match block:
        case Prose(text, soft):
            return f"<p{' class=soft' if soft else ''}>{escape(text)}</p>"
        case Listing(items):
            return listed(items)
        case Facts(of):
            facts = "\n".join(f"<dt>{escape(name)}</dt><dd>{escape(said)}</dd>" for name, said in of.items())
            return f"<dl>\n{facts}\n</dl>"
        case NamedTable():
            rows = [[cell(value, block.digits) for value in row] for row in block.rows]
            return html_table(block.caption, block.columns, rows, block.words, block.best, block.shades)
        case Picture():
            return _figure(block)


def _figure(picture: Picture) -> str:
    try:
        drawn = svg_of(picture.draw, picture.size, picture.name, picture.title, picture.description)
    except MissingExtra as error:
        return f"<p>{escape(picture.title)}: {escape(str(error))}</p>"
    if picture.wide:
        shell = f'<div class="wide" tabindex="0" role="region" aria-label="{escape(picture.title)}"'
        drawn = f'{shell} style="--w:{picture.size[0] * PIXELS:.0f}px">\n{drawn}\n</div>'
    return (
        f"<figure{' class=large' if picture.wide else ''}>\n{drawn}\n"
        f"<figcaption>{escape(picture.caption)}</figcaption>\n</figure>"
    )


def write_tables(folder: str | Path, sections: Sequence[Section]) -> list[str]:
    """Every table as CSV and LaTeX; the names of what was written."""
    target = _folder(folder)
    written = []
    for table in _blocks(sections, NamedTable):
        columns, rows = table.whole or (table.columns, table.rows)
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([columns, *([_bare(v) for v in row] for row in rows)])
        write_whole(target / f"{table.name}.csv", text.getvalue())
        write_whole(target / f"{table.name}.tex", tabular(columns, rows, table.digits))
        written += [f"{table.name}.csv", f"{table.name}.tex"]
    return written


def write_figures(folder: str | Path, sections: Sequence[Section]) -> list[str]:
    """Every picture as SVG and PNG; the names of what was written."""
    target = _folder(folder)
    written = []
    for picture in _blocks(sections, Picture):
        svg = svg_of(picture.draw, picture.size, picture.name, picture.title, picture.description)
        write_whole(target / f"{picture.name}.svg", svg)
        with whole_file(target / f"{picture.name}.png") as draft:
            draft.write_bytes(png_of(picture.draw, picture.size))
        written += [f"{picture.name}.svg", f"{picture.name}.png"]
    return written


def _bare(value: object) -> object:
    return "" if value is None else value


def _blocks(sections: Sequence[Section], kind: type[Kind]) -> Iterator[Kind]:
    for section in sections:
        yield from (block for block in section.blocks if isinstance(block, kind))


def _folder(folder: str | Path) -> Path:
    refuse_unwritable_folder(folder)
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    return target
