"""Reading a score table back, from any file that `turnwise score -o` writes (but LaTeX)."""

from __future__ import annotations

import json
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from turnwise.errors import FormatError, InputError, OptionError, did_you_mean
from turnwise.readers.delimited import separator_of
from turnwise.tables.decisions import Decision, Decisions
from turnwise.tables.ranges import highest
from turnwise.tables.scores import Scores

if TYPE_CHECKING:
    import polars as pl

FORMATS = ".parquet, .csv, .jsonl or .json"
ROUNDING = 1e-6  # what a value may be off by that went through another program


def read_scores(path: str | Path) -> Scores:
    """The scores that a file holds: of turns, of conversations, or of both; rows of systems are not enough.

    A table of conversations alone has no turns, so all its measures are read as measures of a conversation, and its
    means are means over conversations.
    """
    if not isinstance(path, str | PathLike):
        raise OptionError(
            f"scores: found {type(path).__name__}, expected the path of a file that `write_scores` wrote."
        )
    frame, about, decisions = _frame(Path(path))
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
    found = replace(_dense(_typed(frame, source), source, about), decisions=Decisions(taken=decisions))
    _check_ranges(found, source)
    return found


def _frame(path: Path) -> tuple[pl.DataFrame, dict[str, Any], list[Decision]]:
    """The rows of a file; how they were made and what had to be decided, where its format can hold that."""
    import polars as pl

    suffix = path.suffix.lower()
    # a column may well begin with many cells without a value
    text = {
        "schema_overrides": dict.fromkeys(("system", "conversation", "turn"), pl.String),
        "infer_schema_length": None,
    }
    if not path.exists():
        raise InputError(f"{path}: no such file.")
    if path.is_dir():
        raise InputError(f"{path}: found a folder, expected a file written by `turnwise score -o`.")
    try:
        if suffix == ".parquet":
            told = pl.read_parquet_metadata(path)
            taken = json.loads(told.get("decisions", "[]"))
            return pl.read_parquet(path), json.loads(told.get("turnwise", "{}")), [Decision(**d) for d in taken]
        if suffix == ".csv":
            return _csv(path, text), {}, []
        if suffix in (".jsonl", ".ndjson"):
            return pl.read_ndjson(path, **text), {}, []  # type: ignore[arg-type]
        if suffix == ".json":
            whole = json.loads(path.read_text(encoding="utf-8"))
            taken = [Decision(**d) for d in whole.get("decisions", [])]
            return pl.DataFrame(whole["rows"], infer_schema_length=None), whole.get("about", {}), taken
    except pl.exceptions.NoDataError:
        raise InputError(f"{path}: found an empty file, expected a file written by `turnwise score -o`.") from None
    except (pl.exceptions.PolarsError, ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"{path}: cannot be read as a score table; expected a file written by `turnwise score -o`."
        ) from error
    raise InputError(f"{path}: found the ending {suffix!r}, expected {FORMATS}.")


def _csv(path: Path, text: dict[str, Any]) -> pl.DataFrame:
    """The rows of a CSV file, also as spreadsheets save it: with semicolons, and commas in numbers."""
    import polars as pl

    with path.open("rb") as stream:
        separator = separator_of(stream.readline().decode("utf-8-sig", "replace"))
    if separator == ",":
        return pl.read_csv(path, **text)
    frame = pl.read_csv(path, separator=separator, infer_schema=False)
    numbers = [name for name in ("value", "weight") if name in frame.columns]
    return frame.with_columns(pl.col(name).str.replace(",", ".", literal=True) for name in numbers)


def _typed(frame: pl.DataFrame, source: str) -> pl.DataFrame:
    """The frame with words and numbers where they belong; a column without a value has no type of its own."""
    import polars as pl

    types = {
        **dict.fromkeys(("system", "conversation", "turn", "measure", "note"), pl.String),
        **dict.fromkeys(("value", "weight"), pl.Float64),
    }
    try:
        return frame.with_columns(pl.col(name).cast(of) for name, of in types.items() if name in frame.columns)
    except pl.exceptions.PolarsError:
        raise InputError(
            f"{source}: found values that are not numbers; expected a file written by `turnwise score -o`."
        ) from None


