"""`turnwise compare`: a score table in, what can be said about the systems out."""

from __future__ import annotations

from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from turnwise.cli.choices import table_or_json
from turnwise.cli.comparison_choices import alpha, by, correction, draws, fill, power, seed, standardise, test
from turnwise.cli.groups import group_options, groups_of
from turnwise.cli.telling import Progress, tell_decisions
from turnwise.comparison.compare import ComparisonSettings
from turnwise.comparison.findings import gather
from turnwise.errors import OptionError
from turnwise.readers.scores import read_scores
from turnwise.report.comparison import as_json, as_text
from turnwise.report.whole_file import refuse_unwritable, write_whole
from turnwise.scoring.turn_trees import turn_trees
from turnwise.tables.decisions import Decisions
from turnwise.tables.scores import Scores


@click.command("compare", epilog="Example: turnwise compare scores.parquet -m nDCG@3 --test randomised-tukey")
@click.argument("scores", metavar="SCORES")
@click.option(
    "--measure",
    "-m",
    "measures",
    multiple=True,
    metavar="MEASURE",
    help="A measure of the table; may be repeated.  [default: all]",
)
@by
@test
@correction
@alpha
@power
@standardise
@fill
@draws
@seed
@click.option("--turns", is_flag=True, help="Are turns of a conversation independent? Correlate all pairs of turns.")
@click.option("--graph", metavar="FILE", help="With --turns: the conversations' graphs, to tell trees apart.")
@group_options
@click.option("--pairs", is_flag=True, help="Print every pair of systems, too.")
@table_or_json
@click.option("--output", "-o", metavar="FILE", help="Write the result here; .json or .txt names its form.")
def command(
    scores: str,
    measures: tuple[str, ...],
    turns: bool,
    graph: str | None,
    manual: tuple[str, ...],
    group: str | None,
    pairs: bool,
    format_: str,
    output: str | None,
    **chosen: object,
) -> None:
    """Compare the systems of SCORES, a file written by `turnwise score -o`, and the conclusions of its measures.

    Two-way analysis of variance (conversation and system), all pairs, bootstrap intervals that draw whole
    conversations, which systems are tied at the top, and how many conversations it would take to tell more.
    """
    form = output and _form(output)  # before the work, so that a bad place costs nothing
    if graph and not turns:
        raise OptionError("--graph tells apart the trees that --turns compares; give --turns, too.")
    decisions = Decisions()
    table = read_scores(scores)
    found = gather(
        table,
        measures or None,
        settings=ComparisonSettings(**chosen),  # type: ignore[arg-type]
        trees=_trees(graph, table, decisions),
        groups=groups_of(manual, group, table),
        with_turns=turns,
        progress=Progress("testing"),
    )
    tell_decisions([*decisions, *found.comparison.decisions])
    if output:
        write_whole(output, as_json(found) if form == "json" else as_text(found, pairs, turns))
        click.echo(f"wrote {output}", err=True)
    click.echo(as_json(found) if format_ == "json" else as_text(found, pairs, turns))


def _trees(graph: str | None, table: Scores, decisions: Decisions) -> NDArray[np.int64] | None:
    """The tree of each turn, where graphs are given."""
    if graph is None:
        return None
    from turnwise.readers.conversations import read_graphs

    return turn_trees(table.turns, read_graphs(graph, decisions))


def _form(path: str) -> str:
    """The form that a file's ending names, of a file that can be written."""
    forms, suffix = {".json": "json", ".txt": "table"}, Path(path).suffix.lower()
    if suffix not in forms:
        hint = "; `turnwise report` writes pages" if suffix in (".html", ".htm") else ""
        raise OptionError(f"{path}: the ending {suffix!r} names no form; end it in {' or '.join(forms)}{hint}.")
    refuse_unwritable(path)
    return forms[suffix]
