"""Which annotated texts is a new one like? By its words where there are texts, else by its length and place alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turnwise.tables.dialogues import Dialogues

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_WORD = re.compile(r"\w+")
_ROWS = 512


@dataclass(frozen=True, eq=False)
class Vectors:
    """Texts as unit vectors (sparse, TF-IDF), or units as points of which near ones are alike (dense)."""

    rows: Any
    by_words: bool

    def taken(self, which: Ints) -> Vectors:
        return Vectors(self.rows[which], self.by_words)


def of_texts(texts: Sequence[str], characters: bool, fitted: Sequence[str]) -> Vectors:
    """TF-IDF over words, or over pairs of characters where words are not spaced; document frequencies of `fitted`."""
    from scipy.sparse import csr_array

    known: dict[str, int] = {}
    for text in fitted:
        for term in _terms(text, characters):
            known.setdefault(term, len(known))
    seen = np.zeros(len(known))
    for text in fitted:
        seen[[known[term] for term in set(_terms(text, characters))]] += 1
    rarity = np.log((1 + len(fitted)) / (1 + seen)) + 1
    row, column = [], []
    for at, text in enumerate(texts):
        found = [known[term] for term in _terms(text, characters) if term in known]
        row += [at] * len(found)
        column += found
    counts = csr_array((np.ones(len(row)), (row, column)), shape=(len(texts), max(len(known), 1)))
    counts.sum_duplicates()
    counts.data *= rarity[counts.indices] if len(known) else 1
    length = np.sqrt(np.asarray(counts.multiply(counts).sum(axis=1)).ravel())
    scale = csr_array((1 / np.where(length > 0, length, 1), (range(len(texts)), range(len(texts)))))
    return Vectors(csr_array(scale @ counts), True)


def _terms(text: str, characters: bool) -> list[str]:
    words = _WORD.findall(text.lower())
    if not characters:
        return words
    return [word[at : at + 2] for word in words for at in range(max(len(word) - 1, 1))]


def of_places(points: Floats, fitted: Floats) -> Vectors:
    """Points on the scale of `fitted`: each coordinate with mean 0 and deviation 1 there."""
    spread = fitted.std(axis=0)
    return Vectors((points - fitted.mean(axis=0)) / np.where(spread > 0, spread, 1), False)


def post_places(dialogues: Dialogues) -> Floats:
    """Of each post, what can be said without its text: length, place from the start and from the end, and how much."""
    length = np.nan_to_num(dialogues.lengths[dialogues.unit])
    total = np.maximum(np.nan_to_num(dialogues.totals(dialogues.unit)), 1)[dialogues.owner]
    start = np.nan_to_num(dialogues.starts(dialogues.unit))
    blocks = dialogues.n_blocks[dialogues.owner]
    left = blocks - 1 - dialogues.block
    return np.stack([np.log1p(length), start / total, dialogues.block, left, np.log1p(total)], axis=1)


def dialogue_places(dialogues: Dialogues) -> Floats:
    """Of each dialogue: how many posts and blocks, how long, and how much of it the helpdesk says."""
    length = np.nan_to_num(dialogues.lengths[dialogues.unit])
    by_helpdesk = np.bincount(dialogues.owner, weights=length * dialogues.by_helpdesk, minlength=len(dialogues))
    total = np.bincount(dialogues.owner, weights=length, minlength=len(dialogues))
    share = by_helpdesk / np.maximum(total, 1)
    return np.stack([np.diff(dialogues.offsets), dialogues.n_blocks, np.log1p(total), share], axis=1)


def nearest(new: Vectors, known: Vectors, new_owner: Ints, owner: Ints, k: int) -> tuple[Ints, Floats]:
    """The k most alike rows of `known` for each of `new`, with how alike they are, 0 to 1; −1 and 0 where fewer are.

    Rows of the same owner are never taken: a dialogue is not compared with itself.
    """
    at = np.full((len(new_owner), k), -1, dtype=np.int64)
    like = np.zeros((len(new_owner), k))
    if not len(owner):
        return at, like
    most = int(np.bincount(owner - owner.min()).max())
    reach = min(k + most, len(owner))
    for start in range(0, len(new_owner), _ROWS):
        rows = slice(start, start + _ROWS)
        found, alike = _candidates(new.rows[rows], known, reach)
        alike = np.where(owner[found] == new_owner[rows][:, None], -1.0, alike)
        order = np.argsort(-alike, axis=1, kind="stable")[:, :k]
        best = np.take_along_axis(alike, order, axis=1)
        chosen = np.take_along_axis(found, order, axis=1)
        at[rows, : order.shape[1]] = np.where(best > 0, chosen, -1)
        like[rows, : order.shape[1]] = np.maximum(best, 0)
    return at, like


def _candidates(new: Any, known: Vectors, reach: int) -> tuple[Ints, Floats]:
    if known.by_words:
        alike = np.asarray((new @ known.rows.T).todense())
        found = np.argsort(-alike, axis=1, kind="stable")[:, :reach]
        return found, np.take_along_axis(alike, found, axis=1)
    from scipy.spatial import cKDTree

    distance, found = cKDTree(known.rows).query(new, k=range(1, reach + 1))
    return np.asarray(found), 1 / (1 + np.asarray(distance))
