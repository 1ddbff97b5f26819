"""`turnwise dialogues correlate`: do measures of dialogues go with what annotators say of them?"""

from __future__ import annotations

import click

from turnwise.cli.choices import strict, table_or_json
from turnwise.cli.dialogues_file import from_format
from turnwise.cli.dialogues_measured import (
    cluster_option,
    draws_option,
    label_option,
    measure_option,
    seed_option,
    valued,
    values_option,
)
from turnwise.cli.telling import Progress, tell_decisions, tell_result
from turnwise.errors import InputError
from turnwise.readers.dialogues import read_dialogues
from turnwise.tables.decisions import Decisions


@click.command(
    "correlate", epilog='Example: turnwise dialogues correlate train_data_en.json -m UCH -m "UH(decay=none)"'
)
@click.argument("file", metavar="FILE")
@measure_option
@label_option
@values_option
@click.option(
    "--coefficient",
    "coefficients",
    multiple=True,
    type=click.Choice(["kendall", "spearman", "pearson"]),
    help="May be repeated.  [default: all three]",
)
@click.option(
    "--holding",
    metavar="LENGTH",
    help="Held constant in the partial correlations: posts, blocks, a unit of length, or none.  "
    "[default: the unit that suits]",
)
@cluster_option
@click.option(
    "--splits",
    type=click.IntRange(min=0),
    default=10,
    show_default=True,
    help="Random halves of the annotators, to tell what having the same annotators adds; 0 for none.",
)
@draws_option
@seed_option
@table_or_json
@from_format
@strict
def command(
    file: str,
    measures: tuple[str, ...],
    labels: tuple[str, ...],
    scheme: str | None,
    coefficients: tuple[str, ...],
    holding: str | None,
    cluster: str | None,
    splits: int,
    draws: int,
    seed: int,
    format_: str,
    from_format: str | None,
    strict: bool,
) -> None:
    """Correlate measures of the dialogues in FILE with their labels, with intervals that draw whole dialogues.

    The parts-make-the-whole hypothesis: that the quality of a dialogue is that of its parts. Each correlation is
    shown plain, with the dialogue's length held constant, and by who gave nuggets and labels: the same annotators, or
    others.
    """
    from turnwise.report.correlations import correlations_json, correlations_text
    from turnwise.validity.correlation import correlate
    from turnwise.validity.matrices import annotated, cluster_of, length_of
    from turnwise.validity.ranks import COEFFICIENTS
    from turnwise.validity.split_annotators import split_annotators

    decisions = Decisions(strict)
    dialogues = valued(read_dialogues(file, decisions, format=from_format), scheme)
    both = annotated(dialogues, measures, labels or None, decisions)
    found = correlate(
        both.measure_means,
        both.label_means,
        control=None if holding == "none" else length_of(dialogues, holding),
        cluster=None if cluster is None else cluster_of(dialogues, cluster),
        coefficients=coefficients or tuple(COEFFICIENTS),
        draws=draws,
        seed=seed,
        progress=Progress("bootstrap sample"),
    )
    split = None
    if splits:
        try:
            split = split_annotators(both.measures, both.labels, splits=splits, seed=seed)
        except InputError as why:
            decisions.add(file, "no-halves", 1, f"annotators not split into halves: {str(why).rstrip('.')}")
    tell_decisions(decisions)
    tell_result(format_, lambda: correlations_json(found, split), lambda: correlations_text(file, found, split))
