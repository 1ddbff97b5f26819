"""Table 1 of Atanasova et al. (SIGIR 2019), computed whole and compared with what is printed, cell by cell."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from decimal import ROUND_HALF_UP, Decimal
from itertools import combinations
from typing import Any, Literal

import numpy as np

from turnwise.measures import parse_turn
from turnwise.measures.checked_measure import TOLERANCE
from turnwise.measures.packed import Floats, Ints
from turnwise.measures.properties import Findings, check_properties, every_list, packed, rank_sum
from turnwise.reproduce.option_lists_printed import COLUMNS, PROPERTIES, ROWS, UNORDERED

LONGEST, CORRECT = 5, 1

#: What kinds of cells are printed, and what to call many of each.
KINDS = {
    "gold": "gold ranks",
    "score": "scores",
    "mark": "marks",
    "property": "properties",
    "correlation": "correlations",
}

#: OLAR with λ = 0.0001 in the place of the stated 0.001: μ = 1/4 − 1/5 − 0.0001.
OLAR_OF_SMALLER_MARGIN = "OLAR(mu=0.0499)"


@dataclass(frozen=True)
class Row:
    """One list: its gold ranks, and for each measure our score, our mark (`*`, `△` or none) and what is printed."""

    list: str
    gold_unordered: int
    gold_ordered: int
    scores: dict[str, float]
    marks: dict[str, str]
    published: dict[str, float]
    published_marks: dict[str, str]


@dataclass(frozen=True)
class Correlation:
    """With the gold ranking: the printed figure, ours from scores rounded as printed, and ours from exact scores."""

    published: float
    as_published: float
    right: float


@dataclass(frozen=True)
class Cell:
    """One printed cell beside ours; `why` explains a difference."""

    kind: Literal["gold", "score", "mark", "property", "correlation"]
    row: str
    column: str
    published: str
    ours: str
    why: str = ""

    @property
    def matched(self) -> bool:
        return self.published == self.ours


@dataclass(frozen=True)
class Table1:
    """The table: rows, findings on the properties, correlations, and every printed cell compared."""

    rows: list[Row]
    properties: dict[str, Findings]
    correlations: dict[str, dict[str, Correlation]]
    cells: list[Cell]

    def count(self, kind: str | None = None) -> tuple[int, int]:
        """How many printed cells (of one kind, or all) are matched, and how many there are."""
        of_kind = [cell for cell in self.cells if kind in (None, cell.kind)]
        return sum(cell.matched for cell in of_kind), len(of_kind)

    @property
    def differing(self) -> list[Cell]:
        return [cell for cell in self.cells if not cell.matched]

    def as_dict(self) -> dict[str, Any]:
        """The table as JSON writes it."""
        counted = {kind: dict(zip(("matched", "printed"), self.count(kind), strict=True)) for kind in KINDS}
        matched, total = self.count()
        return {
            "measures": COLUMNS,
            "rows": [asdict(row) for row in self.rows],
            "properties": {
                column: {
                    finding.name.lower(): finding.as_dict() | {"published": ROWS[finding.name].figures[column] == "Yes"}
                    for finding in findings
                }
                for column, findings in self.properties.items()
            },
            "correlations": {
                column: {name.lower(): asdict(one) for name, one in both.items()}
                for column, both in self.correlations.items()
            },
            "cells": {
                "matched": matched,
                "printed": total,
                "of": counted,
                "differing": [asdict(cell) for cell in self.differing],
            },
        }


def reproduce_option_lists() -> Table1:
    """Compute Table 1 and compare it with the printed one."""
    texts = every_list(LONGEST, CORRECT)
    texts.sort(key=_order, reverse=True)
    lists = packed(texts, CORRECT)
    scores = {column: np.asarray(parse_turn(text)(lists)) for column, text in COLUMNS.items()}
    unordered, ordered = gold_ranks([_order(text)[:2] for text in texts]), gold_ranks([_order(text) for text in texts])
    gold = {column: unordered if at < UNORDERED else ordered for at, column in enumerate(COLUMNS)}
    marks = {column: marks_of(texts, gold[column], scores[column]) for column in COLUMNS}
    rows = [
        Row(
            text,
            int(unordered[at]),
            int(ordered[at]),
            {column: float(scores[column][at]) for column in COLUMNS},
            {column: marks[column][at] for column in COLUMNS},
            {column: float(figure) for column, figure in ROWS[text].figures.items()},
            dict(ROWS[text].marks),
        )
        for at, text in enumerate(texts)
    ]
    properties = {column: check_properties(text, LONGEST, CORRECT) for column, text in COLUMNS.items()}
    correlations = {column: _correlations(rows, column, gold[column]) for column in COLUMNS}
    cells = [*_row_cells(rows), *_property_cells(properties), *_correlation_cells(correlations, rows)]
    return Table1(rows, properties, correlations, cells)


def as_printed(value: float, like: str) -> str:
    """A value rounded to the decimals of a printed figure, halves up (0.625 is printed 0.63)."""
    decimals = len(like.partition(".")[2])
    return str(Decimal(f"{value:.10f}").quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP))


def _order(text: str) -> tuple[int, int, Any]:
    """What the three properties look at, in their order of precedence; larger is better."""
    return text.count("c"), -text.count("w"), rank_sum(text)


def gold_ranks(order: list[Any]) -> Ints:
    """The rank of each list: one more than there are better ones."""
    return np.array([1 + sum(other > one for other in order) for one in order], dtype=np.int64)


def marks_of(texts: list[str], gold: Ints, scores: Floats) -> list[str]:
    """A list is marked where one that gold ranks better does not score higher: `△` if a pair breaks Correctness, `*` if
    one breaks Confidence; Priority has no mark. Correctness comes first, though no cell of this table breaks both."""
    marks = []
    for at, text in enumerate(texts):
        better = [texts[i] for i in np.flatnonzero((gold < gold[at]) & (scores <= scores[at] + TOLERANCE))]
        if any(other.count("c") > text.count("c") for other in better):
            marks.append("△")
        else:
            marks.append("*" if any(other.count("w") < text.count("w") for other in better) else "")
    return marks


def _correlations(rows: list[Row], column: str, gold: Ints) -> dict[str, Correlation]:
    """Kendall's τ_b and Spearman's ρ (ties share their mean rank) between the gold ranking and a measure's scores."""
    from scipy.stats import kendalltau, spearmanr

    # Twelve decimals: what is tied on paper is tied here, and a perfect correlation is 1.
    exact = np.round([row.scores[column] for row in rows], 12)
    rounded = np.array([float(shown) for shown in _rounded(rows, column).values()])
    return {
        name: Correlation(
            float(ROWS[name].figures[column]),
            round(float(method(rounded, -gold).statistic), 12),
            round(float(method(exact, -gold).statistic), 12),
        )
        for name, method in (("Kendall", kendalltau), ("Spearman", spearmanr))
    }


