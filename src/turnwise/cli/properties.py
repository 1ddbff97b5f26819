"""`turnwise properties`: what a measure does on all lists of options, decided and shown by counterexample."""

from __future__ import annotations

import click

from turnwise.cli.choices import table_or_json
from turnwise.cli.own_measure import chosen, from_module
from turnwise.cli.telling import tell_result
from turnwise.measures.checked_measure import TOLERANCE
from turnwise.measures.properties import LISTS, Findings, as_scorer, check_properties
from turnwise.tables.aligned import table


@click.command(
    "properties",
    epilog="Examples: turnwise properties nDCG; turnwise properties --from mymodule:MyMeasure --max-length 8",
)
@click.argument("measure", required=False)
@from_module
@click.option("--max-length", type=int, default=5, show_default=True, metavar="N", help="The longest list.")
@click.option(
    "--correct",
    type=int,
    default=1,
    show_default=True,
    metavar="K",
    help="How many responses are correct for the question; a list holds at most as many.",
)
@table_or_json
def command(measure: str | None, source: str | None, max_length: int, correct: int, format_: str) -> None:
    """Check the three properties of MEASURE on all lists of up to N options.

    Correctness: more correct options score higher. Confidence: with as many correct ones, fewer wrong ones score
    higher. Priority: with as many of each, correct ones nearer the top score higher. For a property that fails,
    the smallest counterexample is shown. Correct options have grade 1, wrong ones grade 0.
    """
    findings = check_properties(
        chosen(measure, source, lambda found: LISTS.name_of(as_scorer(found)), "nDCG"), max_length, correct
    )
    tell_result(format_, findings.as_dict, lambda: as_text(findings))


def as_text(findings: Findings) -> str:
    """The findings for a person: the table, a sentence for each failure, and the verdict."""
    rows = [[f.name, "yes" if f.holds else "no", f.pairs] for f in findings]
    return "\n".join(
        [
            f"{findings.measure} on all {findings.n_lists:,} lists of 1 to {findings.max_length} options, "
            f"at most {findings.correct} of them correct (c), the others wrong (w).",
            f"Scores within {TOLERANCE:g} of each other count as the same.",
            "",
            table(["property", "holds", "pairs checked"], rows),
            "",
            *(f"{f}" for f in findings if not f.holds),
            *([""] if any(not f.holds for f in findings) else []),
            findings.verdict,
        ]
    )
