"""The verbs about option lists on Python objects, and on tables whose columns are named outright."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import turnwise as tw

SCORES = {"q1": {"a": 0.5, "b": 0.3}, "q2": {"b": 0.9, "a": 0.1}}
ROWS = [{"query": q, "option": o, "score": s} for q, options in SCORES.items() for o, s in options.items()]
GOLD = {"q1": "a", "q2": ["a", "c"]}


def pandas_frame(rows: list[dict[str, Any]]) -> Any:
    return pytest.importorskip("pandas").DataFrame(rows)


@pytest.mark.parametrize("frame", [pl.DataFrame, pandas_frame, lambda rows: pl.DataFrame(rows).lazy(), list])
def test_frames_and_dicts_are_read_as_files_are(frame: Callable[[list[dict[str, Any]]], Any]) -> None:
    wanted = [1.0, 0.0]
    assert tw.score_options(SCORES, "SR@1", gold=GOLD).values["SR@1"] == wanted
    assert tw.score_options(frame(ROWS), "SR@1", gold=GOLD).values["SR@1"] == wanted
    gold = frame([{"query": "q1", "gold": "a"}, {"query": "q2", "gold": "a"}])
    assert tw.score_options(frame(ROWS), "SR@1", gold=gold).values["SR@1"] == wanted


def test_no_gold_in_an_object_is_out_of_scope() -> None:
    scores = tw.score_options({**SCORES, "q3": {}}, "SR@1", gold={**GOLD, "q3": None})
    assert (scores.in_scope, scores.out_of_scope, scores.values["SR@1"]) == (2, 1, [1.0, 0.0, 1.0])
    graded = tw.score_options(SCORES, "SR@1", gold={"q1": {"b": 0, "a": 1}, "q2": {"b": 0}})
    assert (graded.in_scope, graded.out_of_scope) == (1, 1)
    rows = pandas_frame([{"query": "q1", "gold": "a"}, {"query": "q2", "gold": float("nan")}])
    assert tw.score_options(SCORES, "SR@1", gold=rows).out_of_scope == 1


def test_replies_as_a_toolkit_has_them_may_be_objects() -> None:
    ranking = [{"name": "alpha", "confidence": 0.5}, {"name": "zeta", "confidence": 0.5}]
    reply = {"text": "hi", "intent": ranking[0], "intent_ranking": ranking}
    scores = tw.score_options([reply, {**reply, "text": "yo"}], ["SR@1", "RR"], gold_is="alpha")
    assert scores.values == {"SR@1": [1.0, 1.0], "RR": [1.0, 1.0]}  # of equal confidences the bot's own order counts


@pytest.mark.parametrize(
    ("replies", "gold", "sentence"),
    [
        (3, GOLD, "replies: found int '3', expected a file's path, a frame .* or a dict {query: {option: score}}"),
        (None, GOLD, "replies: found NoneType"),
        (SCORES, 3, "gold: found int '3', expected a file's path, a frame .* or a dict {query: gold}"),
        ({}, GOLD, "replies: found no rows"),
        (SCORES, {}, "gold: found no rows"),
        (SCORES, {"q1": 3}, "gold, record 1: found the gold 3"),
        ({"q1": {"a": "high"}}, GOLD, "replies, record 1: found the score 'high'"),
        ({"q1": {"a": object()}}, GOLD, "replies: found a value that is no text, number or list"),
    ],
)
def test_other_objects_are_refused_in_a_sentence(replies: Any, gold: Any, sentence: str) -> None:
    with pytest.raises(tw.TurnwiseError, match=sentence):
        tw.score_options(replies, "SR@1", gold=gold)


@pytest.fixture
def answered(tmp_path: Path) -> str:
    path = tmp_path / "answered.csv"
    path.write_text("text,intent,predicted,confidence\nhi,greet,bye,0.9\nyo,greet,greet,.7\nciao,bye,greet,.8\n")
    return str(path)


def test_columns_can_be_named(answered: str) -> None:
    alone = tw.score_options(answered, "SR@1", columns={"option": "predicted", "gold": "intent"})
    beside = tw.score_options(answered, "SR@1", gold=answered, columns={"option": "predicted"})
    assert alone.values == beside.values == {"SR@1": [0.0, 1.0, 0.0]}


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        (None, "found the columns 'intent', 'predicted', expected only one of the option"),
        ({"option": "intent", "gold": "intent"}, "the column 'intent' as what the bot answered and as what is right"),
        ({"options": "predicted"}, "columns: there is no 'options'; did you mean 'option'"),
        (
            {"option": "predicted", "text": "words"},
            "columns: no table that was read has the column 'words' for the text",
        ),
    ],
)
def test_columns_are_not_guessed(answered: str, columns: dict[str, str] | None, sentence: str) -> None:
    with pytest.raises(tw.TurnwiseError, match=sentence):
        tw.score_options(answered, "SR@1", gold=answered, columns=columns)


def test_two_kinds_of_gold_are_refused_in_the_words_of_python() -> None:
    with pytest.raises(tw.TurnwiseError, match=r"^gold and gold_is both say what is right"):
        tw.score_options(SCORES, "SR@1", gold=GOLD, gold_is="a")
