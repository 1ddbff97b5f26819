"""Texts that ask for the same: which ones are alike, and which few stand for many."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

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

    def pairs(self) -> list[tuple[int, int, float]]:
        """Each two texts that are alike, once, the most alike first."""
        one = np.repeat(np.arange(len(self)), np.diff(self.offsets))
        at = np.flatnonzero(one < self.others)
        at = at[np.argsort(-self.cosines[at], kind="stable")]
        return [(int(one[i]), int(self.others[i]), float(self.cosines[i])) for i in at]


def measuring(by: Retriever) -> Retriever:
    """What says how alike two texts are: the retriever, or a part of it, where its scores are cosines; else TF-IDF."""
    return next((one for one in (by, *by.held) if isinstance(one, TfIdf | Dense)), TfIdf())


class Likeness:
    """How alike different texts are, by cosine. How rare a word is among all of them counts in each comparison."""

    def __init__(self, texts: Sequence[str], by: Retriever, progress: Progress | None = None) -> None:
        self.texts = list(texts)
        self.index = by.index(_of_texts(self.texts), progress)

    def among(self, some: Sequence[int], least: float) -> Alike:
        """Which of some texts, named by their positions, are alike: those whose cosine is at least `least`."""
        at = np.array(some, dtype=np.int64)
        batch = max(1, self.index.cells // max(1, len(self.texts)))
        counts, others, cosines = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)], [np.zeros(0)]
        for start in range(0, len(at), batch):
            part = self.index.scores([self.texts[i] for i in at[start : start + batch].tolist()])[:, at]
            rows = np.arange(len(part))
            part[rows, start + rows] = 1.0  # also a text without any word is like itself
            one, other = np.nonzero(part >= least)
            counts.append(np.bincount(one, minlength=len(part)))
            others.append(other)
            cosines.append(np.minimum(part[one, other], 1.0))
        return Alike(offsets_of(np.concatenate(counts)), np.concatenate(others), np.concatenate(cosines))


def chance(measure: Retriever, cosines: Floats) -> Floats:
    """How likely an answer to one of two turns so much alike is right for the other, too.

    So it is on the Margarita corpus, in which turns with a TF-IDF cosine of ¼ share a right answer one time in 20, of
    ¾ four times in five; cosines of embeddings are higher all over. `benchmarks/advice.py` shows it.
    """
    found: Floats = cosines ** (3 if isinstance(measure, Dense) else 2)
    return found


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

    def gain(text: int) -> float:
        return float(left[found.of(text)].sum())

    chosen = []
    for text, _ in _most_first(gain, left):
        near = found.of(text)
        mine = [int(other) for other in near if left[other]]
        left[near] = 0
        chosen.append((text, sorted(mine, key=lambda other: (other != text, -weights[other], other))))
    return chosen


def serving_most(
    found: Alike, weights: Sequence[int], chances: Floats, least: float
) -> list[tuple[int, float, list[int]]]:
    """Texts in the order in which answers to them serve the most others, what each adds, and those it stands for.

    An answer to one text serves another with the chance of their pair, and weight counts how often a text was said.
    The next one is always the text that adds the most to what those before it serve; of several the earliest. It
    stands for those with a cosine of at least `least` that none before it stands for, which are not chosen any more.
    """
    weight, have = np.array(weights, dtype=np.float64), np.zeros(len(found))
    left = np.ones(len(found), dtype=np.bool_)

    def gain(text: int) -> float:
        near = found.of(text)
        mine = chances[found.offsets[text] : found.offsets[text + 1]]
        return float((weight[near] * np.maximum(mine - have[near], 0)).sum())

    chosen = []
    for text, adds in _most_first(gain, left):
        part = slice(int(found.offsets[text]), int(found.offsets[text + 1]))
        near = found.others[part]
        have[near] = np.maximum(have[near], chances[part])
        alike = near[(found.cosines[part] >= least) & left[near]]
        left[alike] = False
        chosen.append((text, adds, sorted(alike.tolist(), key=lambda other: (other != text, -weights[other], other))))
    return chosen


def _most_first(gain: Callable[[int], float], left: NDArray[Any]) -> Iterator[tuple[int, float]]:
    """Of the texts that are left the one that gains the most, with its gain, until none is; of several the earliest.

    Whoever takes one says in `left` what is no longer there. Gains only fall as texts are taken, so the text whose
    gain is still what it was found to be gains the most of all.
    """
    waiting = [(-gain(text), text) for text in np.flatnonzero(left).tolist()]
    heapq.heapify(waiting)
    while waiting:
        promised, text = heapq.heappop(waiting)
        if not left[text]:
            continue
        gained = gain(text)
        if gained < -promised - 1e-12:
            heapq.heappush(waiting, (-gained, text))
        else:
            yield text, gained
