"""`turnwise dialogues filter`: dialogues of accounts that answer, and long enough."""

from __future__ import annotations

import click

from turnwise.cli.choices import strict, table_or_json
from turnwise.cli.dialogues_file import dialogue_form, from_format
from turnwise.cli.telling import tell_decisions, tell_result
from turnwise.dialogues.filters import filter_dialogues
from turnwise.errors import InputError
from turnwise.readers.dialogues import read_dialogues
from turnwise.report.dialogue_checks import filtered_json, filtered_text
from turnwise.report.dialogue_files import form_of, write_dialogues
from turnwise.report.whole_file import refuse_unwritable
from turnwise.tables.decisions import Decisions, plural


@click.command("filter", epilog="Example: turnwise dialogues filter crawled.jsonl --min-blocks 2 -o dialogues.jsonl")
@click.argument("file", metavar="FILE")
@click.option("--output", "-o", metavar="OUT", help="Write the dialogues that are left here; .gz and .zst compress.")
@click.option("--min-posts", type=click.IntRange(1), metavar="K", help="Keep dialogues with K posts by each side.")
@click.option("--min-blocks", type=click.IntRange(1), metavar="K", help="Keep dialogues with K blocks by each side.")
@click.option(
    "--min-answered",
    type=click.FloatRange(0, 1),
    metavar="SHARE",
    help="Keep accounts that answer this share of their dialogues, such as 0.5; this step comes first.",
)
@click.option(
    "--account",
    metavar="NAME",
    default="account",
    show_default=True,
    help="What says whose helpdesk it is: a text or column beside each dialogue.",
)
@dialogue_form
@table_or_json
@from_format
@strict
def command(
    file: str,
    output: str | None,
    min_posts: int | None,
    min_blocks: int | None,
    min_answered: float | None,
    account: str,
    to: str | None,
    format_: str,
    from_format: str | None,
    strict: bool,
) -> None:
    """Keep the dialogues in FILE that are worth annotating, and count what each step drops.

    Posts are what a side sends; a block is all that it sends in a row, so CCCCCHHHHH has five posts by each side, but
    one block. An account answers a dialogue in which the helpdesk says anything.
    """
    if min_posts is None and min_blocks is None and min_answered is None:
        raise click.UsageError("give at least one of --min-posts, --min-blocks and --min-answered")
    form = None
    if output:
        form = to or form_of(output)  # before the work, so that a bad ending costs nothing
        refuse_unwritable(output)
    decisions = Decisions(strict)
    found = read_dialogues(file, decisions, format=from_format)
    filtered = filter_dialogues(
        found, min_answered=min_answered, account=account, min_posts=min_posts, min_blocks=min_blocks
    )
    left = filtered.dialogues
    if output and not len(left):
        dropped = ", then ".join(f"{step.name} dropped {step.dropped:,}" for step in filtered.steps[1:])
        raise InputError(f"{file}: no dialogue is left to write ({dropped} of {len(found):,}); ask for less.")
    if output:
        files = write_dialogues(left, output, form=form, decisions=decisions)
    tell_decisions(decisions)
    tell_result(format_, lambda: filtered_json(filtered), lambda: filtered_text(filtered))
    if output:
        click.echo(f"wrote {', '.join(map(str, files))} ({plural(len(left), 'dialogue')}; {form})", err=True)
