"""How measures of dialogues go with labels, for a terminal and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from turnwise.agreement.estimate import Interval
from turnwise.agreement.wording import FEW_CLUSTERS
from turnwise.tables.aligned import filled, table
from turnwise.tables.decisions import plural
from turnwise.validity.correlation import SYMBOLS, Coefficient, Correlation, Correlations
from turnwise.validity.split_annotators import SplitAnnotators


def correlations_text(name: str, found: Correlations, split: SplitAnnotators | None) -> str:
    return "\n".join([*_lines(name, found), *(["", *split_lines(split)] if split else [])])


def correlations_json(found: Correlations, split: SplitAnnotators | None) -> dict[str, Any]:
    """The same for a program."""
    return {**asdict(found), "verdict": found.verdict, "split_annotators": split and split_json(split)}


def split_json(split: SplitAnnotators) -> dict[str, Any]:
    return {**asdict(split), "of": [{**asdict(one), "difference": one.difference} for one in split.of]}


def _lines(name: str, found: Correlations) -> Iterator[str]:
    left_out = f"; {found.left_out:,} left out, since a measure or label is not known" if found.left_out else ""
    whole = found.clusters == found.dialogues
    drawn = "whole dialogues" if whole else f"{found.clusters:,} whole groups of dialogues"
    yield filled(
        f"{name}: {plural(found.dialogues, 'dialogue')}{left_out}. Measures and labels are means of annotators."
    )
    for coefficient in found.of[0].coefficients:
        symbol = SYMBOLS[coefficient]
        yield ""
        heads = ["measure", "label", symbol, f"{found.level:.0%} interval"]
        if found.control:
            heads += [f"{symbol}, {found.control} constant", f"{found.level:.0%} interval"]
        yield table(heads, [_row(one, coefficient) for one in found.of], 3)
    if found.draws:
        rough = (
            f" They are rough, of so few {'dialogues' if whole else 'groups'}." if found.clusters < FEW_CLUSTERS else ""
        )
        yield filled(f"Intervals draw {drawn} anew ({found.draws:,} draws, seed {found.seed}).{rough}")
    else:
        yield filled("No intervals (–): nothing was drawn.")
    every = [c for one in found.of for c in (*one.coefficients.values(), *one.partial.values())]
    if found.draws and any(c.value is not None and c.interval is None for c in every):
        yield filled("No interval (–): more than a twentieth of these samples do not define the coefficient.")
    yield ""
    yield filled(found.verdict)


def _row(one: Correlation, coefficient: str) -> list[object]:
    row: list[object] = [one.measure, one.label, *_cells(one.coefficients[coefficient])]
    return row + (_cells(one.partial[coefficient]) if one.partial else [])


def _cells(of: Coefficient) -> list[object]:
    return [of.value, between(of.interval)]


def between(interval: Interval | None, digits: int = 3) -> str:
    """``0.137 to 0.183``; nothing is shown as −0."""
    if interval is None:
        return "–"
    low, high = (round(end, digits) + 0.0 for end in (interval.low, interval.high))
    return f"{low:.{digits}f} to {high:.{digits}f}"


def split_lines(found: SplitAnnotators) -> Iterator[str]:
    """What having the same annotators adds."""
    rows: list[list[object]] = [
        [
            one.measure, one.label, one.same, one.other,
            "–" if one.difference is None else f"{one.difference:+.3f}", between(one.interval),
        ]
        for one in found.of
    ]  # fmt: skip
    heads = ["measure", "label", "τ_b, same", "τ_b, others", "same less others", f"{found.level:.0%} interval"]
    yield table(heads, rows, 3)
    yield filled(
        f"Nuggets by one half of the {found.annotators} annotators, labels by the same half or by the other: means "
        f"over {found.splits} random halves of {found.half} each (seed {found.seed}), large-sample interval over "
        "dialogues. Above 0, part of the correlation is that one person gave both."
    )
    if any(one.same is None for one in found.of):
        yield filled("No value (–): in a half of the annotators all dialogues are alike.")
