"""`turnwise dialogues`: dialogues of customers and a helpdesk, with nuggets and labels."""

from __future__ import annotations

import json

import click

from turnwise.cli.choices import strict, table_or_json
from turnwise.cli.telling import tell_decisions
from turnwise.dialogues.stats import dialogue_stats
from turnwise.readers.dialogues import FORMATS, read_dialogues
from turnwise.report.dialogue_counts import counts_json, counts_text
from turnwise.tables.decisions import Decisions

from_format = click.option(
    "--from-format",
    metavar="NAME",
    help=f"How FILE is written: {', '.join(f.name for f in FORMATS)}.  [default: found from its content]",
)


@click.group("dialogues")
def command() -> None:
    """Dialogues between customers and a helpdesk: what is in them, and what annotators found.

    A post is what one side sends at once; a block is all that it sends before the other side does. A nugget is a
    post, or several in a row of one side, that helps the customer on.
    """


@command.command(
    "stats",
    short_help="Count posts, blocks, lengths, nuggets and labels.",
    epilog="Example: turnwise dialogues stats train_data_en.json",
)
@click.argument("file", metavar="FILE")
@table_or_json
@from_format
@strict
def stats(file: str, format_: str, from_format: str | None, strict: bool) -> None:
    """Count the dialogues in FILE: posts and blocks of each side, lengths, nuggets and labels."""
    decisions = Decisions(strict)
    counted = dialogue_stats(read_dialogues(file, decisions, format=from_format))
    tell_decisions(decisions)
    if format_ == "json":
        click.echo(json.dumps(counts_json(counted), ensure_ascii=False, indent=1))
    else:
        click.echo(counts_text(file, counted))
