"""Dialogues of two sides, and the nuggets that annotators marked in them, packed into arrays.

The customer asks and the helpdesk answers. A post is what one side sends at once; a block is all that one side sends
before the other does. A nugget is a span of consecutive posts of one side that helps the customer on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from turnwise.tables.ratings import Ratings

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

CUSTOMER, HELPDESK = "customer", "helpdesk"

#: The five kinds of nuggets, as the paper names them; a kind is a position here.
KINDS = ("CNUG0", "CNUG", "CNUG*", "HNUG", "HNUG*")
TRIGGER, CUSTOMER_REGULAR, CUSTOMER_GOAL, HELPDESK_REGULAR, HELPDESK_GOAL = range(len(KINDS))


@dataclass(frozen=True, eq=False)
class Nuggets:
    """One row a nugget: in `dialogue`, found by `annotator`, from post `first` to post `last` (both within, from 0).

    `weight` is NaN where the source gives none. An annotator who read a dialogue and marked nothing in it still has a
    row in `read`, the pairs (dialogue, annotator) of all that was read.
    """

    annotators: list[str]
    dialogue: Ints
    annotator: Ints
    first: Ints
    last: Ints
    kind: Ints
    weight: Floats
    read: Ints  # [pair, 2]

    def __len__(self) -> int:
        return len(self.dialogue)


@dataclass(frozen=True, eq=False)
class Dialogues:
    """Dialogues, each name once and with at least one post; those of *d* are ``offsets[d]:offsets[d + 1]``.

    `lengths` tells how long each post is, in every unit that the source allows: `characters` and `words`, or under the
    source's own names (`chars_cn`). `times` are seconds since the dialogue's first post, NaN where unknown. `texts` is
    None where the source has lengths alone. `labels` holds what annotators said of whole dialogues; its items are the
    dialogues' names.
    """

    source: str
    format: str
    names: list[str]
    offsets: Ints
    by_helpdesk: Bools  # [post]
    lengths: Mapping[str, Floats]  # unit → [post]
    texts: list[str] | None = None
    times: Floats | None = None
    nuggets: Nuggets | None = None
    labels: Ratings | None = None
    #: what else the source says of each dialogue, such as its system: name → one text a dialogue
    groups: Mapping[str, list[str]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.names)

    @property
    def n_posts(self) -> int:
        return int(self.offsets[-1])

    @cached_property
    def owner(self) -> Ints:
        """The dialogue of each post."""
        return np.repeat(np.arange(len(self)), np.diff(self.offsets))

    @cached_property
    def block(self) -> Ints:
        """The block of each post within its dialogue, from 0: consecutive posts of one side are one block."""
        starts = np.ones(self.n_posts, dtype=np.bool_)
        starts[1:] = (self.by_helpdesk[1:] != self.by_helpdesk[:-1]) | (self.owner[1:] != self.owner[:-1])
        running = np.cumsum(starts)
        return running - running[self.offsets[self.owner]]

    @cached_property
    def n_blocks(self) -> Ints:
        """How many blocks each dialogue has, which is one more than the number of its last."""
        return self.block[self.offsets[1:] - 1] + 1

    def starts(self, unit: str) -> Floats:
        """Where each post begins within its dialogue, in this unit of length."""
        ends = np.cumsum(self.lengths[unit])
        before = ends - self.lengths[unit]
        return before - before[self.offsets[self.owner]]

    def totals(self, unit: str) -> Floats:
        """How long each dialogue is, in this unit."""
        return np.bincount(self.owner, weights=self.lengths[unit], minlength=len(self)).astype(np.float64)
