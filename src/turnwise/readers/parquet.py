"""Parquet files → tables, read in slices so that memory stays bounded."""

from __future__ import annotations

import os

from turnwise.readers.collecting import columns_of
from turnwise.readers.table import Table


def table_of_parquet(path: str | os.PathLike[str]) -> Table:
    """The table in a Parquet file."""
    import polars as pl

    source = os.fspath(path)
    file = pl.scan_parquet(source, glob=False)
    return Table(source, columns_of(file, source), lambda names: file.select(names))
