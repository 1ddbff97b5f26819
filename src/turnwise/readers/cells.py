"""Columns of a table → names and numbers, checked a column at a time; a bad cell is an error that says where it is."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from turnwise.errors import FormatError, shown
from turnwise.readers.broken_line import number_hint
from turnwise.readers.table import Table

if TYPE_CHECKING:
    import polars as pl

_SHOWN = 50  # characters
_EXACT = float(2**53)  # the largest float up to which every whole number has one


def whole_id(value: Any) -> str | None:
    """A single id that is a whole number, as text, also a floating one (7.0 → 7); None where it is none."""
    if type(value) is int:
        return str(value)
    if type(value) is float and value.is_integer() and abs(value) <= _EXACT:
        return str(int(value))
    return None


def names_of(column: pl.Series, table: Table, first: int, holds: str) -> pl.Series:
    """Ids as text. Whole numbers become decimal text, floating ones too where they are whole (1.0 → 1).

    `first` is the row of the table at which the column starts.
    """
    import polars as pl

    dtype = column.dtype
    if dtype.is_float():
        column = _whole_numbers(column, table, first, holds)
    elif dtype == pl.Binary:
        column = _decoded(column, table, first, holds)
    elif not (dtype.is_integer() or dtype in (pl.String, pl.Categorical, pl.Enum, pl.Null)):
        raise _of_another_kind(column, table, f"the {holds} as text or a whole number")
    names = column.cast(pl.String)
    empty = (names.is_null() | (names == "")).fill_null(value=True)
    if empty.any():
        at = int(empty.arg_max() or 0)
        raise _nothing(column.name, table, first + at, holds)
    return names


def _whole_numbers(column: pl.Series, table: Table, first: int, holds: str) -> pl.Series:
    import polars as pl

    column = column.fill_nan(None)
    odd = ((column != column.floor()) | (column.abs() > _EXACT)).fill_null(value=False)
    if odd.any():
        at = int(odd.arg_max() or 0)
        raise table.error(
            first + at, f"the {holds} {column[at]!r}", "text or a whole number", f"store the {holds} ids as text"
        )
    return column.cast(pl.Int64)


def _decoded(column: pl.Series, table: Table, first: int, holds: str) -> pl.Series:
    import polars as pl

    try:
        return column.cast(pl.String)
    except pl.exceptions.PolarsError:
        at = next(row for row, value in enumerate(column) if value is not None and not _is_text(value))
        found, todo = f"the {holds} {shown(column[at])}", f"store the {holds} ids as text"
        raise table.error(first + at, found, "UTF-8 text", todo) from None


def _is_text(value: bytes) -> bool:
    try:
        value.decode()
    except UnicodeDecodeError:
        return False
    return True


def numbers_of(column: pl.Series, table: Table, first: int, holds: str) -> NDArray[np.float64]:
    """Finite numbers; text is read as one where it is one."""
    import polars as pl

    dtype = column.dtype
    if not (dtype.is_numeric() or dtype in (pl.String, pl.Categorical, pl.Enum, pl.Null)):
        raise _of_another_kind(column, table, f"the {holds} as a number")
    text = column.cast(pl.String) if dtype in (pl.Categorical, pl.Enum) else column
    numbers = text.cast(pl.Float64, strict=False)
    bad = ~numbers.is_finite().fill_null(value=False)
    if bad.any():
        at = int(bad.arg_max() or 0)
        raise _no_number(column[at], column.name, table, first + at, holds)
    return numbers.to_numpy()


def _no_number(value: Any, name: str, table: Table, row: int, holds: str) -> FormatError:
    if value is None or value == "":
        return _nothing(name, table, row, holds)
    todo = number_hint(str(value).encode()).replace("the line", "it")
    return table.error(row, f"the {holds} {shown(value)}", "a finite number, such as 12.5", todo)


def series_of(name: str, values: Sequence[Any], table: Table) -> pl.Series:
    """A column of Python objects: text, numbers, or both (then as text); anything else is an error."""
    kinds = set(map(type, values)) - {type(None)}
    if all(issubclass(kind, str) for kind in kinds):
        return _text(name, values, table)
    if not any(issubclass(kind, bool | np.bool_) or not issubclass(kind, str | Real | Decimal) for kind in kinds):
        if all(issubclass(kind, Real | Decimal) for kind in kinds):
            return _series_of_numbers(name, values, kinds)
        return _text(name, [None if value is None else str(value) for value in values], table)
    at = next(row for row, value in enumerate(values) if _is_odd(value))
    raise table.error(at, f"{shown_value(values[at])} in {shown(name)}", "text or a number")


def _text(name: str, values: Sequence[str | None], table: Table) -> pl.Series:
    import polars as pl

    try:
        return pl.Series(name, values, pl.String)
    except UnicodeEncodeError:  # half of a character: JSON can write it, but not read it elsewhere
        at = next(row for row, value in enumerate(values) if value and any("\ud800" <= c <= "\udfff" for c in value))
        raise table.error(at, f"{shown_value(values[at])} in {shown(name)}", "whole characters") from None


def shown_value(value: Any) -> str:
    """A value of any kind as it may stand in a sentence: text in quotes, anything else as Python writes it."""
    text = repr(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _nothing(name: str, table: Table, row: int, holds: str) -> FormatError:
    return table.error(row, f"no {holds} in {shown(name)}", "one", "give it one, or leave it out")


def _of_another_kind(column: pl.Series, table: Table, expected: str) -> FormatError:
    return FormatError(table.source, None, f"{column.dtype} in column {shown(column.name)}", expected)


def _series_of_numbers(name: str, values: Sequence[Any], kinds: set[type]) -> pl.Series:
    import polars as pl

    if not all(issubclass(kind, Integral) for kind in kinds):
        return pl.Series(name, [None if value is None else float(value) for value in values], pl.Float64)
    try:
        return pl.Series(name, values, pl.Int64)
    except (OverflowError, TypeError):  # beyond 64 bits
        return pl.Series(name, [None if value is None else str(value) for value in values], pl.String)


def _is_odd(value: Any) -> bool:
    return value is not None and (isinstance(value, bool | np.bool_) or not isinstance(value, str | Real | Decimal))
