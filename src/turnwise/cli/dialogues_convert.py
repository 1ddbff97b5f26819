"""`turnwise dialogues convert`: dialogues from one form into another."""

from __future__ import annotations

import click

from turnwise.cli.choices import strict
from turnwise.cli.dialogues_file import dialogue_form, from_format, mixed_option
from turnwise.cli.telling import tell_decisions
from turnwise.dialogues.blocks import Mixed, merge_blocks
from turnwise.readers.dialogues import read_dialogues
from turnwise.report.dialogue_files import form_of, write_dialogues
from turnwise.report.whole_file import refuse_unwritable
from turnwise.tables.decisions import Decisions, plural


@click.command("convert", epilog="Example: turnwise dialogues convert train_data_en.json -o train.csv")
@click.argument("file", metavar="FILE")
@click.option("--output", "-o", required=True, metavar="OUT", help="Write the dialogues here; .gz and .zst compress.")
@dialogue_form
@click.option("--merge-blocks", "merge", is_flag=True, help="Make one post of all that a side sends in a row.")
@mixed_option
@from_format
@strict
def command(
    file: str, output: str, to: str | None, merge: bool, mixed: Mixed, from_format: str | None, strict: bool
) -> None:
    """Write the dialogues in FILE in another form, and tell what that form cannot hold.

    The form stc3 labels blocks, so nuggets become nuggets of whole blocks there. CSV has nuggets and labels in tables
    beside the one of posts: OUT.nuggets.csv and OUT.labels.csv.
    """
    form = to or form_of(output)  # before the work, so that a bad ending costs nothing
    refuse_unwritable(output)
    decisions = Decisions(strict)
    found = read_dialogues(file, decisions, format=from_format)
    posts = found.n_posts
    if merge:
        found = merge_blocks(found, decisions, mixed=mixed)
    files = write_dialogues(found, output, form=form, mixed=mixed, decisions=decisions)
    tell_decisions(decisions)
    merged = f"{plural(posts, 'post')} merged into {plural(found.n_posts, 'block')}" if merge else plural(posts, "post")
    click.echo(f"wrote {', '.join(map(str, files))} ({plural(len(found), 'dialogue')}, {merged}; {form})", err=True)
