"""The files of each size: made once, kept in a folder, and used again while the recipe is the same."""

from __future__ import annotations

import hashlib
import shutil
import sys
from pathlib import Path

from sizes import Size
from spawn import spawn

HERE = Path(__file__).parent
BYTES_A_ROW = 60  # of a run; a little more than they have
SPARE = 1_000_000_000


class NoRoom(Exception):
    """The disk has no room for a size's files."""


def files_of(size: Size, folder: Path) -> tuple[list[Path], Path]:
    """The size's runs and its qrels, made if they are not there yet."""
    home = folder / size.name
    stamp = home / "recipe"
    recipe = hashlib.sha256((HERE / "data.py").read_bytes() + repr(size).encode()).hexdigest()
    if not (stamp.exists() and stamp.read_text() == recipe):
        _make(size, home)
        stamp.write_text(recipe)
    return sorted(home.glob("run-*.trec")), home / "qrels.txt"


def _make(size: Size, home: Path) -> None:
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    needed, free = size.rows * BYTES_A_ROW + SPARE, shutil.disk_usage(home).free
    if free < needed:
        raise NoRoom(f"{size.name} needs {needed / 1e9:.1f} GB of disk in {home.parent}, and {free / 1e9:.1f} are free")
    print(f"making {size}, in {home}", file=sys.stderr)
    spawn([sys.executable, str(HERE / "data.py"), size.name, str(home)])  # elsewhere, so that this process stays small
