"""Many runs of one collection: the qrels read once for all, against once for each."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from files import HERE, files_of
from sizes import SIZES

REPEATS = 3


@dataclass
class ManyRuns:
    runs: int
    judgements: int
    once: float  # seconds, medians
    each: float


def measure(folder: Path) -> ManyRuns:
    """Time both ways in one warm process, in turns."""
    runs, qrels = files_of(SIZES["many"], folder)
    timed = subprocess.run(
        [sys.executable, str(HERE / "many_runs.py"), str(qrels), *map(str, runs)], stdout=subprocess.PIPE, check=True
    )
    with qrels.open("rb") as judged:
        return ManyRuns(len(runs), sum(1 for _ in judged), **json.loads(timed.stdout))


def _time(qrels: str, runs: list[str]) -> dict[str, float]:
    import time

    from contenders import MEASURES

    import turnwise

    def once() -> object:
        return turnwise.score(runs, qrels, MEASURES)

    def each() -> object:
        return [turnwise.score(run, qrels, MEASURES) for run in runs]

    ways = {"once": once, "each": each}
    taken: dict[str, list[float]] = {name: [] for name in ways}
    once()
    for _ in range(REPEATS):
        for name, way in ways.items():
            start = time.perf_counter()
            way()
            taken[name].append(time.perf_counter() - start)
    return {name: median(seconds) for name, seconds in taken.items()}


if __name__ == "__main__":
    print(json.dumps(_time(sys.argv[1], sys.argv[2:])))
