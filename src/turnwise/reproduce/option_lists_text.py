"""Table 1 of the option-lists paper for a terminal of 120 columns: our figures, and where the printed ones differ."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import fill

from turnwise.reproduce.option_lists import KINDS, Row, Table1, as_printed
from turnwise.reproduce.option_lists_printed import COLUMNS, ROWS, UNORDERED

WIDTH = 120
LABEL, GOLD, CELL = 23, 6, 7

HEAD = """\
Table 1 of Atanasova et al. (SIGIR 2019), computed from lists of correct (c) and wrong (w) responses.
* breaks Confidence, △ breaks Correctness; ! is not the printed figure, see below."""

#: The lines of a correlation: what each is called, and where it comes from.
VERSIONS = {"printed": "published", "scores as printed": "as_published", "exact scores": "right"}


def as_text(table: Table1) -> str:
    """The whole table, then how many printed cells are matched, which are not, and why."""
    differing = {(cell.row, cell.column) for cell in table.differing}
    head = _line("list", "gold", "gold", {column: column + " " for column in COLUMNS})
    rule = "─" * len(head.rstrip())
    return "\n".join(
        [
            *(HEAD, "", head, rule),
            *(_list_line(row, differing) for row in table.rows),
            rule,
            *_property_lines(table, differing),
            rule,
            *_correlation_lines(table, differing),
            "",
            *_summary(table),
        ]
    )


def _line(label: str, unordered: str, ordered: str, cells: Mapping[str, str]) -> str:
    shown = [cells[column].rjust(CELL) for column in COLUMNS]
    return (
        label.ljust(LABEL) + unordered.rjust(GOLD) + "".join(shown[:UNORDERED])
        + ordered.rjust(GOLD) + "".join(shown[UNORDERED:])
    ).rstrip()  # fmt: skip


def _flag(differing: set[tuple[str, str]], row: str, column: str) -> str:
    return "!" if (row, column) in differing else " "


def _list_line(row: Row, differing: set[tuple[str, str]]) -> str:
    figures = ROWS[row.list].figures
    cells = {
        column: row.marks[column] + as_printed(score, figures[column]) + _flag(differing, row.list, column)
        for column, score in row.scores.items()
    }
    return _line(row.list, str(row.gold_unordered), str(row.gold_ordered), cells)


def _property_lines(table: Table1, differing: set[tuple[str, str]]) -> list[str]:
    lines = []
    for at, name in enumerate(("Correctness", "Confidence", "Priority")):
        holds = {column: list(findings)[at].holds for column, findings in table.properties.items()}
        cells = {c: ("Yes" if yes else "No") + _flag(differing, name, c) for c, yes in holds.items()}
        lines.append(_line(name, "", "", cells))
    return lines


def _correlation_lines(table: Table1, differing: set[tuple[str, str]]) -> list[str]:
    lines = []
    for name, letter in (("Kendall", "τ"), ("Spearman", "ρ")):
        for version, field in VERSIONS.items():
            cells = {
                column: f"{getattr(both[name], field):.3f}"
                + (_flag(differing, name, column) if field == "right" else " ")
                for column, both in table.correlations.items()
            }
            lines.append(_line(f"{letter}, {version}", "", "", cells))
    return lines


def _summary(table: Table1) -> list[str]:
    matched, printed = table.count()
    by_kind = ", ".join("{} {} of {}".format(words, *table.count(kind)) for kind, words in KINDS.items())
    reasons = [
        f"- {c.row}, {c.column}: printed {c.published or 'no mark'}, ours {c.ours or 'no mark'}"
        + (f"; {c.why}." if c.why else ".")
        for c in table.differing
    ]
    lines = [
        f"{matched} of {printed} printed cells are matched: {by_kind}.",
        *(["Not matched:"] if reasons else []),
        *reasons,
    ]
    return [fill(line, WIDTH, subsequent_indent="  ") for line in lines]
