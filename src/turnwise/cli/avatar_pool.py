"""`turnwise avatar pool`: what to show to raters."""

from __future__ import annotations

import click

from turnwise.cli.avatar_choices import gold, split
from turnwise.cli.choices import strict, table_or_json
from turnwise.cli.telling import tell_decisions, tell_result
from turnwise.crowd.assign import assigned, rater_names
from turnwise.crowd.pool import DEPTH, pool_of
from turnwise.errors import OptionError
from turnwise.readers.knowledge import read_knowledge_base, read_questions
from turnwise.readers.knowledge.runs import read_runs
from turnwise.report.pool_files import pool_lines, sheets_csv, tasks_csv
from turnwise.report.pool_text import pool_text
from turnwise.report.whole_file import refuse_unwritable, write_whole
from turnwise.tables.decisions import Decisions


@click.command(
    "pool",
    epilog="Example: turnwise avatar pool answers.csv dialogues.jsonl tfidf.trec bm25.trec -o pool.jsonl --tasks "
    "tasks.csv",
)
@click.argument("kb", metavar="KB")
@click.argument("dialogues", metavar="DIALOGUES")
@click.argument("runs", metavar="RUN...", nargs=-1, required=True)
@click.option(
    "--depth",
    type=click.IntRange(min=1),
    default=DEPTH,
    show_default=True,
    help="How many answers of each run are offered a turn.",
)
@split
@gold
@click.option(
    "--per-item", "-k", type=click.IntRange(min=1), default=3, show_default=True, help="How many people rate an item."
)
@click.option(
    "--raters",
    type=click.IntRange(min=1),
    metavar="N",
    help="Divide the turns among so many raters, evenly.  [default: left to the platform]",
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="For the orders that are drawn.")
@click.option("--output", "-o", metavar="FILE", help="Write the pool here: JSON Lines, with what is gold. Keep it.")
@click.option("--tasks", metavar="FILE", help="Write tasks for a crowd platform here: CSV, a row a task.")
@click.option("--sheets", metavar="FILE", help="Write sheets for your own raters here: CSV, a row a rating to fill in.")
@table_or_json
@strict
def command(
    kb: str,
    dialogues: str,
    runs: tuple[str, ...],
    depth: int,
    split: str | None,
    gold: str | None,
    per_item: int,
    raters: int | None,
    seed: int,
    output: str | None,
    tasks: str | None,
    sheets: str | None,
    format_: str,
    strict: bool,
) -> None:
    """Put together what people should rate: for each turn of DIALOGUES the first answers of all RUNs.

    An item shows up to four turns of a dialogue (interrogator, avatar, interrogator, candidate), the candidates of a
    turn in an order of chance. The answer that the maker gave is mixed in: raters are judged by it. `turnwise avatar
    crowd` reads what people say.
    """
    if sheets and not raters:
        raise OptionError("--sheets needs to know who rates; say how many raters there are (--raters).")
    for path in (output, tasks, sheets):
        if path:
            refuse_unwritable(path)
    decisions = Decisions(strict)
    base = read_knowledge_base(kb, decisions)
    asked = read_questions(dialogues, base, decisions, gold=gold)
    lists = read_runs(runs, base, asked, decisions, split=split)
    part = asked if split is None else asked.of_split(split)
    pool = pool_of(base, part, lists, depth=depth, seed=seed)
    if raters:
        pool = pool.given_to(assigned(pool.candidates, rater_names(raters), per_item, seed))
    tell_decisions(decisions)
    counted = pool.counts(per_item)
    found = pool.candidates
    if output:
        _written(output, "\n".join(pool_lines(found)))
    if tasks:
        _written(tasks, tasks_csv(found, per_item, seed))
    if sheets:
        _written(sheets, sheets_csv(found, seed))
    tell_result(format_, lambda: counted, lambda: pool_text(counted, depth))


def _written(path: str, text: str) -> None:
    write_whole(path, text)
    click.echo(f"wrote {path}", err=True)
