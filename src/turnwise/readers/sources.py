"""The door of the readers: whatever a user has, a file of any kind or a Python object, becomes judgements and lists.

What reads other things than TREC files is loaded where it is needed: starting is half of the time that a run takes.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from turnwise.errors import InputError, OptionError, shown
from turnwise.readers.columns import Header, checked_columns
from turnwise.readers.kinds import Kind, kind_of, names_at_start
from turnwise.readers.run_files import run_files
from turnwise.readers.system_names import system_name, system_names
from turnwise.readers.table import Table, systems_of
from turnwise.readers.trec import Duplicates, Precision, read_qrels, read_run
from turnwise.tables.decisions import Decisions
from turnwise.tables.hits import Hits
from turnwise.tables.judgements import Judgements

#: What a table's columns hold → their names: {"turn": "qid", "item": "docno"}.
Names = Mapping[str, str]


def read_judgements(source: Any, decisions: Decisions, *, columns: Names | None = None) -> Judgements:
    """Judgements from a file (TREC qrels, Parquet, CSV, TSV, JSON, JSON Lines), a frame, or ``{turn: {item: grade}}``.

    `columns` names columns of a table whose names are none of those that are known.
    """
    given = checked_columns(columns)
    if _is_path(source) and kind_of(source) == "trec":
        return read_qrels(source, decisions)
    from turnwise.readers.frames import judgements_of_table

    table = table_of(source, "judgements", "grade", decisions)
    return judgements_of_table(table, Header(table.source, table.names, given).of_judgements(), decisions)


def read_lists(
    source: Any,
    judgements: Judgements,
    decisions: Decisions,
    *,
    system: str | None = None,
    precision: Precision = "double",
    duplicates: Duplicates = "best",
    columns: Names | None = None,
) -> Hits:
    """Where the judged items stand in one system's lists: from a file, a frame, or ``{turn: {item: score}}``.

    Lists are ordered by score, then item id, both descending, whatever they come from.
    """
    given = checked_columns(columns)
    for option, value, known in (("precision", precision, Precision), ("duplicates", duplicates, Duplicates)):
        if value not in get_args(known):
            raise OptionError(f"{option}: found {shown(value)}, expected {' or '.join(map(repr, get_args(known)))}.")
    if system is None:
        system = system_name(source) if _is_path(source) else "run"
    if _is_path(source) and kind_of(source) == "trec":
        return read_run(source, judgements, decisions, system=system, precision=precision, duplicates=duplicates)
    from turnwise.readers.frames import hits_of_table

    table = table_of(source, system, "score", decisions)
    header = Header(table.source, table.names, given)
    if not isinstance(source, Table) and len(systems := _systems_in(table, header)) > 1:
        named = ", ".join(shown(name) for name, _ in systems[:3])
        raise InputError(
            f"{table.source}: found {len(systems)} systems ({named}), expected one; take them apart first."
        )
    return hits_of_table(table, header.of_lists(), judgements, decisions, system, precision, duplicates)


def expand_runs(runs: Any, decisions: Decisions, *, columns: Names | None = None) -> list[tuple[str, Any]]:
    """The systems in what a user gives as runs, each with a name and a source that `read_lists` takes.

    That may be a path, a folder, a glob, a frame or a dict ``{turn: {item: score}}``, several of them in a list, or a
    dict of names. A file is named by its file name; a table whose `system` column names several is as many systems.
    """
    given = checked_columns(columns)
    if isinstance(runs, Mapping) and not _is_run(runs):
        found = [system for name, run in runs.items() for system in _under_name(name, run, decisions, given)]
    else:
        several = isinstance(runs, Iterable) and not (isinstance(runs, str | bytes | os.PathLike) or _is_run(runs))
        found = _found(list(runs) if several else [runs], decisions, given)
    if not found:
        raise InputError("there is no run to score; give at least one.")
    return [(name, run.source) for name, run in zip(_unique_names(found), found, strict=True)]


def check_columns_serve(columns: Names | None, judgements: Any, runs: Iterable[Any]) -> None:
    """Refuse a word about columns that nothing read has: those of TREC files have no names."""
    served = {"turn", "item", "grade"} if columns and _has_columns(judgements) else set()
    if columns and any(map(_has_columns, runs)):
        served |= {"turn", "item", "score", "rank", "system"}
    for holds, name in (columns or {}).items():
        if holds not in served:
            of = "judgements" if holds == "grade" else "runs" if holds in ("score", "rank", "system") else "files"
            raise OptionError(
                f"columns: {holds}={name} is for a table, and the {of} are in TREC's format, whose columns have no "
                "names; leave it out."
            )


def _has_columns(source: Any) -> bool:
    return not (_is_path(source) and kind_of(source) == "trec")


@dataclass(frozen=True)
class _Run:
    """A system that was found: its name, what holds it (a file with several systems), and the source to read."""

    name: str
    holder: str
    source: Any


def _found(runs: list[Any], decisions: Decisions, given: Names, name: str = "run") -> list[_Run]:
    """All systems of some paths and objects, those of paths first; an object has no name but the one given."""
    found: list[_Run] = []
    paths = [run for run in runs if _is_path(run)]
    files = run_files(paths, decisions)
    for path, file_name in zip(files, system_names(files), strict=True):
        found += _systems(path, file_name, decisions, given)
    for number, run in enumerate(runs, 1):
        if not _is_path(run):
            found += _systems(run, name if len(runs) == 1 else f"{name} {number}", decisions, given)
    return found


def _systems(run: Any, name: str, decisions: Decisions, given: Names) -> list[_Run]:
    """The one system of a source, or those that its system column names."""
    if _is_path(run) and not _may_hold_several(run, kind_of(run), given):
        return [_Run(name, "", run)]
    if isinstance(run, Mapping):
        return [_Run(name, "", run)]
    own = Decisions(decisions.strict)
    table = table_of(run, name, "score", own)
    systems = _systems_in(table, Header(table.source, table.names, given))
    if _is_path(run) and len(systems) < 2:
        return [_Run(name, "", run)]  # named by its file, as in TREC's format, whose tags are not read either
    decisions.taken += own.taken
    return [_Run(system, name, part) for system, part in systems] or [_Run(name, "", table)]


def _may_hold_several(path: Path, kind: Kind, given: Names) -> bool:
    return kind != "trec" and Header(str(path), names_at_start(path, kind), given).find("system") is not None


def _systems_in(table: Table, header: Header) -> list[tuple[str, Table]]:
    """The systems that a table's system column names; none where it has no such column."""
    column = header.find("system")
    if column is None:
        return []
    from turnwise.readers.cells import names_of

    systems = names_of(table.whole([column])[column], table, 0, "system")
    return systems_of(table, header.of_lists().names, systems)


