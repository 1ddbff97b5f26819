"""TREC files: judgements (qrels) and ranked lists (runs)."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from turnwise.errors import FormatError, InputError, shown
from turnwise.readers.files import opened
from turnwise.readers.judged import judgements_of
from turnwise.readers.regroup import match_regrouped
from turnwise.readers.scan import Scan
from turnwise.readers.system_names import system_name
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
    return judgements_of(rows, _Lines(source, scan, rows), decisions)


@dataclass(frozen=True)
class _Lines:
    """Where the rows of a file stand."""

    source: str
    scan: Scan
    rows: Rows

    def place(self, row: int) -> str:
        return f"line {self.scan.line_of(self.rows, row)}"

    def error(self, row: int, found: str, expected: str, todo: str) -> FormatError:
        return FormatError(self.source, self.scan.line_of(self.rows, row), found, expected, todo)


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
        with closing(_ahead(iter(scan))) as chunks:
            grouped = all(map(run.add, chunks))
    if not grouped:
        scan, run = _read_ungrouped(source, judgements, precision, decisions)
    scan.report(decisions)
    report_run(run, source, judgements, decisions, duplicates)
    return kernel.hits(run, system_name(path) if system is None else system)


def _ahead(chunks: Iterator[Rows]) -> Generator[Rows]:
    """The same chunks, each scanned in a second thread while the one before it is matched.

    The second thread starts with the third chunk: most files do without.
    """
    first, second = next(chunks, None), next(chunks, None)
    if first is not None:
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
    """Read a run again whose turns come back after other turns."""
    if not Path(source).is_file():
        raise InputError(
            f"{source}: its turns are not grouped, and a pipe cannot be read twice; save it as a file first."
        )
    scans = []

    def once_more() -> Iterator[Rows]:
        with opened(source) as stream:
            scans.append(Scan(stream, source, RUN))
            yield from scans[-1]

    run = kernel.Run(judgements.index, precision == "single")
    returning = match_regrouped(once_more, judgements.index, run)
    report_regrouped([judgements.turns[turn] for turn in returning], source, decisions)
    return scans[-1], run


def report_regrouped(turns: Sequence[str], source: str, decisions: Decisions) -> None:
    """Tell which turns came back after other turns."""
    rows = f"the rows of {plural(len(turns), 'turn')} do not stand together"
    decisions.add(source, "ungrouped-turns", len(turns), f"{rows}: they are put together (first: {shown(turns[0])})")


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
