"""`turnwise reproduce`: a paper's tables, computed and set beside what is printed."""

from __future__ import annotations

import json

import click


@click.group("reproduce")
def command() -> None:
    """Reproduce a paper's tables, beside the published figures."""


@command.command(
    "option-lists",
    short_help="Table 1 of Atanasova et al. (SIGIR 2019): 20 lists, 12 measures.",
    epilog="Example: turnwise reproduce option-lists --format json",
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["table", "json"]),
    default="table",
    show_default=True,
    help="For a person or a program.",
)
def option_lists(format_: str) -> None:
    """Table 1 of Atanasova et al. (SIGIR 2019): 20 lists of options, 12 measures.

    Says how many of the printed cells are matched, which are not, and why. As JSON: rows, properties, correlations
    (published, from scores rounded as published, and right) and cells.
    """
    from turnwise.reproduce.option_lists import reproduce_option_lists
    from turnwise.reproduce.option_lists_text import as_text

    table = reproduce_option_lists()
    click.echo(json.dumps(table.as_dict(), ensure_ascii=False, indent=1) if format_ == "json" else as_text(table))
