"""`turnwise dialogues check`: which rules the nuggets and the labels of dialogues break."""

from __future__ import annotations

import click

from turnwise.cli.choices import strict, table_or_json
from turnwise.cli.dialogues_file import from_format, scheme_option
from turnwise.cli.telling import tell_decisions, tell_result
from turnwise.dialogues.rules import Broken, check_dialogues
from turnwise.readers.dialogues import read_dialogues
from turnwise.readers.schemes import read_scheme
from turnwise.report.dialogue_checks import checked_json, checked_text
from turnwise.tables.decisions import Decisions


@click.command("check", epilog="Example: turnwise dialogues check annotated.jsonl --scheme stc3")
@click.argument("file", metavar="FILE")
@scheme_option
@click.option(
    "--limit",
    type=click.IntRange(0),
    default=20,
    show_default=True,
    metavar="N",
    help="How many places to list where rules are broken, and how many hints.",
)
@table_or_json
@from_format
@strict
@click.pass_context
def command(
    ctx: click.Context,
    file: str,
    scheme: str | None,
    limit: int,
    format_: str,
    from_format: str | None,
    strict: bool,
) -> None:
    """Check the nuggets in FILE against their rules, and the labels against a scheme.

    Each rule that is broken is told with its dialogue, annotator and post. A post without content in a nugget is a
    hint alone. The exit code is 1 if any rule is broken, and 0 if none is, whatever the hints.
    """
    wanted = read_scheme(scheme) if scheme else None
    decisions, aside = Decisions(strict), list[Broken]()
    found = read_dialogues(file, decisions, format=from_format, aside=aside)
    checked = check_dialogues(found, aside, wanted)
    tell_decisions(decisions)
    tell_result(format_, lambda: checked_json(file, checked), lambda: checked_text(file, checked, limit))
    ctx.exit(1 if checked.broken else 0)
