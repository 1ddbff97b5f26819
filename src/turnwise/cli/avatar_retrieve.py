"""`turnwise avatar retrieve`: a knowledge base and dialogues in, an ordinary run out."""

from __future__ import annotations

import click

from turnwise.avatars import DEPTH, retrieve
from turnwise.cli.avatar_choices import abstain, abstention, gold, split, tune_on, wrong_cost
from turnwise.cli.choices import strict
from turnwise.cli.telling import Progress, tell_decisions
from turnwise.report.retrieved import summary
from turnwise.report.trec_files import qrels_lines, run_lines
from turnwise.report.whole_file import refuse_unwritable, write_whole
from turnwise.retrieval import retriever
from turnwise.tables.decisions import plural


@click.command(
    "retrieve",
    epilog="Example: turnwise avatar retrieve answers.csv dialogues.csv --retriever bm25 -o bm25.trec --qrels-out "
    "qrels.txt",
)
@click.argument("kb", metavar="KB")
@click.argument("dialogues", metavar="DIALOGUES")
@click.option(
    "--retriever",
    "-r",
    "by",
    required=True,
    metavar="NAME",
    help="How answers are found, such as tfidf or bm25(k1=1.2); `turnwise avatar retrievers` lists all.",
)
@split
@click.option("--k", type=click.IntRange(min=1), default=DEPTH, show_default=True, help="How many answers a turn.")
@gold
@abstain
@tune_on
@wrong_cost
@click.option("--output", "-o", metavar="FILE", help="Write the run here.  [default: print it]")
@click.option("--qrels-out", metavar="FILE", help="Write the right answers here, as qrels.")
@click.option(
    "--unanswerable",
    type=click.Choice(["refuse", "leave-out"]),
    default="refuse",
    show_default=True,
    help="Turns without a right answer in the qrels: NO-ANSWER is right, or they are left out.",
)
@strict
def command(
    kb: str,
    dialogues: str,
    by: str,
    split: str | None,
    k: int,
    gold: str | None,
    abstain: str | None,
    tune_on: str,
    wrong_cost: float,
    output: str | None,
    qrels_out: str | None,
    unanswerable: str,
    strict: bool,
) -> None:
    """Answer the turns of DIALOGUES from the knowledge base KB, and write the ranked answers as a TREC run.

    `turnwise score RUN --qrels QRELS` scores it like any other run. An answer is listed once, with the best score of
    its questions.
    """
    made = retriever(by)
    for path in (output, qrels_out):
        if path:
            refuse_unwritable(path)
    found = retrieve(
        kb,
        dialogues,
        made,
        split=split,
        k=k,
        gold=gold,
        abstain=abstention(abstain),
        tune_on=tune_on,
        wrong_cost=wrong_cost,
        strict=strict,
        progress=Progress("retrieving"),
    )
    tell_decisions(found.decisions)
    if qrels_out:
        judged = list(qrels_lines(found, refusals=unanswerable == "refuse"))
        write_whole(qrels_out, "\n".join(judged))
        click.echo(f"wrote {qrels_out} ({plural(len(judged), 'judgement')})", err=True)
    if output:
        write_whole(output, "\n".join(run_lines(found)))
        click.echo(f"wrote {output} ({plural(int(found.ranked.offsets[-1]), 'answer')})", err=True)
        click.echo(summary(found))
    else:
        for line in run_lines(found):
            click.echo(line)
