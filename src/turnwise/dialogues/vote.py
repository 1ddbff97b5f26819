"""One set of nuggets from those of several annotators, by vote.

The rule, dialogue by dialogue, over those who read it:

1. A post belongs to a nugget where more than half of them have it in one. Half is not enough.
2. Its kind is the one that most of these say. Of equally many it is the least claim: regular, then trigger, then goal.
3. Neighbouring posts of one kind are one nugget where more than half of those who have both in nuggets have them in the
   same one. Otherwise a new nugget begins.
4. A nugget's weight is the mean of the weights that were given to nuggets of its kind on its posts, if there are any.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from turnwise.tables.dialogues import (
    CUSTOMER_GOAL,
    CUSTOMER_REGULAR,
    HELPDESK_GOAL,
    HELPDESK_REGULAR,
    KINDS,
    TRIGGER,
    Dialogues,
    Nuggets,
)

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

#: The name of the one annotator that a vote makes of many.
VOTE = "vote"
#: Of kinds with as many votes, the first counts.
LEAST_CLAIM = (CUSTOMER_REGULAR, HELPDESK_REGULAR, TRIGGER, CUSTOMER_GOAL, HELPDESK_GOAL)


def voted(dialogues: Dialogues) -> Dialogues:
    """The same dialogues with the nuggets that the majority of the annotators of each one found."""
    nuggets = dialogues.nuggets
    if nuggets is None:
        return dialogues
    marks = _Marks(dialogues, nuggets)
    kind = marks.kind_of_posts()
    inside = np.flatnonzero(kind >= 0)
    goes_on = np.zeros(dialogues.n_posts, dtype=np.bool_)
    goes_on[1:] = (kind[1:] >= 0) & (kind[1:] == kind[:-1]) & marks.joined()[1:]
    first = inside[~goes_on[inside]]
    last = inside[np.append(~goes_on[inside[1:]], np.ones(len(inside[:1]), dtype=np.bool_))]
    owner = dialogues.owner[first]
    read = np.unique(nuggets.read[:, 0])
    found = Nuggets(
        annotators=[VOTE],
        dialogue=owner,
        annotator=np.zeros(len(owner), dtype=np.int64),
        first=first - dialogues.offsets[owner],
        last=last - dialogues.offsets[owner],
        kind=kind[first],
        weight=marks.mean_weight(first, last, kind),
        read=np.stack([read, np.zeros_like(read)], axis=1),
    )
    return replace(dialogues, nuggets=found)


class _Marks:
    """All nuggets laid out post by post: one mark for each post that an annotator has in a nugget."""

    def __init__(self, dialogues: Dialogues, nuggets: Nuggets) -> None:
        self.dialogues, self.n_annotators = dialogues, len(nuggets.annotators)
        self.readers = np.bincount(nuggets.read[:, 0], minlength=len(dialogues))
        sizes = nuggets.last - nuggets.first + 1
        nugget = np.repeat(np.arange(len(nuggets)), sizes)
        step = np.arange(len(nugget)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        post = dialogues.offsets[nuggets.dialogue[nugget]] + nuggets.first[nugget] + step
        code = post * self.n_annotators + nuggets.annotator[nugget]
        # where an annotator's nuggets overlap, the first one counts, so that nobody votes twice
        self.code, kept = np.unique(code, return_index=True)
        self.post, self.kind, self.weight = post[kept], nuggets.kind[nugget[kept]], nuggets.weight[nugget[kept]]
        #: whether the mark's nugget also holds the post before
        self.carries_on = step[kept] > 0

    def kind_of_posts(self) -> Ints:
        """The kind of the nugget that each post belongs to, −1 where the majority sees none."""
        n_posts = self.dialogues.n_posts
        votes = np.bincount(self.post * len(KINDS) + self.kind, minlength=n_posts * len(KINDS)).reshape(n_posts, -1)
        order = np.array(LEAST_CLAIM)
        kind = order[np.argmax(votes[:, order], axis=1)]
        enough = 2 * votes.sum(axis=1) > self.readers[self.dialogues.owner]
        return np.where(enough, kind, -1)

    def joined(self) -> Bools:
        """Whether most of those who have a post and the one before in nuggets have them in the same one."""
        n_posts = self.dialogues.n_posts
        same = np.bincount(self.post[self.carries_on], minlength=n_posts)
        both = np.isin(self.code - self.n_annotators, self.code, assume_unique=True)
        both &= ~self._first_post[self.post]
        return np.asarray(2 * same > np.bincount(self.post[both], minlength=n_posts))

    @property
    def _first_post(self) -> Bools:
        """Whether a post is the first of its dialogue."""
        first = np.zeros(self.dialogues.n_posts, dtype=np.bool_)
        first[self.dialogues.offsets[:-1]] = True
        return first

    def mean_weight(self, first: Ints, last: Ints, kind: Ints) -> NDArray[np.float64]:
        """For each nugget, the mean of the weights given on its posts to its kind; NaN without any."""
        nugget = np.full(self.dialogues.n_posts, -1, dtype=np.int64)
        for at in range(int((last - first).max(initial=-1)) + 1):
            long = first + at <= last
            nugget[first[long] + at] = np.flatnonzero(long)
        own = nugget[self.post]
        known = (own >= 0) & (self.kind == kind[self.post]) & ~np.isnan(self.weight)
        total = np.bincount(own[known], weights=self.weight[known], minlength=len(first))
        count = np.bincount(own[known], minlength=len(first))
        return np.divide(total, count, out=np.full(len(first), np.nan), where=count > 0)
