"""Systems are named by the files of their runs."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

_COMPRESSED = (".gz", ".zst")
_ENDINGS = (".trec", ".run", ".txt", ".tsv", ".csv", ".jsonl", ".ndjson", ".json", ".parquet", ".pq", ".res", ".out")


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


def system_names(paths: Sequence[str | os.PathLike[str]]) -> list[str]:
    """A name for each file: its system's, or its whole own where one folder has two of that; where names are equal
    still, as many folders are put before them as tell them apart."""
    whole = [Path(os.path.abspath(path)) for path in paths]
    beside = Counter((path.parent, system_name(path)) for path in whole)
    parts = [
        (*path.parts[1:-1], path.name if beside[path.parent, system_name(path)] > 1 else system_name(path))
        for path in whole
    ]
    names = [part[-1] for part in parts]
    for depth in range(2, max(map(len, parts), default=0) + 1):
        count = Counter(names)
        names = ["/".join(p[-depth:]) if count[n] > 1 else n for n, p in zip(names, parts, strict=True)]
    return names
