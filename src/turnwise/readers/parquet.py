"""Parquet files → tables, read in slices so that memory stays bounded."""

from __future__ import annotations

import os

from turnwise.errors import InputError
from turnwise.readers.table import Table


def table_of_parquet(path: str | os.PathLike[str]) -> Table:
    """The table in a Parquet file."""
    import polars as pl

    source = os.fspath(path)
    try:
        names = list(pl.read_parquet_schema(source))
    except (pl.exceptions.PolarsError, OSError) as error:
        raise InputError(f"{source}: the Parquet file is damaged or cut off; write or copy it again.") from error
    return Table(source, names, lambda wanted: pl.scan_parquet(source, glob=False).select(wanted))
