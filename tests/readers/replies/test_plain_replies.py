"""Plain tables of options: CSV, TSV and JSON, with columns by several names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from turnwise.errors import InputError
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


def test_ties_stay_in_the_order_of_the_rows(read: Read) -> None:
    replies, decisions = read("query,option,score\nq1,alpha,0.5\nq1,zeta,0.5\nq2,zeta,0.5\nq2,alpha,0.5\n")
    assert lists_of(replies) == [["alpha", "zeta"], ["zeta", "alpha"]]
    assert decisions.count("ties-as-listed") == 2


@pytest.mark.parametrize(
    ("header", "sentence"),
    [
        (
            "text,intent,predicted,confidence",
            "found the columns 'intent', 'predicted', expected only one of the option",
        ),
        ("query,option,score,confidence", "the columns 'score', 'confidence', .* as in --column score=score"),
        ("query,option,score,Score", "the columns 'score', 'Score', expected only one of the score"),
        ("query,option,score,score", "expected only one of the score; rename or drop the others"),
        ("qid,id,option,score", "expected only one of the query; .* as in --column query=qid"),
    ],
)
def test_two_columns_for_one_thing_are_an_error(read: Read, header: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        read(f"{header}\nhi,1,2,3\n")


def test_rows_of_several_systems_are_told(read: Read) -> None:
    rows = "query,system,option,score\nq1,old,a,0.5\nq1,{},b,0.4\n"
    assert not len(read(rows.format("old"))[1])
    decisions = read(rows.format("new"))[1]
    assert decisions.count("columns-not-read") == 1
    assert "2 values in 'system', which is not read: all rows are of one bot" in str(next(iter(decisions)))


def test_ids_that_number_rows_are_told(read: Read) -> None:
    numbered = "id,text,option,score\n0,hi,x,0.9\n1,hi,y,0.1\n2,bye,y,0.6\n3,bye,x,0.4\n"
    replies, decisions = read(numbered)
    assert len(replies) == 4
    assert decisions.count("ids-of-rows") == 2
    assert not len(read(numbered.replace("1,hi", "0,hi"))[1])  # the ids are those of queries, one of them repeated


@pytest.mark.parametrize(
    ("score", "todo"),
    [
        ("1_000", "such as 0.75"),
        ("٣", "such as 0.75"),
        ("0x1p3", "such as 0.75"),
        ('"0,5"', "write decimals with a point"),
        ("38.71%", "write it as a share, 0.3871"),
        ('"38,7 %"', "write it as a share, 0.387"),
        ("5%", "write it as a share, 0.05"),
    ],
)
def test_a_score_is_a_number_as_every_tool_writes_it(read: Read, score: str, todo: str) -> None:
    with pytest.raises(InputError, match=rf"line 2: found the score .* expected a finite number, .*{todo}"):
        read(f"query,option,score\nq1,a,{score}\n")


@pytest.mark.parametrize("score", ["1", "+.5", "5.", "-1e-3", "1E5"])
def test_numbers_in_every_form_are_read(read: Read, score: str) -> None:
    assert read(f"query,option,score\nq1,a,{score}\n")[0].scores.tolist() == [float(score)]


def test_blanks_around_names_are_taken_off_and_counted_but_texts_stay(read: Read) -> None:
    replies, decisions = read("query,text,option,score\nq1 ,hi ,a ,0.5\nq1,hi ,b,0.4\n")
    assert (replies.queries, replies.texts, replies.options(0)) == (["q1"], ["hi "], ["a", "b"])
    assert decisions.count("padded-rows") == 1


@pytest.mark.parametrize("first", ["sep=;", '"sep=;"', "SEP=;\r", "\nsep=;"])
def test_what_spreadsheets_write_around_a_table_is_no_row(read: Read, first: str) -> None:
    replies, decisions = read(f"{first}\nquery;option;score\nq1;a;0.5\n;;\n;;;;\n")
    assert replies.queries == ["q1"]
    assert not len(decisions)


def test_ids_that_are_floating_numbers_are_whole(read: Read) -> None:
    rows = '{"query": 7.0, "option": "a", "score": 1}\n{"query": 7, "option": "b", "score": 0.5}\n'
    replies, decisions = read(rows)
    assert replies.queries == ["7"]
    assert decisions.count("floating-ids") == 1
    with pytest.raises(InputError, match=r"record 1: found the query '7\.5', expected a query's id or text"):
        read('{"query": 7.5, "option": "a", "score": 1}\n')


def test_a_table_is_not_what_a_toolkit_writes(read: Read) -> None:
    with pytest.raises(InputError, match="line 1: found 'query,option,score', expected the format rasa: "):
        read("query,option,score\nq1,a,0.5\n", format="rasa")
