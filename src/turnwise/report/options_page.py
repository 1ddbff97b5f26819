"""A tuning as one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from turnwise.errors import MissingExtra
from turnwise.policies.tuning import Tuning
from turnwise.policies.wording import (
    heading,
    price_heads,
    price_row,
    shown_heads,
    shown_row,
    value_heads,
    value_row,
)
from turnwise.report.options_figure import figure
from turnwise.report.page_style import STYLE


def page(tuning: Tuning) -> str:
    """The whole page: the answer first, then the numbers, then how they were made."""
    title = "How many options should the bot show?"
    body = "\n".join(
        [
            f"<h1>{title}</h1>",
            f'<p class="soft">{escape(heading(tuning))}.</p>',
            f'<p class="verdict">{escape(tuning.sentence)}</p>',
            f"<h2>The setting for {escape(tuning.toolkit)}</h2>",
            f"<pre>{escape(tuning.toolkit_setting)}</pre>",
            *_section("Before you trust the numbers", _listed(note[:1].upper() + note[1:] for note in tuning.notes)),
            "<h2>Which policy is best?</h2>",
            _values(tuning),
            "<h2>What people see</h2>",
            _seen(tuning),
            *_section("What it costs to have the right one in the list more often", _prices(tuning)),
            "<h2>How the numbers move with the setting</h2>",
            _pictures(tuning),
            "<h2>How these numbers were made</h2>",
            _method(tuning),
        ]
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _section(title: str, body: str) -> list[str]:
    return [f"<h2>{title}</h2>", body] if body else []


def _listed(items: Iterable[str]) -> str:
    found = "\n".join(f"<li>{escape(item)}</li>" for item in items)
    return f"<ul>\n{found}\n</ul>" if found else ""


def _table(
    caption: str,
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    words: Sequence[int] = (),
    best: int | None = None,
) -> str:
    """A table that a screen reader can follow and a phone can scroll; the first column names the rows."""

    def cell(at: int, text: str) -> str:
        if at == 0:
            return f'<th scope="row">{escape(text)}</th>'
        return f'<td class="words">{escape(text)}</td>' if at in words else f"<td>{escape(text)}</td>"

    head = "".join(
        f'<th scope="col"{" class=words" if at in words else ""}>{escape(text)}</th>' for at, text in enumerate(heads)
    )
    lines = "\n".join(
        f"<tr{' class=best' if number == best else ''}>{''.join(cell(at, text) for at, text in enumerate(row))}</tr>"
        for number, row in enumerate(rows)
    )
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{escape(caption)}">\n<table>\n'
        f"<caption><span>{escape(caption)}</span></caption>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{lines}\n</tbody>\n"
        "</table>\n</div>"
    )


def _values(tuning: Tuning) -> str:
    rows = [value_row(outcome) for outcome in tuning.outcomes]
    caption = f"Mean {tuning.measure}, tuned policies on held-out queries; differences are paired by query"
    return _table(caption, value_heads(tuning.measure), rows, words=(5,), best=len(rows) - 1)


def _seen(tuning: Tuning) -> str:
    rows = [shown_row(outcome.name, outcome.shown) for outcome in tuning.outcomes]
    caption = "How often the right one is listed, how long lists are, and who gets the fallback (a list of one)"
    longest = len(tuning.best.shown.length_shares) - 1
    return _table(caption, shown_heads(longest), rows, best=len(rows) - 1)


def _prices(tuning: Tuning) -> str:
    if not tuning.prices:
        return ""
    caption = "The shortest lists that hold the right one so often; numbers held out, the setting chosen on all queries"
    return _table(caption, price_heads(tuning.measure), [price_row(price) for price in tuning.prices], words=(4,))


def _pictures(tuning: Tuning) -> str:
    try:
        drawn = [
            f"<figure>\n{figure(curve, tuning)}\n<figcaption>Policy {curve.policy}, on all queries, so a little better "
            "than held out.</figcaption>\n</figure>"
            for curve in tuning.curves
        ]
    except MissingExtra as error:
        return f"<p>{escape(str(error))}</p>"
    return "\n".join(drawn) or "<p>The policies asked for have no parameter to draw.</p>"


def _method(tuning: Tuning) -> str:
    about = tuning.about
    told = (
        f"<p>The queries were dealt into {tuning.folds} folds at random, each with its share of the right, the wrong "
        "and the out-of-scope ones. For each fold, the setting with the highest mean on the other folds was chosen, "
        "ties going to shorter lists and then to simpler settings, and measured on that fold. The setting shown is "
        f"chosen on all queries. Intervals are 95% percentile bootstrap over queries ({about['resamples']:,} "
        "resamples). A query that gets the fallback counts as a list of one: right if the query is out of scope, wrong "
        "otherwise.</p>"
    )
    facts = "\n".join(
        f"<dt>{escape(name.replace('_', ' '))}</dt><dd>{escape(_said(value))}</dd>" for name, value in about.items()
    )
    decisions = _listed(str(decision) for decision in tuning.decisions) or "<p>None.</p>"
    return f"{told}\n<h3>What had to be decided</h3>\n{decisions}\n<h3>Settings of this run</h3>\n<dl>\n{facts}\n</dl>"


def _said(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return f"{value:,}" if isinstance(value, int) else str(value)
