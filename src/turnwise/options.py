"""The verbs about option lists: read a bot's replies and their gold, then tune or score."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence

from turnwise.errors import OptionError
from turnwise.measures import TurnMeasure
from turnwise.policies.shown_lists import ListScores, score_lists
from turnwise.policies.tune import tune as tune_policies
from turnwise.policies.tuning import Tuning
from turnwise.readers.gold import attach_gold, read_gold, same_gold
from turnwise.readers.replies import read_replies
from turnwise.tables.decisions import Decisions
from turnwise.tables.replies import Replies

Source = Replies | str | os.PathLike[str] | Sequence[str | os.PathLike[str]]


def tune(
    replies: Source,
    measure: str | TurnMeasure = "OLAR",
    policy: str = "all",
    *,
    gold: str | os.PathLike[str] | None = None,
    gold_is: str | None = None,
    from_format: str | None = None,
    max_length: int = 5,
    folds: int = 5,
    seed: int = 0,
    resamples: int = 2000,
    out_of_scope: Iterable[str] | None = None,
    fallback: Iterable[str] | None = None,
    toolkit: str | None = None,
    strict: bool = False,
    progress: Callable[[int, int, str], None] | None = None,
) -> Tuning:
    """How many options should a bot show? Policies are chosen on training folds and judged on held-out ones.

    `replies` is a file of any format that `turnwise options` reads, several of them, or a table of replies. The right
    options come from `gold`, a file; from `gold_is`, one name for all queries; or from the replies themselves.
    """
    decisions = Decisions(strict)
    asked = with_gold(replies, gold, gold_is, from_format, decisions)
    return tune_policies(
        asked, measure, policy,
        max_length=max_length, folds=folds, seed=seed, resamples=resamples, out_of_scope=out_of_scope,
        fallback=fallback, toolkit=toolkit, decisions=decisions, progress=progress,
    )  # fmt: skip


def score_options(
    replies: Source,
    measures: Sequence[str | TurnMeasure] | str | TurnMeasure | None = None,
    *,
    gold: str | os.PathLike[str] | None = None,
    gold_is: str | None = None,
    from_format: str | None = None,
    seed: int = 0,
    resamples: int = 2000,
    out_of_scope: Iterable[str] | None = None,
    fallback: Iterable[str] | None = None,
    strict: bool = False,
) -> ListScores:
    """Score the lists that a bot already shows, as they are: by OLAR of their longest, if not said otherwise."""
    decisions = Decisions(strict)
    asked = with_gold(replies, gold, gold_is, from_format, decisions)
    return score_lists(
        asked, measures,
        seed=seed, resamples=resamples, out_of_scope=out_of_scope, fallback=fallback, decisions=decisions,
    )  # fmt: skip


def with_gold(
    replies: Source,
    gold: str | os.PathLike[str] | None,
    gold_is: str | None,
    from_format: str | None,
    decisions: Decisions,
) -> Replies:
    """The replies with their right options."""
    if gold is not None and gold_is is not None:
        raise OptionError("gold and gold_is say both what is right; give one of the two.")
    asked = replies if isinstance(replies, Replies) else read_replies(replies, decisions, format=from_format)
    if gold is not None:
        return attach_gold(asked, read_gold(gold, decisions), decisions)
    return asked if gold_is is None else same_gold(asked, gold_is)
