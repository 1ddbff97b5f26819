"""Groups of systems, such as automatic and manual: a CSV or TSV file with the columns system and group."""

from __future__ import annotations

import csv
import os

from turnwise.errors import FormatError, did_you_mean, shown
from turnwise.readers.delimited import separator_of
from turnwise.readers.files import text_of

COLUMNS = ("system", "group")


def read_groups(path: str | os.PathLike[str]) -> dict[str, str]:
    """The group of each system that the file names; each system once."""
    source = os.fspath(path)
    lines = text_of(source, "groups of systems").splitlines()
    rows = csv.reader(lines, delimiter=separator_of(lines[0] if lines else ""), skipinitialspace=True)
    header = [cell.strip().lower() for cell in next(rows, [])]
    for column in COLUMNS:
        if column not in header:
            hint = did_you_mean(column, header)
            raise FormatError(
                source, 1, shown(",".join(header)), f"the columns {' and '.join(COLUMNS)}", hint.lstrip("; ")
            )
    system, group = map(header.index, COLUMNS)
    found: dict[str, str] = {}
    for row in rows:
        if not any(cell.strip() for cell in row):
            continue
        if len(row) <= max(system, group) or not row[system].strip() or not row[group].strip():
            raise FormatError(source, rows.line_num, shown(",".join(row)), "a system and its group")
        name = row[system].strip()
        if name in found:
            raise FormatError(source, rows.line_num, f"system {name!r} again", "each system once")
        found[name] = row[group].strip()
    return found
