"""Python objects → tables: frames of polars and pandas, whatever exports Arrow, and dicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from turnwise.errors import InputError, OptionError, shown
from turnwise.readers.cells import series_of
from turnwise.readers.mappings import is_ikat, table_of_ikat, table_of_mapping
from turnwise.readers.table import Table, row_place, table_of_frame
from turnwise.tables.decisions import Decisions

if TYPE_CHECKING:
    import polars as pl


def table_of_object(source: str, value: Any, holds: str, decisions: Decisions) -> Table:
    """The table that a Python object is; in a dict the numbers are what `holds` says, scores or grades."""
    if isinstance(value, Table):
        return value
    if isinstance(value, Mapping):
        return table_of_ikat(source, value) if is_ikat(value) else table_of_mapping(source, value, holds, decisions)
    if _is_from("polars", value) and hasattr(value, "columns" if hasattr(value, "height") else "collect"):
        return table_of_frame(source, value if hasattr(value, "height") else _collected(source, value))
    if _is_from("pandas", value) and hasattr(value, "columns"):
        return _table_of_pandas(source, value)
    if hasattr(value, "__arrow_c_stream__"):
        return _table_of_arrow(source, value)
    raise OptionError(
        f"{source}: found {type(value).__name__} {shown(value, 40)}, expected a file's path, a frame (polars, pandas, "
        f"Arrow) or a dict {{turn: {{item: {holds}}}}}."
    )


def is_frame(value: Any) -> bool:
    """Whether this is one table, rather than a path, a dict or several sources."""
    return (
        isinstance(value, Table)
        or hasattr(value, "__arrow_c_stream__")
        or _is_from("pandas", value)
        or _is_from("polars", value)
    )


def _is_from(library: str, value: Any) -> bool:
    """Whether the value is of a library's class, told without importing the library."""
    return any(kind.__module__.partition(".")[0] == library for kind in type(value).__mro__)


def _collected(source: str, frame: pl.LazyFrame) -> pl.DataFrame:
    import polars as pl

    try:
        return frame.collect()
    except (pl.exceptions.PolarsError, OSError) as error:
        reason = str(error).partition("\n")[0]
        raise InputError(f"{source}: the lazy frame cannot be collected ({reason}); collect it to see why.") from error


def _table_of_arrow(source: str, value: Any) -> Table:
    import polars as pl

    try:
        return table_of_frame(source, pl.DataFrame(value))
    except (pl.exceptions.PolarsError, TypeError, ValueError) as error:
        reason = str(error).partition("\n")[0]
        raise InputError(f"{source}: {type(value).__name__} is no table ({reason}); give a frame or a dict.") from error


def _table_of_pandas(source: str, frame: Any) -> Table:
    """Column by column, through numpy and lists, so that pyarrow need not be there."""
    labels = {str(label): label for label in frame.columns}

    def column(name: str) -> pl.Series:
        import polars as pl

        values = frame[labels[name]]
        if getattr(values.dtype, "kind", "O") in "iufb" and type(values.dtype).__module__.startswith("numpy"):
            return pl.Series(name, values.to_numpy())
        objects = values.to_numpy(dtype=object, copy=True)
        objects[values.isna().to_numpy()] = None
        return series_of(name, objects.tolist(), table)

    def select(names: Sequence[str]) -> pl.DataFrame:
        import polars as pl

        return pl.DataFrame([column(name) for name in names])

    table = Table(source, [str(label) for label in frame.columns], select, row_place)
    return table