def _rounded(rows: list[Row], column: str) -> dict[str, str]:
    """Our scores with the decimals that the printed column has."""
    like = ROWS[rows[0].list].figures[column]
    return {row.list: as_printed(row.scores[column], like) for row in rows}


def _row_cells(rows: list[Row]) -> list[Cell]:
    cells = []
    for row in rows:
        there = ROWS[row.list]
        cells.append(Cell("gold", row.list, "unordered", there.gold_unordered, str(row.gold_unordered)))
        cells.append(Cell("gold", row.list, "ordered", there.gold_ordered, str(row.gold_ordered)))
        for column, figure in there.figures.items():
            ours = as_printed(row.scores[column], figure)
            why = "" if ours == figure else _why_score(rows, row, column)
            cells.append(Cell("score", row.list, column, figure, ours, why))
            cells.append(Cell("mark", row.list, column, there.marks[column], row.marks[column]))
    return cells


def _why_score(rows: list[Row], row: Row, column: str) -> str:
    exact = f"unrounded it is {row.scores[column]:.5f}"
    if column != "OLAR":
        return exact
    figures = [ROWS[each.list].figures[column] for each in rows]
    smaller = parse_turn(OLAR_OF_SMALLER_MARGIN)(packed([each.list for each in rows], CORRECT))
    as_there = sum(as_printed(value, figure) == figure for value, figure in zip(smaller, figures, strict=True))
    return (
        f"{exact} with the stated λ = 0.001; with λ = 0.0001 (μ = 0.0499) {as_there} of the {len(rows)} "
        f"{column} scores are as printed"
    )


def _property_cells(properties: dict[str, Findings]) -> list[Cell]:
    cells = []
    for name in PROPERTIES:
        for column, figure in ROWS[name].figures.items():
            finding = next(f for f in properties[column] if f.name == name)
            why = "" if finding.holds == (figure == "Yes") else str(finding)
            cells.append(Cell("property", name, column, figure, "Yes" if finding.holds else "No", why))
    return cells


def _correlation_cells(correlations: dict[str, dict[str, Correlation]], rows: list[Row]) -> list[Cell]:
    cells = []
    for column, both in correlations.items():
        for name, one in both.items():
            figure = ROWS[name].figures[column]
            ours = as_printed(one.right, figure)
            why = "" if ours == figure else _why_correlation(rows, column, as_printed(one.as_published, figure), figure)
            cells.append(Cell("correlation", name, column, figure, ours, why))
    return cells


def _why_correlation(rows: list[Row], column: str, as_published: str, figure: str) -> str:
    if as_published != figure:
        return "the scores rounded as printed do not give it either"
    rounded = _rounded(rows, column)
    tied = [
        f"{one.list} and {other.list} ({rounded[one.list]})"
        for one, other in combinations(rows, 2)
        if rounded[one.list] == rounded[other.list] and abs(one.scores[column] - other.scores[column]) > TOLERANCE
    ]
    return f"it was computed from the scores rounded as printed, in which {' and '.join(tied)} tie"
