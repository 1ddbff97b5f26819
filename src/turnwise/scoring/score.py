"""The score engine: judgements and one system's hits at a time → the score table. Only home of the missing rule."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from turnwise.errors import InputError, MeasureError, OptionError
from turnwise.measures import Lists, Measure, Pool, TurnMeasure
from turnwise.measures.conversation import ConversationMeasure
from turnwise.scoring.pack import lists_of, pool_of
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.hits import Hits
from turnwise.tables.judgements import Judgements
from turnwise.tables.scores import Scores

if TYPE_CHECKING:
    from turnwise.scoring.judged_graphs import JudgedConversations

#: What a judged turn that a run lacks scores: 0, as TREC scores it; nothing (left out of the mean); or an error.
Missing = Literal["zero", "skip", "error"]
Floats = NDArray[np.float64]


def score_hits(
    systems: Iterable[Hits],
    judgements: Judgements,
    measures: list[Measure],
    decisions: Decisions,
    missing: Missing = "zero",
    graphs: JudgedConversations | None = None,
) -> Scores:
    """Score every system on every judged turn, and on every conversation where a measure of conversations is asked for.

    `graphs` are the conversations' graphs, joined with the judged turns; measures that follow links need them.
    """
    if missing not in ("zero", "skip", "error"):
        raise OptionError(f"missing must be 'zero', 'skip' or 'error', found {missing!r}.")
    for measure in measures:
        if not isinstance(measure, TurnMeasure | ConversationMeasure):
            raise MeasureError(f"{measure} is no measure of ranked lists; `{measure.scored_with}` computes it.")
    of_turns = [m for m in measures if isinstance(m, TurnMeasure)]
    of_conversations = [m for m in measures if isinstance(m, ConversationMeasure)]
    _check_graphs(of_conversations, graphs)
    needed = list(dict.fromkeys([*of_turns, *(m.of for m in of_conversations)]))
    pool = pool_of(judgements)
    _tell_without_relevant(int((pool.n_relevant(1) == 0).sum()), judgements, decisions)
    _tell_unreached(needed, pool, judgements, decisions)
    names, values, absent, weights = [], [], [], np.ones((len(judgements), len(of_turns)))
    for hits in systems:
        lists = lists_of(hits, judgements, pool)
        names.append(hits.system)
        absent.append(~hits.present)
        values.append(_measured(lists, needed, ~hits.present, missing))
        _tell_missing(hits, judgements, decisions, missing, bool(of_turns))
        if len(names) == 1:
            for m, measure in enumerate(of_turns):
                if (own := measure.weights(lists)) is not None:
                    weights[:, m] = own
    if not names:
        raise InputError("there is no run to score; give at least one.")
    cube = np.stack(values)
    by_conversation = _by_conversation(cube, needed, of_conversations, judgements, graphs)
    _tell_without_value(names, by_conversation, of_conversations, decisions)
    return Scores(
        systems=names,
        conversations=judgements.conversations,
        turns=judgements.turns,
        measures=[str(m) for m in of_turns],
        values=cube[:, :, : len(of_turns)],
        missing=np.stack(absent),
        weights=weights,
        conversation_measures=[str(m) for m in of_conversations],
        conversation_values=by_conversation,
        decisions=decisions,
    )


def _check_graphs(measures: list[ConversationMeasure], graphs: JudgedConversations | None) -> None:
    for measure in measures:
        if measure.needs_graph and graphs is None:
            raise InputError(
                f"{measure} follows the links between turns; give the conversations' graphs (--graph FILE, "
                "or infer them with `turnwise graph infer`)."
            )


def _measured(lists: Lists, measures: list[TurnMeasure], absent: NDArray[np.bool_], missing: Missing) -> Floats:
    values = np.stack([measure(lists) for measure in measures], axis=1)
    values[absent] = np.nan if missing == "skip" else 0.0
    return values


def _by_conversation(
    cube: Floats,
    needed: list[TurnMeasure],
    measures: list[ConversationMeasure],
    judgements: Judgements,
    graphs: JudgedConversations | None,
) -> Floats:
    if not measures:
        return np.empty((0, 0, 0))
    from turnwise.scoring.judged_graphs import unlinked_conversations

    joined = graphs or unlinked_conversations(judgements.turns)
    found = np.empty((len(cube), len(joined.names), len(measures)))
    for m, measure in enumerate(measures):
        of_turns = cube[:, :, needed.index(measure.of)][:, joined.order]
        found[:, :, m] = measure(joined.packed, of_turns)
    return found


def _tell_without_relevant(count: int, judgements: Judgements, decisions: Decisions) -> None:
    decisions.add(
        judgements.source,
        "no-relevant",
        count,
        f"{plural(count, 'judged turn')} without a relevant item (grade 1 or more): "
        "scored 0 by the measures that count them, as trec_eval does",
    )


def _tell_unreached(measures: list[TurnMeasure], pool: Pool, judgements: Judgements, decisions: Decisions) -> None:
    """A lowest relevant grade that no judgement has is usually a slip, and every score is then 0."""
    for rel in sorted({rel for m in measures if (rel := getattr(m, "rel", 0)) > pool.max_grade > 0}):
        text = f"no judged grade reaches {rel:g} (the highest is {pool.max_grade:g}): measures with that level are 0"
        decisions.add(judgements.source, "unreached-grade", len(judgements), text)


def _tell_missing(hits: Hits, judgements: Judgements, decisions: Decisions, missing: Missing, has_means: bool) -> None:
    lacking = np.flatnonzero(~hits.present)
    if not len(lacking):
        return
    found = (
        f"{plural(len(lacking), 'judged turn')} of {len(judgements):,} missing (first: {judgements.turns[lacking[0]]})"
    )
    if missing == "error":
        raise InputError(
            f"{hits.system}: {found}; expected every judged turn; choose 'zero' instead of 'error' to score them 0, or "
            "'skip' to leave them out."
        )
    skipped = "left out of the means" if has_means else "without a score"
    what = "scored 0" if missing == "zero" else skipped
    decisions.add(hits.system, "missing-turns", len(lacking), f"{found}: {what}")


def _tell_without_value(
    systems: list[str], values: Floats, measures: list[ConversationMeasure], decisions: Decisions
) -> None:
    """A walk along a graph with a hole in it has no value: with its turns left out, the conversation is, too."""
    for s, system in enumerate(systems):
        by_count: dict[int, list[str]] = {}
        for m, measure in enumerate(measures):
            if count := int(np.isnan(values[s, :, m]).sum()):
                by_count.setdefault(count, []).append(str(measure))
        for count, names in by_count.items():
            text = (
                f"{plural(count, 'conversation')} of {values.shape[1]:,} with missing turns left out of the mean of "
                f"{', '.join(names)}"
            )
            decisions.add(system, "conversations-without-value", count, text)
