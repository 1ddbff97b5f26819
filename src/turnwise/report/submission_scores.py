"""Scores of submissions as text and as JSON."""

from __future__ import annotations

import json

from turnwise.report.latex import tabular
from turnwise.report.scores import as_text as scores_text
from turnwise.tables.aligned import LINE, table, width
from turnwise.tables.submission_scores import Report, SubmissionScores

FORMATS = ("table", "json", "csv", "latex")


def submissions_text(found: SubmissionScores, format: str, by_dialogue: bool, report: Report = "mean") -> str:
    """A row a system, or a system and dialogue, in a form for a person or a program."""
    if format == "json":
        return submissions_json(found, report)
    if by_dialogue:
        return scores_text(found.dialogues, format, "conversation")
    names, values = found.reported(report)
    rows: list[list[object]] = [
        [system, *map(_known, row)] for system, row in zip(found.systems, values.tolist(), strict=True)
    ]
    columns = ["system", *names]
    if format == "csv":
        cells = [columns, *(["" if cell is None else str(cell) for cell in row] for row in rows)]
        return "\n".join(map(",".join, cells))
    if format == "latex":
        return tabular(columns, rows)
    upright = table(columns, rows)
    if len(rows) >= len(names) or max(map(width, upright.split("\n"))) <= LINE:
        return upright
    return table(["measure", *found.systems], [[name, *(row[at] for row in rows)] for at, name in enumerate(names, 1)])


def _known(value: float) -> float | None:
    return None if value != value else value


def submissions_json(found: SubmissionScores, report: Report = "mean") -> str:
    """All of it for a program: what JSON cannot hold (a value that is absent or infinite) is null."""
    names, values = found.reported(report)
    return json.dumps(
        {
            "about": found.dialogues.about | {"report": report},
            "decisions": [vars(decision) for decision in found.dialogues.decisions],
            "systems": {
                system: {name: _finite(value) for name, value in zip(names, row, strict=True)}
                for system, row in zip(found.systems, values.tolist(), strict=True)
            },
            "rows": [row._asdict() for row in found.dialogues.rows("conversation")],
        },
        ensure_ascii=False,
        allow_nan=False,
        indent=1,
    )


def _finite(value: float) -> float | None:
    return value if abs(value) < float("inf") else None
