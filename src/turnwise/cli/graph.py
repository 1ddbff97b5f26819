"""`turnwise graph`: draw conversation graphs, and count what is in them."""

from __future__ import annotations

import json
import shutil

import click

from turnwise.cli.choices import strict, table_or_json
from turnwise.cli.graph_infer import infer
from turnwise.cli.telling import tell_decisions
from turnwise.graph import graph_of_conversation, graph_stats
from turnwise.readers.conversations import FORMATS, read_conversations, read_graphs
from turnwise.readers.system_names import system_names
from turnwise.report.graph_counts import counts_json, counts_table
from turnwise.report.graph_drawing import FORMATS as DRAWINGS
from turnwise.report.graph_drawing import draw, drawing_format
from turnwise.report.whole_file import write_whole
from turnwise.tables.decisions import Decisions

from_format = click.option(
    "--from-format",
    metavar="NAME",
    help=f"How FILE is written: {', '.join(f.name for f in FORMATS)}.  [default: found from its content]",
)


@click.group("graph")
def command() -> None:
    """Draw conversation graphs, and count what is in them.

    A link leads from a turn to a later one that needs it to be understood.
    """


@command.command(
    "show",
    short_help="Draw the graph of one conversation.",
    epilog="Example: turnwise graph show links.csv 31 --texts topics.json -o 31.svg",
)
@click.argument("file", metavar="FILE")
@click.argument("conversation", metavar="CONVERSATION")
@click.option("--texts", metavar="FILE", help="What the turns say, where FILE has only links: topics or texts.")
@click.option(
    "--format",
    "format_",
    type=click.Choice(list(DRAWINGS)),
    help="The form of the drawing.  [default: terminal, or by the ending of -o]",
)
@click.option("--output", "-o", metavar="FILE", help="Write the drawing here.")
@from_format
@strict
def show(
    file: str,
    conversation: str,
    texts: str | None,
    format_: str | None,
    output: str | None,
    from_format: str | None,
    strict: bool,
) -> None:
    """Draw the graph of CONVERSATION, one of those in FILE.

    FILE has links between turns: annotated topics, dependencies, or a table with conversation, parent and child.
    """
    if output and not format_:
        format_ = drawing_format(output)  # before the work, so that a bad ending costs nothing
    decisions = Decisions(strict)
    found = read_conversations(file, decisions, format=from_format, can_be_named=True)
    if texts:
        found = found.with_texts(read_conversations(texts, decisions), decisions)
    chosen = found[conversation]
    graph = graph_of_conversation(chosen, found.source)
    said = {turn.id: turn.text for turn in chosen.turns}
    title = f"Conversation {chosen.id}" + (f": {chosen.title}" if chosen.title else "")
    drawing = draw(graph, said, title, format_ or "terminal", shutil.get_terminal_size((100, 24)).columns)
    tell_decisions(decisions)
    if output:
        write_whole(output, drawing)
        click.echo(f"wrote {output}", err=True)
    else:
        click.echo(drawing)


@command.command(
    "stats",
    short_help="Count turns, links, roots, depths and components.",
    epilog="Example: turnwise graph stats human_links.json inferred_links.csv",
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@table_or_json
@from_format
@strict
def stats(files: tuple[str, ...], format_: str, from_format: str | None, strict: bool) -> None:
    """Count conversations, turns, links, roots, leaves, depths and components of the graphs in FILE.

    A root is a self-contained turn; a component is a part of a conversation that no link joins to the rest.
    """
    decisions = Decisions(strict)
    found = [read_graphs(file, decisions, format=from_format, can_be_named=True) for file in files]
    counted = [graph_stats(graphs.values()) for graphs in found]
    tell_decisions(decisions)
    if format_ == "json":
        click.echo(json.dumps(counts_json(dict(zip(files, counted, strict=True))), ensure_ascii=False, indent=1))
    else:
        click.echo(counts_table(system_names(files), counted))


command.add_command(infer)
