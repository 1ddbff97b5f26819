"""Opening text that may be compressed."""

from __future__ import annotations

import gzip
import importlib
import os
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import IO, BinaryIO, cast

from turnwise.errors import FormatError, InputError, did_you_mean

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


@contextmanager
def opened(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """The file's text as bytes, unpacked if its content is gzip or zstd, whatever its name.

    What goes wrong while it is read is said in a sentence that names the file.
    """
    source = os.fspath(path)
    with said_in_a_sentence(source), open(source, "rb") as raw, _unpacked(raw, source) as text:
        yield text


@contextmanager
def said_in_a_sentence(source: str) -> Iterator[None]:
    """What goes wrong in the file system or in a codec is said of the source."""
    try:
        yield
    except Exception as error:
        sentence = _sentence(error, Path(source))
        if sentence is None:
            raise
        raise InputError(f"{source}: {sentence}.") from None


def text_of(path: str | os.PathLike[str], expected: str) -> str:
    """The whole text of a file that holds what is `expected`; an empty one is an error."""
    source = os.fspath(path)
    with opened(source) as stream:
        data = stream.read()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        found = f"the byte {data[error.start : error.start + 1].hex()}"
        raise FormatError(source, line, found, "UTF-8 text", "save the file as UTF-8") from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise FormatError(source, line, "a zero byte", "text", "check that it is the right file")
    if not text.strip():
        raise InputError(f"{source}: found an empty file, expected {expected}.")
    return text


def _sentence(error: Exception, path: Path) -> str | None:
    """What an error of the file system or of a codec means to the user; None for any other error."""
    if isinstance(error, FileNotFoundError):
        return f"no such file{_beside(path)}"
    if isinstance(error, IsADirectoryError):
        return "found a folder, expected a file"
    if isinstance(error, PermissionError):
        return "permission to read it is denied; ask for read access, or copy the file"
    if isinstance(error, EOFError):
        return "the compressed data end too early; copy or download the file again"
    if isinstance(error, gzip.BadGzipFile | zlib.error) or type(error).__name__ == "ZstdError":
        reason = str(error).rpartition(": ")[2]
        return f"the compressed data are damaged ({reason}); get the file again"
    return f"it cannot be read ({error.strerror or error})" if isinstance(error, OSError) else None


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


def _beside(path: Path) -> str:
    """A hint at the file that was perhaps meant: same name, compressed or not."""
    for name in (path.name + ".gz", path.name + ".zst", path.name.removesuffix(".gz").removesuffix(".zst")):
        if name != path.name and (path.parent / name).is_file():
            return f", but there is {path.parent / name}"
    there = [p.name for p in path.parent.iterdir() if p.is_file()] if path.parent.is_dir() else []
    near = did_you_mean(path.name, there, 2, 0.8).removeprefix("; did you mean ").removesuffix("?")
    return f", but there is {near}" if near else ""
