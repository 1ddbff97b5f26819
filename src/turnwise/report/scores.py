"""The score table in every form: for a terminal, a paper, and the files that later steps read."""

from __future__ import annotations

import json
from pathlib import Path

from turnwise.errors import OptionError
from turnwise.report.latex import tabular
from turnwise.report.terminal import table
from turnwise.report.whole_file import whole_file, write_whole
from turnwise.tables.scores import Level, Scores

FORMATS = ("table", "json", "jsonl", "csv", "parquet", "latex")
BY_SUFFIX = {
    ".json": "json", ".jsonl": "jsonl", ".ndjson": "jsonl", ".csv": "csv", ".parquet": "parquet", ".tex": "latex",
    ".txt": "table",
}  # fmt: skip


def format_of(path: str | Path) -> str:
    """The format that a file's ending names."""
    suffix = Path(path).suffix.lower()
    if suffix not in BY_SUFFIX:
        raise OptionError(
            f"{path}: the ending {suffix!r} names no format; end it in one of {', '.join(BY_SUFFIX)} or give --format."
        )
    return BY_SUFFIX[suffix]


def wide(scores: Scores, by: Level) -> tuple[list[str], list[list[object]]]:
    """One row a unit, one column a measure."""
    units = {"system": [], "conversation": ["conversation"], "turn": ["turn"]}[by]
    with_notes = by == "turn" and bool(scores.missing.any())
    columns = ["system", *units, *scores.measures, *(["note"] if with_notes else [])]
    rows: list[list[object]] = []
    for at, row in enumerate(scores.rows(by)):
        if at % len(scores.measures) == 0:
            rows.append([row.system, *([getattr(row, by)] if units else [])])
        rows[-1].append(row.value)
        if with_notes and (at + 1) % len(scores.measures) == 0:
            rows[-1].append(row.note or "")
    return columns, rows


def as_json(scores: Scores, by: Level) -> str:
    return json.dumps(
        {
            "about": scores.about,
            "decisions": [vars(d) for d in scores.decisions],
            "systems": {
                system: {
                    measure: None if value != value else value
                    for measure, value in zip(scores.measures, scores.means[s].tolist(), strict=True)
                }
                for s, system in enumerate(scores.systems)
            },
            "rows": [row._asdict() for row in scores.rows(by)],
        },
        ensure_ascii=False,
        allow_nan=False,
        indent=1,
    )


def as_text(scores: Scores, format: str, by: Level) -> str:
    """The table as text in any format but Parquet."""
    if format == "table":
        return table(*wide(scores, by))
    if format == "latex":
        return tabular(*wide(scores, by))
    if format == "json":
        return as_json(scores, by)
    if format == "jsonl":
        return "\n".join(json.dumps(row._asdict(), ensure_ascii=False, allow_nan=False) for row in scores.rows(by))
    if format == "csv":
        return scores.frame(by).write_csv().rstrip("\n")
    raise OptionError(f"format must be one of {', '.join(FORMATS)}, found {format!r}.")


def write_scores(scores: Scores, path: str | Path, by: Level = "turn", format: str | None = None) -> None:
    """Write the score table; the format is the one that the file's ending names."""
    format = format or format_of(path)
    if format != "parquet":
        write_whole(path, as_text(scores, format, by))
        return
    with whole_file(path) as draft:
        scores.frame(by).write_parquet(draft, metadata={"turnwise": json.dumps(scores.about)})
