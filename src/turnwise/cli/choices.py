"""Options that several commands have, in the same words."""

from __future__ import annotations

import click

table_or_json = click.option(
    "--format",
    "format_",
    type=click.Choice(["table", "json"]),
    default="table",
    show_default=True,
    help="For a person or a program.",
)
strict = click.option("--strict", is_flag=True, help="Refuse every decision that would otherwise be taken and noted.")
