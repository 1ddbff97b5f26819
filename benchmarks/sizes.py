"""The sizes that are measured."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Size:
    """`turns` lists of `depth` items each; a judged turn has about `judged` judged items."""

    name: str
    turns: int
    depth: int
    judged: int
    runs: int = 1

    @property
    def rows(self) -> int:
        return self.turns * self.depth * self.runs

    def __str__(self) -> str:
        runs = f"{self.runs} runs of " if self.runs > 1 else ""
        return f"{self.name}: {runs}{self.turns:,} lists × {self.depth:,}"


#: S, and the many runs, are judged as deeply as a TREC collection with pooling (CAsT 2019 has 170 judged items a
#: turn), the large ones as a collection of many turns can afford to be.
SIZES = {
    size.name: size
    for size in (
        Size("tiny", 20, 10, 5),
        Size("S", 200, 1_000, 150),
        Size("quick", 2_000, 100, 30),
        Size("M", 10_000, 100, 30),
        Size("L", 10_000, 1_000, 30),
        Size("XL", 50_000, 1_000, 30),
        Size("many", 200, 100, 150, runs=23),
    )
}
