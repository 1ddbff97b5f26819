"""`turnwise reproduce`: a paper's tables, computed and set beside what is printed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from turnwise.cli.choices import table_or_json
from turnwise.cli.telling import Progress, tell_decisions, tell_result
from turnwise.errors import OptionError


def data_with(what: str) -> Callable[[Any], Any]:
    """`--data`, the folder with the corpora that a paper needs."""
    return click.option(
        "--data", default="../shared/data", show_default=True, metavar="FOLDER", help=f"The folder with {what}."
    )


@click.group("reproduce")
def command() -> None:
    """Reproduce a paper's tables, beside the published figures."""


@command.command(
    "option-lists",
    short_help="Table 1 of Atanasova et al. (SIGIR 2019): 20 lists, 12 measures.",
    epilog="Example: turnwise reproduce option-lists --format json",
)
@table_or_json
def option_lists(format_: str) -> None:
    """Table 1 of Atanasova et al. (SIGIR 2019): 20 lists of options, 12 measures.

    Says how many of the printed cells are matched, which are not, and why. As JSON: rows, properties, correlations
    (published, from scores rounded as published, and right) and cells.
    """
    from turnwise.reproduce.option_lists import reproduce_option_lists
    from turnwise.reproduce.option_lists_text import as_text

    table = reproduce_option_lists()
    tell_result(format_, table.as_dict, lambda: as_text(table))


@command.command(
    "conversation-graphs",
    short_help="Faggioli et al. (SIGIR 2021): HDA on public runs of TREC CAsT 2019.",
    epilog="Example: turnwise reproduce conversation-graphs --data ../shared/data",
)
@data_with("cast2019/ (runs, judgements) and dependence/ (links)")
@table_or_json
def conversation_graphs(data: str, format_: str) -> None:
    """The experiments of Faggioli et al. (SIGIR 2021) on 23 public runs of TREC CAsT 2019, with COTED's links.

    Scores under the mean, HDA-b and HDA-f of nDCG@3, the pairs of systems that differ, how far the three agree, and how
    alike the turns of a conversation are, all beside the printed figures; then each claim of the paper with a verdict.
    """
    from turnwise.reproduce.conversation_graphs import reproduce_conversation_graphs
    from turnwise.reproduce.conversation_graphs_text import as_text

    found = reproduce_conversation_graphs(data)
    tell_decisions(found.scores.decisions)
    tell_result(format_, found.as_dict, lambda: as_text(found))


@command.command(
    "graph-inference",
    short_help="The future work of Faggioli et al.: how well graphs are inferred.",
    epilog="Example: turnwise reproduce graph-inference --data ../shared/data",
)
@data_with("cast2019/, cast2020/ and dependence/")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="For the intervals' bootstrap.")
@table_or_json
def graph_inference(data: str, seed: int, format_: str) -> None:
    """How well `graph infer` finds the links of TREC CAsT 2019, by every method, beside how well people agree.

    Then whether its confidences can be believed, and how HDA ranks 23 public runs with inferred links, beside how it
    ranks them with links by people.
    """
    from turnwise.reproduce.graph_inference import measure_graph_inference
    from turnwise.reproduce.graph_inference_text import as_text

    found = measure_graph_inference(data, seed=seed)
    tell_result(format_, found.as_dict, lambda: as_text(found))


@command.command(
    "toia",
    short_help="Chierici and Habash (2021): retrievers of an avatar, metrics three ways.",
    epilog="Example: turnwise reproduce toia --data ../shared/data",
)
@data_with("mdc/ (the Margarita Dialogue Corpus)")
@table_or_json
def toia(data: str, format_: str) -> None:
    """Tables 4 and 5 of Chierici and Habash, “A View From The Crowd” (2021), against the avatar maker's labels.

    For the dev and the test dialogues, each retriever and metric three ways: as it is published, by the authors'
    counting, and right, with an interval; how far ties could move it; and, step by step, what the difference is.
    """
    from turnwise.reproduce.toia import reproduce_toia
    from turnwise.reproduce.toia_text import as_text

    found = reproduce_toia(data, progress=Progress("Indexing"))
    tell_decisions(found.decisions)
    tell_result(format_, found.as_dict, lambda: as_text(found))


@command.command(
    "helpdesk",
    short_help="Sakai, Zeng and Luo (2016): nuggets, UCH and its hypotheses, on STC-3.",
    epilog="Example: turnwise reproduce helpdesk --data ../shared/data --report helpdesk.html",
)
@data_with("stc3/ (3,700 dialogues with nuggets and labels)")
@click.option("--report", metavar="FILE", help="Write it all as one page, too, with pictures; ends in .html.")
@click.option("--figures", metavar="FOLDER", help="Write every picture here, too, as SVG and PNG.")
@click.option("--tables", metavar="FOLDER", help="Write every table of the page here, too, as CSV and LaTeX.")
@click.option("--draws", type=click.IntRange(min=100), default=2000, show_default=True, help="Bootstrap samples.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="The seed of all that is drawn.")
@table_or_json
def helpdesk(
    data: str, report: str | None, figures: str | None, tables: str | None, draws: int, seed: int, format_: str
) -> None:
    """The paper of Sakai, Zeng and Luo (2016) on helpdesk dialogues, answered on the 3,700 dialogues of STC-3.

    Agreement on labels and nuggets, UC, UH and UCH and how they go with the labels, what L, α and decay do to that; and
    each hypothesis of the paper with a verdict, its evidence and its limits. Takes some twenty seconds.
    """
    from turnwise.report.sections_page import write_figures, write_tables
    from turnwise.report.whole_file import refuse_unwritable, write_whole
    from turnwise.reproduce.helpdesk import reproduce_helpdesk
    from turnwise.reproduce.helpdesk_page import helpdesk_page, sections
    from turnwise.reproduce.helpdesk_text import as_text

    if report:
        if not report.lower().endswith((".html", ".htm")):
            raise OptionError(f"--report {report}: the page is HTML; end its name in .html.")
        refuse_unwritable(report)
    found = reproduce_helpdesk(data, draws, seed, Progress("Step"))
    tell_decisions(found.decisions)
    if report:
        write_whole(report, helpdesk_page(found))
        click.echo(f"wrote {report}", err=True)
    for folder, write in ((figures, write_figures), (tables, write_tables)):
        if folder:
            click.echo(f"wrote {len(write(folder, sections(found)))} files to {folder}", err=True)
    tell_result(format_, found.as_dict, lambda: as_text(found))
