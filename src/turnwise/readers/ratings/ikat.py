"""The judgements of TREC iKAT 2023 by GPT-4: a label for each turn of each run, a question a file."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from turnwise.readers.cells import names_of
from turnwise.readers.ratings.form import RatingsFormat, Source
from turnwise.readers.ratings.gathering import Answer, Gathered
from turnwise.readers.table import row_place
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.judgements import conversation_of
from turnwise.tables.ratings import MODEL

RATER = "GPT-4"
_LABELS = ("gpt4-label", "gpt4-score")


def _is_ikat(source: Source) -> bool:
    return {"turn_id", "run_id"} <= set(source.columns) and any(name in source.columns for name in _LABELS)


def _read(source: Source, gathered: Gathered, decisions: Decisions) -> None:
    """The question is named by the file (`completeness_judgement-gpt4.txt`); a label of −1 is none."""
    table = source.table
    label = next(name for name in _LABELS if name in table.names)
    frame = table.whole(["turn_id", "run_id", label])
    question = Path(source.name).name.partition("_judgement")[0]
    turns = names_of(frame["turn_id"], table, 0, "turn").to_list()
    runs = names_of(frame["run_id"], table, 0, "run").to_list()
    failed = 0
    for row, (turn, run, value) in enumerate(zip(turns, runs, frame[label].to_list(), strict=True)):
        item = gathered.item(f"{run}/{turn}", system=run, dialogue=conversation_of(turn))
        if str(value) == "-1":
            failed += 1
            continue
        spot = partial("{}, {}".format, table.source, row_place(row))
        gathered.add(Answer(spot, item, RATER, question, value, type=MODEL))
    gathered.unanswered[question, ""] += failed
    text = f"{plural(failed, 'label')} of −1, outside of the scale: taken as no answer"
    decisions.add(source.name, "labels-off-scale", failed, text)


IKAT_GPT4 = RatingsFormat(
    "ikat-gpt4",
    "judgements of TREC iKAT 2023 by GPT-4, tab-separated, a question a file",
    "turn_id⇥run_id⇥gpt4-label",
    _is_ikat,
    _read,
)
