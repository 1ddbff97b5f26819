"""`turnwise avatar crowd`: what people's ratings of an avatar's answers say."""

from __future__ import annotations

from pathlib import Path

import click

from turnwise.cli.avatar_choices import gold, split
from turnwise.cli.choices import strict, table_or_json
from turnwise.cli.telling import tell_decisions, tell_result
from turnwise.crowd.quality import LIMITS, RULES, Quality
from turnwise.crowd.rated import candidates_of, joined
from turnwise.crowd.study import CrowdSettings, study
from turnwise.crowd.with_runs import with_runs
from turnwise.errors import OptionError
from turnwise.readers.candidates import read_candidates
from turnwise.readers.knowledge import read_knowledge_base, read_questions
from turnwise.readers.knowledge.runs import read_runs
from turnwise.readers.ratings import read_ratings
from turnwise.report.crowd_sections import crowd_sections, verdict
from turnwise.report.sections_page import sections_page, write_figures, write_tables
from turnwise.report.sections_text import sections_text
from turnwise.report.whole_file import refuse_unwritable, write_whole
from turnwise.tables.aligned import filled
from turnwise.tables.candidates import Candidates
from turnwise.tables.decisions import Decisions
from turnwise.tables.ratings import Ratings


@click.command(
    "crowd",
    epilog="Example: turnwise avatar crowd ratings.csv --pool pool.jsonl --quality share --report crowd.html",
)
@click.argument("ratings", nargs=-1, required=True, metavar="RATINGS...")
@click.option("--pool", metavar="FILE", help="What was rated, as `turnwise avatar pool` wrote it.")
@click.option("--kb", metavar="FILE", help="The knowledge base, where there is no pool, or with --run.")
@click.option("--dialogues", metavar="FILE", help="The dialogues, where there is no pool, or with --run.")
@click.option("--run", "runs", multiple=True, metavar="FILE", help="A system's whole lists; may be repeated.")
@gold
@split
@click.option("--question", metavar="NAME", help="The question to look at, where RATINGS answer several.")
@click.option(
    "--quality",
    type=click.Choice(list(RULES)),
    default="any",
    show_default=True,
    help="Who is dropped, by their gold answers: whoever gave any less than --least; by the share of such; by how far "
    "below others; nobody.",
)
@click.option(
    "--limit",
    type=click.FloatRange(min=0),
    help=f"For the rules {' and '.join(LIMITS)}.  [default: {', '.join(f'{k} {v:g}' for k, v in LIMITS.items())}]",
)
@click.option("--least", type=float, default=4.0, show_default=True, help="The least that a gold answer deserves.")
@click.option(
    "--min-golds",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Judge raters with as many gold answers.",
)
@click.option(
    "--right-from", type=float, default=3.5, show_default=True, help="An answer is right from this mean rating on."
)
@click.option(
    "--draws", type=click.IntRange(min=0), default=2000, show_default=True, help="Bootstrap samples; 0: none."
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="The seed of what is drawn.")
@click.option("--report", metavar="FILE", help="Write a page here: all tables, with a picture.")
@click.option("--tables", metavar="FOLDER", help="Write each table here, as CSV and LaTeX.")
@click.option("--figures", metavar="FOLDER", help="Write the picture here, as SVG and PNG.")
@table_or_json
@strict
def command(
    ratings: tuple[str, ...],
    pool: str | None,
    kb: str | None,
    dialogues: str | None,
    runs: tuple[str, ...],
    gold: str | None,
    split: str | None,
    question: str | None,
    quality: str,
    limit: float | None,
    least: float,
    min_golds: int,
    right_from: float,
    draws: int,
    seed: int,
    report: str | None,
    tables: str | None,
    figures: str | None,
    format_: str,
    strict: bool,
) -> None:
    """What do people's RATINGS of an avatar's answers say?

    Whom to believe; how far people agree; how they rate what each system puts first; whether scores go with ratings;
    retrieval metrics against their labels and the maker's; which questions and answers suit many. RATINGS are in any
    format that `turnwise agree` reads, such as filled-in sheets of `turnwise avatar pool`.
    """
    if report:
        refuse_unwritable(report)
    settings = CrowdSettings(Quality(quality, least, limit, min_golds), right_from, draws, seed)
    decisions = Decisions(strict)
    read = read_ratings(ratings, decisions)
    candidates = _candidates(read, pool, kb, dialogues, runs, gold, split, decisions)
    found = study(joined(read, candidates, decisions, question), settings)
    tell_decisions(decisions)
    sections = crowd_sections(found)
    if report:
        lead = f"{len(found.everything):,} ratings of {read.source}, by {len(read.raters):,} raters."
        write_whole(report, sections_page("What people think of the answers", lead, verdict(found), sections))
        click.echo(f"wrote {report}", err=True)
    if tables:
        click.echo(f"wrote {len(write_tables(tables, sections))} files to {Path(tables)}", err=True)
    if figures:
        click.echo(f"wrote {len(write_figures(figures, sections))} files to {Path(figures)}", err=True)
    tell_result(format_, found.as_dict, lambda: filled(verdict(found)) + "\n\n" + sections_text(sections))


def _candidates(
    read: Ratings,
    pool: str | None,
    kb: str | None,
    dialogues: str | None,
    runs: tuple[str, ...],
    gold: str | None,
    split: str | None,
    decisions: Decisions,
) -> Candidates:
    """What was rated: of the pool, or of the dialogues; with whole lists where there are runs."""
    if pool is None and (kb is None or dialogues is None):
        raise OptionError("say what was rated: --pool FILE, or --kb FILE and --dialogues FILE.")
    found = None if pool is None else read_candidates(pool)
    if kb is None or dialogues is None:
        if runs:
            raise OptionError("--run needs to know answers and turns; give --kb FILE and --dialogues FILE, too.")
        assert found is not None
        return found
    base = read_knowledge_base(kb, decisions)
    asked = read_questions(dialogues, base, decisions, gold=gold)
    if found is None:
        part = asked if split is None else asked.of_split(split)
        found = candidates_of(read, base, part)
    return with_runs(found, base, asked, read_runs(runs, base, asked, decisions)) if runs else found
