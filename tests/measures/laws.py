"""What holds for every measure of a turn. A law raises AssertionError, with the list at fault, where it does not hold.

A new measure is held to all of them. Where a measure does not promise one, `EXCEPT` says so, and why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

import numpy as np

from tests.strategies import Written
from turnwise.measures import Lists, Pool, TurnMeasure
from turnwise.measures.packed import ANY_GAIN, Floats

#: Rounding: sums of a few terms.
TINY = 1e-12

Turns = tuple[Written, ...]
Law = Callable[[TurnMeasure, Turns], None]


@cache
def pack(turns: Turns, max_grade: float | None = None) -> Lists:
    """The packed lists, their arrays read-only; `max_grade` stands for a larger collection's."""
    made = Lists.of([t.ranked for t in turns], [t.judged for t in turns])
    pool = Pool(made.pool.offsets, made.pool.grades, made.pool.max_grade if max_grade is None else max_grade)
    for array in (pool.offsets, pool.grades, made.offsets, made.ranks, made.grades, made.length):
        array.flags.writeable = False
    return Lists(pool, made.offsets, made.ranks, made.grades, made.length)


def finite_doubles(measure: TurnMeasure, turns: Turns) -> None:
    """One double a list, never NaN nor infinite, also for no lists and for lists without a hit."""
    nothing: Turns = (Written((), ()), Written((None,), (0,)))
    for some in (turns, nothing, ()):
        values = measure(pack(some))
        assert values.dtype == np.float64, f"{measure} gives {values.dtype} for {len(some)} lists"
        assert values.shape == (len(some),), f"{measure} gives shape {values.shape} for {len(some)} lists"
        _hold(measure, np.isfinite(values), some, values)


def within_bounds(measure: TurnMeasure, turns: Turns) -> None:
    low, high = measure.bounds
    values = measure(pack(turns))
    _hold(measure, (values >= low) & (values <= high + TINY), turns, values)


def arguments_unchanged(measure: TurnMeasure, turns: Turns) -> None:
    """The arrays are read-only already, so writing to them raises; and the values are the measure's own."""
    lists = pack(turns)
    try:
        values = measure(lists)
        first = values.copy()
        values[:] = -1
    except ValueError as error:
        raise AssertionError(f"{measure} writes to what it was given, or gives it back: {error}") from None
    assert (measure(lists) == first).all(), f"{measure} gave another value the second time"


def order_of_turns(measure: TurnMeasure, turns: Turns) -> None:
    """The turns in another order have the same values, to the last digit."""
    order = np.random.default_rng(20260101).permutation(len(turns))
    moved = measure(pack(tuple(turns[i] for i in order)))
    _hold(measure, moved == measure(pack(turns))[order], [turns[i] for i in order], moved)


