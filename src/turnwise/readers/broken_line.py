"""Says in a sentence what is wrong with a line of a TREC file, and what its file may be instead."""

from __future__ import annotations

import math

from turnwise.errors import FormatError, shown
from turnwise.tables.decisions import plural
from turnwise.tables.rows import RUN

COLUMNS = {RUN: "turn, Q0, item, rank, score, tag"}
_WANTED = {True: "6 columns (turn Q0 item rank score tag)", False: "4 columns (turn 0 item grade)"}


def broken_line(source: str, number: int, line: bytes, layout: int) -> FormatError:
    """The error for a line that `kernel.split` stopped at."""
    run = layout == RUN
    fields = line.split()
    wanted = _WANTED[run]
    if b"\0" in line:
        return FormatError(
            source, number, "a zero byte", "text", "save it as UTF-8, or check that it is the right file"
        )
    if b"\r" in line.strip() and len(fields) > (6 if run else 4):
        return FormatError(
            source,
            number,
            "carriage returns within it",
            wanted,
            "convert its line ends, for instance with `tr '\\r' '\\n'`",
        )
    if len(fields) <= (4 if run else 3):
        return FormatError(source, number, _columns(fields, line), wanted, _what_it_may_be(fields, line, run))
    name, value = ("score", fields[4]) if run else ("grade", fields[3])
    return FormatError(
        source, number, f"the {name} {shown(value)}", "a finite number, such as 12.5", number_hint(value)
    )


def run_as_qrels(source: str, number: int) -> FormatError:
    return FormatError(
        source,
        number,
        "6 columns, as a run has",
        _WANTED[False],
        "give this file as a run, and the judgements as qrels",
    )


def looks_like_run(line: bytes) -> bool:
    """Six columns with a rank and a score: a run, though its first columns would pass as judgements."""
    fields = line.split()
    return len(fields) == 6 and is_number(fields[3]) and is_number(fields[4])


def is_number(field: bytes) -> bool:
    try:
        return math.isfinite(float(field))
    except ValueError:
        return False


def _columns(fields: list[bytes], line: bytes) -> str:
    return f"{plural(len(fields), 'column')} ({shown(line.strip())})"


def _what_it_may_be(fields: list[bytes], line: bytes, run: bool) -> str:
    if line.lstrip().startswith((b"{", b"[")):
        return "this looks like JSON"
    if line.count(b",") >= 2 or line.count(b";") >= 2:
        return "this looks like comma-separated values: name the file .csv and give it a header row"
    if run and len(fields) == 4 and is_number(fields[3]):
        return "this looks like judgements: give a run here, and this file as qrels"
    if len(fields) == 3 and fields[1] == b"all":
        return "this looks like the output of trec_eval, not its input"
    return "separate columns by spaces or tabs"


def number_hint(value: bytes) -> str:
    """What to do about a value that is no finite number."""
    if value.lower().lstrip(b"+-") in (b"nan", b"inf", b"infinity"):
        return "remove the line, or give the item a score"
    if value.count(b",") == 1 and is_number(value.replace(b",", b".")):
        return "write the decimal mark as a point"
    return "correct the line"
