"""TREC files: judgements (qrels) and ranked lists (runs)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from turnwise.errors import FormatError, InputError, shown
from turnwise.readers.files import opened, system_name
from turnwise.readers.scan import Scan
from turnwise.tables import kernel
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.hits import Hits
from turnwise.tables.judgements import Judgements
from turnwise.tables.rows import QRELS, RUN, Rows

Precision = Literal["double", "single"]
Duplicates = Literal["best", "error"]


def read_qrels(path: str | os.PathLike[str], decisions: Decisions) -> Judgements:
    """Judgements from lines of ``turn 0 item grade``."""
    source = os.fspath(path)
    with opened(path) as stream:
        scan = Scan(stream, source, QRELS)
        rows = scan.whole()
    if not len(rows):
        raise InputError(f"{source}: found no judgements, expected lines of 4 columns (turn 0 item grade).")
    scan.report(decisions)
    rows, index = _without_repetitions(rows, scan, source, decisions)
    turns = []
    turn_of_row: NDArray[np.int32] = np.frombuffer(index.turn_of_row, np.int32)
    for place, name in enumerate(index.turns):
        try:
            turns.append(name.decode())
        except UnicodeDecodeError:
            row = int(np.argmax(turn_of_row == place))
            raise FormatError(
                source, scan.line_of(rows, row), f"the turn {shown(name)}", "UTF-8 text", "save the file as UTF-8"
            ) from None
    return Judgements(source, turns, turn_of_row, np.ascontiguousarray(rows.value), index)


def _without_repetitions(rows: Rows, scan: Scan, source: str, decisions: Decisions) -> tuple[Rows, kernel.Index]:
    """The rows that say something new. Two rows that give an item two grades are an error."""
    index = kernel.Index(rows)
    first = np.frombuffer(index.first_of_row, np.int32)
    repeated = np.flatnonzero(first != np.arange(len(rows)))
    if not len(repeated):
        return rows, index
    for row in repeated[rows.value[repeated] != rows.value[first[repeated]]][:1]:
        before = int(first[row])
        raise FormatError(
            source,
            scan.line_of(rows, int(row)),
            f"grade {rows.value[row]:g} for item {shown(rows.item(row))} of turn {shown(rows.turn(row))}",
            f"the grade {rows.value[before]:g} of line {scan.line_of(rows, before)}",
            "keep one of the two lines",
        )
    row = int(repeated[0])
    example = f"turn {shown(rows.turn(row))}, item {shown(rows.item(row))}, line {scan.line_of(rows, row)}"
    text = (
        f"{plural(len(repeated), 'judgement')} given again with the same grade and not counted again (first: {example})"
    )
    decisions.add(source, "repeated-judgements", len(repeated), text)
    rows = rows.taken(np.flatnonzero(first == np.arange(len(rows))))
    return rows, kernel.Index(rows)


def read_run(
    path: str | os.PathLike[str],
    judgements: Judgements,
    decisions: Decisions,
    *,
    system: str | None = None,
    precision: Precision = "double",
    duplicates: Duplicates = "best",
) -> Hits:
    """Where the judged items stand in a system's lists, from lines of ``turn Q0 item rank score tag``.

    The order is by score, then item id, both descending; the rank column is not read.
    """
    source = os.fspath(path)
    with opened(path) as stream:
        scan = Scan(stream, source, RUN)
        run = kernel.Run(judgements.index, precision == "single")
        grouped = all(run.add(rows) for rows in _ahead(iter(scan)))
    if not grouped:
        scan, run = _read_ungrouped(source, judgements, precision, decisions)
    scan.report(decisions)
    report_run(run, source, judgements, decisions, duplicates)
    return kernel.hits(run, system_name(path) if system is None else system)


def _ahead(chunks: Iterator[Rows]) -> Iterator[Rows]:
    """The same chunks, each scanned in a second thread while the one before it is matched."""
    first, second = next(chunks, None), next(chunks, None)
    if first is None:
        return
    yield first
    if second is None:
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as pool:
        current: Rows | None = second
        while current is not None:
            coming = pool.submit(next, chunks, None)
            yield current
            current = coming.result()


def _read_ungrouped(
    source: str, judgements: Judgements, precision: Precision, decisions: Decisions
) -> tuple[Scan, kernel.Run]:
    """Read a run whose turns return after other turns: all of it is put in order of turns, in memory."""
    if not Path(source).is_file():
        raise InputError(
            f"{source}: its turns are not grouped, and a pipe cannot be read twice; save it as a file first."
        )
    with opened(source) as stream:
        scan = Scan(stream, source, RUN)
        rows = scan.whole()
    run = kernel.Run(judgements.index, precision == "single")
    run.add(kernel.grouped(rows, judgements.index))
    decisions.add(source, "ungrouped-turns", 1, "the rows of a turn do not stand together: they are put together")
    return scan, run


def report_run(
    run: kernel.Run, source: str, judgements: Judgements, decisions: Decisions, duplicates: Duplicates
) -> None:
    """Tell what matching a run had to decide; refuse a run that cannot be scored."""
    if not run.judged_turns:
        raise InputError(_nothing_judged(run, source, judgements))
    if run.first_duplicate is not None:
        turn, item = map(shown, run.first_duplicate)
        found = f"{plural(run.duplicates, 'duplicated item')} (first: turn {turn}, item {item})"
        if duplicates == "error":
            raise InputError(f"{source}: found {found}, expected each item once in a list; remove the copies.")
        decisions.add(source, "duplicate-items", run.duplicates, f"{found}: the best-ranked copy counts")
    if run.first_unjudged is not None:
        turns = plural(run.unjudged_turns, "turn of the run is", "turns of the run are")
        text = f"{turns} not judged and not scored (first: {shown(run.first_unjudged)})"
        decisions.add(source, "unjudged-turns", run.unjudged_turns, text)


def _nothing_judged(run: kernel.Run, source: str, judgements: Judgements) -> str:
    if run.first_unjudged is None:
        return f"{source}: found no rows, expected lines of 6 columns (turn Q0 item rank score tag)."
    return (
        f"{source}: found no list for any of the {plural(len(judgements), 'judged turn')} of {judgements.source} "
        f"(its turns are such as {shown(run.first_unjudged)}, the judged ones such as {shown(judgements.turns[0])}), "
        "expected the same turn ids; check that both files are of the same collection."
    )
