"""Options that several commands have, in the same words."""

from __future__ import annotations

from collections.abc import Sequence

import click

from turnwise.errors import OptionError

table_or_json = click.option(
    "--format",
    "format_",
    type=click.Choice(["table", "json"]),
    default="table",
    show_default=True,
    help="For a person or a program.",
)
strict = click.option("--strict", is_flag=True, help="Refuse every decision that would otherwise be taken and noted.")


def column_pairs(words: Sequence[str], example: str) -> dict[str, str]:
    """`NAME=COLUMN` words as a mapping."""
    split = [word.partition("=") for word in words]
    for word, (name, equals, column) in zip(words, split, strict=True):
        if not (name and equals and column):
            raise OptionError(f"--column {word}: expected NAME=COLUMN, as in {example}.")
    return {name: column for name, _, column in split}
