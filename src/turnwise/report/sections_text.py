"""Sections for a terminal: sentences filled, tables aligned; pictures are for pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from turnwise.report.blocks import Block, Facts, Listing, NamedTable, Prose, Section
from turnwise.tables.aligned import cell, filled, table


def sections_text(sections: Sequence[Section]) -> str:
    parts = []
    for section in sections:
        blocks = [text for block in section.blocks for text in _text(block)]
        parts.append("\n\n".join([f"── {section.title} ──", *blocks]))
    return "\n\n".join(parts)


def _text(block: Block) -> Iterator[str]:
    match block:
        case Prose(text):
            yield filled(text)
        case Listing(items):
            yield "\n".join("- " + filled("  " + item).lstrip() for item in items)
        case Facts(of):
            yield "\n".join(filled(f"{name}: {said}") for name, said in of.items())
        case NamedTable():
            rows = [[value if isinstance(value, int) else cell(value, block.digits) for value in r] for r in block.rows]
            yield filled(block.caption) + "\n" + table(block.columns, rows)
