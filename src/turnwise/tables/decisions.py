"""What reading and scoring had to decide, counted: nothing is dropped, filled or merged in silence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from turnwise.errors import DecisionError


@dataclass(frozen=True)
class Decision:
    """One kind of decision about one source: what was decided, how often, and an example."""

    source: str
    kind: str  # a stable key such as "duplicate-items"
    count: int
    text: str  # a sentence part: "2 duplicated items: the best-ranked copy counts (first: turn 31_1, MARCO_1)"

    def __str__(self) -> str:
        return f"{self.source}: {self.text}"


@dataclass
class Decisions:
    """The decisions taken so far. With ``strict`` the first one is an error instead."""

    strict: bool = False
    taken: list[Decision] = field(default_factory=list)

    def add(self, source: str, kind: str, count: int, text: str) -> None:
        if count <= 0:
            return
        decision = Decision(source, kind, count, text)
        if self.strict:
            raise DecisionError(f"{decision} (refused because of strict reading).")
        self.taken.append(decision)

    def count(self, kind: str) -> int:
        return sum(d.count for d in self.taken if d.kind == kind)

    def __iter__(self) -> Iterator[Decision]:
        return iter(self.taken)

    def __len__(self) -> int:
        return len(self.taken)

    def __bool__(self) -> bool:
        """True also when empty: `given or Decisions()` must not lose the one that was given."""
        return True


def plural(count: int, one: str, many: str | None = None) -> str:
    """``1 turn``, ``2 turns``, ``10,000 turns``."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
