"""Ratings of a pool by raters who exist only as a model: to test what reads ratings, and to make the sample's.

An item has a worth on the scale from 1 to 5: near the top for gold answers and those labelled right, lower for others,
the lower the farther down systems list them. A rater adds a leaning and a noise of their own and rounds. Careless
raters answer at random. All is drawn from a seed. `samples/avatar/ratings.csv` is made from the pool that docs/crowd.md
makes, with the seed 1.

    python scripts/simulate_raters.py pool.jsonl --raters 12 --careless 2 > ratings.csv
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import numpy as np

from turnwise.readers.candidates import read_candidates
from turnwise.tables.candidates import Candidates

WORTH = {"gold": 4.7, "right": 4.5, "offered": 2.6, "last": 1.6}


@dataclass(frozen=True)
class Raters:
    """How many there are, and how they are."""

    number: int = 12
    careless: int = 2
    leaning: float = 0.35
    noise: float = 0.7
    disagreement: float = 0.5  # how far the worth of an item strays from what is known of it
    per_item: int = 3


def worth(candidates: Candidates, model: Raters, rng: np.random.Generator) -> np.ndarray:
    ranks = np.where(candidates.ranks > 0, candidates.ranks, 99).min(axis=1, initial=99)
    found = WORTH["last"] + (WORTH["offered"] - WORTH["last"]) / np.sqrt(ranks)
    found[candidates.right == 1] = WORTH["right"]
    found[candidates.is_gold] = WORTH["gold"]
    return found + rng.normal(0, model.disagreement, len(found)) * ~candidates.is_gold


def simulated(candidates: Candidates, model: Raters, seed: int = 0) -> list[tuple[int, str, int]]:
    """Rows of an item, a rater and a rating. Who rates a turn rates all of it."""
    rng = np.random.default_rng(seed)
    value = worth(candidates, model, rng)
    names = [f"w{number:02}" for number in range(1, model.number + 1)]
    leaning = rng.normal(0, model.leaning, model.number)
    careless = set(rng.permutation(model.number)[: model.careless].tolist())
    rows = []
    for turn in range(len(candidates.turns)):
        for rater in rng.permutation(model.number)[: model.per_item].tolist():
            for item in np.flatnonzero(candidates.turn == turn).tolist():
                rating = value[item] + leaning[rater] + rng.normal(0, model.noise)
                if rater in careless:
                    rating = rng.integers(1, 6)
                rows.append((item, names[rater], int(np.clip(np.rint(rating), 1, 5))))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pool")
    parser.add_argument("--raters", type=int, default=12)
    parser.add_argument("--careless", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    candidates = read_candidates(given.pool)
    print("item,annotator,value")
    for item, rater, rating in sorted(simulated(candidates, Raters(given.raters, given.careless), given.seed)):
        print(f"{candidates.items[item]},{rater},{rating}")


if __name__ == "__main__":
    main()
