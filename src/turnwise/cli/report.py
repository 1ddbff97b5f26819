"""`turnwise report`: a score table in, one self-contained page out."""

from __future__ import annotations

import click

from turnwise.cli.comparison_choices import alpha, correction, draws, fill, seed, test
from turnwise.cli.drawn_dialogue import drawn_dialogue
from turnwise.cli.groups import group_options, groups_of
from turnwise.cli.telling import Progress, tell_decisions
from turnwise.comparison.compare import ComparisonSettings
from turnwise.comparison.findings import gather
from turnwise.errors import InputError, OptionError, did_you_mean
from turnwise.graph import graphs_of
from turnwise.readers.conversations import read_conversations
from turnwise.readers.scores import read_scores
from turnwise.report.comparison_page import comparison_page, sections_of
from turnwise.report.comparison_sections import Reported
from turnwise.report.sections_page import write_figures, write_tables
from turnwise.report.whole_file import refuse_unwritable, refuse_unwritable_folder, write_whole
from turnwise.scoring.turn_trees import turn_trees
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.scores import Scores


@click.command(
    "report", epilog="Example: turnwise report scores.parquet --graph links.json -o report.html --tables tables/"
)
@click.argument("scores", metavar="SCORES")
@click.option("--output", "-o", metavar="FILE", required=True, help="The page (.html).")
@click.option(
    "--measure", "-m", "measures", multiple=True, metavar="MEASURE",
    help="A measure of the table; may be repeated. The first is the one the others are set beside.  [default: all]",
)  # fmt: skip
@click.option("--graph", metavar="FILE", help="The conversations' graphs: draws one, and tells trees apart.")
@click.option(
    "--dialogues", multiple=True, metavar="FILE",
    help="The dialogues that were scored: draws one along its decay line; may be repeated.",
)  # fmt: skip
@click.option("--conversation", metavar="ID", help="Which to draw.  [default: where systems differ most]")
@click.option("--texts", metavar="FILE", help="What the turns say, where the graph's file does not.")
@group_options
@click.option("--tables", metavar="FOLDER", help="Write every table here, too, as CSV and LaTeX.")
@click.option("--figures", metavar="FOLDER", help="Write every figure here, too, as SVG and PNG.")
@test
@correction
@alpha
@fill
@draws
@seed
def command(
    scores: str,
    output: str,
    measures: tuple[str, ...],
    graph: str | None,
    dialogues: tuple[str, ...],
    conversation: str | None,
    texts: str | None,
    manual: tuple[str, ...],
    group: str | None,
    tables: str | None,
    figures: str | None,
    **chosen: object,
) -> None:
    """Write one self-contained page on SCORES, a file written by `turnwise score -o`.

    Who is best and who is tied, conversation by conversation, what changes from measure to measure, whether turns are
    independent, and how each number was made. It opens offline and prints.
    """  # fmt: skip
    if not output.lower().endswith((".html", ".htm")):  # before the work, so that a bad place costs nothing
        raise OptionError(f"-o {output}: the page is HTML; end its name in .html.")
    if texts and graph is None:
        raise OptionError("--texts says what the turns of --graph say; give --graph FILE, too.")
    refuse_unwritable(output)
    for folder in (tables, figures):
        if folder:
            refuse_unwritable_folder(folder)
    decisions = Decisions()
    table = read_scores(scores)
    groups = groups_of(manual, group, table)
    found = None if graph is None else read_conversations(graph, decisions)
    if found and texts:
        found = found.with_texts(read_conversations(texts, decisions), decisions)
    graphs = graphs_of(found) if found else {}
    _check_conversation(conversation, table, bool(found or dialogues))
    if found and not set(graphs) & set(table.conversation_names):
        raise InputError(
            f"{graph}: found graphs of other conversations ({', '.join(list(graphs)[:3])}, …), expected those of "
            f"{scores} ({', '.join(table.conversation_names[:3])}, …); give another file."
        )
    gathered = gather(
        table,
        measures or None,
        settings=ComparisonSettings(**chosen),  # type: ignore[arg-type]
        trees=turn_trees(table.turns, graphs) if graphs else None,
        groups=groups,
        progress=Progress("testing"),
    )
    said = {c.id: {turn.id: turn.text for turn in c.turns} for c in found} if found else {}
    trails = drawn_dialogue(dialogues, gathered, conversation, decisions) if dialogues else {}
    about = Reported(gathered, scores, graphs, said, graph or "", conversation or "", trails)
    sections = sections_of(about)
    tell_decisions([*decisions, *gathered.comparison.decisions])
    write_whole(output, comparison_page(about, sections))
    click.echo(f"wrote {output}", err=True)
    for folder, write, what in ((tables, write_tables, "table"), (figures, write_figures, "figure")):
        if folder:
            click.echo(
                f"wrote {plural(len(write(folder, sections)), f'file of {what}s', f'files of {what}s')} to {folder}",
                err=True,
            )


def _check_conversation(name: str | None, scores: Scores, has_graph: bool) -> None:
    if name is None:
        return
    if not has_graph:
        raise OptionError(
            "--conversation names what to draw; give the graphs with --graph FILE, or the dialogues with --dialogues "
            "FILE."
        )
    if name not in scores.conversation_names:
        hint = did_you_mean(name, scores.conversation_names) or "; `--conversation` takes one of the table's."
        raise OptionError(f"the scores hold no conversation {name!r}{hint}")
