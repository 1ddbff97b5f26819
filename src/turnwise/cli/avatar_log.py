"""`turnwise avatar log`: what was said to an avatar."""

from __future__ import annotations

import click

from turnwise.cli.choices import strict, table_or_json
from turnwise.cli.telling import tell_decisions, tell_result
from turnwise.report.talk_log import log_text
from turnwise.report.whole_file import write_whole
from turnwise.studio.reading import read_log
from turnwise.tables.decisions import Decisions, plural


@click.command("log", epilog="Example: turnwise avatar log avatar-log -o shown.run --qrels-out thumbs.txt")
@click.argument("folder", metavar="FOLDER")
@click.option("--output", "-o", metavar="FILE", help="Write what was ranked for each question here, as a run.")
@click.option("--qrels-out", metavar="FILE", help="Write the thumbs here, as qrels: 1 for up, 0 for down.")
@table_or_json
@strict
def command(folder: str, output: str | None, qrels_out: str | None, format_: str, strict: bool) -> None:
    """Tell what visitors asked an avatar, what it could not answer, and how they rated its answers.

    FOLDER is the log of `turnwise avatar chat` or `serve`. `turnwise score RUN --qrels QRELS` scores what was shown as
    visitors rated it; FOLDER/exchanges.jsonl holds dialogues for all commands of `turnwise avatar`, and
    FOLDER/ratings.csv ratings for `turnwise agree`.
    """
    decisions = Decisions(strict)
    log = read_log(folder, decisions)
    tell_decisions(decisions)
    counted = log.counts()
    if output:
        write_whole(output, "\n".join(log.run_lines()))
        click.echo(f"wrote {output} ({plural(len(log.exchanges), 'turn')})", err=True)
    if qrels_out:
        write_whole(qrels_out, "\n".join(log.qrels_lines()))
        click.echo(f"wrote {qrels_out} ({plural(len(log.thumbs), 'judgement')})", err=True)
    tell_result(format_, lambda: counted, lambda: log_text(counted))
