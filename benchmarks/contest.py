"""Run the contenders on one size, in turns, and put their figures together."""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median

from contender import TURNWISE, Contender
from contenders import trec_eval
from files import HERE
from sizes import Size
from spawn import CommandFailed, Usage, spawn

REPEATS = 3
SLOW = 30.0  # seconds; who takes longer runs once


@dataclass
class Result:
    """One contender's figures on one size: each time that was taken, and the means of the six measures."""

    contender: Contender
    fresh: list[float] = field(default_factory=list)  # seconds, whole process
    warm: list[float] = field(default_factory=list)  # seconds, second time in one process
    peak_mb: list[float] = field(default_factory=list)  # of the fresh processes
    means: list[float] = field(default_factory=list)
    difference: float = 0.0  # of the means from Turnwise's, the largest

    def summary(self) -> dict[str, float]:
        return {"fresh": median(self.fresh), "warm": median(self.warm), "peak_mb": median(self.peak_mb)}


@dataclass
class Contest:
    """What one size gave: the results, who did not take part and why, and whose means are wrong."""

    size: Size
    run_mb: float
    judgements: int
    results: dict[str, Result] = field(default_factory=dict)
    absent: dict[str, str] = field(default_factory=dict)
    disagreeing: list[str] = field(default_factory=list)

    def ratio(self, peer: str, figure: str) -> float | None:
        """The peer's figure over Turnwise's."""
        if peer not in self.results or TURNWISE.name not in self.results:
            return None
        return self.results[peer].summary()[figure] / self.results[TURNWISE.name].summary()[figure]

    def as_json(self) -> dict[str, object]:
        results = [
            asdict(result)
            | {"contender": name, "version": result.contender.version, "note": result.contender.note}
            | {"median": result.summary()}
            for name, result in self.results.items()
        ]
        return asdict(self) | {"rows": self.size.rows, "results": results}


def rehearse(contenders: list[Contender], run: Path, qrels: Path, caches: Path) -> dict[str, float]:
    """Start everybody once, so that Python's bytecode and numba's cache are there; how long each took in seconds."""
    taken = {}
    for contender in contenders:
        if contender.package and contender.version:
            print(f"rehearsal: {contender.name}", file=sys.stderr)
            with suppress(CommandFailed):  # it will fail again, and be told, when it counts
                taken[contender.name] = worker(contender.name, run, qrels, caches).seconds
    return taken


def hold(size: Size, run: Path, qrels: Path, contenders: list[Contender], caches: Path) -> Contest:
    """Every contender fresh and warm, three times in turns (once for the slow ones)."""
    with run.open("rb") as lists, qrels.open("rb") as judged:
        while lists.read(1 << 20):  # so that the system has the file in memory for the first one too
            pass
        contest = Contest(size, run.stat().st_size / 1e6, sum(1 for _ in judged))
    for contender in contenders:
        if reason := why_absent(contender, size):
            contest.absent[contender.name] = reason
        else:
            contest.results[contender.name] = Result(contender)
    for repeat in range(REPEATS):
        for name, result in list(contest.results.items()):
            if repeat and result.fresh[0] > SLOW:
                continue
            print(f"{size.name}: {name}, {repeat + 1} of {REPEATS}", file=sys.stderr)
            try:
                _take(result, run, qrels, caches)
            except CommandFailed as failure:
                contest.absent[name] = f"failed: {failure}"
                del contest.results[name]
    compare(contest)
    return contest


def why_absent(contender: Contender, size: Size) -> str | None:
    """Why the contender cannot take part, if it cannot."""
    if contender.version is None:
        where = "on the PATH or in TREC_EVAL" if contender.package is None else "installed"
        return f"not {where}"
    needed, there = contender.bytes_a_row * size.rows / 1e9, _free_memory()
    if there is not None and needed > 0.8 * there:
        return f"needs about {needed:.1f} GB of memory, and {there:.1f} are free"
    return None


def _free_memory() -> float | None:
    """Gigabytes that can be had, where the system says."""
    told = Path("/proc/meminfo")
    if not told.exists():
        return None
    amounts = dict(line.split(":") for line in told.read_text().splitlines())
    return int(amounts["MemAvailable"].split()[0]) * 1024 / 1e9


def _take(result: Result, run: Path, qrels: Path, caches: Path) -> None:
    """Take the contender's figures once more."""
    name = result.contender.name
    out = run.parent / f"{name}.out"
    if result.contender.package is None:
        usage = spawn(trec_eval.command(str(run), str(qrels)), stdout=out)
        seconds, result.means = usage.seconds, trec_eval.means(out)
    else:
        usage = worker(name, run, qrels, caches)
        worker(name, run, qrels, caches, out)
        second = json.loads(out.read_text())
        seconds, result.means = second["seconds"], second["means"]
    result.fresh.append(usage.seconds)
    result.warm.append(seconds)
    result.peak_mb.append(usage.peak_mb)


def worker(name: str, run: Path, qrels: Path, caches: Path, out: Path | None = None) -> Usage:
    """Score with a Python contender in a process of its own, which finds its bytecode and compiled code in `caches`.

    Whether Python may write bytecode, and where, is often set otherwise; then some would compile each time anew.
    """
    command = [sys.executable, str(HERE / "worker.py"), name, str(run), str(qrels), *([str(out)] if out else [])]
    bytecode = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(caches / "bytecode")}
    return spawn(command, env={"NUMBA_CACHE_DIR": str(caches / "numba"), **bytecode})


def compare(contest: Contest) -> None:
    """Hold everybody's means against Turnwise's."""
    ours = contest.results.get(TURNWISE.name)
    for name, result in contest.results.items():
        if ours is None:
            continue
        result.difference = max(abs(a - b) for a, b in zip(ours.means, result.means, strict=True))
        allowed = result.contender.agrees_to
        if allowed is not None and not result.difference <= allowed:
            contest.disagreeing.append(name)
