"""Reading a score table back, from any file that `turnwise score -o` writes (but LaTeX)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from turnwise.errors import FormatError, InputError, did_you_mean
from turnwise.tables.scores import Scores

if TYPE_CHECKING:
    import polars as pl

FORMATS = ".parquet, .csv, .jsonl or .json"


def read_scores(path: str | Path) -> Scores:
    """The scores of each turn that a file holds. Rows of systems or conversations cannot stand in for them."""
    frame, about = _frame(Path(path))
    source = str(path)
    for column in ("system", "turn", "measure", "value"):
        if column not in frame.columns:
            raise FormatError(
                source,
                None,
                f"the columns {', '.join(frame.columns)}",
                f"a column {column!r}",
                f"write the table with `turnwise score -o`{did_you_mean(column, frame.columns)}",
            )
    if frame.is_empty() or frame["turn"].null_count():
        raise InputError(f"{source}: found no scores of turns; write the table with `turnwise score --by turn -o`.")
    return _dense(frame, source, about)


def _frame(path: Path) -> tuple[pl.DataFrame, dict[str, Any]]:
    import polars as pl

    suffix, text = (
        path.suffix.lower(),
        {"schema_overrides": dict.fromkeys(("system", "conversation", "turn"), pl.String)},
    )
    try:
        if suffix == ".parquet":
            return pl.read_parquet(path), json.loads(pl.read_parquet_metadata(path).get("turnwise", "{}"))
        if suffix == ".csv":
            return pl.read_csv(path, **text), {}  # type: ignore[arg-type]
        if suffix in (".jsonl", ".ndjson"):
            return pl.read_ndjson(path, **text), {}  # type: ignore[arg-type]
        if suffix == ".json":
            whole = json.loads(path.read_text(encoding="utf-8"))
            return pl.DataFrame(whole["rows"], infer_schema_length=None), whole.get("about", {})
    except (pl.exceptions.PolarsError, ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"{path}: cannot be read as a score table ({type(error).__name__}); expected a file written by "
            "`turnwise score -o`."
        ) from error
    raise InputError(f"{path}: found the ending {suffix!r}, expected {FORMATS}.")


def _dense(frame: pl.DataFrame, source: str, about: dict[str, Any]) -> Scores:
    axes = {name: frame[name].unique(maintain_order=True).to_list() for name in ("system", "turn", "measure")}
    code = {name: {value: at for at, value in enumerate(values)} for name, values in axes.items()}
    s, t, m = (np.array([code[name][v] for v in frame[name].to_list()]) for name in ("system", "turn", "measure"))
    shape = (len(axes["system"]), len(axes["turn"]), len(axes["measure"]))
    if len(np.unique(np.ravel_multi_index((s, t, m), shape))) < np.prod(shape) or frame.height > np.prod(shape):
        raise InputError(
            f"{source}: found {frame.height:,} rows, expected one for each of {shape[0]:,} systems × {shape[1]:,} turns "
            f"× {shape[2]:,} measures; score all systems with the same judgements and measures in one go."
        )
    values, weights = np.empty(shape), np.ones(shape[1:])
    values[s, t, m] = frame["value"].cast(float).fill_null(np.nan).to_numpy()
    missing = np.zeros(shape[:2], dtype=bool)
    if "note" in frame.columns:
        missing[s, t] = (frame["note"] == "missing").fill_null(value=False).to_numpy()
    if "weight" in frame.columns:
        weights[t, m] = frame["weight"].to_numpy()
    first = np.unique(t, return_index=True)[1]
    known = "conversation" in frame.columns and not frame["conversation"].null_count()
    conversations = [frame["conversation"][int(at)] for at in first] if known else list(axes["turn"])
    return Scores(axes["system"], conversations, axes["turn"], axes["measure"], values, missing, weights, about=about)
