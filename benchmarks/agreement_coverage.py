"""Do the intervals of agreement cover? `python benchmarks/agreement_coverage.py [REPLICATIONS]`

Studies are drawn from designs whose true values are known from one very large study; how often do the two 95% intervals
(large-sample at the estimate, and bootstrap) hold the true value?
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from turnwise.agreement.agree import AgreementSettings, agreement_on
from turnwise.agreement.answers import answers_of
from turnwise.agreement.scale import Question
from turnwise.tables.aligned import table

NAN = np.nan


@dataclass(frozen=True)
class Design:
    """How a study comes about: `draw(rng, clusters)` gives a matrix ``[item, rater]`` and the cluster of each item."""

    name: str
    level: str
    clusters: int
    coefficients: tuple[str, ...]
    draw: Callable[[np.random.Generator, int], tuple[np.ndarray, np.ndarray]]


def complete(rng: np.random.Generator, items: int) -> tuple[np.ndarray, np.ndarray]:
    """Five raters of every item see one of three categories, mostly the right one."""
    right = rng.choice(3, items, p=(0.5, 0.3, 0.2))
    seen = np.where(rng.random((items, 5)) < 0.6, right[:, None], rng.integers(0, 3, (items, 5)))
    return seen.astype(float), np.arange(items)


def skewed(rng: np.random.Generator, items: int) -> tuple[np.ndarray, np.ndarray]:
    """Nearly all answers are alike."""
    right = rng.choice(2, items, p=(0.9, 0.1))
    seen = np.where(rng.random((items, 5)) < 0.7, right[:, None], rng.choice(2, (items, 5), p=(0.95, 0.05)))
    return seen.astype(float), np.arange(items)


def ragged(rng: np.random.Generator, items: int) -> tuple[np.ndarray, np.ndarray]:
    """Two to six of twelve raters, some severer than others, on a scale of five."""
    severity = np.linspace(-0.5, 0.5, 12)
    seen = np.round(rng.normal(0, 1, (items, 1)) + severity + rng.normal(0, 0.8, (items, 12)))
    seen = np.clip(seen, -2, 2)
    rank = rng.random((items, 12)).argsort(axis=1).argsort(axis=1)
    seen[rank >= rng.integers(2, 7, items)[:, None]] = NAN
    return seen, np.arange(items)


def clustered(rng: np.random.Generator, dialogues: int) -> tuple[np.ndarray, np.ndarray]:
    """Turns of dialogues; a dialogue is good or bad as a whole, and easy or hard."""
    of = np.repeat(np.arange(dialogues), 5)
    truth = rng.normal(0, 0.8, dialogues)[of] + rng.normal(0, 0.4, len(of))
    noise = rng.choice([0.4, 1.2], dialogues)[of]
    return np.clip(np.round(truth[:, None] + rng.normal(0, 1, (len(of), 4)) * noise[:, None]), -2, 2), of


NOMINAL = ("percent", "fleiss", "randolph", "ac", "conger", "alpha")
ORDINAL = ("fleiss", "ac", "alpha", "icc-1", "icc-a", "icc-ak")
DESIGNS = (
    Design("complete, 50 items × 5", "nominal", 50, NOMINAL, complete),
    Design("skewed, 100 items × 5", "nominal", 100, NOMINAL, skewed),
    Design("ragged, 60 items × 2–6 of 12", "ordinal", 60, ORDINAL, ragged),
    Design("clusters, 40 dialogues × 5 turns × 4", "ordinal", 40, (*ORDINAL, "kendall-w"), clustered),
)


def measured(design: Design, rng: np.random.Generator, clusters: int, draws: int) -> list[object]:
    """The estimates of a study drawn from a design."""
    matrix, cluster = design.draw(rng, clusters)
    answers = answers_of(matrix, clusters=cluster)
    names = tuple(f"{value:g}" for value in answers.categories)
    question = Question(
        design.name, answers, np.arange(answers.n_items), names, False, design.level, None, np.arange(len(answers.item))
    )
    how = AgreementSettings(design.coefficients, draws=draws, seed=int(rng.integers(1 << 30)))
    return [one.estimate for one in agreement_on(question, 0, how).measured]


def coverage(
    design: Design, replications: int, draws: int, large: int = 20_000
) -> list[tuple[str, float, float, float]]:
    """Of each coefficient the true value, and how often each interval holds it."""
    rng = np.random.default_rng(17)
    true = [one.value for one in measured(design, rng, large, 0)]  # type: ignore[attr-defined]
    held = np.zeros((2, len(true)))
    for _ in range(replications):
        for at, one in enumerate(measured(design, rng, design.clusters, draws)):
            for way, interval in enumerate((one.interval, one.bootstrap)):  # type: ignore[attr-defined]
                held[way, at] += interval is not None and interval.low <= true[at] <= interval.high
    shares = held / replications
    return [
        (key, true[at], float(shares[0, at]), float(shares[1, at])) for at, key in enumerate(design.coefficients)
    ]  # fmt: skip


def main() -> None:
    replications = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    rows: list[list[object]] = []
    for design in DESIGNS:
        rows += [[design.name, *row] for row in coverage(design, replications, 500)]
    print(table(["design", "coefficient", "true value", "large-sample", "bootstrap"], rows, 3))
    print(f"\nShare of {replications} studies whose 95% interval holds the true value.")


if __name__ == "__main__":
    main()
