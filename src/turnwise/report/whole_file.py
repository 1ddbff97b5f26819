"""Writing files whole or not at all: Ctrl-C, a full disk or an error leaves nothing half-written."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from turnwise.errors import OptionError


@contextmanager
def whole_file(path: str | Path) -> Iterator[Path]:
    """A path to write to; what was written takes the place of `path` only when the block ends well."""
    target = Path(path)
    draft = _draft(target)
    try:
        yield draft
        mask = os.umask(0)
        os.umask(mask)
        draft.chmod(0o666 & ~mask)
        draft.replace(target)
    finally:
        with suppress(FileNotFoundError):
            draft.unlink()


def refuse_unwritable(path: str | Path, read: Iterable[str | Path | None] = ()) -> None:
    """Say before long work what writing would say after it, and which of the files to read it would write over."""
    target = Path(path)
    for source in read:
        if source and target.is_file() and os.path.exists(source) and target.samefile(source):
            raise OptionError(f"{target}: this file is read, and would be written over; write elsewhere.")
    _draft(target).unlink()


def refuse_unwritable_folder(path: str | Path) -> None:
    """The same of a folder to write into, which need not be there yet."""
    target = Path(path)
    there = next(place for place in (target, *target.absolute().parents) if place.exists())
    if not there.is_dir():
        raise OptionError(f"{target}: found a file, expected a folder to write into; name another.")
    try:
        tempfile.TemporaryFile(dir=there).close()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise OptionError(f"{target}: it cannot be written into ({reason}); name another folder.") from None


def _draft(target: Path) -> Path:
    """A new file beside the target; why there can be none is said of the target."""
    if target.is_dir():
        raise OptionError(f"{target}: found a folder, expected a file to write; give a file's name.")
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    except OSError as error:
        if not target.parent.exists():
            raise OptionError(f"{target}: there is no folder {target.parent}; create it, or write elsewhere.") from None
        reason = (error.strerror or str(error)).lower()
        raise OptionError(f"{target}: it cannot be written ({reason}); write elsewhere.") from None
    os.close(handle)
    return Path(name)


def write_whole(path: str | Path, text: str) -> None:
    with whole_file(path) as draft:
        draft.write_text(text if text.endswith("\n") else text + "\n", encoding="utf-8")
