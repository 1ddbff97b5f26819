"""Tables with named columns → judgements, and lists matched with them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from turnwise.errors import InputError, shown
from turnwise.readers.cells import names_of, numbers_of
from turnwise.readers.columns import Columns
from turnwise.readers.judged import judgements_of
from turnwise.readers.regroup import match_regrouped
from turnwise.readers.table import Table
from turnwise.readers.trec import Duplicates, Precision, report_regrouped, report_run
from turnwise.tables import kernel
from turnwise.tables.decisions import Decisions
from turnwise.tables.hits import Hits
from turnwise.tables.judgements import Judgements
from turnwise.tables.rows import Rows

if TYPE_CHECKING:
    import polars as pl


def judgements_of_table(table: Table, columns: Columns, decisions: Decisions) -> Judgements:
    """Judgements from a table's turns, items and grades."""
    table = table.ready(columns.names)
    frame = table.whole(columns.names)
    if not frame.height:
        raise InputError(f"{table.source}: found no rows, expected one for each judged item.")
    _report_floating_names(table, columns, decisions)
    return judgements_of(_rows(frame, 0, table, columns), table, decisions)


def hits_of_table(
    table: Table,
    columns: Columns,
    judgements: Judgements,
    decisions: Decisions,
    system: str,
    precision: Precision,
    duplicates: Duplicates,
) -> Hits:
    """Where the judged items stand in the lists of a table, ordered as those of a TREC run."""
    table = table.ready(columns.names)
    run = kernel.Run(judgements.index, precision == "single")
    grouped, count = True, 0
    for rows in _chunks(table, columns):
        count += len(rows)
        grouped = grouped and run.add(rows)
    if not count:
        raise InputError(f"{table.source}: found no rows, expected one for each item of each list.")
    _report_floating_names(table, columns, decisions)
    if columns.holds == "rank":
        text = f"no score: the items of a list stand in the order of {shown(columns.number)}"
        decisions.add(table.source, "by-rank", 1, text)
    if not grouped:
        run = kernel.Run(judgements.index, precision == "single")
        returning = match_regrouped(lambda: _chunks(table, columns), judgements.index, run)
        report_regrouped([judgements.turns[turn] for turn in returning], table.source, decisions)
    report_run(run, table.source, judgements, decisions, duplicates)
    return kernel.hits(run, system)


def _chunks(table: Table, columns: Columns) -> Iterator[Rows]:
    """The table's rows in chunks of whole turns, wherever the rows of a turn stand together."""
    import polars as pl

    rest, first = None, 0
    for part in table.slices(columns.names):
        block = part if rest is None else pl.concat([rest, part])
        others = block[columns.turn].ne_missing(block[columns.turn][-1]).to_numpy()
        cut = len(others) - int(np.argmax(others[::-1])) if others.any() else 0
        if cut:
            yield _rows(block[:cut], first, table, columns)
        rest, first = block[cut:], first + cut
    if rest is not None:
        yield _rows(rest, first, table, columns)


def _rows(frame: pl.DataFrame, first: int, table: Table, columns: Columns) -> Rows:
    """The rows of a frame that starts at the table's row `first`."""
    turn_text, turn_start, turn_len = _packed(names_of(frame[columns.turn], table, first, "turn"))
    item_text, item_start, item_len = _packed(names_of(frame[columns.item], table, first, "item"))
    numbers = numbers_of(frame[columns.number], table, first, columns.holds)
    if columns.holds == "rank":
        numbers = -numbers
    return Rows(turn_text, turn_start, turn_len, item_text, item_start, item_len, np.ascontiguousarray(numbers))


def _packed(names: pl.Series) -> tuple[bytes, NDArray[np.int64], NDArray[np.int32]]:
    """All names in one text, where each starts, and how long it is."""
    lengths = names.str.len_bytes().to_numpy().astype(np.int32)
    text = (names.str.join().item() or "").encode()
    return text, np.cumsum(lengths, dtype=np.int64) - lengths, lengths


def _report_floating_names(table: Table, columns: Columns, decisions: Decisions) -> None:
    kinds = table.select(columns.names).collect_schema()
    for name in (columns.turn, columns.item):
        if kinds[name].is_float():
            text = f"the ids in {shown(name)} are floating numbers and are read as whole ones (1.0 as 1)"
            decisions.add(table.source, "floating-ids", 1, text)
