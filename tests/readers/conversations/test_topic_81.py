"""Conversation 81 of CAsT 2020, whose published turns and links do not fit each other."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from turnwise.errors import DecisionError
from turnwise.graph import graphs_of
from turnwise.readers.conversations import read_conversations
from turnwise.tables.decisions import Decisions

#: As published: `query_turn_dependence` and `result_turn_dependence` of the turns 1 to 9.
QUERY = [None, [1], [1], [1], [1], [1], [1], [6], [6]]
RESULT = [None, None, None, None, None, 5, None, None, None]
#: As judged: the turn "f" is out, and what the published turn 7 was is turn 6, which the last two turns need.
MENDED = {"1": (), "2": ("1",), "3": ("1",), "4": ("1",), "5": ("1",), "6": ("1",), "7": ("6",), "8": ("6",)}


def topics(query: list[Any], number: int = 81) -> list[dict[str, Any]]:
    turns = []
    for n, (text, needs, result) in enumerate(zip("abcdefghi", query, RESULT, strict=True), 1):
        found = {"query_turn_dependence": needs, "result_turn_dependence": result}
        turns.append({"number": n, "raw_utterance": text} | {key: value for key, value in found.items() if value})
    return [{"number": number, "turn": turns}]


def dependence(query: list[Any]) -> dict[str, Any]:
    return {
        f"81_{n}": {"query_turn_dependence": q, "result_turn_dependence": r}
        for n, (q, r) in enumerate(zip(query, RESULT, strict=True), 1)
    }


@pytest.mark.parametrize("content", [topics(QUERY), dependence(QUERY)], ids=["topics", "links alone"])
def test_it_is_numbered_as_judged_and_that_is_told(write: Callable[..., Path], content: Any) -> None:
    decisions = Decisions()
    found = read_conversations(write(content), decisions)
    assert graphs_of(found)["81"].links == MENDED
    assert decisions.count("cast-2020-topic-81") == 1
    if found.format == "cast":
        assert "".join(turn.text for turn in found["81"].turns) == "abcdeghi"


def test_strict_reading_refuses_it(write: Callable[..., Path]) -> None:
    decisions = Decisions(strict=True)
    with pytest.raises(DecisionError):
        read_conversations(write(topics([*QUERY])), decisions)


@pytest.mark.parametrize(
    ("query", "number"),
    [(QUERY, 82), ([*QUERY[:-1], [7]], 81), ([*QUERY[:-2], [7], [7]], 81)],
    ids=["another conversation", "half corrected", "corrected"],
)
def test_anything_else_is_read_as_it_stands(write: Callable[..., Path], query: list[Any], number: int) -> None:
    decisions = Decisions()
    found = read_conversations(write(topics(query, number)), decisions)
    links = graphs_of(found)[str(number)].links
    assert len(links) == 9
    assert links["9"] == (str(query[8][0]),)
    assert decisions.count("cast-2020-topic-81") == 0
