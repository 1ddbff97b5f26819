"""The order in which NumPy's sort of 2020 left ties.

Where scores are equal, a sort that is not stable leaves them in an order of its own making. Results that were published
from such a sort can only be had again from the same algorithm: quicksort with the median of three as its pivot, which
leaves short stretches to an insertion sort. (Later versions sort with vector instructions, another order on each kind
of processor.) On lists that would make it slow it goes over to heapsort; no such list occurs here, and one is refused.
"""

from __future__ import annotations

from collections.abc import Sequence

#: Stretches of at most so many are left to insertion.
SHORT = 16


def ascending(values: Sequence[float]) -> list[int]:
    """The positions of the values, lowest first, with ties as that sort leaves them."""
    values = list(values)
    order = list(range(len(values)))
    deepest = 2 * (max(len(values), 1).bit_length() - 1)
    waiting = [(0, len(values) - 1, deepest)]
    while waiting:
        low, high, depth = waiting.pop()
        while high - low > SHORT:
            if depth < 0:
                raise ValueError("the values need the heapsort that this does not have")
            split = _partition(values, order, low, high)
            depth -= 1
            # The longer part waits, so that few ever do.
            if split - low < high - split:
                waiting.append((split + 1, high, depth))
                high = split - 1
            else:
                waiting.append((low, split - 1, depth))
                low = split + 1
        _insertion(values, order, low, high)
    return order


def _partition(values: list[float], order: list[int], low: int, high: int) -> int:
    """Put what is below the pivot before it, what is above behind it; where the pivot stands."""
    middle = low + (high - low) // 2
    for lower, upper in ((low, middle), (middle, high), (low, middle)):
        if values[order[upper]] < values[order[lower]]:
            order[lower], order[upper] = order[upper], order[lower]
    pivot = values[order[middle]]
    left, right = low, high - 1
    order[middle], order[right] = order[right], order[middle]
    while True:
        left += 1
        while values[order[left]] < pivot:
            left += 1
        right -= 1
        while pivot < values[order[right]]:
            right -= 1
        if left >= right:
            break
        order[left], order[right] = order[right], order[left]
    order[left], order[high - 1] = order[high - 1], order[left]
    return left


def _insertion(values: list[float], order: list[int], low: int, high: int) -> None:
    for at in range(low + 1, high + 1):
        moved, to = order[at], at
        while to > low and values[moved] < values[order[to - 1]]:
            order[to] = order[to - 1]
            to -= 1
        order[to] = moved
