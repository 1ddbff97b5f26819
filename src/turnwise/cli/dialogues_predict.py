"""`turnwise dialogues predict`: what does satisfaction go with?"""

from __future__ import annotations

import click

from turnwise.cli.choices import strict, table_or_json
from turnwise.cli.dialogues_file import from_format
from turnwise.cli.dialogues_measured import (
    cluster_option,
    draws_option,
    one_label_option,
    seed_option,
    valued,
    values_option,
)
from turnwise.cli.picture_option import picture_option, refuse_no_picture, write_picture
from turnwise.cli.telling import tell_decisions, tell_result
from turnwise.readers.dialogues import read_dialogues
from turnwise.tables.decisions import Decisions


@click.command("predict", epilog="Example: turnwise dialogues predict train_data_en.json --label S --costs posts,words")
@click.argument("file", metavar="FILE")
@one_label_option
@values_option
@click.option(
    "--measure",
    "-m",
    "measures",
    multiple=True,
    metavar="MEASURE",
    help="Predict from this measure of a dialogue, too; may be repeated.",
)
@click.option(
    "--success",
    default="CNUG*,HNUG*",
    show_default=True,
    metavar="KINDS",
    help="Task success: the share of annotators who found a nugget of each of these kinds; or none.",
)
@click.option(
    "--costs",
    metavar="LIST",
    help="Of posts, blocks, 'customer posts', 'helpdesk posts' and units of length; or none.  "
    "[default: posts, blocks and the unit that suits]",
)
@cluster_option
@click.option("--folds", type=click.IntRange(min=2), default=10, show_default=True, help="Of the cross-validation.")
@click.option("--repeats", type=click.IntRange(min=1), default=10, show_default=True, help="Of the cross-validation.")
@draws_option
@seed_option
@picture_option
@table_or_json
@from_format
@strict
def command(
    file: str,
    label: str,
    scheme: str | None,
    measures: tuple[str, ...],
    success: str,
    costs: str | None,
    cluster: str | None,
    folds: int,
    repeats: int,
    draws: int,
    seed: int,
    picture: str | None,
    format_: str,
    from_format: str | None,
    strict: bool,
) -> None:
    """Regress a label of the dialogues in FILE on task success, measures and costs, as PARADISE does.

    All are standardised, so that coefficients can be compared. It is for seeing why dialogues are liked: what goes
    with the label, how surely, what is collinear, and how well the label of other dialogues is predicted.
    """
    from turnwise.report.paradise import coefficients_picture, paradise_json, paradise_text
    from turnwise.validity.paradise import paradise

    refuse_no_picture(picture)
    decisions = Decisions(strict)
    dialogues = valued(read_dialogues(file, decisions, format=from_format), scheme)
    found = paradise(
        dialogues,
        label,
        measures=measures,
        success=_listed(success),
        costs=None if costs is None else _listed(costs),
        cluster=cluster,
        folds=folds,
        repeats=repeats,
        draws=draws,
        seed=seed,
    )
    tell_decisions(decisions)
    write_picture(picture, coefficients_picture(found))
    tell_result(format_, lambda: paradise_json(found), lambda: paradise_text(file, found))


def _listed(text: str) -> list[str]:
    """The names of a list; the word none is an empty one."""
    return [] if text.strip().lower() in ("", "none") else [name.strip() for name in text.split(",")]
