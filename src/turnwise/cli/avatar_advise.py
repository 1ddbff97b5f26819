"""`turnwise avatar advise`: what whoever makes an avatar should do next."""

from __future__ import annotations

from pathlib import Path

import click

from turnwise.advising import advise
from turnwise.cli.avatar_choices import answering, gold, split
from turnwise.cli.choices import strict, table_or_json
from turnwise.cli.telling import Progress, tell_decisions, tell_result
from turnwise.report.advice_sections import advice_sections, recordings_csv, verdict
from turnwise.report.sections_page import sections_page
from turnwise.report.sections_text import sections_text
from turnwise.report.whole_file import refuse_unwritable, write_whole
from turnwise.retrieval.advice import AdviceSettings
from turnwise.tables.aligned import filled
from turnwise.tables.decisions import Decisions


@click.command(
    "advise", epilog="Example: turnwise avatar advise answers.csv dialogues.jsonl avatar-log -o to-record.csv"
)
@click.argument("kb", metavar="KB")
@click.argument("asked", metavar="[DIALOGUES|LOG]...", nargs=-1)
@answering
@click.option("--abstain", type=float, metavar="SCORE", help="A turn whose best answer scores less has no answer.")
@split
@gold
@click.option(
    "--depth",
    type=click.IntRange(min=1),
    default=AdviceSettings.depth,
    show_default=True,
    help="An answer scores well for a question where it is among so many first ones.",
)
@click.option(
    "--alike",
    type=float,
    default=AdviceSettings.alike,
    show_default=True,
    metavar="COSINE",
    help="Questions so much alike are served by one recording, and counted once.",
)
@click.option(
    "--near",
    type=float,
    default=AdviceSettings.near,
    show_default=True,
    metavar="COSINE",
    help="Questions of KB so much alike are nearly the same.",
)
@click.option("--rows", type=click.IntRange(min=1), default=10, show_default=True, help="How many rows a table shows.")
@click.option("--output", "-o", metavar="FILE", help="Write the questions to record here: CSV, with empty answers.")
@click.option("--report", metavar="FILE", help="Write a page here: all tables.")
@table_or_json
@strict
def command(
    kb: str,
    asked: tuple[str, ...],
    named: str,
    abstain: float | None,
    split: str | None,
    gold: str | None,
    depth: int,
    alike: float,
    near: float,
    rows: int,
    output: str | None,
    report: str | None,
    format_: str,
    strict: bool,
) -> None:
    """Advise the maker of the knowledge base KB, without raters: what to record next, and what to mend.

    From what visitors asked, DIALOGUES or the LOG of `turnwise avatar chat` and `serve`: which turns have no answer,
    put together so that one recording serves many; and which have one that is not found. A turn has none where its
    best answer scores less than --abstain, where none is right, or where a visitor's thumb was down. From the
    retriever alone: versatile answers, which score well for many questions; answers that nobody will hear; nearly the
    same questions with different answers.
    """
    for path in (output, report):
        if path:
            refuse_unwritable(path)
    decisions = Decisions(strict)
    settings = AdviceSettings(depth, alike, near, abstain)
    found = advise(
        kb, asked, named, settings, split=split, gold=gold, decisions=decisions, progress=Progress("advising")
    )
    tell_decisions(decisions)
    sections = advice_sections(found, rows)
    if output:
        write_whole(output, recordings_csv(found))
        click.echo(f"wrote {output} ({len(found.to_record):,} to record)", err=True)
    if report:
        lead = f"{Path(found.kb.source).name}, as {found.retriever} finds its answers."
        write_whole(report, sections_page("Advice for the maker", lead, verdict(found), sections))
        click.echo(f"wrote {report}", err=True)
    tell_result(format_, found.as_dict, lambda: filled(verdict(found)) + "\n\n" + sections_text(sections))
