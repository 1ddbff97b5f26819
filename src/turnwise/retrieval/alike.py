"""Texts that ask for the same: which ones are alike, and which few stand for many."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from turnwise.retrieval.dense import Dense
from turnwise.retrieval.ranked import Floats, Ints, offsets_of
from turnwise.retrieval.retriever import Progress, Retriever
from turnwise.retrieval.tfidf import TfIdf
from turnwise.tables.knowledge import KnowledgeBase


@dataclass(frozen=True, eq=False)
class Alike:
    """Text *i* is like the texts ``others[offsets[i]:offsets[i + 1]]``, itself among them, with these `cosines`."""

    offsets: Ints
    others: Ints
    cosines: Floats

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def of(self, text: int) -> Ints:
        return self.others[self.offsets[text] : self.offsets[text + 1]]

    def from_cosine(self, least: float) -> Alike:
        """The same with only the pairs that are at least so much alike."""
        kept = self.cosines >= least
        counts = np.bincount(self._owner[kept], minlength=len(self))
        return Alike(offsets_of(counts), self.others[kept], self.cosines[kept])

    @property
    def _owner(self) -> Ints:
        return np.repeat(np.arange(len(self)), np.diff(self.offsets))

    def pairs(self) -> list[tuple[int, int, float]]:
        """Each two texts that are alike, once, the most alike first."""
        one = self._owner
        at = np.flatnonzero(one < self.others)
        at = at[np.argsort(-self.cosines[at], kind="stable")]
        return [(int(one[i]), int(self.others[i]), float(self.cosines[i])) for i in at]


def measuring(by: Retriever) -> Retriever:
    """What says how alike two texts are: the retriever, or a part of it, where its scores are cosines; else TF-IDF."""
    return next((one for one in (by, *by.held) if isinstance(one, TfIdf | Dense)), TfIdf())


def alike(texts: Sequence[str], by: Retriever, least: float, progress: Progress | None = None) -> Alike:
    """Which of these different texts are alike: those whose cosine, as `by` has it, is at least `least`."""
    index = by.index(_of_texts(list(texts)), progress)
    batch = max(1, index.cells // max(1, len(texts)))
    counts, others, cosines = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)], [np.zeros(0)]
    for at in range(0, len(texts), batch):
        some = index.scores(texts[at : at + batch])
        rows = np.arange(len(some))
        some[rows, at + rows] = 1.0  # also a text without any word is like itself
        one, other = np.nonzero(some >= least)
        counts.append(np.bincount(one, minlength=len(some)))
        others.append(other)
        cosines.append(np.minimum(some[one, other], 1.0))
    return Alike(offsets_of(np.concatenate(counts)), np.concatenate(others), np.concatenate(cosines))


def _of_texts(texts: list[str]) -> KnowledgeBase:
    """Texts as a knowledge base in which each answers itself, so that any retriever compares them."""
    own = np.arange(len(texts))
    return KnowledgeBase(
        "the questions", "texts", texts, texts, own, own, list(map(str, own.tolist())), [""] * len(texts),
        [""] * len(texts),
    )  # fmt: skip


def standing_for(found: Alike, weights: Sequence[int]) -> list[tuple[int, list[int]]]:
    """Few texts that stand for all that have a weight: each with those like it that no text before it stands for.

    The next one is always the text, of those that none stands for yet, that adds the most weight; of several the
    earliest. Its list starts with itself, then has the heaviest first.
    """
    left = np.array(weights, dtype=np.float64)
    waiting = [(-float(left[found.of(text)].sum()), text) for text in np.flatnonzero(left).tolist()]
    heapq.heapify(waiting)
    chosen = []
    while waiting:
        promised, text = heapq.heappop(waiting)
        if not left[text]:
            continue
        near = found.of(text)
        adds = float(left[near].sum())
        if adds < -promised:  # others have taken some of its texts since
            heapq.heappush(waiting, (-adds, text))
            continue
        mine = [int(other) for other in near if left[other]]
        left[near] = 0
        chosen.append((text, sorted(mine, key=lambda other: (other != text, -weights[other], other))))
    return chosen
