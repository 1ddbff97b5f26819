"""`turnwise graph infer`: links between turns, without annotation."""

from __future__ import annotations

import json

import click

from turnwise.cli.choices import strict
from turnwise.cli.telling import tell_decisions
from turnwise.comparison.links import compare_links
from turnwise.graph.infer import BASELINES, DEFAULT_METHOD, METHODS, REWRITES_METHOD, infer_links, with_rewrites
from turnwise.readers.conversations import FORMATS, read_conversations
from turnwise.report.links import FORMATS as LINK_FORMATS
from turnwise.report.links import agreement_json, agreement_table, links_format, links_text
from turnwise.report.whole_file import write_whole
from turnwise.tables.decisions import Decisions, plural


@click.command(
    "infer",
    short_help="Find links between turns from what they say.",
    epilog="Example: turnwise graph infer topics.json -o links.csv",
)
@click.argument("topics", metavar="TOPICS")
@click.option(
    "--method",
    type=click.Choice(list(METHODS)),
    help=f"How links are found; all but {REWRITES_METHOD} need raw utterances only.  "
    f"[default: {DEFAULT_METHOD}; {REWRITES_METHOD} with --rewrites]",
)
@click.option("--rewrites", metavar="FILE", help="Rewritten utterances for --method rewrites, if TOPICS has none.")
@click.option(
    "--min-confidence",
    type=click.FloatRange(0, 1),
    default=0,
    show_default=True,
    help="Leave out links less sure than this.",
)
@click.option("--against", metavar="LINKS", help="Compare with the links in this file, in place of printing links.")
@click.option("--output", "-o", metavar="FILE", help="Write the links here; .csv or .jsonl names the format.")
@click.option(
    "--format",
    "format_",
    type=click.Choice([*LINK_FORMATS, "table", "json"]),
    help="What to print: links as csv or jsonl; a comparison as table or json.  [default: csv, or table]",
)
@click.option(
    "--from-format",
    metavar="NAME",
    help=f"How TOPICS is written: {', '.join(f.name for f in FORMATS)}.  [default: found from its content]",
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="For the intervals' bootstrap.")
@strict
def infer(
    topics: str,
    method: str | None,
    rewrites: str | None,
    min_confidence: float,
    against: str | None,
    output: str | None,
    format_: str | None,
    from_format: str | None,
    seed: int,
    strict: bool,
) -> None:
    """Find which turns of TOPICS give the context to understand which, without annotation.

    TOPICS has conversations in any format that `graph show` reads, or chats. Each link comes with a confidence: how
    likely it is right. A row without a parent names a turn that needs none. docs/graph-inference.md says how far to
    trust them.
    """
    written = links_format(output) if output else ""  # before the work, so that a bad ending costs nothing
    form = format_ or ("table" if against else "csv")
    if (form in LINK_FORMATS) == bool(against):
        raise click.UsageError(f"--format {form} is for {'links, not for a comparison' if against else '--against'}")
    if rewrites and method not in (None, REWRITES_METHOD):
        raise click.UsageError(f"--rewrites is for --method {REWRITES_METHOD}, not for {method}")
    decisions = Decisions(strict)
    conversations = read_conversations(topics, decisions, format=from_format, can_be_named=True)
    if rewrites:
        conversations = with_rewrites(conversations, read_conversations(rewrites, decisions))
    chosen = method or (REWRITES_METHOD if rewrites else DEFAULT_METHOD)
    inferred = infer_links(conversations, decisions, method=chosen, min_confidence=min_confidence)
    rows = list(inferred.rows())
    if output:
        write_whole(output, links_text(rows, written))
    compared = {}
    if against:
        right = read_conversations(against, decisions)
        compared[chosen] = compare_links(inferred.conversations, right, decisions, seed=seed)
        for name in BASELINES:
            baseline = infer_links(conversations, Decisions(), method=name)
            compared.setdefault(name, compare_links(baseline.conversations, right, Decisions(), seed=seed))
    tell_decisions(decisions)
    if output:
        links = sum(row.parent is not None for row in rows)
        click.echo(
            f"wrote {output} ({plural(links, 'link')} of {plural(len(conversations), 'conversation')})", err=True
        )
    if form == "json":
        click.echo(json.dumps({name: agreement_json(one) for name, one in compared.items()}, indent=1))
    elif against:
        click.echo(agreement_table(compared))
    elif not output:
        click.echo(links_text(rows, form))
