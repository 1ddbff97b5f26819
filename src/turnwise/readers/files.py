"""Opening text that may be compressed, finding the files a user means, and naming systems by them."""

from __future__ import annotations

import glob
import gzip
import importlib
import os
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import IO, BinaryIO, cast

from turnwise.errors import InputError

_GZIP = b"\x1f\x8b"
_ZSTD = b"\x28\xb5\x2f\xfd"
_FOREIGN = {  # content we can name, but not read as text
    b"PK\x03\x04": "a zip archive",
    b"BZh": "bzip2 data",
    b"\xfd7zXZ": "xz data",
    b"7z\xbc\xaf": "a 7z archive",
    b"PAR1": "a Parquet file",
    b"\xff\xfe": "UTF-16 text",
    b"\xfe\xff": "UTF-16 text",
}
_COMPRESSED = (".gz", ".zst")
_ENDINGS = (".trec", ".run", ".txt", ".tsv", ".csv", ".jsonl", ".ndjson", ".json", ".parquet", ".res", ".out")


@contextmanager
def opened(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """The file's text as bytes, unpacked if its content is gzip or zstd, whatever its name.

    What goes wrong while it is read is said in a sentence that names the file.
    """
    source = os.fspath(path)
    try:
        with open(source, "rb") as raw, _unpacked(raw, source) as text:
            yield text
    except FileNotFoundError:
        raise InputError(f"{source}: no such file{_beside(Path(source))}.") from None
    except IsADirectoryError:
        raise InputError(f"{source}: found a folder, expected a file.") from None
    except PermissionError:
        raise InputError(f"{source}: permission to read it is denied; ask for read access, or copy the file.") from None
    except EOFError:
        raise InputError(f"{source}: the compressed data end too early; copy or download the file again.") from None
    except (gzip.BadGzipFile, zlib.error, _zstd_error()) as error:
        raise InputError(f"{source}: the compressed data are damaged ({error}); get the file again.") from None
    except OSError as error:
        raise InputError(f"{source}: it cannot be read ({error.strerror or error}).") from None


def _unpacked(raw: IO[bytes], source: str) -> BinaryIO:
    start = raw.peek(8)  # type: ignore[attr-defined]
    if start.startswith(_GZIP):
        return cast(BinaryIO, gzip.GzipFile(fileobj=raw, mode="rb"))
    if start.startswith(_ZSTD):
        return cast(BinaryIO, _zstd().ZstdFile(raw))
    for magic, what in _FOREIGN.items():
        if start.startswith(magic):
            todo = "save it as UTF-8" if what.startswith("UTF") else "unpack or convert it first"
            raise InputError(f"{source}: found {what}, expected text, plain, .gz or .zst; {todo}.")
    return cast(BinaryIO, raw)


def _zstd() -> ModuleType:
    """Loaded late: most files do without."""
    return importlib.import_module("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")


def _zstd_error() -> type[Exception]:
    return cast(type[Exception], _zstd().ZstdError)


def _beside(path: Path) -> str:
    """A hint at the file that was perhaps meant: same name, compressed or not."""
    for name in (path.name + ".gz", path.name + ".zst", path.name.removesuffix(".gz").removesuffix(".zst")):
        if name != path.name and (path.parent / name).is_file():
            return f", but there is {path.parent / name}"
    return ""


def expand(words: Iterable[str | os.PathLike[str]], accepts: Callable[[Path], bool]) -> list[Path]:
    """The files that names, globs and folders mean, each once, in the order given and sorted within each.

    Of a folder or a glob only the files that `accepts` says are of the wanted kind; a file named outright is
    always taken.
    """
    found: dict[Path, None] = {}
    for word in words:
        for path in _meant(os.fspath(word), accepts):
            found.setdefault(path)
    return list(found)


def _meant(word: str, accepts: Callable[[Path], bool]) -> list[Path]:
    path = Path(word)
    if path.is_dir():
        there, what = sorted(p for p in path.iterdir() if not p.name.startswith(".")), "the folder"
    elif not path.exists() and glob.has_magic(word):
        there, what = sorted(map(Path, glob.glob(word, recursive=True))), "what the pattern names"
    else:
        return [path]
    taken = [p for p in there if p.is_file() and accepts(p)]
    if not taken:
        raise InputError(f"{word}: {what} holds no file of the kind expected ({len(there)} there); name one outright.")
    return taken


def system_name(path: str | os.PathLike[str]) -> str:
    """A system is named by its file, without the ending that says how the file is written.

    Not by the tag in the file: several runs of one team often share a tag.
    """
    name = Path(path).name
    for endings in (_COMPRESSED, _ENDINGS):
        stem, ending = os.path.splitext(name)
        if ending.lower() in endings and stem:
            name = stem
    return name


def system_names(paths: Iterable[str | os.PathLike[str]]) -> list[str]:
    """A name for each file; where names are equal, as many folders are put before them as tell them apart."""
    parts = [[*Path(os.path.abspath(path)).parts[1:-1], system_name(path)] for path in paths]
    names = [part[-1] for part in parts]
    for depth in range(2, max(map(len, parts), default=0) + 1):
        repeated = {name for name in names if names.count(name) > 1}
        if not repeated:
            break
        names = ["/".join(p[-depth:]) if n in repeated else n for n, p in zip(names, parts, strict=True)]
    return names
