"""`turnwise dialogues score-submission`: predicted label distributions against those of annotators."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from turnwise.cli.choices import strict
from turnwise.cli.dialogues_file import from_format, mixed_option
from turnwise.cli.telling import tell_decisions
from turnwise.report.scores import format_of, write_scores
from turnwise.report.submission_scores import FORMATS, submissions_text
from turnwise.report.whole_file import refuse_unwritable
from turnwise.submissions import score_submissions

if TYPE_CHECKING:
    from turnwise.dialogues.blocks import Mixed
    from turnwise.scoring.submissions import Missing, OneSided
    from turnwise.tables.submission_scores import Report


@click.command(
    "score-submission",
    epilog="Example: turnwise dialogues score-submission run1.json run2.json --gold test.json -o scores.parquet",
)
@click.argument("submissions", nargs=-1, required=True, metavar="SUBMISSION...")
@click.option("--gold", "-g", required=True, metavar="FILE", help="The dialogues with the labels of their annotators.")
@click.option(
    "--measure",
    "-m",
    "measures",
    multiple=True,
    metavar="MEASURE",
    help="A measure such as NMD, 'RSNOD(bins=all)' or 'LabelF1(label=CNUG*)'; may be repeated.  "
    "[default: NMD and RSNOD of quality, RNSS and JSD of nuggets]",
)
@click.option(
    "--report",
    type=click.Choice(["mean", "neglog2"]),
    default="mean",
    show_default=True,
    help="Print means over dialogues (STC-3), or -log2 of them (DialEval); the table of -o has no use for it.",
)
@click.option(
    "--alpha",
    type=click.FloatRange(0, 1),
    default=0.5,
    show_default=True,
    help="How much the customer's turns count in the nuggets of a dialogue; the helpdesk's count the rest.",
)
@click.option(
    "--missing",
    type=click.Choice(["worst", "skip", "error"]),
    default="worst",
    show_default=True,
    help="What a dialogue of the gold scores that a submission lacks; the official scripts skip it, or refuse.",
)
@click.option(
    "--one-sided",
    type=click.Choice(["other", "skip"]),
    default="other",
    show_default=True,
    help="Nuggets of a dialogue in which one side says nothing: the other side's turns count alone, or leave it out.",
)
@click.option(
    "--scheme",
    metavar="NAME|FILE",
    default="stc3",
    show_default=True,
    help="The questions of quality and their values, worst to best or best to worst.",
)
@click.option(
    "--by",
    type=click.Choice(["system", "dialogue"]),
    default="system",
    show_default=True,
    help="One row a system, or a system and dialogue.",
)
@click.option("--output", "-o", metavar="FILE", help="Write the score table by dialogue here, for turnwise compare.")
@click.option(
    "--format", "format_", type=click.Choice(FORMATS), default="table", show_default=True, help="The format printed."
)
@mixed_option
@from_format
@strict
def command(
    submissions: tuple[str, ...],
    gold: str,
    measures: tuple[str, ...],
    report: Report,
    alpha: float,
    missing: Missing,
    one_sided: OneSided,
    scheme: str,
    by: str,
    output: str | None,
    format_: str,
    mixed: Mixed,
    from_format: str | None,
    strict: bool,
) -> None:
    """Score predictions of how annotators label dialogues, as at STC-3 and DialEval.

    Each SUBMISSION is a system's predictions, JSON with `quality`, `nugget` or both for each dialogue: label
    distributions, the nuggets' one a turn. Divergences (NMD, RSNOD, RNOD, RNSS, JSD, MSE) are 0 for a perfect
    prediction, and lower is better; -log2 of them, as DialEval prints, is better where higher.
    """
    if output:
        form = format_of(output)  # before the work, so that what is asked for in vain costs nothing
        refuse_unwritable(output, [*submissions, gold])
    found = score_submissions(
        list(submissions),
        gold,
        list(measures) or None,
        alpha=alpha,
        missing=missing,
        one_sided=one_sided,
        mixed=mixed,
        scheme=scheme,
        from_format=from_format,
        strict=strict,
    )
    tell_decisions(found.dialogues.decisions)
    if output:
        write_scores(found.dialogues, output, "conversation", form)
        click.echo(f"wrote {output} ({found.dialogues.size('conversation', 'dialogue')})", err=True)
    click.echo(submissions_text(found, format_, by == "dialogue", report))
