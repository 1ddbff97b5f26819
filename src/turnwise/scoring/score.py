"""The score engine: judgements and one system's hits at a time → the score table. Only home of the missing rule."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import numpy as np

from turnwise.errors import InputError, OptionError
from turnwise.measures import Lists, TurnMeasure
from turnwise.scoring.pack import lists_of, pool_of
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.hits import Hits
from turnwise.tables.judgements import Judgements
from turnwise.tables.scores import Scores

#: What a judged turn that a run lacks scores: 0, as TREC scores it; nothing (left out of the mean); or an error.
Missing = Literal["zero", "skip", "error"]


def score_hits(
    systems: Iterable[Hits],
    judgements: Judgements,
    measures: list[TurnMeasure],
    decisions: Decisions,
    missing: Missing = "zero",
) -> Scores:
    """Score every system on every judged turn."""
    if missing not in ("zero", "skip", "error"):
        raise OptionError(f"missing must be 'zero', 'skip' or 'error', found {missing!r}.")
    pool = pool_of(judgements)
    without = int((pool.n_relevant(1) == 0).sum())
    decisions.add(
        judgements.source,
        "no-relevant",
        without,
        f"{plural(without, 'judged turn')} without a relevant item (grade 1 or more): "
        "scored 0 by the measures that count them, as trec_eval does",
    )
    names, values, absent, weights = [], [], [], np.ones((len(judgements), len(measures)))
    for hits in systems:
        lists = lists_of(hits, judgements, pool)
        names.append(hits.system)
        absent.append(~hits.present)
        values.append(_measured(lists, measures, ~hits.present, missing))
        _tell_missing(hits, judgements, decisions, missing)
        if len(names) == 1:
            for m, measure in enumerate(measures):
                if (own := measure.weights(lists)) is not None:
                    weights[:, m] = own
    if not names:
        raise InputError("there is no run to score; give at least one.")
    return Scores(
        systems=names,
        conversations=judgements.conversations,
        turns=judgements.turns,
        measures=[str(m) for m in measures],
        values=np.stack(values),
        missing=np.stack(absent),
        weights=weights,
        decisions=decisions,
    )


def _measured(lists: Lists, measures: list[TurnMeasure], absent: np.ndarray, missing: Missing) -> np.ndarray:
    values = np.stack([measure(lists) for measure in measures], axis=1)
    values[absent] = np.nan if missing == "skip" else 0.0
    return values


def _tell_missing(hits: Hits, judgements: Judgements, decisions: Decisions, missing: Missing) -> None:
    lacking = np.flatnonzero(~hits.present)
    if not len(lacking):
        return
    found = (
        f"{plural(len(lacking), 'judged turn')} of {len(judgements):,} missing (first: {judgements.turns[lacking[0]]})"
    )
    if missing == "error":
        raise InputError(
            f"{hits.system}: {found}; expected every judged turn; score them 0 with missing='zero' or leave them out "
            "with missing='skip'."
        )
    decisions.add(
        hits.system,
        "missing-turns",
        len(lacking),
        f"{found}: {'scored 0' if missing == 'zero' else 'left out of the means'}",
    )
