"""What commands that read or write dialogues ask in the same words."""

from __future__ import annotations

import click

from turnwise.readers.dialogues import FORMATS
from turnwise.tables.schemes import SCHEMES

from_format = click.option(
    "--from-format",
    metavar="NAME",
    help=f"How FILE is written: {', '.join(f.name for f in FORMATS)}.  [default: found from its content]",
)
#: The names of turnwise.report.dialogue_files.FORMS, which only commands that write load.
FORMS = ("posts", "stc3", "messages", "sharegpt", "labelstudio", "csv")
dialogue_form = click.option(
    "--to",
    type=click.Choice(FORMS),
    help="The form to write.  [default: by OUT's ending: posts for .jsonl and .json, csv for .csv]",
)
scheme_option = click.option(
    "--scheme",
    metavar="NAME|FILE",
    help=f"Check the labels against a scheme: {', '.join(SCHEMES)}, or one in a file of your own.",
)
mixed_option = click.option(
    "--mixed",
    type=click.Choice(["refuse", "strongest"]),
    default="refuse",
    show_default=True,
    help="Where an annotator marked several kinds of nuggets in one block: refuse, or keep the strongest "
    "(goal, then trigger, then regular).",
)
