"""Time the statistics beside the usual way of computing them: `python benchmarks/comparison.py`.

Where the usual way would take minutes it is timed on some of the work and scaled up, and the table says so.
"""

from __future__ import annotations

import itertools
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.stats import kendalltau, studentized_range

from turnwise.comparison import studentised_range
from turnwise.comparison.anova import two_way
from turnwise.comparison.randomised_tukey import randomised_tukey
from turnwise.comparison.tukey import tukey
from turnwise.comparison.turn_pairs import turn_taus
from turnwise.measures import Conversations, parse
from turnwise.tables.aligned import table


@dataclass(frozen=True)
class Beside:
    """One computation, ours and the usual way."""

    what: str
    ours: float
    peer: str
    theirs: float
    scaled: str  # how much of the work the peer did, where not all
    apart: float  # the largest difference of the results

    def row(self) -> list[object]:
        return [
            self.what,
            f"{self.ours:.3f}",
            self.peer,
            f"{self.theirs:.1f}",
            self.scaled,
            f"{self.theirs / self.ours:,.0f}×",
            f"{self.apart:.0e}",
        ]


def timed(work: Callable[[], Any], times: int = 3) -> tuple[float, Any]:
    """The median time, and the result."""
    spent = []
    for _ in range(times):
        start = time.perf_counter()
        found = work()
        spent.append(time.perf_counter() - start)
    return sorted(spent)[times // 2], found


def scores(systems: int, units: int) -> np.ndarray:
    rng = np.random.default_rng(1)
    return np.clip(
        rng.normal(0.5, 0.1, units) + rng.normal(0, 0.05, (systems, 1)) + rng.normal(0, 0.2, (systems, units)), 0, 1
    )


def anova() -> Beside:
    import pandas
    from statsmodels.formula.api import ols
    from statsmodels.stats.anova import anova_lm

    values = scores(60, 200)
    ours, found = timed(lambda: two_way(values))
    frame = pandas.DataFrame(
        {"s": np.repeat(np.arange(60), 200), "u": np.tile(np.arange(200), 60), "y": values.ravel()}
    )
    theirs, reference = timed(lambda: anova_lm(ols("y ~ C(s) + C(u)", frame).fit()), 1)
    return Beside(
        "two-way ANOVA, 60 × 200", ours, "statsmodels", theirs, "", abs(found.systems.f - reference.loc["C(s)", "F"])
    )


def tukey_pairs() -> Beside:
    values = scores(200, 1000)
    ours, found = timed(lambda: tukey(two_way(values)))
    some = np.random.default_rng(0).choice(len(found), 100, replace=False)
    df = 199 * 999
    theirs, reference = timed(lambda: [studentized_range.sf(q, 200, df) for q in found.statistic[some]], 1)
    scale = len(found) / len(some)
    apart = np.abs(found.p[some] - reference).max()
    return Beside(
        "Tukey, 19,900 pairs of 200 × 1,000",
        ours,
        "scipy, pair by pair",
        theirs * scale,
        "scaled from 100 pairs",
        apart,
    )


def small_tukey() -> Beside:
    q = np.sort(np.random.default_rng(0).uniform(0, 10, 2080))
    ours, found = timed(lambda: studentised_range.survival(q, 65, 1216))
    some = slice(None, None, 20)
    theirs, reference = timed(lambda: [studentized_range.sf(x, 65, 1216) for x in q[some]], 1)
    return Beside(
        "Tukey, 2,080 pairs of 65 × 20",
        ours,
        "scipy, pair by pair",
        theirs * 20,
        "scaled from 104 pairs",
        np.abs(found[some] - reference).max(),
    )


def randomised() -> Beside:
    values = scores(200, 1000)
    draws = 10_000
    ours, found = timed(lambda: randomised_tukey(values, draws, seed=1), 1)
    rng = np.random.default_rng(1)
    few = 200

    def usual() -> np.ndarray:
        return np.array([np.ptp(rng.permuted(values, axis=0).sum(axis=1)) for _ in range(few)])

    theirs, ranges = timed(usual, 1)
    totals = values.sum(axis=1)
    apart = np.abs(totals[found.first] - totals[found.second])
    p = (ranges[None] >= apart[:, None]).mean(axis=1)
    return Beside(
        "randomised Tukey, 200 × 1,000, 10,000 draws",
        ours,
        "numpy permuted",
        theirs * draws / few,
        "scaled from 200 draws",
        np.abs(found.p - p).max(),
    )


def turn_pairs() -> Beside:
    values = scores(65, 173)
    ours, found = timed(lambda: turn_taus(values))
    pairs = list(itertools.combinations(range(173), 2))[::10]
    theirs, reference = timed(lambda: [kendalltau(values[:, i], values[:, j]).statistic for i, j in pairs], 1)
    apart = max(abs(found[i, j] - tau) for (i, j), tau in zip(pairs, reference, strict=True))
    return Beside(
        "Kendall's τ, 14,878 pairs of turns, 65 systems",
        ours,
        "scipy, pair by pair",
        theirs * 14_878 / len(pairs),
        f"scaled from {len(pairs):,} pairs",
        apart,
    )


def hda() -> Beside:
    """1,000 systems × 10,000 conversations × 10 turns."""
    rng = np.random.default_rng(0)
    graphs: list[list[tuple[int, ...]]] = [
        [tuple(sorted(set(rng.integers(0, t, rng.integers(0, 3)).tolist()))) if t else () for t in range(10)]
        for _ in range(10_000)
    ]
    packed, measure = Conversations.of(graphs), parse("HDA-b(nDCG@3)")
    values = rng.random((1000, packed.n_turns))
    ours, found = timed(lambda: measure(packed, values), 1)  # type: ignore[operator]
    few_systems, few = 20, 200

    def usual() -> list[list[float]]:
        return [[recursion(graphs[c], values[s, c * 10 : c * 10 + 10]) for c in range(few)] for s in range(few_systems)]

    theirs, reference = timed(usual, 1)
    apart = np.abs(found[:few_systems, :few] - np.array(reference)).max()
    scale = 1000 / few_systems * 10_000 / few
    return Beside(
        "HDA-b, 1,000 systems × 10,000 conversations × 10 turns",
        ours,
        "plain recursion",
        theirs * scale,
        f"scaled from {few_systems} × {few}",
        apart,
    )


def recursion(parents: list[tuple[int, ...]], values: np.ndarray) -> float:
    """HDA-b as the paper writes it, remembering what was computed."""
    children: list[list[int]] = [[] for _ in parents]
    for child, above in enumerate(parents):
        for parent in above:
            children[parent].append(child)
    gain = [0.0] * len(parents)
    for turn in reversed(range(len(parents))):
        own = float(values[turn])
        below = children[turn]
        gain[turn] = own + (1 - own) * sum(gain[c] for c in below) / len(below) if below else own
    roots = [turn for turn, above in enumerate(parents) if not above]
    return sum(gain[r] for r in roots) / len(roots)


def main() -> int:
    rows = []
    for work in (anova, small_tukey, tukey_pairs, randomised, turn_pairs, hda):
        try:
            rows.append(work().row())
        except ImportError as lacking:
            print(f"{work.__name__}: left out, {lacking.name} is not installed.", file=sys.stderr)
    columns = ["what", "Turnwise, s", "the usual way", "s", "", "ratio", "apart by"]
    print(table(columns, rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
