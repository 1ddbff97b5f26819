"""The files that a user means by a path, and the sources in each: a zip archive may hold many."""

from __future__ import annotations

import glob
import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from turnwise.errors import FormatError, InputError
from turnwise.readers.content import Content, content_of
from turnwise.readers.files import said_in_a_sentence
from turnwise.readers.kinds import kind_of
from turnwise.readers.ratings.booleans import record_with_text
from turnwise.readers.ratings.form import Source
from turnwise.readers.records import is_json
from turnwise.readers.table import Table
from turnwise.tables.decisions import Decisions, plural

_ENDINGS = (".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".parquet", ".pq", ".zip")
_COMPRESSED = (".gz", ".zst")
_EXPECTED = "ratings"
#: What macOS adds to an archive, and is nobody's data.
_ADDED = "__MACOSX"


def rating_files(path: Path, decisions: Decisions) -> Iterator[Path]:
    """The file of this name, those of a pattern, or those in a folder that end as tables and archives do."""
    if not path.exists() and glob.has_magic(str(path)):
        found = sorted(Path(name) for name in glob.glob(str(path)))
        if not found:
            raise InputError(f"{path}: found nothing of this pattern, expected ratings; correct the pattern.")
        yield from found
        return
    if not path.is_dir():
        yield path
        return
    with said_in_a_sentence(str(path)):
        there = sorted(file for file in path.iterdir() if file.is_file())
    found = [file for file in there if _ending(file) in _ENDINGS]
    if not found:
        raise InputError(f"{path}: found no file that ends in {', '.join(_ENDINGS)}, expected ratings.")
    others = len(there) - len(found)
    text = f"{plural(others, 'file')} passed over, whose ending is none of {', '.join(_ENDINGS)}"
    decisions.add(str(path), "other-files", others, text)
    yield from found


def _ending(file: Path) -> str:
    name = file.name.lower()
    for ending in _COMPRESSED:
        name = name.removesuffix(ending)
    return Path(name).suffix


def sources_in(path: Path, decisions: Decisions) -> Iterator[Source]:
    """The one source that a file is, or those in an archive."""
    if path.is_file() and zipfile.is_zipfile(path):
        yield from _in_archive(path, decisions)
        return
    name = str(path)
    if path.is_file() and kind_of(path) == "parquet":
        from turnwise.readers.parquet import table_of_parquet

        yield Source(name, None, partial(table_of_parquet, path))
        return
    content = content_of(path, _EXPECTED)
    yield Source(name, content, partial(_table, path, content, decisions))


def _table(path: Path, content: Content, decisions: Decisions) -> Table:
    if content.is_json:
        return _table_of_records(content)
    from turnwise.readers.delimited import table_of_delimited

    return table_of_delimited(path, decisions)


def _table_of_records(content: Content) -> Table:
    from turnwise.readers.mappings import table_of_records

    records = content.records
    return table_of_records(
        content.source,
        [record_with_text(record.fields) for record in records],
        lambda row: f"{records[row].place.kind} {records[row].place.number}",
    )


def _in_archive(path: Path, decisions: Decisions) -> Iterator[Source]:
    """The JSON files in a zip archive; others are passed over, and counted."""
    with said_in_a_sentence(str(path)), zipfile.ZipFile(path) as archive:
        members = [member for member in archive.infolist() if not member.is_dir()]
        taken = [member for member in members if _is_data(member.filename)]
        if not taken:
            raise InputError(f"{path}: found no JSON file in the archive, expected ratings; unpack other files first.")
        others = len(members) - len(taken)
        text = f"{plural(others, 'file')} of the archive passed over, which are not JSON or were added by macOS"
        decisions.add(str(path), "other-files", others, text)
        for member in taken:
            try:
                text = archive.read(member).decode("utf-8-sig")
            except (zipfile.BadZipFile, RuntimeError) as error:  # also of a kind that is not implemented, or encrypted
                raise InputError(
                    f"{path}: {member.filename} cannot be unpacked ({error}); get the file again."
                ) from None
            except UnicodeDecodeError:
                raise InputError(f"{path}: {member.filename} is not UTF-8 text; save it as UTF-8.") from None
            yield _member(f"{path}:{member.filename}", text, str(path))


def _is_data(name: str) -> bool:
    parts = Path(name).parts
    return _ADDED not in parts and not parts[-1].startswith(".") and name.lower().endswith((".json", ".jsonl"))


def _member(name: str, text: str, archive: str) -> Source:
    content = Content(name, text)
    if not is_json(text) or not content.records:
        raise FormatError(name, None, "no JSON in it", _EXPECTED, "remove it from the archive")
    return Source(name, content, partial(_table_of_records, content), archive)
