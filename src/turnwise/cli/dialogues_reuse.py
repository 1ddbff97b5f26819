"""`turnwise dialogues reuse`: nuggets of annotated dialogues, used for dialogues that nobody annotated."""

from __future__ import annotations

import click

from turnwise.cli.choices import strict, table_or_json
from turnwise.cli.dialogues_file import from_format
from turnwise.cli.dialogues_measured import draws_option, one_label_option, seed_option, valued, values_option
from turnwise.cli.telling import tell_decisions, tell_result
from turnwise.readers.dialogues import read_dialogues
from turnwise.tables.decisions import Decisions


@click.command("reuse", epilog="Example: turnwise dialogues reuse annotated.jsonl new.jsonl --label S --group problem")
@click.argument("annotated", metavar="ANNOTATED")
@click.argument("new", metavar="[NEW]", required=False)
@one_label_option
@values_option
@click.option(
    "--group", metavar="NAME", help="Compare only dialogues with the same problem (or account …), as this names it."
)
@click.option(
    "--neighbours",
    type=click.IntRange(min=1),
    default=5,
    show_default=True,
    help="How many of the most alike posts and dialogues count.",
)
@draws_option
@seed_option
@table_or_json
@from_format
@strict
def command(
    annotated: str,
    new: str | None,
    label: str,
    scheme: str | None,
    group: str | None,
    neighbours: int,
    draws: int,
    seed: int,
    format_: str,
    from_format: str | None,
    strict: bool,
) -> None:
    """Predict the nuggets and a label of the dialogues in NEW from those in ANNOTATED, on the same problems.

    Each new post is taken for what annotators made of the posts that are most alike. Without NEW, the dialogues in
    ANNOTATED are predicted from each other, which answers the reusability hypothesis: whether reused nuggets predict
    a label better than reused labels do.
    """
    from turnwise.report.reuse import reused_json, reused_text, trial_json, trial_text
    from turnwise.validity.reuse import reuse
    from turnwise.validity.reuse_trial import reuse_trial

    decisions = Decisions(strict)
    known = valued(read_dialogues(annotated, decisions, format=from_format), scheme)
    if new is None:
        trial = reuse_trial(known, label, group=group, neighbours=neighbours, draws=draws, seed=seed)
        tell_decisions(decisions)
        tell_result(format_, lambda: trial_json(trial), lambda: trial_text(annotated, trial))
    else:
        wanted = read_dialogues(new, decisions, format=from_format)
        found = reuse(known, wanted, label, group=group, neighbours=neighbours)
        tell_decisions(decisions)
        tell_result(format_, lambda: reused_json(wanted, label, found), lambda: reused_text(wanted, label, found))
