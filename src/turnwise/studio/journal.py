"""Files that grow while others read and write them: a line is there whole, or not at all.

A crash may leave half a line at a file's end: whoever opens the file next moves it to `FILE.torn`. Writers of several
processes take turns by a lock on the file's folder.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # where there is none, two processes should not share a folder; the threads of one may
    fcntl = None  # type: ignore[assignment]

_THREADS = threading.RLock()


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Nobody else writes in the folder meanwhile."""
    with _THREADS:
        if fcntl is None:
            yield
            return
        handle = os.open(folder, os.O_RDONLY)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)


def append(path: Path, text: str) -> None:
    """Add whole lines, and wait until they are on the disk; where that fails, the file is as before."""
    is_new = not path.exists()
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    try:
        before = os.fstat(handle).st_size
        try:
            rest = memoryview(text.encode())
            while rest:
                rest = rest[os.write(handle, rest) :]
            os.fsync(handle)
        except BaseException:
            os.ftruncate(handle, before)
            raise
    finally:
        os.close(handle)
    if is_new:
        _on_disk(path.parent)


def replace(path: Path, text: str) -> None:
    """Put another text in the file's place: whoever reads meets the old one or the new one, never a part."""
    beside = path.with_name(f".{path.name}.new")
    beside.unlink(missing_ok=True)
    append(beside, text)
    os.replace(beside, path)
    _on_disk(path.parent)


def heal(path: Path) -> bool:
    """Move half a line from the file's end to `FILE.torn`; whether there was one."""
    if not path.exists():
        return False
    with path.open("rb+") as file:
        data = file.read()
        whole = data.rfind(b"\n") + 1
        if whole == len(data):
            return False
        torn = data[whole:].decode("utf-8", "replace")
        append(path.with_name(f"{path.name}.torn"), f"{torn}\n")
        file.truncate(whole)
        os.fsync(file.fileno())
    return True


def _on_disk(folder: Path) -> None:
    """A new file's name is on the disk only when its folder is."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
