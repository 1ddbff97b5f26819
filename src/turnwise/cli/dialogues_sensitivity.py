"""`turnwise dialogues sensitivity`: how many pairs of dialogues do measures and labels tell apart?"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Literal

import click

from turnwise.api import read_collections
from turnwise.cli.choices import strict, table_or_json
from turnwise.cli.dialogues_file import from_format
from turnwise.cli.dialogues_measured import label_option, measure_option, seed_option, valued, values_option
from turnwise.cli.picture_option import picture_option, refuse_no_picture, write_picture
from turnwise.cli.telling import Progress, tell_decisions, tell_result
from turnwise.errors import OptionError
from turnwise.readers.dialogues import read_dialogues
from turnwise.tables.decisions import Decisions
from turnwise.validity.systems import DIALOGUE, system_matrices


@click.command("sensitivity", epilog="Example: turnwise dialogues sensitivity train_data_en.json -m UCH --label S")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@measure_option
@label_option
@values_option
@click.option(
    "--system",
    metavar="NAME",
    help="Tell systems apart, not dialogues: by what FILE says of dialogues, such as system or account. Several files "
    "are a system each, if they do not say their 'system'.",
)
@click.option(
    "--same",
    metavar="NAME",
    default=DIALOGUE,
    show_default=True,
    help="What dialogues of two systems have in common, such as problem; with --system or several files.",
)
@click.option(
    "--test",
    type=click.Choice(["t", "sign-flip", "randomised-tukey"]),
    default="t",
    show_default=True,
    help="The test of each pair; randomised Tukey HSD corrects for how many pairs there are.",
)
@click.option(
    "--sample",
    type=click.IntRange(min=2),
    metavar="N",
    help="Draw this many dialogues.  [default: all for t, 200 for the others]",
)
@click.option(
    "--draws", type=click.IntRange(min=100), default=10_000, show_default=True, help="Of the randomised tests."
)
@seed_option
@picture_option
@table_or_json
@from_format
@strict
def command(
    files: tuple[str, ...],
    system: str | None,
    same: str,
    measures: tuple[str, ...],
    labels: tuple[str, ...],
    scheme: str | None,
    test: Literal["t", "sign-flip", "randomised-tukey"],
    sample: int | None,
    draws: int,
    seed: int,
    picture: str | None,
    format_: str,
    from_format: str | None,
    strict: bool,
) -> None:
    """Test every pair of the dialogues in FILE under measures and labels, by the scores of the same annotators.

    The sensitivity hypothesis: that nuggets tell dialogues apart that labels do not. It says how many pairs each tells
    apart, and in how many of them a measure and a label name opposite winners. Of several files, or with --system, it
    is pairs of systems that are tested, on the same dialogues or problems.
    """
    from turnwise.report.sensitivity import levels_picture, sensitivity_json, sensitivity_text
    from turnwise.validity.matrices import annotated
    from turnwise.validity.sensitivity import sensitivity

    refuse_no_picture(picture)
    decisions = Decisions(strict)
    tested = partial(sensitivity, test=test, sample=sample, draws=draws, seed=seed)
    if len(files) > 1 or system:
        given = read_collections(files, decisions, system=system, format=from_format)
        collections = [replace(one, dialogues=valued(one.dialogues, scheme)) for one in given]
        by_system = system_matrices(collections, measures, labels or None, same=same, decisions=decisions)
        found = tested(by_system.measures, by_system.labels, unit="system", shared=same, progress=Progress("draw"))
    elif same != DIALOGUE:
        raise OptionError(f"--same {same}: it is about systems; tell them apart with --system, or give several files.")
    else:
        dialogues = valued(read_dialogues(files[0], decisions, format=from_format), scheme)
        both = annotated(dialogues, measures, labels or None, decisions)
        found = tested(both.measures, both.labels, progress=Progress("draw"))
    tell_decisions(decisions)
    write_picture(picture, levels_picture(found))
    tell_result(format_, lambda: sensitivity_json(found), lambda: sensitivity_text(", ".join(files), found))
