"""`turnwise dialogues score`: dialogues with nuggets in, the score table out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from turnwise.api import DIALOGUE_MEASURES, score_dialogues
from turnwise.cli import score_table
from turnwise.cli.choices import strict
from turnwise.cli.dialogues_file import from_format
from turnwise.cli.telling import tell_decisions
from turnwise.measures import parse_all
from turnwise.report.dialogue_scores import dialogue_scores_text
from turnwise.report.scores import as_text, write_scores
from turnwise.report.whole_file import write_whole
from turnwise.tables.scores import Level

if TYPE_CHECKING:
    from turnwise.scoring.dialogue_scores import Annotators
    from turnwise.tables.dialogue_scores import DialogueScores

LEVELS: dict[str, Level] = {"system": "system", "dialogue": "conversation"}


@click.command(
    "score",
    epilog="Example: turnwise dialogues score dialogues.jsonl -m UCH -m 'UC(length=500)' -o scores.parquet",
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@score_table.measures_option("UCH(alpha=0.2)", DIALOGUE_MEASURES)
@click.option(
    "--annotators",
    type=click.Choice(["mean", "vote", "each"]),
    default="mean",
    show_default=True,
    help="What stands for a dialogue: the mean over its annotators, their vote's nuggets, or each one by themselves.",
)
@click.option(
    "--system",
    metavar="NAME",
    help="What FILE says of dialogues that tells systems apart, such as account.  [default: system; else FILE's name]",
)
@click.option(
    "--by",
    type=click.Choice(list(LEVELS)),
    help="One row a system or a dialogue.  [default: system; dialogue for -o]",
)
@score_table.output
@score_table.format_option
@from_format
@strict
def command(
    files: tuple[str, ...],
    measures: tuple[str, ...],
    annotators: Annotators,
    system: str | None,
    by: str | None,
    output: str | None,
    format_: str | None,
    from_format: str | None,
    strict: bool,
) -> None:
    """Score dialogues by the nuggets that annotators found in them.

    Each FILE is a system's dialogues, unless it says itself which system each one is of. Dialogues that nobody read,
    or that are not measured in a measure's unit, have no value. `turnwise compare` and `turnwise report` read the table
    that -o writes.
    """
    form = score_table.form_asked(output, format_, files)
    asked = parse_all(measures or DIALOGUE_MEASURES)
    scores = score_dialogues(
        list(files), asked, annotators=annotators, system=system, format=from_format, strict=strict
    )
    tell_decisions(scores.decisions)
    if output:
        _write(scores, output, LEVELS[by or "dialogue"], form)
        click.echo(f"wrote {output} ({scores.size(LEVELS[by or 'dialogue'])})", err=True)
        form, by = "table", "system"
    click.echo(_text(scores, form, LEVELS[by or "system"]))


def _text(scores: DialogueScores, form: str, by: Level) -> str:
    return dialogue_scores_text(scores, by) if form == "table" else as_text(scores, form, by)


def _write(scores: DialogueScores, path: str, by: Level, form: str) -> None:
    if form == "table":
        write_whole(path, dialogue_scores_text(scores, by))
    else:
        write_scores(scores, path, by, form)
