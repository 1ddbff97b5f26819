"""Plain tables of options: CSV, TSV and JSON, with columns by several names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from turnwise.tables.decisions import Decisions
from turnwise.tables.replies import Replies

Read = Callable[..., tuple[Replies, Decisions]]


def lists_of(replies: Replies) -> list[list[str]]:
    return [replies.options(i) for i in range(len(replies))]


@pytest.mark.parametrize(
    "content",
    [
        "query,option,score\nq1,a,0.2\nq2,b,.5\nq1,b,8e-1\n",
        "query, option, score\r\nq1, a, 0.2\r\nq2, b, 0.5\r\n\r\nq1, b, 0.8",
        "\nQid;Intent;Confidence\nq1;a;0.2\nq2;b;0.5\nq1;b;0.8\n",
        "option\tprobability\tid\na\t0.2\tq1\nb\t0.5\tq2\nb\t0.8\tq1\n",
        '{"query": "q1", "option": "a", "score": 0.2}\n{"query":"q2","option":"b","score":0.5}\n'
        '{"query":"q1","option":"b","score":0.8}\n',
        [
            {"query": "q1", "option": "a", "score": 0.2},
            {"query": "q2", "option": "b", "score": 0.5},
            {"query": "q1", "option": "b", "score": 0.8},
        ],
    ],
    ids=["csv", "spaces", "semicolons", "tsv", "jsonl", "array"],
)
def test_rows_of_a_query_make_one_list(read: Read, content: Any) -> None:
    replies, decisions = read(content)
    assert replies.format == "plain"
    assert replies.queries == ["q1", "q2"]
    assert lists_of(replies) == [["b", "a"], ["b"]]
    assert replies.scores.tolist() == [0.8, 0.2, 0.5]
    assert replies.gold is None
    assert not len(decisions)


def test_gold_and_text_columns(read: Read) -> None:
    replies, _ = read(
        "query,text,option,score,gold\n"
        'q1,"pay, please",a,0.5,a\n'
        'q1,"pay, please",b,0.2,\n'
        'q2,both,a,0.5,"[""a"", ""c""]"\n'
        "q3,neither,a,0.5,\n"
    )
    assert replies.texts == ["pay, please", "both", "neither"]
    assert replies.gold == [("a",), ("a", "c"), ()]


def test_one_right_option_a_row_adds_up(read: Read) -> None:
    replies, _ = read("query,option,score,gold\nq1,a,0.5,b\nq1,b,0.4,c\n")
    assert replies.gold == [("b", "c")]


def test_texts_name_the_queries_where_there_is_no_id(read: Read) -> None:
    replies, _ = read({"results": [{"text": "pay", "intent": "x", "confidence": 0.9, "entities": []}]})
    assert (replies.queries, replies.texts, lists_of(replies)) == (["pay"], ["pay"], [["x"]])


def test_a_label_column_is_the_gold_of_a_prediction(read: Read) -> None:
    replies, _ = read("text,label,prediction,probability\npay,x,y,0.9\n")
    assert (lists_of(replies), replies.gold) == ([["y"]], [("x",)])


def test_a_query_without_options_is_a_row_without_option_and_score(read: Read) -> None:
    replies, _ = read("query,option,score,gold\nq1,,,a\nq2,a,1,a\n")
    assert lists_of(replies) == [[], ["a"]]
    assert replies.gold == [("a",), ("a",)]


def test_whole_numbers_may_name_queries_in_json(read: Read) -> None:
    replies, _ = read([{"id": 3, "option": "a", "score": 1}, {"id": 3, "option": "b", "score": 2}])
    assert (replies.queries, lists_of(replies)) == (["3"], [["b", "a"]])


def test_line_ends_of_an_old_macintosh(read: Any) -> None:
    replies, _ = read("query,option,score\rq,a,1\rq,b,0.5\r")
    assert replies.options(0) == ["a", "b"]
