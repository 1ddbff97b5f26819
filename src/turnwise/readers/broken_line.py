"""Says in a sentence what is wrong with a line of a TREC file, and what its file may be instead."""

from __future__ import annotations

import math
import re

from turnwise.errors import FormatError, shown
from turnwise.readers.columns import ALIASES
from turnwise.tables.decisions import plural
from turnwise.tables.rows import QRELS, RUN

_WANTED = {RUN: "6 columns (turn Q0 item rank score tag)", QRELS: "4 columns (turn 0 item grade)"}
_LEAST = {RUN: 5, QRELS: 4}  # columns
_CONTROL = re.compile(rb"[\0-\x08\x0e-\x1f]")
_HEADER_WORDS = {"rank", "tag", "iter", "iteration", *(name for names in ALIASES.values() for name in names)}
_NUMBER = {RUN: ("score", 4), QRELS: ("grade", 3)}


def broken_line(source: str, number: int, line: bytes, layout: int) -> FormatError:
    """The error for a line that `kernel.split` stopped at."""
    fields, wanted = line.split(), _WANTED[layout]
    if b"\0" in line:
        todo = "save it as UTF-8, or check that it is the right file"
        return FormatError(source, number, "a zero byte", "text", todo)
    if b"\r" in line.strip() and len(fields) > _LEAST[layout]:
        todo = "convert its line ends, for instance with `tr '\\r' '\\n'`"
        return FormatError(source, number, "carriage returns within it", wanted, todo)
    if len(fields) < _LEAST[layout]:
        found = f"{plural(len(fields), 'column')} ({shown(line.strip())})"
        return FormatError(source, number, found, wanted, _what_it_may_be(fields, line, layout))
    name, column = _NUMBER[layout]
    hint = "this looks like a header row: remove it" if _is_header(fields) else number_hint(fields[column])
    return FormatError(source, number, f"the {name} {shown(fields[column])}", "a finite number, such as 12.5", hint)


def run_as_qrels(source: str, number: int, line: bytes) -> FormatError:
    found = f"{plural(len(line.split()), 'column')}, as a run has"
    return FormatError(source, number, found, _WANTED[QRELS], "give this file as a run, and judgements as qrels")


def looks_like_run(line: bytes) -> bool:
    """A line with a rank and a score: a run, though its first columns would pass as judgements."""
    fields = line.split()
    tagless = len(fields) == 5 and fields[1].upper() == b"Q0"
    return (tagless or len(fields) == 6) and is_number(fields[3]) and is_number(fields[4])


def is_number(field: bytes) -> bool:
    try:
        return math.isfinite(float(field))
    except ValueError:
        return False


def number_hint(value: bytes) -> str:
    """What to do about a value that is no finite number."""
    if value.lower().lstrip(b"+-") in (b"nan", b"inf", b"infinity"):
        return "remove the line, or give the item a score"
    if value.count(b",") == 1 and is_number(value.replace(b",", b".")):
        return "write the decimal mark as a point"
    return "correct the line"


def _is_header(fields: list[bytes]) -> bool:
    """Names of columns, not only where a number belongs: a header row further down, where files were joined."""
    words = {field.decode("utf-8", "replace").lower() for field in fields}
    return len(words & _HEADER_WORDS) > 1


def _what_it_may_be(fields: list[bytes], line: bytes, layout: int) -> str:
    if _CONTROL.search(line) or "\ufffd" in line.decode("utf-8", "replace"):
        return "this is no UTF-8 text: check that it is the right file"
    if line.lstrip().startswith((b"{", b"[")):
        return "this looks like JSON"
    if line.count(b",") >= 2 or line.count(b";") >= 2:
        return "this looks like comma-separated values: name the file .csv and give it a header row"
    if layout == RUN and len(fields) == 4 and is_number(fields[3]):
        return "this looks like judgements: give a run here, and this file as qrels"
    if len(fields) == 3 and fields[1] == b"all":
        return "this looks like the output of trec_eval, not its input"
    return "separate columns by spaces or tabs"
