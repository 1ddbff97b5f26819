"""Time the agreement of raters beside plain loops and statsmodels: `python benchmarks/agreement.py`.

3,700 dialogues × 19 raters × 3 questions, drawn with a seed; 2,000 bootstrap samples. Where the usual way would take
minutes it is timed on some of the work and scaled up, and the table says so.
"""

from __future__ import annotations

import itertools
import platform
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from comparison import Beside, timed
from statsmodels.stats.inter_rater import aggregate_raters, cohens_kappa, fleiss_kappa, to_table

from turnwise.agreement import coefficients
from turnwise.agreement.agree import AgreementSettings, measure_agreement
from turnwise.tables.aligned import table
from turnwise.tables.ratings import Ratings

DIALOGUES, RATERS, QUESTIONS, DRAWS = 3700, 19, 3, 2000
QUALITY = range(-2, 3)


def matrix(seed: int) -> np.ndarray:
    """``[dialogue, rater]``: a quality, seen by raters who differ."""
    rng = np.random.default_rng(seed)
    truth, severity = rng.normal(0, 0.8, (DIALOGUES, 1)), rng.normal(0, 0.4, RATERS)
    return np.clip(np.round(truth + severity + rng.normal(0, 1, (DIALOGUES, RATERS))), -2, 2)


def ratings(seed: int) -> Ratings:
    """Three such matrices as one study."""
    item, rater, question = np.indices((DIALOGUES, RATERS, QUESTIONS)).reshape(3, -1)
    value = np.stack([matrix(seed + at) for at in range(QUESTIONS)], axis=2).ravel()
    names = [f"d{number}" for number in range(DIALOGUES)], [f"r{number}" for number in range(RATERS)]
    return Ratings("drawn", *names, [f"Q{at}" for at in range(QUESTIONS)], item, rater, question, value)


def everything() -> Beside:
    """All coefficients that suit, with both intervals, beside Fleiss' κ alone in a bootstrap of statsmodels."""
    study, settings = ratings(0), AgreementSettings(draws=DRAWS)
    ours, found = timed(lambda: measure_agreement(study, settings=settings))
    alone = bootstrapped()
    number = len(found["Q0"].measured)
    return Beside(
        f"3 questions, {number} coefficients each, B = 2,000",
        ours,
        "statsmodels, Fleiss' κ alone",
        alone.theirs * QUESTIONS,
        alone.scaled,
        alone.apart,
    )


def bootstrapped() -> Beside:
    """The same coefficient on both sides: Fleiss' κ with its bootstrap."""
    values, rng, few = matrix(0), np.random.default_rng(0), 20

    def usual() -> list[float]:
        return [
            float(fleiss_kappa(aggregate_raters(values[rng.integers(0, DIALOGUES, DIALOGUES)])[0])) for _ in range(few)
        ]

    ours, found = timed(lambda: coefficients.fleiss_kappa(values, draws=DRAWS))
    theirs, drawn = timed(usual, 1)
    apart = abs((found.value or 0) - fleiss_kappa(aggregate_raters(values)[0]))
    assert found.bootstrap
    assert found.bootstrap.low - 0.01 < np.median(drawn) < found.bootstrap.high + 0.01
    return Beside(
        "Fleiss' κ, both intervals, B = 2,000",
        ours,
        "statsmodels in a loop",
        theirs * DRAWS / few,
        f"scaled from {few} draws",
        apart,
    )


def loops() -> Beside:
    """A bootstrap as one writes it down: count pairs of answers item by item, for each sample."""
    few_items, few = 370, 2
    values, rng = matrix(0)[:few_items], np.random.default_rng(0)

    def kappa(rows: list[list[float]]) -> float:
        shares: Counter[float] = Counter()
        agreeing = 0.0
        for row in rows:
            used = Counter(row)
            agreeing += sum(count * (count - 1) for count in used.values()) / (len(row) * (len(row) - 1))
            for value, count in used.items():
                shares[value] += count / len(row) / len(rows)  # type: ignore[assignment]
        chance = sum(share**2 for share in shares.values())
        return (agreeing / len(rows) - chance) / (1 - chance)

    rows = values.tolist()

    def usual() -> float:
        for _ in range(few):
            kappa([rows[at] for at in rng.integers(0, few_items, few_items)])
        return kappa(rows)

    found = one(
        "Fleiss' κ, both intervals, B = 2,000",
        lambda: coefficients.fleiss_kappa(matrix(0), draws=DRAWS).value,
        "plain loops",
        usual,
        few_items / DIALOGUES * (few + 1) / DRAWS,
        f"scaled from {few + 1} draws of {few_items}",
    )
    apart = abs((coefficients.fleiss_kappa(values).value or 0) - kappa(rows))
    return replace(found, apart=apart)


def one(
    what: str,
    ours: Callable[[], float | None],
    peer: str,
    theirs: Callable[[], float],
    share: float = 1,
    note: str = "",
) -> Beside:
    mine, value = timed(ours)
    spent, reference = timed(theirs, 1)
    return Beside(what, mine, peer, spent / share, note, abs((value or 0) - reference))


def alpha_by_loops() -> Beside:
    """Krippendorff's ordinal α, from the definition, of a part of the dialogues."""
    few = 300
    values = matrix(0)[:few]
    return one(
        f"ordinal α, {few} dialogues",
        lambda: coefficients.krippendorff_alpha(values, level="ordinal").value,
        "plain loops",
        lambda: ordinal_alpha(values),
    )


def ordinal_alpha(values: np.ndarray) -> float:
    """1 − D_o / D_e, pair by pair."""
    used = Counter(values.ravel().tolist())
    known = sorted(used)

    def apart(one: float, other: float) -> float:
        low, high = min(one, other), max(one, other)
        between = sum(used[value] for value in known if low <= value <= high)
        return 0.0 if low == high else (between - (used[low] + used[high]) / 2) ** 2

    n = values.size
    observed = sum(
        apart(a, b) / (len(row) - 1) for row in values.tolist() for a, b in itertools.permutations(row, 2)
    )  # fmt: skip
    expected = sum(used[a] * used[b] * apart(a, b) for a in known for b in known)
    return 1 - (n - 1) * observed / expected


def kappas() -> list[Beside]:
    values = matrix(0)
    bins = np.arange(-2.5, 3)
    return [
        one(
            "Fleiss' κ with its interval, 3,700 × 19",
            lambda: coefficients.fleiss_kappa(values).value,
            "statsmodels, no interval",
            lambda: float(fleiss_kappa(aggregate_raters(values)[0])),
        ),
        one(
            "Cohen's quadratic κ of two raters, with its interval",
            lambda: coefficients.cohen_kappa(values[:, 0], values[:, 1], weights="quadratic", categories=QUALITY).value,
            "statsmodels",
            lambda: float(cohens_kappa(to_table(values[:, :2], bins=bins)[0], wt="quadratic").kappa),
        ),
    ]


def main() -> int:
    print(f"{platform.processor() or platform.machine()}, Python {platform.python_version()}\n")
    found = [everything(), bootstrapped(), loops(), *kappas(), alpha_by_loops()]
    columns = ["what", "seconds", "beside", "its seconds", "", "ratio", "apart"]
    print(table(columns, [row.row() for row in found]))
    return int(any(row.apart > 1e-9 for row in found))


if __name__ == "__main__":
    sys.exit(main())
