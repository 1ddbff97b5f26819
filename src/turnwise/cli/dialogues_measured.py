"""Options of the commands that set measures of dialogues beside labels, in the same words."""

from __future__ import annotations

from dataclasses import replace

import click

from turnwise.readers.schemes import read_scheme
from turnwise.tables.dialogues import Dialogues
from turnwise.tables.schemes import SCHEMES

measure_option = click.option(
    "--measure", "-m", "measures", multiple=True, default=("UC", "UH", "UCH"), show_default=True, metavar="MEASURE",
    help="A measure of a dialogue; may be repeated.",
)  # fmt: skip
label_option = click.option(
    "--label", "labels", multiple=True, metavar="QUESTION", help="A label; may be repeated.  [default: all]"
)
one_label_option = click.option(
    "--label", required=True, metavar="QUESTION", help="What to predict: a label of whole dialogues."
)
values_option = click.option(
    "--scheme", metavar="NAME|FILE",
    help=f"Take labels as the values of a scheme ({', '.join(SCHEMES)}, or one in a file of your own), which gives "
    "words an order.",
)  # fmt: skip
cluster_option = click.option(
    "--cluster", metavar="NAME",
    help="Draw groups of dialogues as a whole: those with one account, problem or system.  [default: dialogues]",
)  # fmt: skip
draws_option = click.option(
    "--draws", type=click.IntRange(min=0), default=2000, show_default=True, help="Bootstrap samples."
)
seed_option = click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="The seed of all that is drawn."
)


def valued(dialogues: Dialogues, scheme: str | None) -> Dialogues:
    """The same dialogues, their labels as values of a scheme where one is named."""
    if scheme is None or dialogues.labels is None:
        return dialogues
    return replace(dialogues, labels=read_scheme(scheme).valued(dialogues.labels))
