"""`turnwise measures`: the catalogue, or one measure in full."""

from __future__ import annotations

import json

import click

from turnwise.measures import CATALOGUE, Lists, TurnMeasure, parameters, parse
from turnwise.report.terminal import table


@click.command("measures", epilog="Example: turnwise measures OLAR")
@click.argument("measure", required=False)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["table", "json"]),
    default="table",
    show_default=True,
    help="For a person or a program.",
)
def command(measure: str | None, format_: str) -> None:
    """List the measures, or show MEASURE in full: formula, parameters, reference, a worked example."""  # fmt: skip
    chosen = [type(parse(measure))] if measure else list(CATALOGUE.values())
    if format_ == "json":
        click.echo(json.dumps([described(m) for m in chosen], ensure_ascii=False, indent=1))
    elif measure:
        click.echo(in_full(chosen[0]))
    else:
        rows = [[m.name, m.title, ranged(m), ", ".join(_signature(p) for p in parameters(m))] for m in chosen]
        click.echo(table(["measure", "what it is", "range", "parameters (default)"], rows))
        click.echo(
            "\nWrite them as nDCG@3, RBP(p=0.5) or AP(terminal=true)@10; `turnwise measures OLAR` shows one in full."
        )


def ranged(measure: type[TurnMeasure]) -> str:
    low, high = measure.bounds
    return f"{low:g} to {high:g}" if high < float("inf") else f"{low:g} and up"


def described(measure: type[TurnMeasure]) -> dict[str, object]:
    """A measure's declaration, for programs."""
    return {
        "name": measure.name,
        "title": measure.title,
        "description": _description(measure),
        "formula": measure.formula,
        "range": [b if abs(b) < float("inf") else None for b in measure.bounds],
        "reference": measure.reference,
        "parameters": [
            {"name": p.name, "default": p.default, "rule": p.metadata["rule"].text, "text": p.metadata["text"]}
            for p in parameters(measure)
        ],
        "example": {
            "grades": measure.example.ranked, "judged": measure.example.judged,
            "value": measure.example.value, "work": measure.example.work,
        },
    }  # fmt: skip


def in_full(measure: type[TurnMeasure]) -> str:
    """A measure's declaration, for a person; the example's value is computed, not quoted."""
    example = measure.example
    shown = " ".join("–" if grade is None else f"{grade:g}" for grade in example.ranked)
    judged = " ".join(f"{grade:g}" for grade in example.judged)
    value = float(measure()(Lists.of([example.ranked], [example.judged]))[0])
    rows = [[p.name, _default(p.default), p.metadata["rule"].text, p.metadata["text"]] for p in parameters(measure)]
    return "\n".join(
        [
            f"{measure.name}: {measure.title} ({ranged(measure)})",
            "",
            _description(measure),
            "",
            f"Formula    {measure.formula}",
            f"Reference  {measure.reference}",
            "",
            table(["parameter", "default", "is", "what it does"], rows),
            "",
            f"Example    grades in rank order (– not judged): {shown};  all judged: {judged}",
            f"           {example.work}",
            f"           {measure()} = {value:.4f}",
        ]
    )  # fmt: skip


def _description(measure: type[TurnMeasure]) -> str:
    return "\n".join(line.strip() for line in (measure.__doc__ or "").strip().splitlines())


def _default(value: object) -> str:
    return "–" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _signature(declared: object) -> str:
    name, default = declared.name, declared.default  # type: ignore[attr-defined]
    return "@k" if name == "k" else f"{name} ({_default(default)})"
