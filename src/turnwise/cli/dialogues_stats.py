"""`turnwise dialogues stats`: what is in dialogues, and what annotators found."""

from __future__ import annotations

import click

from turnwise.cli.choices import strict, table_or_json
from turnwise.cli.dialogues_file import from_format, scheme_option
from turnwise.cli.telling import tell_decisions, tell_result
from turnwise.dialogues.stats import dialogue_stats
from turnwise.readers.dialogues import read_dialogues
from turnwise.readers.schemes import read_scheme
from turnwise.report.dialogue_counts import counts_json, counts_text
from turnwise.tables.decisions import Decisions


@click.command("stats", epilog="Example: turnwise dialogues stats train_data_en.json")
@click.argument("file", metavar="FILE")
@scheme_option
@table_or_json
@from_format
@strict
def command(file: str, scheme: str | None, format_: str, from_format: str | None, strict: bool) -> None:
    """Count the dialogues in FILE: posts and blocks of each side, lengths, nuggets and labels.

    With --scheme the labels must be those of the scheme, and are counted as it collapses them, too.
    """
    wanted = read_scheme(scheme) if scheme else None
    decisions = Decisions(strict)
    counted = dialogue_stats(read_dialogues(file, decisions, format=from_format), wanted)
    tell_decisions(decisions)
    tell_result(format_, lambda: counts_json(counted), lambda: counts_text(file, counted))
