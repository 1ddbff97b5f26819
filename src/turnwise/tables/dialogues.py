"""Dialogues of two sides, and the nuggets that annotators marked in them, packed into arrays.

The customer asks and the helpdesk answers. A post is what one side sends at once; a block is all that one side sends
before the other does. A nugget is a span of consecutive posts of one side that helps the customer on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from turnwise.errors import OptionError, did_you_mean
from turnwise.tables.ratings import Ratings

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

CUSTOMER, HELPDESK = "customer", "helpdesk"

#: The five kinds of nuggets, as the paper names them; a kind is a position here.
KINDS = ("CNUG0", "CNUG", "CNUG*", "HNUG", "HNUG*")
TRIGGER, CUSTOMER_REGULAR, CUSTOMER_GOAL, HELPDESK_REGULAR, HELPDESK_GOAL = range(len(KINDS))

#: The units of length that every text has, and the one of time.
CHARACTERS, WORDS, SECONDS = "characters", "words", "seconds"


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

    @property
    def by_helpdesk(self) -> Bools:
        """Whether each nugget is of a kind that only the helpdesk's posts have."""
        return np.asarray(self.kind >= HELPDESK_REGULAR)

    def of_dialogues(self, chosen: Bools) -> Nuggets:
        """Those of the chosen dialogues, which are numbered anew."""
        number = np.cumsum(chosen) - 1
        kept, read = chosen[self.dialogue], self.read[chosen[self.read[:, 0]]]
        return replace(
            self,
            dialogue=number[self.dialogue[kept]],
            annotator=self.annotator[kept],
            first=self.first[kept],
            last=self.last[kept],
            kind=self.kind[kept],
            weight=self.weight[kept],
            read=np.stack([number[read[:, 0]], read[:, 1]], axis=1),
        )


@dataclass(frozen=True, eq=False)
class Dialogues:
    """Dialogues, each name once and with at least one post; those of *d* are ``offsets[d]:offsets[d + 1]``.

    `lengths` tells how long each post is, in every unit that the source allows: `characters` and `words`, or under the
    source's own names (`chars_cn`); NaN where a dialogue has no such length. A post without content (a picture that was
    not kept) is a post of length 0. `unit` is the one that suits the language. `times` are seconds since the dialogue's
    first post, NaN where unknown. `texts` is None where the source has lengths alone. `labels` holds what annotators
    said of whole dialogues; its items are the dialogues' names, in their order.
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
    unit: str = CHARACTERS

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
    def starts_block(self) -> Bools:
        """Whether each post is the first of a block: consecutive posts of one side are one block."""
        starts = np.ones(self.n_posts, dtype=np.bool_)
        starts[1:] = (self.by_helpdesk[1:] != self.by_helpdesk[:-1]) | (self.owner[1:] != self.owner[:-1])
        return starts

    @cached_property
    def block(self) -> Ints:
        """The block of each post within its dialogue, from 0."""
        running = np.cumsum(self.starts_block)
        return running - running[self.offsets[self.owner]]

    @cached_property
    def n_blocks(self) -> Ints:
        """How many blocks each dialogue has, which is one more than the number of its last."""
        return self.block[self.offsets[1:] - 1] + 1

    @property
    def units(self) -> list[str]:
        """All that posts can be measured in; `seconds` where it is known when they were sent."""
        return [*self.lengths, *([] if self.times is None else [SECONDS])]

    def number(self, name: str) -> int:
        """The position of a dialogue by its name."""
        if name not in self._numbers:
            some = ", ".join(self.names[:8]) + (", …" if len(self) > 8 else "")
            hint = did_you_mean(name, self.names) or f"; it has {some}."
            raise OptionError(f"{self.source}: there is no dialogue {name!r}{hint}")
        return self._numbers[name]

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.names)}

    def starts(self, unit: str) -> Floats:
        """Where each post begins within its dialogue, in this unit; NaN in a dialogue that is not known in it."""
        if self._is_time(unit):
            return np.asarray(self.times)
        lengths = self.lengths[unit]
        ends = np.cumsum(np.nan_to_num(lengths))
        before = ends - np.nan_to_num(lengths)
        return np.where(np.isnan(self.totals(unit))[self.owner], np.nan, before - before[self.offsets[self.owner]])

    def totals(self, unit: str) -> Floats:
        """How long each dialogue is, in this unit (time: until its last post); NaN where that is not known."""
        if self._is_time(unit):
            return np.asarray(self.times)[self.offsets[1:] - 1]
        return np.bincount(self.owner, weights=self.lengths[unit], minlength=len(self)).astype(np.float64)

    def _is_time(self, unit: str) -> bool:
        """Whether the unit is that of time; one that is not known here is an error."""
        if unit not in self.units:
            hint = did_you_mean(unit, self.units) or f"; it has {', '.join(self.units)}."
            raise OptionError(f"{self.source}: posts are not measured in {unit!r}{hint}")
        return unit == SECONDS

    def keeping(self, chosen: Bools) -> Dialogues:
        """The chosen dialogues alone, with all that is known of them."""
        posts, kept = chosen[self.owner], np.flatnonzero(chosen).tolist()
        names = [self.names[at] for at in kept]
        labels = None
        if self.labels is not None:
            labels = self.labels.keeping(chosen[self.labels.item])
            groups = {name: [values[at] for at in kept] for name, values in labels.groups.items()}
            labels = replace(labels, items=names, item=(np.cumsum(chosen) - 1)[labels.item], groups=groups)
        return replace(
            self,
            names=names,
            offsets=np.concatenate([[0], np.cumsum(np.diff(self.offsets)[chosen])]),
            by_helpdesk=self.by_helpdesk[posts],
            lengths={unit: lengths[posts] for unit, lengths in self.lengths.items()},
            texts=None if self.texts is None else [self.texts[at] for at in np.flatnonzero(posts).tolist()],
            times=None if self.times is None else self.times[posts],
            nuggets=None if self.nuggets is None else self.nuggets.of_dialogues(chosen),
            labels=labels,
            groups={name: [values[at] for at in kept] for name, values in self.groups.items()},
        )
