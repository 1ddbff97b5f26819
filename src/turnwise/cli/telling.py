"""What commands tell on stderr beside their result: decisions and progress."""

from __future__ import annotations

import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable

import click

from turnwise.tables.decisions import Decision


def tell_decisions(decisions: Iterable[Decision]) -> None:
    """One line for each kind of decision; sources that say the same share a line."""
    sources: dict[str, list[str]] = defaultdict(list)
    for decision in decisions:
        sources[decision.text].append(decision.source)
    for text, names in sources.items():
        who = names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1:,} more"
        click.echo(f"note: {who}: {text}", err=True)


def tell_result(format_: str, as_json: Callable[[], object], as_text: Callable[[], str]) -> None:
    """The result on stdout, in the form that `table_or_json` names; only that form is made."""
    click.echo(json.dumps(as_json(), ensure_ascii=False, indent=1) if format_ == "json" else as_text())


class Progress:
    """A line on stderr: what is done, what comes next, how long it may take. Only on a terminal, after a second.

    What is left is told by the pace since the first step was told, as what comes before it may be slower.
    """

    def __init__(self, what: str) -> None:
        self.what, self.start, self.shown = what, time.monotonic(), False
        self.first: tuple[float, int] | None = None

    def __call__(self, done: int, total: int, name: str) -> None:
        now = time.monotonic()
        since, before = self.first = self.first or (now, done)
        if done == total:
            if self.shown:
                click.echo("\r\033[K", err=True, nl=False)
        elif sys.stderr.isatty() and now - self.start > 1:
            self.shown = True
            left = f", about {(now - since) / (done - before) * (total - done):.0f} s left" if done > before else ""
            click.echo(f"\r\033[K{self.what} {done + 1:,} of {total:,}: {name}{left}", err=True, nl=False)
