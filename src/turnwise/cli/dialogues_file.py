"""How a file of dialogues is named on the command line, the same in every command that reads one."""

from __future__ import annotations

import click

from turnwise.readers.dialogues import FORMATS

from_format = click.option(
    "--from-format",
    metavar="NAME",
    help=f"How FILE is written: {', '.join(f.name for f in FORMATS)}.  [default: found from its content]",
)
