"""Time measures of dialogues beside a plain loop: `python benchmarks/dialogues.py`.

The dialogues are made up, as many as STC-3 has: 3,700, each read by 19 annotators, of about three nuggets a reading.
"""

from __future__ import annotations

import sys
import time

import numpy as np

from turnwise.dialogues.vote import voted
from turnwise.measures import DialogueMeasure, parse
from turnwise.scoring.dialogues import score_readings
from turnwise.tables.aligned import table
from turnwise.tables.dialogues import (
    CUSTOMER_GOAL,
    CUSTOMER_REGULAR,
    HELPDESK_GOAL,
    HELPDESK_REGULAR,
    TRIGGER,
    Dialogues,
    Nuggets,
)

DIALOGUES, ANNOTATORS = 3700, 19
MEASURES = ("UCH", "UC", "U", "S", "UCH(decay=exponential, goals=shared)")


def made_up(seed: int = 1) -> Dialogues:
    """Dialogues of 2 to 10 posts, in which every annotator marks about every other post."""
    rng = np.random.default_rng(seed)
    n_posts = rng.integers(2, 11, DIALOGUES)
    offsets = np.concatenate([[0], np.cumsum(n_posts)])
    owner = np.repeat(np.arange(DIALOGUES), n_posts)
    within = np.arange(offsets[-1]) - offsets[owner]
    by_helpdesk = within % 2 == 1
    post, annotator = np.nonzero(rng.random((offsets[-1], ANNOTATORS)) < 0.5)
    goal = rng.random(len(post)) < 0.25
    kind = np.where(by_helpdesk[post], np.where(goal, HELPDESK_GOAL, HELPDESK_REGULAR),
                    np.where(within[post] == 0, TRIGGER, np.where(goal, CUSTOMER_GOAL, CUSTOMER_REGULAR)))  # fmt: skip
    read = np.stack(np.divmod(np.arange(DIALOGUES * ANNOTATORS), ANNOTATORS), axis=1)
    nuggets = Nuggets(
        [str(at) for at in range(ANNOTATORS)], owner[post], annotator, within[post], within[post], kind,
        np.full(len(post), np.nan), read,
    )  # fmt: skip
    lengths = rng.integers(1, 120, offsets[-1]).astype(np.float64)
    names = [f"d{at}" for at in range(DIALOGUES)]
    return Dialogues("made up", "made up", names, offsets, by_helpdesk, {"characters": lengths}, nuggets=nuggets)


def plain_uch(dialogues: Dialogues, alpha: float = 0.5) -> list[float]:
    """UCH as equations 1 to 6 say it, reading by reading and nugget by nugget."""
    nuggets = dialogues.nuggets
    assert nuggets is not None
    starts = dialogues.starts("characters").tolist()
    longest = float(dialogues.totals("characters").max())
    found: dict[tuple[int, int], list[tuple[float, int]]] = {(d, a): [] for d, a in nuggets.read.tolist()}
    rows = zip(nuggets.dialogue.tolist(), nuggets.annotator.tolist(), nuggets.first.tolist(), nuggets.kind.tolist(),
               strict=True)  # fmt: skip
    offsets = dialogues.offsets.tolist()
    for dialogue, annotator, first, kind in rows:
        found[dialogue, annotator].append((starts[offsets[dialogue] + first], kind))
    values = []
    for marked in found.values():
        value = 0.0
        for goal, others, share in (
            (CUSTOMER_GOAL, (TRIGGER, CUSTOMER_REGULAR), 1 - alpha),
            (HELPDESK_GOAL, (HELPDESK_REGULAR,), alpha),
        ):
            heavy = 1 + sum(1 for _, kind in marked if kind in others)
            for at, kind in marked:
                weight = heavy if kind == goal else 1 if kind in others else 0
                value += share * weight * max(0.0, 1 - at / longest)
        values.append(value)
    return values


def main() -> int:
    dialogues = made_up()
    assert dialogues.nuggets is not None
    start = time.perf_counter()
    expected = plain_uch(dialogues)
    loop = time.perf_counter() - start
    rows = []
    for text in MEASURES:
        measure, spent = parse(text), []
        assert isinstance(measure, DialogueMeasure)
        for _ in range(5):
            start = time.perf_counter()
            values = score_readings(dialogues, measure)
            spent.append(time.perf_counter() - start)
        ours = sorted(spent)[2]
        apart = f"{np.abs(values - expected).max():.0e}" if text == "UCH" else ""
        rows.append([text, f"{ours:.3f}", f"{loop / ours:,.0f}×", apart])
    start = time.perf_counter()
    voted(dialogues)
    rows.append(["nuggets by vote", f"{time.perf_counter() - start:.3f}", "", ""])
    print(f"{DIALOGUES:,} dialogues × {ANNOTATORS} annotators, {len(dialogues.nuggets):,} nuggets, after reading.")
    print(f"A plain loop over UCH alone takes {loop:.2f} s.\n")
    print(table(["measure", "Turnwise, s", "the loop beside it", "apart by"], rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