def _dense(frame: pl.DataFrame, source: str, about: dict[str, Any]) -> Scores:
    import polars as pl

    if "conversation" not in frame.columns:
        frame = frame.with_columns(conversation=pl.col("turn"))
    of_turns, of_conversations = frame.filter(pl.col("turn").is_not_null()), frame.filter(pl.col("turn").is_null())
    if of_turns.is_empty() and (of_conversations.is_empty() or of_conversations["conversation"].null_count()):
        raise InputError(f"{source}: found no scores of turns; write the table with `turnwise score --by turn -o`.")
    if of_turns.is_empty():
        return _of_conversations(of_conversations, source, about)
    systems, turns, measures, values, (s, t, m) = _cube(of_turns, "turn", source)
    missing, weights = np.zeros(values.shape[:2], dtype=bool), np.ones(values.shape[1:])
    if "note" in frame.columns:
        missing[s, t] = (of_turns["note"] == "missing").fill_null(value=False).to_numpy()
    if "weight" in frame.columns:
        weights[t, m] = of_turns["weight"].to_numpy()
    conversations = of_turns.unique("turn", maintain_order=True)["conversation"].fill_null(pl.lit("")).to_list()
    found = Scores(systems, conversations, turns, measures, values, missing, weights, about=about)
    if of_conversations.is_empty():
        return found
    again, names, conversation_measures, conversation_values, _ = _cube(of_conversations, "conversation", source)
    if again != systems or names != found.conversation_names:
        raise InputError(f"{source}: its turns and its conversations are not of the same systems and conversations.")
    return replace(found, conversation_measures=conversation_measures, conversation_values=conversation_values)


def _of_conversations(frame: pl.DataFrame, source: str, about: dict[str, Any]) -> Scores:
    """Scores without turns: each conversation stands as one turn that no measure scores."""
    systems, names, measures, values, _ = _cube(frame, "conversation", source)
    shape = (len(systems), len(names))
    return Scores(
        systems, names, names, [], np.empty((*shape, 0)), np.zeros(shape, dtype=bool), np.empty((len(names), 0)),
        conversation_measures=measures, conversation_values=values, about=about,
    )  # fmt: skip


def _check_ranges(scores: Scores, source: str) -> None:
    """A value that its measure cannot have is a slip of whoever made the table."""
    parts = (
        ("turn", scores.turns, scores.measures, scores.values),
        ("conversation", scores.conversation_names, scores.conversation_measures, scores.conversation_values),
    )
    for unit, names, measures, values in parts:
        for m, measure in enumerate(measures):
            if (top := highest(measure)) is None:
                continue
            outside = (values[:, :, m] < -ROUNDING) | (values[:, :, m] > top + ROUNDING)
            if outside.any():
                s, u = np.argwhere(outside)[0]
                found = f"{values[s, u, m]:g} as the {measure} of {scores.systems[s]} in {unit} {names[u]}"
                raise InputError(
                    f"{source}: found {found}, expected a value from 0 to {top:g}; write the table again with "
                    "`turnwise score -o`."
                )


Places = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]


def _cube(
    frame: pl.DataFrame, unit: str, source: str
) -> tuple[list[str], list[str], list[str], NDArray[np.float64], Places]:
    """``[system, unit, measure]`` of a long table, its axes, and the place of each row."""
    axes = [frame[name].unique(maintain_order=True).to_list() for name in ("system", unit, "measure")]
    codes = [{value: at for at, value in enumerate(axis)} for axis in axes]
    places = [
        np.array([code[v] for v in frame[name].to_list()], dtype=np.int64)
        for code, name in zip(codes, ("system", unit, "measure"), strict=True)
    ]
    shape = (len(axes[0]), len(axes[1]), len(axes[2]))
    s, u, m = places
    if len(np.unique(np.ravel_multi_index((s, u, m), shape))) < np.prod(shape) or frame.height > np.prod(shape):
        raise InputError(
            f"{source}: found {frame.height:,} rows, expected one for each of {shape[0]:,} systems × {shape[1]:,} "
            f"{unit}s × {shape[2]:,} measures; score all systems with the same judgements and measures in one go."
        )
    values = np.empty(shape)
    values[s, u, m] = frame["value"].fill_null(np.nan).to_numpy()
    return axes[0], axes[1], axes[2], values, (s, u, m)
