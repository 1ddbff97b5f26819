"""Writing files whole or not at all: Ctrl-C, a full disk or an error leaves nothing half-written."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def whole_file(path: str | Path) -> Iterator[Path]:
    """A path to write to; what was written takes the place of `path` only when the block ends well."""
    target = Path(path)
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    os.close(handle)
    draft = Path(name)
    try:
        yield draft
        mask = os.umask(0)
        os.umask(mask)
        draft.chmod(0o666 & ~mask)
        draft.replace(target)
    finally:
        with suppress(FileNotFoundError):
            draft.unlink()


def write_whole(path: str | Path, text: str) -> None:
    with whole_file(path) as draft:
        draft.write_text(text if text.endswith("\n") else text + "\n", encoding="utf-8")
