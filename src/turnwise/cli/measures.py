"""`turnwise measures`: the catalogue, or one measure in full."""

from __future__ import annotations

import re

import click

from turnwise.cli.choices import table_or_json
from turnwise.cli.telling import tell_result
from turnwise.measures import CATALOGUE, Measure, named, parameters
from turnwise.tables.aligned import filled, table


@click.command("measures", epilog="Example: turnwise measures OLAR")
@click.argument("measure", required=False)
@table_or_json
def command(measure: str | None, format_: str) -> None:
    """List the measures, or show MEASURE in full: formula, parameters, reference, a worked example."""
    chosen = [named(re.split(r"[(@]", measure)[0].strip())] if measure else list(CATALOGUE.values())
    tell_result(
        format_, lambda: [described(m) for m in chosen], lambda: in_full(chosen[0]) if measure else listed(chosen)
    )


def listed(measures: list[type[Measure]]) -> str:
    """All measures in a line each, for a person."""
    head = ["measure", "what it is", "range", "parameters", "reference"]
    rows = [
        [m.name, m.title, ranged(m), _signature([p.name for p in parameters(m)]), cited(m.reference)] for m in measures
    ]
    how = "Write them as nDCG@3, RBP(p=0.5) or AP(terminal=true)@10; `turnwise measures OLAR` shows one in full."
    return f"{table(head, rows)}\n\n{how}"


def ranged(measure: type[Measure]) -> str:
    low, high = measure.bounds
    return f"{low:g} to {high:g}" if high < float("inf") else f"{low:g} and up"


def described(measure: type[Measure]) -> dict[str, object]:
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
        "example": vars(measure.worked()),
    }


def in_full(measure: type[Measure]) -> str:
    """A measure's declaration, for a person; the example's value is computed, not quoted."""
    example = measure.worked()
    told = [(f"{p.name}={_default(p.default)}", p.metadata) for p in parameters(measure)]
    wide = max((len(default) for default, _ in told), default=0)
    return "\n".join(
        [
            f"{measure.name}: {measure.title} ({ranged(measure)})",
            "",
            _description(measure),
            "",
            *_hanging("Formula    ", measure.formula),
            *_hanging("Reference  ", measure.reference),
            "",
            *(["Parameters, with their defaults"] if told else []),
            *(
                line
                for default, of in told
                for line in _hanging(f"  {default:<{wide}}  ", f"{of['text']}; {of['rule'].text}")
            ),
            *([""] if told else []),
            *_hanging("Example    ", f"{example.given}:"),
            *_hanging("           ", example.work),
            f"           {example.measure} = {example.value:.4f}",
        ]
    )


def _hanging(label: str, text: str) -> list[str]:
    """A labelled text in lines that stand under each other."""
    first, *others = filled(" " * len(label) + text).splitlines()
    return [label + first.lstrip(), *others]


def _description(measure: type[Measure]) -> str:
    return "\n".join(line.strip() for line in (measure.__doc__ or "").strip().splitlines())


def _default(value: object) -> str:
    return "–" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _signature(names: list[str], most: int = 3) -> str:
    """The names of parameters as a list shows them: the first few."""
    return " ".join(["@k" if name == "k" else name for name in names[:most]] + ["…"] * (len(names) > most))


def cited(reference: str) -> str:
    """A reference in short: the first author's name and the year."""
    author = re.match(r"(?:[A-Z]\.\s)+(.+?)(,| and |\.\s)", reference)
    year = re.findall(r"\b(?:19|20)\d\d\b", reference)
    if not author or not year:
        return "–"
    return f"{author[1]}{'' if author[2].startswith('.') else ' et al.'} {year[-1]}"