def packing(measure: TurnMeasure, turns: Turns) -> None:
    """A list has the same value alone as among others, to the last digit."""
    together, highest = measure(pack(turns)), pack(turns).pool.max_grade
    some = range(0, len(turns), 1 + len(turns) // 80)
    lowest = min((g for t in turns for g in t.judged if g > 0), default=None)
    company = () if lowest is None else (Written((), (lowest,)),)  # smoothing looks for it in the whole collection
    alone = np.array([measure(pack((turns[i], *company), highest))[0] for i in some])
    _hold(measure, alone == together[list(some)], [turns[i] for i in some], alone)


def unjudged_at_the_end(measure: TurnMeasure, turns: Turns) -> None:
    """An unjudged item at the end of a list never helps."""
    _never_helps(measure, turns, None)


def wrong_at_the_end(measure: TurnMeasure, turns: Turns) -> None:
    """A wrong item at the end of a list never helps."""
    _never_helps(measure, turns, 0)


def better_item_up(measure: TurnMeasure, turns: Turns) -> None:
    """To swap two neighbours so that the better one comes first never hurts."""
    pairs = _swapped(short_enough(measure, turns))
    before, after = (measure(pack(tuple(pair[side] for pair in pairs))) for side in (0, 1))
    _hold(measure, after >= before - TINY, [pair[1] for pair in pairs], after)


def best_list_unbeaten(measure: TurnMeasure, turns: Turns) -> None:
    """No list beats the one of all relevant items and no others, highest grade first."""
    turns = tuple(t for t in short_enough(measure, turns) if 0 < len(_best(measure, t).ranked) <= _longest(measure))
    best, values = measure(pack(tuple(_best(measure, t) for t in turns))), measure(pack(turns))
    _hold(measure, best >= values - TINY, turns, values)


def best_list_gets_the_highest(measure: TurnMeasure, turns: Turns) -> None:
    """Where all items count, the list of all relevant items and no others gets the upper bound."""
    best = tuple(b for b in (_best(measure, t) for t in turns) if 0 < len(b.ranked) <= _longest(measure))
    values = measure(pack(best))
    _hold(measure, np.abs(values - measure.bounds[1]) <= TINY, best, values)


def nothing_relevant_gets_the_lowest(measure: TurnMeasure, turns: Turns) -> None:
    """A list without a relevant item gets the lower bound, where there was one to find."""
    rel = _rel(measure)
    worst = tuple(
        t
        for t in short_enough(measure, turns)
        if all(g is None or g < rel for g in t.ranked) and any(g >= rel for g in t.judged)
    )
    values = measure(pack(worst))
    _hold(measure, values == measure.bounds[0], worst, values)


LAWS: dict[str, Law] = {
    law.__name__: law
    for law in (
        finite_doubles,
        within_bounds,
        arguments_unchanged,
        order_of_turns,
        packing,
        unjudged_at_the_end,
        wrong_at_the_end,
        better_item_up,
        best_list_unbeaten,
        best_list_gets_the_highest,
        nothing_relevant_gets_the_lowest,
    )
}

#: Which measures do not promise a law, and why.
EXCEPT: dict[str, dict[str, str]] = {
    "wrong_at_the_end": {"Judged": "a wrong item was judged, and that is what it counts"},
    "better_item_up": {"P+": "a best item that moves up leaves the good blended ratios below it uncounted"},
    "best_list_gets_the_highest": {
        "RBP": "a user never reads to the end of a finite list",
        "ERR": "no grade satisfies every user",
        "DCG": "it is not normalised",
    },
    "nothing_relevant_gets_the_lowest": {
        "LAR": "a short wrong list is better than a long one",
        "OLAR": "a short wrong list is better than a long one",
        "Judged": "wrong items count",
    },
}


def promised(law: str, measure: TurnMeasure) -> bool:
    """Whether this measure, with these parameters, is held to the law."""
    if measure.name in EXCEPT.get(law, {}):
        return False
    cut = getattr(measure, "k", None) is not None
    match law:
        case "best_list_unbeaten":  # where the best list fills all k, a shorter one may win by showing its end
            return not (cut and getattr(measure, "terminal", False))
        case "best_list_gets_the_highest":  # P@k, R@k and others lack items or places
            return not cut
        case "nothing_relevant_gets_the_lowest":  # the response that smoothing appends is relevant
            return not getattr(measure, "smoothed", False)
    return True


def _hold(measure: TurnMeasure, held: np.ndarray, turns: Sequence[Written], values: Floats) -> None:
    if not held.all():
        at = int(np.argmin(held))
        raise AssertionError(f"{measure} gives {values[at]!r} to {turns[at]}")


def _rel(measure: TurnMeasure) -> float:
    return float(getattr(measure, "rel", ANY_GAIN))


def _longest(measure: TurnMeasure) -> float:
    return float(getattr(measure, "longest", np.inf))


def short_enough(measure: TurnMeasure, turns: Turns, spare: int = 0) -> Turns:
    """The lists that the measure can score, even with `spare` more items."""
    longest = _longest(measure)
    return turns if longest == np.inf else tuple(t for t in turns if len(t.ranked) + spare <= longest)


def _never_helps(measure: TurnMeasure, turns: Turns, grade: float | None) -> None:
    turns = tuple(t for t in short_enough(measure, turns, spare=1) if t.ranked)
    judged = () if grade is None else (grade,)
    longer = tuple(Written((*t.ranked, grade), (*t.judged, *judged)) for t in turns)
    # judged for both, so that the judgements are the same
    before = measure(pack(tuple(Written(t.ranked, (*t.judged, *judged)) for t in turns)))
    after = measure(pack(longer))
    _hold(measure, after <= before + TINY, longer, after)


def _best(measure: TurnMeasure, turn: Written) -> Written:
    relevant = sorted((g for g in turn.judged if g >= _rel(measure)), reverse=True)
    return Written(tuple(relevant), turn.judged)


@cache
def _swapped(turns: Turns) -> tuple[tuple[Written, Written], ...]:
    return tuple(pair for turn in turns for pair in _swaps(turn))


def _swaps(turn: Written) -> Iterator[tuple[Written, Written]]:
    worth = [-np.inf if g is None else g for g in turn.ranked]
    for at in range(len(worth) - 1):
        if worth[at] < worth[at + 1] and worth[at + 1] > 0:
            moved = list(turn.ranked)
            moved[at : at + 2] = moved[at + 1], moved[at]
            yield turn, Written(tuple(moved), turn.judged)


def strictly_hurts(measure: TurnMeasure, turns: Iterable[Written]) -> None:
    """What LAR and OLAR promise beyond the laws: one wrong or unjudged response more always costs."""
    turns = tuple(t for t in short_enough(measure, tuple(turns), spare=1) if t.ranked)
    for grade in (None, 0):
        longer = tuple(Written((*t.ranked, grade), t.judged) for t in turns)
        before, after = measure(pack(turns)), measure(pack(longer))
        _hold(measure, after < before, longer, after)
