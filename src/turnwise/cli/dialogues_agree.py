"""`turnwise dialogues agree`: how much annotators agree on nuggets, and whether more than on labels."""

from __future__ import annotations

from typing import Literal

import click

from turnwise.cli.choices import strict, table_or_json
from turnwise.cli.dialogues_file import from_format
from turnwise.cli.dialogues_measured import draws_option, seed_option
from turnwise.cli.telling import Progress, tell_decisions, tell_result
from turnwise.readers.dialogues import read_dialogues
from turnwise.tables.decisions import Decisions


@click.command("agree", epilog="Example: turnwise dialogues agree train_data_en.json")
@click.argument("file", metavar="FILE")
@click.option(
    "--per",
    type=click.Choice(["post", "block"]),
    help="What is one answer of an annotator.  [default: block, if every nugget is made of whole blocks; else post]",
)
@click.option(
    "--label", "labels", multiple=True, metavar="QUESTION", help="Compare with this label alone; may be repeated."
)
@draws_option
@seed_option
@table_or_json
@from_format
@strict
def command(
    file: str, per: Literal["post", "block"] | None, labels: tuple[str, ...], draws: int, seed: int, format_: str,
    from_format: str | None, strict: bool,
) -> None:  # fmt: skip
    """How much annotators agree on the nuggets of FILE: on each post, kind and span, with intervals.

    Where FILE has labels of whole dialogues, too, it then answers whether nuggets agree better than labels, by the
    difference of coefficients on the same dialogues. How much raters agree on labels alone: turnwise agree.
    """
    from turnwise.agreement.consistency import consistency
    from turnwise.agreement.nuggets import nugget_agreement
    from turnwise.report.nugget_agreement import agreement_json, agreement_text

    decisions = Decisions(strict)
    dialogues = read_dialogues(file, decisions, format=from_format)
    found = nugget_agreement(dialogues, per=per, draws=draws, seed=seed, progress=Progress("nuggets: sample"))
    against = None
    if dialogues.labels is not None and len(dialogues.labels):
        progress = Progress("nuggets and labels: sample")
        against = consistency(dialogues, labels or None, per=per, draws=draws, seed=seed, progress=progress)
    tell_decisions(decisions)
    tell_result(format_, lambda: agreement_json(found, against), lambda: agreement_text(file, found, against))
