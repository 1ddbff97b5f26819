"""`turnwise dialogues schemes`: the questions that annotators answer, and their values."""

from __future__ import annotations

import json

import click

from turnwise.cli.choices import table_or_json
from turnwise.readers.schemes import read_scheme
from turnwise.report.dialogue_checks import scheme_json, scheme_text, schemes_text
from turnwise.tables.schemes import SCHEMES


@click.command("schemes", epilog="Example: turnwise dialogues schemes helpdesk")
@click.argument("name", required=False, metavar="[NAME]")
@table_or_json
def command(name: str | None, format_: str) -> None:
    """List the schemes of labels, or show one in full: one that comes with Turnwise, or one in a file.

    A file of your own, in TOML or JSON, has a list of questions, each with its name, text and values. What
    `--format json` prints is such a file.
    """
    shown = [read_scheme(name)] if name else list(SCHEMES.values())
    if format_ == "json":
        told = [scheme_json(scheme) for scheme in shown]
        click.echo(json.dumps(told[0] if name else told, ensure_ascii=False, indent=1))
    else:
        click.echo(scheme_text(shown[0]) if name else schemes_text(shown))
