"""The filter by which helpdesk dialogues are mined: accounts that answer, and dialogues that are long enough.

The paper first drops accounts that did not respond to more than half of the posts that mention them, then dialogues
with fewer than five posts by either side; its footnote says why blocks are the better count: CCCCCHHHHH has five posts
by each side and is one exchange.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turnwise.errors import OptionError, did_you_mean
from turnwise.tables.dialogues import Bools, Dialogues, Ints


@dataclass(frozen=True)
class Step:
    """One step of the filter: what it asks for, and how many dialogues it kept and dropped."""

    name: str
    asks: str
    kept: int
    dropped: int


@dataclass(frozen=True)
class Account:
    """Who answers, or does not: dialogues of customers, and those in which the helpdesk says anything."""

    name: str
    dialogues: int
    answered: int
    kept: bool

    @property
    def share(self) -> float:
        return self.answered / self.dialogues


@dataclass(frozen=True)
class Filtered:
    """The dialogues that are left, and how they came to be."""

    dialogues: Dialogues
    steps: list[Step]
    accounts: list[Account]


def filter_dialogues(
    found: Dialogues,
    *,
    min_answered: float | None = None,
    account: str = "account",
    min_posts: int | None = None,
    min_blocks: int | None = None,
) -> Filtered:
    """Keep the dialogues of accounts that answer, with enough posts or blocks by each side.

    An account is kept that answers at least the share `min_answered` of all its dialogues in the file, so this step
    comes first. `account` names the group that says whose helpdesk it is.
    """
    if min_answered is None and min_posts is None and min_blocks is None:
        raise OptionError("there is nothing to filter by; give at least one of min_answered, min_posts and min_blocks.")
    kept = np.ones(len(found), dtype=np.bool_)
    steps, accounts = [Step("read", "all that was read", len(found), 0)], list[Account]()

    def step(name: str, asks: str, passed: Bools) -> None:
        before = int(kept.sum())
        np.logical_and(kept, passed, out=kept)
        steps.append(Step(name, asks, int(kept.sum()), before - int(kept.sum())))

    if min_answered is not None:
        accounts, passed = _answering(found, account, min_answered)
        step("answering accounts", f"{account} answers at least {min_answered:g} of its dialogues", passed)
    if min_posts is not None:
        least = _least_by_a_side(found, np.ones(found.n_posts, dtype=np.bool_))
        step("posts", f"at least {min_posts:,} posts by each side", least >= min_posts)
    if min_blocks is not None:
        least = _least_by_a_side(found, found.starts_block)
        step("blocks", f"at least {min_blocks:,} blocks by each side", least >= min_blocks)
    return Filtered(found.keeping(kept), steps, accounts)


def _answering(found: Dialogues, group: str, share: float) -> tuple[list[Account], Bools]:
    """The accounts, and which dialogues are of one that answers enough of them."""
    if group not in found.groups:
        hint = did_you_mean(group, found.groups) or (
            f"; they say {', '.join(found.groups)}." if found.groups else "; they say nothing else of themselves."
        )
        raise OptionError(f"{found.source}: the dialogues do not say whose they are by {group!r}{hint}")
    names, of = np.unique(np.array(found.groups[group]), return_inverse=True)
    answered = np.bincount(found.owner[found.by_helpdesk], minlength=len(found)) > 0
    total = np.bincount(of, minlength=len(names))
    replied = np.bincount(of[answered], minlength=len(names))
    active = replied >= share * total
    rows = zip(names.tolist(), total.tolist(), replied.tolist(), active.tolist(), strict=True)
    return [Account(*row) for row in rows], active[of]


def _least_by_a_side(found: Dialogues, counted: NDArray[np.bool_]) -> Ints:
    """How many of the counted posts the side has that has fewer, in each dialogue."""
    sides = [
        np.bincount(found.owner[counted & side], minlength=len(found))
        for side in (found.by_helpdesk, ~found.by_helpdesk)
    ]
    return np.minimum(*sides)
