"""Runs in which the rows of a turn do not stand together: read again, as often as bounded memory asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from turnwise.tables import kernel
from turnwise.tables.rows import Rows, Text

#: So many rows of turns that come back are held in memory at a time (some 100 bytes each).
AT_ONCE = 1 << 21
_STANDS_TOGETHER = -1


def match_regrouped(passes: Callable[[], Iterator[Rows]], index: kernel.Index, run: kernel.Run) -> NDArray[np.int64]:
    """Match all rows; each call of `passes` reads them once more, in chunks. The places of the turns that come back.

    Turns that stand together are matched as they come. The others are gathered, batch by batch.
    """
    batch_of_turn = _batches(passes(), index)
    for batch in range(int(batch_of_turn.max()) + 1):
        gathered = []
        for rows in passes():
            batch_of_row = batch_of_turn[_codes(index, rows)]
            if batch == 0:
                run.add(rows.taken(np.flatnonzero(batch_of_row == _STANDS_TOGETHER)))
            gathered.append(_copied(rows.taken(np.flatnonzero(batch_of_row == batch))))
        run.add(kernel.grouped(_joined(gathered), index))
    return np.flatnonzero(batch_of_turn != _STANDS_TOGETHER)


def _codes(index: kernel.Index, rows: Rows) -> NDArray[np.int32]:
    return np.frombuffer(index.codes(rows), np.int32)


def _batches(chunks: Iterator[Rows], index: kernel.Index) -> NDArray[np.int64]:
    """The batch in which each judged turn is gathered; the last place is for what is not judged, which needs none."""
    turns = len(index.turns)
    size, groups = np.zeros(turns, np.int64), np.zeros(turns, np.int64)
    for rows in chunks:
        codes = _codes(index, rows)
        starts = codes[np.flatnonzero(np.diff(codes, prepend=-2))]
        size += np.bincount(codes[codes >= 0], minlength=turns)
        groups += np.bincount(starts[starts >= 0], minlength=turns)
    returning = np.flatnonzero(groups > 1)
    batch_of_turn = np.full(turns + 1, _STANDS_TOGETHER, np.int64)
    batch_of_turn[returning] = (np.cumsum(size[returning]) - size[returning]) // AT_ONCE
    return batch_of_turn


def _copied(rows: Rows) -> Rows:
    """The same rows with names of their own, so that the text they come from can go."""
    turn_text, turn_start = _names(rows.turn_text, rows.turn_start, rows.turn_len)
    item_text, item_start = _names(rows.item_text, rows.item_start, rows.item_len)
    return Rows(turn_text, turn_start, rows.turn_len, item_text, item_start, rows.item_len, rows.value)


def _names(
    text: Text, start: NDArray[np.int64], length: NDArray[np.int32]
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """The named stretches of a text, one after the other, and where each starts now."""
    end = np.cumsum(length, dtype=np.int64)
    moved = end - length
    places = np.repeat(start - moved, length) + np.arange(len(length) and end[-1])
    return np.frombuffer(text, np.uint8)[places], moved


def _joined(parts: list[Rows]) -> Rows:
    def texts(name: str) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        of_parts = [getattr(part, f"{name}_text") for part in parts]
        before = np.cumsum([0, *map(len, of_parts)])
        starts = [getattr(part, f"{name}_start") + b for part, b in zip(parts, before, strict=False)]
        return np.concatenate(of_parts), np.concatenate(starts)

    turn_text, turn_start = texts("turn")
    item_text, item_start = texts("item")
    turn_len, item_len = (np.concatenate([getattr(p, name) for p in parts]) for name in ("turn_len", "item_len"))
    return Rows(
        turn_text, turn_start, turn_len, item_text, item_start, item_len, np.concatenate([p.value for p in parts])
    )
