"""`turnwise properties`: what a measure does on all lists of options, decided and shown by counterexample."""

from __future__ import annotations

import importlib
import json
import os
import sys
from typing import Any

import click

from turnwise.cli.choices import table_or_json
from turnwise.errors import MeasureError, OptionError, did_you_mean
from turnwise.measures.properties import TOLERANCE, Findings, as_scorer, check_properties, name_of, raised
from turnwise.tables.aligned import table


@click.command(
    "properties",
    epilog="Examples: turnwise properties nDCG; turnwise properties --from mymodule:MyMeasure --max-length 8",
)
@click.argument("measure", required=False)
@click.option(
    "--from",
    "source",
    metavar="MODULE:NAME",
    help="A measure of your own: a TurnMeasure, its class or a function, from a module here or installed.",
)
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
    findings = check_properties(_chosen(measure, source), max_length, correct)
    if format_ == "json":
        click.echo(json.dumps(findings.as_dict(), ensure_ascii=False, indent=1))
    else:
        click.echo(as_text(findings))


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


def _chosen(measure: str | None, source: str | None) -> Any:
    """The one measure that MEASURE or --from names; `--from module` takes its name from MEASURE."""
    if source is None:
        if measure is None:
            raise OptionError("no measure is named; name one, such as nDCG, or give --from MODULE:NAME.")
        return measure
    module, _, name = source.partition(":")
    name = name or measure or ""
    if not name or not all(part.isidentifier() for part in module.split(".")):
        raise OptionError(f"--from {source}: expected MODULE:NAME, such as mymodule:MyMeasure.")
    found = _imported(module, name)
    if measure not in (None, name) and measure != name_of(as_scorer(found)):
        raise OptionError(f"{measure!r} and --from {source} name two measures; give one of the two.")
    return found


def _imported(module: str, name: str) -> Any:
    """An attribute of a module, which is looked for in the current folder first."""
    here = os.getcwd()
    sys.path.insert(0, here)
    try:
        loaded = importlib.import_module(module)
    except (Exception, SystemExit) as error:
        if isinstance(error, ModuleNotFoundError) and f"{module}.".startswith(f"{error.name}."):
            modules = [file.removesuffix(".py") for file in os.listdir(here) if file.endswith(".py")]
            hint = did_you_mean(module.removesuffix(".py"), modules) or "; give it as mymodule, without .py."
            raise OptionError(f"--from: there is no module {module!r} in {here} or installed{hint}") from error
        raise MeasureError(f"--from: module {module!r} fails when it is imported ({raised(error)}).") from error
    finally:
        sys.path.remove(here)
    if not hasattr(loaded, name):
        known = [known for known, value in vars(loaded).items() if callable(value) and not known.startswith("_")]
        raise OptionError(f"--from: module {module!r} has no {name!r}{did_you_mean(name, known) or '.'}")
    return getattr(loaded, name)
