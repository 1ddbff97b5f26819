"""A tuning as one self-contained HTML page."""

from __future__ import annotations

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
from turnwise.report.html_page import document, html_table, listed
from turnwise.report.options_figure import figure


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
            *_section("Before you trust the numbers", listed(note[:1].upper() + note[1:] for note in tuning.notes)),
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
    return document(title, body)


def _section(title: str, body: str) -> list[str]:
    return [f"<h2>{title}</h2>", body] if body else []


def _values(tuning: Tuning) -> str:
    rows = [value_row(outcome) for outcome in tuning.outcomes]
    caption = f"Mean {tuning.measure}, tuned policies on held-out queries; differences are paired by query"
    return html_table(caption, value_heads(tuning.measure), rows, words=(5,), best=len(rows) - 1)


def _seen(tuning: Tuning) -> str:
    rows = [shown_row(outcome.name, outcome.shown) for outcome in tuning.outcomes]
    caption = "How often the right one is listed, how long lists are, and who gets the fallback (a list of one)"
    longest = len(tuning.best.shown.length_shares) - 1
    return html_table(caption, shown_heads(longest), rows, best=len(rows) - 1)


def _prices(tuning: Tuning) -> str:
    if not tuning.prices:
        return ""
    caption = "The shortest lists that hold the right one so often; numbers held out, the setting chosen on all queries"
    return html_table(caption, price_heads(tuning.measure), [price_row(price) for price in tuning.prices], words=(4,))


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
    decisions = listed(str(decision) for decision in tuning.decisions) or "<p>None.</p>"
    return f"{told}\n<h3>What had to be decided</h3>\n{decisions}\n<h3>Settings of this run</h3>\n<dl>\n{facts}\n</dl>"


def _said(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return f"{value:,}" if isinstance(value, int) else str(value)
