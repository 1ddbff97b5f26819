"""The score table in every form: for a terminal, a paper, and the files that later steps read."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from turnwise.errors import OptionError
from turnwise.report.latex import tabular
from turnwise.report.whole_file import whole_file, write_whole
from turnwise.tables.aligned import table
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
    if by == "system":
        return ["system", *scores.all_measures], [
            [system, *_known(values)] for system, values in zip(scores.systems, scores.means, strict=True)
        ]
    if by == "conversation":
        return ["system", "conversation", *scores.all_measures], [
            [system, name, *_known(values)]
            for system, of_system in zip(scores.systems, scores.conversation_means, strict=True)
            for name, values in zip(scores.conversation_names, of_system, strict=True)
        ]
    if not scores.measures:
        raise OptionError("measures of conversations have no values by turn; use --by conversation.")
    notes = bool(scores.missing.any())
    return ["system", "turn", *scores.measures, *(["note"] if notes else [])], [
        [system, turn, *_known(values), *(["missing" if missing else ""] if notes else [])]
        for system, of_system, lacking in zip(scores.systems, scores.values, scores.missing, strict=True)
        for turn, values, missing in zip(scores.turns, of_system, lacking, strict=True)
    ]


def _averaged(scores: Scores, by: Level) -> str:
    """Over what the values of a table are means, which `turnwise report` has over conversations."""
    if by == "turn":
        return ""
    over = "all turns" if by == "system" else "the turns of a conversation"
    said = [f"means over {over}: {', '.join(scores.measures)}"] if scores.measures else []
    if scores.conversation_measures and by == "system":
        said.append(f"means over conversations: {', '.join(scores.conversation_measures)}")
    return "; ".join(said)


def _known(values: NDArray[np.float64]) -> list[float | None]:
    return [None if value != value else value for value in values.tolist()]


def as_json(scores: Scores, by: Level) -> str:
    return json.dumps(
        {
            "about": scores.about,
            "decisions": [vars(d) for d in scores.decisions],
            "systems": {
                system: dict(zip(scores.all_measures, _known(values), strict=True))
                for system, values in zip(scores.systems, scores.means, strict=True)
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
        return tabular(*wide(scores, by), about=_averaged(scores, by))
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
        taken = json.dumps([vars(d) for d in scores.decisions])
        scores.frame(by).write_parquet(draft, metadata={"turnwise": json.dumps(scores.about), "decisions": taken})
