"""What every self-contained page is built of: the frame, lists, and tables that a screen reader can follow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from turnwise.report.page_style import STYLE

#: Words of at most so many letters need no room to wrap in.
SHORT = 24


def document(title: str, body: str) -> str:
    """A whole page; nothing in it is fetched from elsewhere."""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def listed(items: Iterable[str]) -> str:
    found = "\n".join(f"<li>{escape(item)}</li>" for item in items)
    return f"<ul>\n{found}\n</ul>" if found else ""


def html_table(
    caption: str,
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    words: Sequence[int] = (),
    best: int | None = None,
    shades: Sequence[Sequence[float | None]] | None = None,
) -> str:
    """A table that a phone can scroll; the first column names the rows.

    `shades` gives the cells after the first a ground from 0, none, to 1, full.
    """

    longest = {at: max((len(row[at]) for row in rows), default=0) for at in words}
    kinds = {at: " class=words" if length > SHORT else " class=left" for at, length in longest.items()}

    def cell(row: int, at: int, text: str) -> str:
        if at == 0:
            return f'<th scope="row">{escape(text).replace("_", "_<wbr>")}</th>'  # where a long name may break
        shade = shades[row][at - 1] if shades else None
        style = "" if shade is None else f' style="--s:{shade:.2f}"'
        return f"<td{kinds.get(at, '')}{style}>{escape(text)}</td>"

    head = "".join(f'<th scope="col"{kinds.get(at, "")}>{escape(text)}</th>' for at, text in enumerate(heads))
    lines = "\n".join(
        f"<tr{' class=best' if number == best else ''}>"
        f"{''.join(cell(number, at, text) for at, text in enumerate(row))}</tr>"
        for number, row in enumerate(rows)
    )
    kind = f' class="heat" style="--n:{len(heads) - 1}"' if shades else ""  # on paper, letters shrink to fit
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{escape(caption)}">\n<table{kind}>\n'
        f"<caption><span>{escape(caption)}</span></caption>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{lines}\n</tbody>\n"
        "</table>\n</div>"
    )