def _under_name(name: Any, run: Any, decisions: Decisions, given: Names) -> list[_Run]:
    """What was found for an entry of a dict of names."""
    if not isinstance(name, str):
        raise OptionError(f"runs: found the name {shown(name)} ({type(name).__name__}), expected text.")
    found = _found([run], decisions, given, name)
    if len(found) == 1:
        return [_Run(name, "", found[0].source)]
    return [_Run(f"{name}/{run.name}", "", run.source) for run in found]


def _unique_names(found: list[_Run]) -> list[str]:
    count = Counter(run.name for run in found)
    names = [f"{run.holder}/{run.name}" if count[run.name] > 1 and run.holder else run.name for run in found]
    for name, times in Counter(names).items():
        if times > 1:
            raise InputError(f"found {times} systems named {shown(name)}, expected one; give a dict of names and runs.")
    return names


def table_of(source: Any, name: str, holds: str, decisions: Decisions) -> Table:
    """The table that a path or an object is; an object goes by `name`."""
    if not _is_path(source):
        from turnwise.readers.objects import table_of_object

        return table_of_object(name, source, holds, decisions)
    kind = kind_of(source)
    if kind == "parquet":
        from turnwise.readers.parquet import table_of_parquet

        return table_of_parquet(source)
    if kind == "delimited":
        from turnwise.readers.delimited import table_of_delimited

        return table_of_delimited(source, decisions)
    from turnwise.readers.json_tables import table_of_json, table_of_json_lines

    return table_of_json_lines(source) if kind == "json lines" else table_of_json(source, holds, decisions)


def _is_path(source: Any) -> bool:
    return isinstance(source, str | os.PathLike)


def _is_run(source: Any) -> bool:
    """Whether this is one run, rather than several."""
    from turnwise.readers.mappings import is_ikat, is_nested
    from turnwise.readers.objects import is_frame

    return is_frame(source) or (isinstance(source, Mapping) and (is_ikat(source) or is_nested(source)))
