"""Nuggets as answers to questions: what each annotator made of each post, and what each found in the dialogue.

Every post is a unit that an annotator gives a kind, or none. Where nuggets were marked by whole blocks (as in STC-3,
which has a label a turn), the posts of a block are no separate answers, and the block is the unit.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from turnwise.agreement.answers import Answers
from turnwise.errors import InputError, OptionError
from turnwise.tables.dialogues import HELPDESK_GOAL, HELPDESK_REGULAR, Dialogues, Nuggets

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Per = Literal["post", "block"]

#: The answer "no nugget"; the kinds follow it, in their order.
NONE = 0
CUSTOMER_CODES = (NONE, *range(1, HELPDESK_REGULAR + 1))
HELPDESK_CODES = (NONE, *range(HELPDESK_REGULAR + 1, HELPDESK_GOAL + 2))


@dataclass(frozen=True, eq=False)
class NuggetUnits:
    """Answer *r*: the reading ``reading[r]`` gave the unit ``unit[r]`` the code ``code[r]``: `NONE`, or a kind + 1.

    Units are the posts, or the blocks, of all dialogues in their order.
    """

    per: Per
    n_dialogues: int
    annotators: list[str]
    dialogue: Ints  # [unit]
    by_helpdesk: Bools  # [unit]
    #: whether a unit is of the customer's first block, where the trigger nugget is nearly always
    opening: Bools  # [unit]
    read: Ints  # [reading, 2]: dialogue, annotator
    reading: Ints
    unit: Ints
    code: Ints
    #: posts that an annotator gave two nuggets: the first of them counts
    overlapping: int

    def answers(self, rows: Bools, code: Ints, categories: tuple[int, ...]) -> Answers:
        """These answers, each unit an item and each dialogue a cluster."""
        units, item = np.unique(self.unit[rows], return_inverse=True)
        _, cluster = np.unique(self.dialogue[units], return_inverse=True)
        rater = self.read[self.reading[rows], 1]
        where = np.searchsorted(categories, code[rows])
        return Answers(
            item, rater, where, len(units), len(self.annotators), np.asarray(categories, dtype=np.float64), cluster
        )

    def of_side(self, helpdesk: bool) -> Answers:
        """What annotators made of the units of one side."""
        return self.answers(self._of(helpdesk), self.code, HELPDESK_CODES if helpdesk else CUSTOMER_CODES)

    def after_opening(self) -> Answers:
        """What annotators made of the customer's units after the first block."""
        return self.answers(self._of(False) & ~self.opening[self.unit], self.code, CUSTOMER_CODES)

    def _of(self, helpdesk: bool) -> Bools:
        return np.asarray(self.by_helpdesk[self.unit] == helpdesk)

    def kind_or_not(self, kind: int) -> Answers:
        """Whether each unit of the kind's side is a nugget of this kind."""
        return self.answers(self._of(kind >= HELPDESK_REGULAR), (self.code == kind + 1).astype(np.int64), (0, 1))

    def nugget_or_not(self, helpdesk: bool) -> Answers:
        """Whether each unit of a side is a nugget at all."""
        return self.answers(self._of(helpdesk), (self.code != NONE).astype(np.int64), (0, 1))

    def in_dialogue(self, kind: int) -> Answers:
        """Whether the dialogue has a nugget of this kind: each dialogue an item."""
        found = np.zeros(len(self.read), dtype=np.int64)
        found[self.reading[self.code == kind + 1]] = 1
        dialogues, item = np.unique(self.read[:, 0], return_inverse=True)
        every = np.arange(len(dialogues))
        scale = np.array([0.0, 1.0])
        return Answers(item, self.read[:, 1], found, len(dialogues), len(self.annotators), scale, every)

    @cached_property
    def read_dialogues(self) -> Ints:
        """The dialogues that somebody read, in the order of the clusters of `in_dialogue`."""
        return np.unique(self.read[:, 0])

    def dialogues_with(self, helpdesk: bool) -> Ints:
        """The dialogues that somebody read and in which this side has a unit, in the order of `of_side`'s clusters."""
        return np.unique(self.dialogue[self.unit[self._of(helpdesk)]])

    def dialogues_after_opening(self) -> Ints:
        """The same for `after_opening`."""
        return np.unique(self.dialogue[self.unit[self._of(False) & ~self.opening[self.unit]]])


