"""The verbs about option lists: read a bot's replies and their gold, then tune or score."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from turnwise.errors import InputError, OptionError, shown
from turnwise.measures import TurnMeasure
from turnwise.policies.shown_lists import ListScores, score_lists
from turnwise.policies.tune import tune as tune_policies
from turnwise.policies.tuning import Tuning
from turnwise.readers.gold import attach_gold, read_gold, same_gold
from turnwise.readers.replies import read_replies
from turnwise.readers.replies.columns import Said
from turnwise.tables.decisions import Decisions
from turnwise.tables.replies import Replies


def tune(
    replies: Any,
    measure: str | TurnMeasure = "OLAR",
    policy: str = "all",
    *,
    gold: Any = None,
    gold_is: str | None = None,
    from_format: str | None = None,
    columns: Mapping[str, str] | None = None,
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

    `replies` is a file of any format that `turnwise options` reads, or several of one format; a frame (polars, pandas,
    Arrow) with columns for query, option and score; a dict ``{query: {option: score}}``; or a list of replies as the
    toolkit's JSON has them. The right options come from `gold`: a file, a frame with columns for query and gold, or a
    dict ``{query: gold}``, where gold is a name, a list of names, or None for out of scope; from `gold_is`, one name
    for all queries; or from the replies themselves. `columns` names columns of tables: ``{"option": "guess"}``.
    """
    decisions = Decisions(strict)
    asked = with_gold(replies, gold, gold_is, from_format, decisions, columns)
    return tune_policies(
        asked, measure, policy,
        max_length=max_length, folds=folds, seed=seed, resamples=resamples, out_of_scope=out_of_scope,
        fallback=fallback, toolkit=toolkit, decisions=decisions, progress=progress,
    )  # fmt: skip


def score_options(
    replies: Any,
    measures: Sequence[str | TurnMeasure] | str | TurnMeasure | None = None,
    *,
    gold: Any = None,
    gold_is: str | None = None,
    from_format: str | None = None,
    columns: Mapping[str, str] | None = None,
    seed: int = 0,
    resamples: int = 2000,
    out_of_scope: Iterable[str] | None = None,
    fallback: Iterable[str] | None = None,
    strict: bool = False,
) -> ListScores:
    """Score the lists that a bot already shows, as they are: by OLAR of their longest, if not said otherwise.

    `replies`, `gold`, `gold_is` and `columns` are as for `tune`.
    """
    decisions = Decisions(strict)
    asked = with_gold(replies, gold, gold_is, from_format, decisions, columns)
    return score_lists(
        asked, measures,
        seed=seed, resamples=resamples, out_of_scope=out_of_scope, fallback=fallback, decisions=decisions,
    )  # fmt: skip


def with_gold(
    replies: Any,
    gold: Any,
    gold_is: str | None,
    from_format: str | None,
    decisions: Decisions,
    columns: Mapping[str, str] | None = None,
) -> Replies:
    """The replies with their right options."""
    if gold is not None and gold_is is not None:
        raise OptionError("gold and gold_is both say what is right; give one of the two.")
    if gold_is is not None and not isinstance(gold_is, str):
        raise OptionError(f"gold_is: found {type(gold_is).__name__} {shown(gold_is)}, expected an option's name.")
    said = Said(columns or {})
    asked = replies if isinstance(replies, Replies) else read_replies(replies, decisions, format=from_format, said=said)
    if gold is not None:
        predicted = {source: name for (source, holds), name in said.read.items() if holds == "option"}
        right = read_gold(gold, decisions, said)
        _refuse_same_column(replies, gold, predicted, said.read.get((right.source, "gold")))
        asked = attach_gold(asked, right, decisions)
    said.check()
    return asked if gold_is is None else same_gold(asked, gold_is)


def _refuse_same_column(replies: Any, gold: Any, predicted: Mapping[str, str], right: str | None) -> None:
    """What a bot answered is not what is right: one column of one table cannot be both."""
    several = replies if isinstance(replies, list | tuple) else [replies]
    for source in several:
        path = _real(source)
        if source is gold or (path is not None and path == _real(gold)):
            name = predicted.get(os.fspath(source) if path is not None else "replies")
            if name is not None and name == right:
                where = os.fspath(source) if path is not None else "replies"
                raise InputError(
                    f"{where}: found the column {shown(name)} as what the bot answered and as what is right, expected "
                    "two columns; name them, as in --column option=NAME --column gold=NAME."
                )


def _real(source: Any) -> str | None:
    return os.path.realpath(source) if isinstance(source, str | os.PathLike) else None
