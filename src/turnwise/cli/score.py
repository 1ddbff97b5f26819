"""`turnwise score`: runs and judgements in, the score table out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from turnwise.api import DEFAULT_MEASURES, score
from turnwise.cli import score_table
from turnwise.cli.choices import column_pairs, strict
from turnwise.cli.telling import Progress, tell_decisions
from turnwise.errors import OptionError, did_you_mean
from turnwise.measures import parse, parse_all
from turnwise.report.scores import as_text, write_scores

if TYPE_CHECKING:
    from turnwise.graph import Through
    from turnwise.readers.trec import Duplicates, Precision
    from turnwise.scoring.score import Missing
    from turnwise.tables.scores import Level


@click.command(
    "score", epilog="Example: turnwise score runs/*.trec --qrels qrels.txt -m nDCG@3 -m RR -o scores.parquet"
)
@click.argument("runs", nargs=-1, required=True, metavar="RUN...")
@click.option(
    "--qrels",
    "-q",
    required=True,
    metavar="FILE",
    help="The judgements: TREC qrels, or a table with turn, item and grade.",
)
@score_table.measures_option("nDCG@3 or OLAR", DEFAULT_MEASURES)
@click.option(
    "--by",
    type=click.Choice(["turn", "conversation", "system"]),
    help="One row a turn, conversation or system.  [default: system; turn for -o]",
)
@score_table.output
@score_table.format_option
@click.option("--sort", metavar="MEASURE", help="Print the systems best first by this measure.")
@click.option(
    "--rel",
    type=float,
    metavar="GRADE",
    help="The lowest relevant grade, for every measure that has one and does not set it (trec_eval -l).  [default: 1]",
)
@click.option(
    "--missing",
    type=click.Choice(["zero", "skip", "error"]),
    default="zero",
    show_default=True,
    help="What a judged turn that a run lacks scores.",
)
@click.option(
    "--duplicates",
    type=click.Choice(["best", "error"]),
    default="best",
    show_default=True,
    help="An item twice in a list: keep its best rank, or refuse.",
)
@click.option(
    "--score-precision",
    "precision",
    type=click.Choice(["double", "single"]),
    default="double",
    show_default=True,
    help="How scores are compared; single orders near-ties as pytrec_eval and trec_eval 9 do.",
)
@click.option(
    "--column",
    "columns",
    multiple=True,
    metavar="NAME=COLUMN",
    help="A table's column for turn, item, score, rank, grade or system, as in turn=qid; may be repeated.",
)
@click.option(
    "--graph",
    metavar="FILE",
    help="The conversations' graphs, for measures such as HDA-b(nDCG@3): topics with links, or a table of links.",
)
@click.option(
    "--through",
    type=click.Choice(["pass", "drop"]),
    default="pass",
    show_default=True,
    help="A link from a turn that was not judged: pass it to that turn's own parents, or drop it.",
)
@strict
def command(
    runs: tuple[str, ...],
    qrels: str,
    measures: tuple[str, ...],
    by: Level | None,
    output: str | None,
    format_: str | None,
    sort: str | None,
    rel: float | None,
    missing: Missing,
    duplicates: Duplicates,
    precision: Precision,
    strict: bool,
    columns: tuple[str, ...],
    graph: str | None,
    through: Through,
) -> None:
    """Score runs against judgements, turn by turn.

    RUN is a file, a folder or a glob, in TREC's format (plain, .gz or .zst), Parquet, CSV, JSON Lines or JSON;
    each system is named by its file. `turnwise measures` lists the measures.
    """
    form = score_table.form_asked(output, format_, [*runs, qrels, graph])
    asked = parse_all(measures or DEFAULT_MEASURES, rel)
    sorted_by = sort and _sorted_by(sort, [str(measure) for measure in asked], rel)
    scores = score(
        list(runs),
        qrels,
        asked,
        graph=graph,
        through=through,
        missing=missing,
        precision=precision,
        duplicates=duplicates,
        columns=column_pairs(columns, "turn=qid"),
        strict=strict,
        progress=Progress("reading run"),
    )
    tell_decisions(scores.decisions)
    if sorted_by:
        scores = scores.best_first(sorted_by)
    if output:
        write_scores(scores, output, by or "turn", form)
        click.echo(f"wrote {output} ({scores.size(by or 'turn')})", err=True)
        form, by = "table", "system"
    click.echo(as_text(scores, form, by or "system"))


def _sorted_by(sort: str, asked: list[str], rel: float | None) -> str:
    """The name, among the measures asked for, of the one to sort by: as `-m` takes it, or as it is printed."""
    name = next((name for name in (str(parse(sort, rel)), str(parse(sort))) if name in asked), "")
    if not name:
        name = str(parse(sort, rel))
        hint = did_you_mean(name, asked) or f"; the measures are {', '.join(asked)}."
        raise OptionError(f"--sort {sort}: it is not measured{hint}")
    return name
