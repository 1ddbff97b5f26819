"""`turnwise avatar compare`: several retrievers on the same dialogues, with tests and intervals."""

from __future__ import annotations

import json
from pathlib import Path

import click

from turnwise.avatars import DEPTH, TABLE_4, RetrieversCompared, compare_retrievers
from turnwise.cli.avatar_choices import abstain, abstention, gold, tune_on, wrong_cost
from turnwise.cli.choices import strict, table_or_json
from turnwise.cli.comparison_choices import by, correction, draws, seed, test
from turnwise.cli.telling import Progress, tell_decisions
from turnwise.comparison.compare import ComparisonSettings
from turnwise.report.comparison import as_json
from turnwise.report.retrievers_compared import split_json, split_text
from turnwise.report.scores import format_of, write_scores
from turnwise.report.whole_file import refuse_unwritable


@click.command(
    "compare",
    epilog="Example: turnwise avatar compare answers.csv dialogues.csv -r random -r tfidf -r bm25 "
    "-r mine=dense(model=FOLDER)",
)
@click.argument("kb", metavar="KB")
@click.argument("dialogues", metavar="DIALOGUES")
@click.option(
    "--retriever",
    "-r",
    "retrievers",
    multiple=True,
    metavar="[LABEL=]NAME",
    help="A retriever, perhaps with a name of its own, as in mine=dense(model=FOLDER); may be repeated.  "
    "[default: random, tfidf and bm25]",
)
@click.option(
    "--split",
    "splits",
    multiple=True,
    metavar="NAME",
    help="A split of DIALOGUES, such as dev or test; may be repeated.  [default: each that there is]",
)
@click.option(
    "--measure",
    "-m",
    "measures",
    multiple=True,
    metavar="MEASURE",
    help="A measure of the table; may be repeated. LAR and OLAR score whole lists: cut them with --k 5.  "
    f"[default: {', '.join(TABLE_4)}]",
)
@click.option(
    "--tested",
    multiple=True,
    default=["SR@1"],
    show_default="SR@1",
    metavar="MEASURE",
    help="The measure that retrievers are tested and tied by; may be repeated.",
)
@click.option("--k", type=click.IntRange(min=1), default=DEPTH, show_default=True, help="How many answers a turn.")
@gold
@abstain
@tune_on
@wrong_cost
@by
@test
@correction
@draws
@seed
@click.option("--pairs", is_flag=True, help="Print every pair of retrievers, too.")
@table_or_json
@click.option(
    "--output",
    "-o",
    metavar="FILE",
    help="Write the score table here, for `turnwise compare` and `report`; of several splits, each to a file of its "
    "own, as in scores-dev.csv.",
)
@strict
def command(
    kb: str,
    dialogues: str,
    retrievers: tuple[str, ...],
    splits: tuple[str, ...],
    measures: tuple[str, ...],
    tested: tuple[str, ...],
    k: int,
    gold: str | None,
    abstain: str | None,
    tune_on: str,
    wrong_cost: float,
    pairs: bool,
    format_: str,
    output: str | None,
    strict: bool,
    **chosen: object,
) -> None:
    """Compare retrievers on the turns of DIALOGUES, answered from the knowledge base KB.

    For each split: the measures of the paper's Table 4, intervals that draw whole conversations, tests of every pair,
    and who is tied at the top. Turns without a right answer count as right where they are refused (--abstain).
    """
    if output:
        format_of(output)
        refuse_unwritable(output)
    found = compare_retrievers(
        kb,
        dialogues,
        retrievers or ("random", "tfidf", "bm25"),
        splits=splits or None,
        measures=measures or TABLE_4,
        tested=tested,
        k=k,
        gold=gold,
        abstain=abstention(abstain),
        tune_on=tune_on,
        wrong_cost=wrong_cost,
        settings=ComparisonSettings(**chosen),  # type: ignore[arg-type]
        strict=strict,
        progress=Progress("retrieving"),
    )
    tell_decisions(found[0].retrieved[0].decisions)
    if output:
        for one in found:
            path = _beside(output, one.split) if len(found) > 1 else output
            write_scores(one.scores, path, "turn")
            click.echo(f"wrote {path}", err=True)
    if format_ == "json":
        click.echo(json.dumps([_as_json(one) for one in found], ensure_ascii=False, indent=1))
    else:
        click.echo("\n\n".join(_as_text(one, pairs) for one in found))


def _as_text(one: RetrieversCompared, pairs: bool) -> str:
    return split_text(one.split, one.retrieved, one.scores, one.answerable, one.findings, pairs)


def _as_json(one: RetrieversCompared) -> dict[str, object]:
    return split_json(one.split, one.retrieved, one.scores, one.answerable, json.loads(as_json(one.findings)))


def _beside(output: str, split: str) -> str:
    path = Path(output)
    return str(path.with_name(f"{path.name.removesuffix(''.join(path.suffixes))}-{split}{''.join(path.suffixes)}"))