def nugget_units(dialogues: Dialogues, per: Per | None = None) -> NuggetUnits:
    """The answers of all readings. Without `per`: blocks if every nugget is made of whole blocks, else posts."""
    nuggets = nuggets_of(dialogues)
    chosen: Per = per or ("block" if _whole_blocks(dialogues, nuggets).all() else "post")
    if chosen == "block" and not (whole := _whole_blocks(dialogues, nuggets)).all():
        at = int(np.flatnonzero(~whole)[0])
        name = dialogues.names[int(nuggets.dialogue[at])]
        raise OptionError(
            f"{dialogues.source}: in dialogue {name!r} a nugget covers posts {nuggets.first[at] + 1} to "
            f"{nuggets.last[at] + 1}, which are not whole blocks; take posts as units instead of blocks."
        )
    heads = np.flatnonzero(dialogues.starts_block) if chosen == "block" else np.arange(dialogues.n_posts)
    dialogue = dialogues.owner[heads]
    size = np.bincount(dialogue, minlength=len(dialogues))
    before = np.concatenate([[0], np.cumsum(size)])
    starts = np.concatenate([[0], np.cumsum(size[nuggets.read[:, 0]])])
    reading = np.repeat(np.arange(len(nuggets.read)), np.diff(starts))
    unit = before[nuggets.read[reading, 0]] + np.arange(starts[-1]) - starts[reading]
    row, kind = _marked(dialogues, nuggets, chosen, starts)
    code = np.full(starts[-1], NONE, dtype=np.int64)
    code[row[::-1]] = kind[::-1] + 1  # of two nuggets of a post, the first is written last
    return NuggetUnits(
        chosen,
        len(dialogues),
        nuggets.annotators,
        dialogue,
        dialogues.by_helpdesk[heads],
        _opening(dialogues)[heads],
        nuggets.read,
        reading,
        unit,
        code,
        len(row) - len(np.unique(row)),
    )


def nuggets_of(dialogues: Dialogues) -> Nuggets:
    """The nuggets, which somebody must have looked for."""
    if dialogues.nuggets is None or not len(dialogues.nuggets.read):
        raise InputError(
            f"{dialogues.source}: it has no nuggets, and they are what this is about; give annotated ones."
        )
    return dialogues.nuggets


def reading_of(nuggets: Nuggets) -> Ints:
    """The position in `read` of each nugget's dialogue and annotator."""
    n = len(nuggets.annotators)
    keys = nuggets.read[:, 0] * n + nuggets.read[:, 1]
    order = np.argsort(keys, kind="stable")
    return order[np.searchsorted(keys[order], nuggets.dialogue * n + nuggets.annotator)]


def _opening(dialogues: Dialogues) -> Bools:
    """Of each post, whether it is of the customer's first block: the dialogue's first, or the one after."""
    first = dialogues.by_helpdesk[dialogues.offsets[:-1]].astype(np.int64)
    return np.asarray(dialogues.block == first[dialogues.owner])


def _whole_blocks(dialogues: Dialogues, nuggets: Nuggets) -> Bools:
    """Of each nugget, whether it begins and ends with blocks."""
    first, last = (
        dialogues.offsets[nuggets.dialogue] + nuggets.first,
        dialogues.offsets[nuggets.dialogue] + nuggets.last,
    )
    ends = np.append(dialogues.starts_block[1:], True)
    return np.asarray(dialogues.starts_block[first] & ends[last])


def _marked(dialogues: Dialogues, nuggets: Nuggets, per: Per, starts: Ints) -> tuple[Ints, Ints]:
    """The row and the kind of every unit within a nugget, in the order of the nuggets."""
    first, last = nuggets.first, nuggets.last
    if per == "block":
        base = dialogues.offsets[nuggets.dialogue]
        first, last = dialogues.block[base + first], dialogues.block[base + last]
    long = last - first + 1
    which = np.repeat(np.arange(len(nuggets)), long)
    step = np.arange(long.sum()) - np.repeat(np.cumsum(long) - long, long)
    return starts[reading_of(nuggets)[which]] + first[which] + step, nuggets.kind[which]
