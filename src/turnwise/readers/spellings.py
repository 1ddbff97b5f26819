"""Names that may be one name, written in several ways."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable


def spelled_alike(names: Iterable[str]) -> list[list[str]]:
    """Those that differ in nothing but case and blanks, together."""
    found: dict[str, list[str]] = defaultdict(list)
    for name in names:
        found["".join(name.casefold().split())].append(name)
    return [same for same in found.values() if len(same) > 1]
