"""Several retrievers side by side, as the paper's Table 4 has them, with what can be said about their differences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from turnwise.comparison.findings import Findings
from turnwise.comparison.wording import in_words
from turnwise.report.comparison import Table, leaderboard, pairs_table
from turnwise.retrieval.retrieved import Retrieved
from turnwise.tables.aligned import filled, table
from turnwise.tables.decisions import plural
from turnwise.tables.scores import Scores


def split_text(
    split: str,
    retrieved: Sequence[Retrieved],
    scores: Scores,
    answerable: Scores | None,
    findings: Findings,
    pairs: bool = False,
) -> str:
    """One split, for a person."""
    blocks = [_heading(split, scores, answerable), table(*table_4(scores))]
    if answerable is not None:
        turns = f"The {plural(len(answerable.turns), 'turn')} with a right answer alone:"
        blocks += [turns, table(*table_4(answerable))]
    if any(one.below is not None for one in retrieved):
        blocks.append(table(*refusals(retrieved)))
    comparison = findings.comparison
    if comparison.settings.by == "conversation":
        blocks.append(filled("Tested on the means of the dialogues, in which each dialogue weighs the same:"))
    for compared in comparison.measures:
        blocks.append(table(*leaderboard(compared, comparison.systems)))
        if pairs:
            blocks.append(table(*pairs_table(compared, comparison.systems, comparison.settings)))
    blocks.append("\n".join(map(filled, in_words(comparison).splitlines())))
    blocks.append(table(*seconds(retrieved), digits=2))
    return "\n\n".join(blocks)


def _heading(split: str, scores: Scores, answerable: Scores | None) -> str:
    turns = f"{plural(len(scores.turns), 'turn')} of {plural(len(scores.conversation_names), 'dialogue')}"
    said = f"{split}: {turns}" if split else turns
    if answerable is not None:
        silent = len(scores.turns) - len(answerable.turns)
        said += f"; for {silent:,} no answer is right, and only a refusal (NO-ANSWER) counts"
    return filled(said + ".")


def table_4(scores: Scores) -> Table:
    """A row a retriever, a column a measure; means over turns."""
    rows: list[list[object]] = [
        [system, *(None if value != value else value for value in row)]
        for system, row in zip(scores.systems, scores.means.tolist(), strict=True)
    ]
    return ["retriever", *scores.all_measures], rows


def refusals(retrieved: Sequence[Retrieved]) -> Table:
    """What each retriever refuses, and how often it is right to."""
    rows: list[list[object]] = []
    for one in retrieved:
        silent = one.questions.n_gold == 0
        right = int((one.refused & silent).sum())
        rows.append([one.retriever, one.below, int(one.refused.sum()), right, int(silent.sum())])
    return ["retriever", "refuses below", "refused", "of these rightly", "turns without an answer"], rows


def seconds(retrieved: Sequence[Retrieved]) -> Table:
    rows: list[list[object]] = [[one.retriever, one.seconds["index"], one.seconds["search"]] for one in retrieved]
    return ["retriever", "seconds to prepare", "seconds to search"], rows


def split_json(
    split: str, retrieved: Sequence[Retrieved], scores: Scores, answerable: Scores | None, comparison: dict[str, Any]
) -> dict[str, Any]:
    """One split, for programs."""
    return {
        "split": split or None,
        "turns": len(scores.turns),
        "dialogues": len(scores.conversation_names),
        "turns_with_a_right_answer": len(scores.turns if answerable is None else answerable.turns),
        "means": _means(scores),
        "means_where_an_answer_is_right": _means(scores if answerable is None else answerable),
        "retrievers": [
            {
                "name": one.retriever,
                "refuses_below": _finite(one.below),
                "refused": int(one.refused.sum()),
                "rightly_refused": int((one.refused & (one.questions.n_gold == 0)).sum()),
                "seconds": one.seconds,
            }
            for one in retrieved
        ],
        "comparison": comparison,
    }


def _means(scores: Scores) -> dict[str, dict[str, float | None]]:
    return {
        system: {m: None if v != v else v for m, v in zip(scores.all_measures, row, strict=True)}
        for system, row in zip(scores.systems, scores.means.tolist(), strict=True)
    }


def _finite(value: float | None) -> float | None:
    return None if value is None or value in (float("inf"), float("-inf")) else value
