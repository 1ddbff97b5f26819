"""Make one size's files: `python data.py SIZE FOLDER`. The same size always gives the same numbers.

A run looks like the ones people have: ids as in TREC CAsT, half of the scores with all of a double's digits and half
with 6 decimals, best first, three in a hundred tied with the one above. Scores that are not tied differ enough for
single precision too, so that peers which compare floats and peers which compare doubles see the same lists. A tenth
of the turns is not judged. Six in ten judged items are in the list, most near its top; the others are not.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

import numpy as np
import polars as pl
from numpy.typing import NDArray
from sizes import SIZES, Size

COLLECTION = 8_841_823  # passages of MS MARCO, for the ids' range
TURNS_EACH = 10  # turns of a conversation
FIRST_CONVERSATION = 31
GRADES, SHARES = np.arange(5), np.array([0.72, 0.10, 0.07, 0.05, 0.06])  # grades of CAsT 2019
IN_LIST, UNJUDGED, TIED = 0.6, 0.1, 0.03
BLOCK = 1_000_000  # rows made at a time

Ints = NDArray[np.int64]


def write(size: Size, folder: Path) -> None:
    """Write the size's runs and its qrels."""
    runs = [(folder / f"run-{number:02}.trec").open("wb") for number in range(1, size.runs + 1)]
    with (folder / "qrels.txt").open("wb") as qrels:
        step = max(1, BLOCK // size.depth)
        for block, start in enumerate(range(0, size.turns, step)):
            turns = np.arange(start, min(start + step, size.turns))
            _write_block(size, turns, np.random.default_rng([20, block]), runs, qrels)
    for run in runs:
        run.close()


def _write_block(size: Size, turns: Ints, rng: np.random.Generator, runs: Sequence[BinaryIO], qrels: BinaryIO) -> None:
    width = COLLECTION // size.depth
    # One item from each of `depth` equal parts of the collection's ids, so that no list holds an item twice; the
    # lists take the lower half of a part and the judged items they lack the upper half.
    part = rng.permuted(np.broadcast_to(np.arange(size.depth), (len(turns), size.depth)), axis=1)
    items = part * width + rng.integers(0, width // 2, part.shape)
    _write_qrels(size, turns, items, width, rng, qrels)
    for number, run in enumerate(runs):
        if number:  # another system: the same items in another order
            noisy = np.arange(size.depth) + rng.normal(0, size.depth / 4, items.shape)
            _write_run(turns, np.take_along_axis(items, np.argsort(noisy, axis=1), axis=1), rng, run)
        else:
            _write_run(turns, items, rng, run)


def _write_run(turns: Ints, items: Ints, rng: np.random.Generator, to: BinaryIO) -> None:
    depth = items.shape[1]
    gaps = np.where(rng.random(items.shape) < TIED, 0.0, 0.001 + rng.exponential(0.01, items.shape))
    scores = rng.uniform(12, 35, (len(turns), 1)) - np.cumsum(gaps, axis=1)
    in_full = (turns // TURNS_EACH % 2 == 0)[:, None]
    scores = np.where(in_full, scores, scores.round(6))
    columns = [
        _turn_ids(np.repeat(turns, depth)),
        pl.repeat("Q0", items.size, eager=True),
        _item_ids(items.ravel()),
        pl.Series(np.tile(np.arange(1, depth + 1), len(turns))),
        pl.Series(scores.ravel()),
        pl.repeat("synthetic", items.size, eager=True),
    ]
    _write_lines(columns, to)


def _write_qrels(size: Size, turns: Ints, items: Ints, width: int, rng: np.random.Generator, to: BinaryIO) -> None:
    nearness = 1 / (np.arange(size.depth) + 50)
    chance = np.minimum(1, IN_LIST * size.judged * nearness / nearness.sum())
    inside = rng.random(items.shape) < chance
    wanted = rng.integers(0, int(2 * (1 - IN_LIST) * size.judged) + 1, (len(turns), 1))
    outside = np.arange(size.depth) < wanted
    elsewhere = np.arange(size.depth) * width + rng.integers(width // 2, width, items.shape)
    at = np.concatenate([np.nonzero(inside)[0], np.nonzero(outside)[0]])
    judged = np.concatenate([items[inside], elsewhere[outside]])
    kept = (rng.random(len(turns)) >= UNJUDGED)[at]
    at, judged = at[kept], judged[kept]
    order = np.lexsort((judged, at))
    columns = [
        _turn_ids(turns[at[order]]),
        pl.repeat("0", len(at), eager=True),
        _item_ids(judged[order]),
        pl.Series(rng.choice(GRADES, len(at), p=SHARES)),
    ]
    _write_lines(columns, to)


def _turn_ids(turns: Ints) -> pl.Series:
    """CAsT's: the conversation, an underscore, the turn from 1."""
    conversation, turn = np.divmod(turns, TURNS_EACH)
    frame = pl.DataFrame({"c": conversation + FIRST_CONVERSATION, "t": turn + 1})
    return frame.select(pl.format("{}_{}", "c", "t")).to_series()


def _item_ids(numbers: Ints) -> pl.Series:
    return pl.DataFrame({"n": numbers}).select(pl.format("MARCO_{}", "n")).to_series()


def _write_lines(columns: list[pl.Series], to: BinaryIO) -> None:
    frame = pl.DataFrame([column.alias(str(number)) for number, column in enumerate(columns)])
    frame.write_csv(to, include_header=False, separator=" ", quote_style="never")


if __name__ == "__main__":
    write(SIZES[sys.argv[1]], Path(sys.argv[2]))
