"""Tables for a paper: LaTeX with booktabs rules."""

from __future__ import annotations

from collections.abc import Sequence

from turnwise.tables.aligned import cell

SPECIAL = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "–": "--",
}  # fmt: skip


def escaped(text: str) -> str:
    return "".join(SPECIAL.get(c, c) for c in text)


def tabular(columns: Sequence[str], rows: Sequence[Sequence[object]], digits: int = 4) -> str:
    """A `tabular` environment to paste into a document that loads booktabs."""
    numeric = [
        bool(rows) and all(row[at] is None or isinstance(row[at], int | float) for row in rows)
        for at in range(len(columns))
    ]
    lines = [" & ".join(escaped(cell(value, digits)) for value in row) + r" \\" for row in rows]
    return "\n".join(
        [
            r"\begin{tabular}{" + "".join("r" if right else "l" for right in numeric) + "}",
            r"\toprule",
            " & ".join(map(escaped, columns)) + r" \\",
            r"\midrule",
            *lines,
            r"\bottomrule",
            r"\end{tabular}",
        ]
    )
