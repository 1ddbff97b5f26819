"""What kind of file a file is: by its content, and by its name where the content leaves that open."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Literal

from turnwise.errors import InputError
from turnwise.readers.broken_line import is_number
from turnwise.readers.columns import knows_any, look_like_lists
from turnwise.readers.delimited import cells_of
from turnwise.readers.files import opened

Kind = Literal["trec", "delimited", "json", "json lines", "parquet"]

_NAMED: dict[str, Kind] = {
    ".csv": "delimited", ".tsv": "delimited", ".jsonl": "json lines", ".ndjson": "json lines", ".json": "json",
    ".parquet": "parquet", ".pq": "parquet",
}  # fmt: skip
_START = 1 << 16  # bytes that are looked at
#: The start of `{"turn": {"item": number`, or of a turn without items.
_NESTED = re.compile(r'\{\s*"(?:[^"\\]|\\.)*"\s*:\s*\{\s*(?:"(?:[^"\\]|\\.)*"\s*:\s*-?[\d.]|\})')


def kind_of(path: str | os.PathLike[str]) -> Kind:
    """The kind of a file that is to be read as a run or as judgements. A pipe is taken for TREC text, unread."""
    source = Path(path)
    if not source.is_file():
        return "trec"
    named = _NAMED.get(Path(source.name.lower().removesuffix(".gz").removesuffix(".zst")).suffix)
    if _is_parquet(source):
        return "parquet"
    if named == "parquet":
        with opened(source):  # says if it cannot be read at all
            pass
        raise InputError(f"{path}: found no Parquet in it; unpack or write the file again, or correct its ending.")
    text = _start(source)
    if text.startswith(("{", "[")):
        return "json lines" if named == "json lines" else "json"
    lines = _lines(text)
    if named == "delimited":
        return "trec" if _is_trec_line(lines[0]) else "delimited"
    return named or ("delimited" if _is_header(lines[0]) else "trec")


def holds_run(path: Path) -> bool:
    """Whether a file found in a folder is a run, judged by how it starts."""
    try:
        kind = kind_of(path)
        if kind == "trec":
            return any(map(_is_run_line, _lines(_start(path))[:2]))  # the first may be a header
        return look_like_lists(names_at_start(path, kind)) or (kind == "json" and _is_json_run(_start(path)))
    except InputError:
        return False


def names_at_start(path: str | os.PathLike[str], kind: Kind) -> list[str]:
    """The names of a table's columns, judged by how the file starts; none where it is no table of rows."""
    if kind == "parquet":
        from turnwise.readers.parquet import table_of_parquet

        return list(table_of_parquet(path).names)
    text = _start(Path(path))
    if kind == "delimited":
        return cells_of(_lines(text)[0]) if text else []
    if kind == "trec":
        return []
    from turnwise.readers.json_tables import first_keys

    return first_keys(text)


def _is_parquet(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(4) == b"PAR1"
    except OSError:
        return False  # said better by who opens it next


def _start(path: Path) -> str:
    with opened(path) as stream:
        return stream.read(_START).decode("utf-8", "replace").lstrip("\ufeff \t\r\n")


def _is_json_run(text: str) -> bool:
    return bool(_NESTED.match(text)) or '"passage_provenance"' in text


def _lines(text: str) -> list[str]:
    """The first lines with content."""
    return [line for line in text.split("\n", 20)[:20] if line.strip() and not line.startswith("#")] or [""]


def _is_trec_line(line: str) -> bool:
    fields = line.encode().split()
    return _is_run_line(line) or (len(fields) == 4 and is_number(fields[3]) and not knows_any(cells_of(line)))


def _is_run_line(line: str) -> bool:
    fields = line.encode().split()
    return len(fields) >= 5 and is_number(fields[3]) and is_number(fields[4])


def _is_header(line: str) -> bool:
    """Whether a line names columns; that of a TREC file, whose second column has no use, is skipped by its reader."""
    cells = [cell.lower() for cell in cells_of(line)]
    return len(cells) > 2 and knows_any(cells) and cells[1] not in ("q0", "0", "iter", "iteration")
