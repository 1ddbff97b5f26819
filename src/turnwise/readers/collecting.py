"""Running a query over a file that may be damaged: what Polars makes of that, even a panic, becomes one sentence."""

from __future__ import annotations

import os
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from turnwise.errors import InputError

if TYPE_CHECKING:
    import polars as pl

_ONE_AT_A_TIME = threading.Lock()
_STDERR = 2
Result = TypeVar("Result")


def collected(query: pl.LazyFrame, source: str) -> pl.DataFrame:
    """The query's rows; that its data cannot be read is said of the source."""
    return _said_of(source, query.collect, "its data are damaged; write or copy the file again")


def columns_of(query: pl.LazyFrame, source: str) -> list[str]:
    """The names of the query's columns."""
    what = "the Parquet file is damaged or cut off; write or copy it again"
    return _said_of(source, query.collect_schema, what).names()


def _said_of(source: str, call: Callable[[], Result], sentence: str) -> Result:
    import polars as pl

    try:
        with _no_panic_on_stderr():
            return call()
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError) as error:
        raise InputError(f"{source}: {sentence}.") from error


@contextmanager
def _no_panic_on_stderr() -> Iterator[None]:
    """A panic writes its own report to standard error, from threads of its own. It is held back, and left out if the
    block fails; what else is written there follows when the block has ended."""
    with _ONE_AT_A_TIME, tempfile.TemporaryFile() as held:
        try:
            stderr = os.dup(_STDERR)
        except OSError:  # there is none
            yield
            return
        os.dup2(held.fileno(), _STDERR)
        try:
            yield
            held.seek(0)
            written = held.read()
        except BaseException:
            written = b""
            raise
        finally:
            os.dup2(stderr, _STDERR)
            os.close(stderr)
        os.write(_STDERR, written)
