"""`turnwise agree`: how much raters agree, with intervals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from turnwise.agreement.agree import AgreementSettings, measure_agreement
from turnwise.agreement.catalogue import COEFFICIENTS
from turnwise.agreement.judge import judge_agreement
from turnwise.agreement.krippendorff import LEVELS
from turnwise.agreement.raters import profile_raters
from turnwise.agreement.weights import WEIGHTS
from turnwise.cli.choices import column_pairs, strict
from turnwise.cli.telling import tell_decisions
from turnwise.errors import OptionError
from turnwise.readers.ratings import FORMATS as READ
from turnwise.readers.ratings import read_ratings
from turnwise.report.agreement import FORMATS, as_text
from turnwise.report.judge import as_text as judge_text
from turnwise.report.raters import as_text as raters_text
from turnwise.report.whole_file import refuse_unwritable, write_whole
from turnwise.tables.decisions import Decisions
from turnwise.tables.ratings import HUMAN

_BY_SUFFIX = {".json": "json", ".csv": "csv", ".tex": "latex", ".txt": "table"}


@click.command(
    "agree",
    epilog='Example: turnwise agree ratings.csv --question satisfaction --collapse "2,1=1;-1,-2=-1"',
)
@click.argument("ratings", nargs=-1, required=True, metavar="RATINGS...")
@click.option("--question", "-q", "questions", multiple=True, metavar="NAME", help="A question; may be repeated.")
@click.option(
    "--coefficient",
    "-c",
    "coefficients",
    multiple=True,
    metavar="NAME",
    help=f"Of {', '.join(COEFFICIENTS)}; may be repeated.  [default: those that suit the question]",
)
@click.option("--level", type=click.Choice(LEVELS), help="The level of measurement.  [default: by the answers]")
@click.option("--weights", type=click.Choice(list(WEIGHTS)), help="How near answers may agree in part.")
@click.option("--collapse", metavar="RULE", help='Make one category of several, such as "2,1=1;-1,-2=-1".')
@click.option(
    "--categories", metavar="A,B,...", help="All that could be answered, in order.  [default: what was answered]"
)
@click.option(
    "--cluster",
    metavar="GROUP",
    help="Draw items of one group together, or none.  [default: dialogue, where there are dialogues]",
)
@click.option("--draws", type=click.IntRange(0), default=2000, show_default=True, help="Bootstrap samples; 0 for none.")
@click.option("--seed", type=int, default=0, show_default=True, help="The seed of what is drawn.")
@click.option("--confidence", type=float, default=0.95, show_default=True, help="The confidence of intervals.")
@click.option("--raters", is_flag=True, help="The raters instead: severity, bias, agreement with the rest, time.")
@click.option("--against", metavar="RATERS", help="A judge beside people: llm, or names of raters, with commas.")
@click.option(
    "--reference", metavar="RATERS", default=HUMAN, show_default=True, help="With --against: whom it should agree with."
)
@click.option("--full", is_flag=True, help="Tell every question in full, also where there are many.")
@click.option(
    "--format", "format_", type=click.Choice(FORMATS), help="The form.  [default: by the ending of -o, or table]"
)
@click.option("--output", "-o", metavar="FILE", help="Write the result here; .json, .csv, .tex or .txt names its form.")
@click.option(
    "--from-format",
    metavar="NAME",
    help=f"How RATINGS are written: {', '.join(f.name for f in READ)}.  [default: found from the content]",
)
@click.option(
    "--column",
    "columns",
    multiple=True,
    metavar="NAME=COLUMN",
    help="A table's column for item, annotator, question, value and others, as in value=stars; may be repeated.",
)
@strict
def command(
    ratings: tuple[str, ...],
    questions: tuple[str, ...],
    full: bool,
    format_: str | None,
    output: str | None,
    from_format: str | None,
    columns: tuple[str, ...],
    strict: bool,
    raters: bool,
    against: str | None,
    reference: str,
    **how: Any,
) -> None:
    """How much do the raters of RATINGS agree?

    RATINGS are files, folders or zip archives, put together by item: a table with the columns item, annotator,
    question and value; one with an item a row and a rater a column; labelled dialogues; two files or more of links
    between turns; or a published study in its own format. --column names columns that are called otherwise.

    --raters tells who is severe, who agrees with the rest and who is unlike the others; --against llm tells whether a
    model agrees with people as much as they agree with each other.
    """
    form = format_ or _form(output)
    decisions = Decisions(strict)
    read = read_ratings(ratings, decisions, format=from_format, columns=column_pairs(columns, "value=stars"))
    how["categories"] = tuple(name.strip() for name in (how["categories"] or "").split(",") if name.strip())
    settings = AgreementSettings(**how)
    names = questions or None
    if raters and against:
        raise OptionError("--raters and --against are two questions; ask one at a time.")
    if against:
        text = judge_text(judge_agreement(read, reference, against, names, settings), decisions, form)
    elif raters:
        text = raters_text(profile_raters(read, names, settings), decisions, form)
    else:
        text = as_text(measure_agreement(read, names, settings, decisions), form, full=full or bool(questions))
    tell_decisions(decisions)
    _write(text, output)


def _write(text: str, output: str | None) -> None:
    if output:
        write_whole(output, text)
        click.echo(f"wrote {output}", err=True)
    else:
        click.echo(text)


def _form(output: str | None) -> str:
    """The form that a file's ending names, of a file that can be written."""
    if output is None:
        return "table"
    suffix = Path(output).suffix.lower()
    if suffix not in _BY_SUFFIX:
        raise OptionError(f"{output}: the ending {suffix!r} names no form; end it in {', '.join(_BY_SUFFIX)}.")
    refuse_unwritable(output)
    return _BY_SUFFIX[suffix]
