"""The right options of queries: read from tables and qrels, and put to replies by id or text."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from turnwise.errors import DecisionError, InputError
from turnwise.readers.gold import Gold, attach_gold, read_gold, same_gold
from turnwise.tables.decisions import Decisions
from turnwise.tables.replies import Options, Replies, ranked


def gold_in(tmp_path: Path, text: str) -> Gold:
    path = tmp_path / "gold"
    path.write_text(text)
    return read_gold(path, Decisions())


def replies_to(*queries: tuple[str, str]) -> Replies:
    options = Options([1] * len(queries), ["pay"] * len(queries), np.ones(len(queries)))
    return ranked("replies.json", "rasa", [q for q, _ in queries], [t for _, t in queries], options, Decisions())


@pytest.mark.parametrize(
    "text",
    [
        "query,gold\nq1,pay\nq2,card\nq2,pay\nq3,\n",
        'query;gold\nq1;pay\nq2;"[""card"", ""pay""]"\nq3;[]\n',
        "id\tintent\nq1\tpay\nq2\tcard\nq2\tpay\nq3\t\n",
        "text,category\nq1,pay\nq2,card\nq2,pay\nq3,\n",
        '{"query": "q1", "gold": "pay"}\n{"query": "q2", "gold": ["card", "pay"]}\n{"query": "q3", "gold": []}\n',
        '[{"id": "q1", "label": "pay"}, {"id": "q2", "label": ["card", "pay"]}, {"id": "q3", "label": null}]',
        "q1 0 pay 1\nq2 0 card 2\nq2 0 pay 1\nq2 0 lost 0\nq3 0 pay 0\n",
        "query_id\tQ0\toption\tgrade\nq1\t0\tpay\t1\nq2\t0\tcard\t1\nq2\t0\tpay\t1\nq3\t0\tpay\t-1\n",
    ],
    ids=["csv", "list-in-cell", "tsv", "text-category", "jsonl", "json", "qrels", "qrels-header"],
)
def test_several_right_options_and_none(tmp_path: Path, text: str) -> None:
    assert gold_in(tmp_path, text).by_id == {"q1": ("pay",), "q2": ("card", "pay"), "q3": ()}


@pytest.mark.parametrize("name", ["[draft", "[" * 100_000, "[" + "1" * 5000])
def test_a_name_may_begin_with_a_bracket(tmp_path: Path, name: str) -> None:
    assert gold_in(tmp_path, f"query,gold\nq1,{name}\n").by_id == {"q1": (name,)}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "found an empty file, expected a gold option for each query"),
        ("query,gold\n", "found no rows below the header"),
        ("query,grade\nq1,1\n", "line 1: found the columns 'query', 'grade', expected columns for query and gold"),
        ("query,gold\n,pay\n", "line 2: found the query '', expected a query's id or text"),
        ('[{"query": "q", "gold": [1]}]', "record 1: found the gold [1], expected the name of an option"),
        ("q1 0 pay 1\nq1 0 pay 0\n", "line 2: found grade 0 for 'pay' of query 'q1', expected its grade 1 of before"),
        ("q1 0 pay 1\nq1 0 pay\n", "line 2: found 3 columns"),
    ],
)
def test_broken_gold_gives_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(InputError) as raised:
        gold_in(tmp_path, text)
    assert sentence in str(raised.value)
    assert str(raised.value).endswith(".")


def test_gold_is_found_by_id_and_else_by_text(tmp_path: Path) -> None:
    gold = gold_in(tmp_path, "id,text,gold\nq1,pay my bill,pay\nq2,lost it,card\n")
    decisions = Decisions()
    by_id = attach_gold(replies_to(("q2", ""), ("q1", "")), gold, decisions)
    by_text = attach_gold(replies_to(("lost it", "lost it"), ("pay my bill", "pay my bill")), gold, decisions)
    by_position = attach_gold(replies_to(("1", "lost it"), ("2", "pay my bill"), ("3", "lost it")), gold, decisions)
    assert by_id.gold == by_text.gold == [("card",), ("pay",)]
    assert by_position.gold == [("card",), ("pay",), ("card",)]
    assert not len(decisions)


def test_a_text_with_two_ids_has_the_gold_of_both(tmp_path: Path) -> None:
    gold = gold_in(tmp_path, "id,text,gold\nq1,hm,pay\nq2,hm,card\n")
    assert attach_gold(replies_to(("hm", "hm")), gold, Decisions()).gold == [("pay", "card")]


def test_what_does_not_meet_is_counted(tmp_path: Path) -> None:
    gold = gold_in(tmp_path, json.dumps([{"query": q, "gold": "pay"} for q in ("a", "c", "d", "e")]))
    decisions = Decisions()
    replies = attach_gold(replies_to(("a", "a"), ("b", "b"), ("c", "c")), gold, decisions)
    assert replies.queries == ["a", "c"]
    assert decisions.count("queries-without-gold") == 1
    assert decisions.count("gold-without-reply") == 2
    assert "(first: 'd')" in str(decisions.taken[1])
    with pytest.raises(DecisionError, match="1 query has no gold and is left out"):
        attach_gold(replies_to(("a", "a"), ("b", "b")), gold, Decisions(strict=True))


def test_gold_of_other_queries_is_refused(tmp_path: Path) -> None:
    gold = gold_in(tmp_path, "query,gold\nq7,pay\n")
    with pytest.raises(InputError, match=r"found gold for none of the 2 queries .* such as 'q7', the replies 'a'"):
        attach_gold(replies_to(("a", ""), ("b", "")), gold, Decisions())


def test_the_files_own_gold_is_replaced_and_that_is_counted(tmp_path: Path) -> None:
    decisions = Decisions()
    replies = replies_to(("a", "")).with_gold([("card",)])
    assert attach_gold(replies, gold_in(tmp_path, "query,gold\na,pay\n"), decisions).gold == [("pay",)]
    assert decisions.count("gold-replaced") == 1


def test_one_gold_for_all() -> None:
    replies = replies_to(("a", ""), ("b", ""))
    assert same_gold(replies, "pay").gold == [("pay",), ("pay",)]
    assert same_gold(replies, "").gold == [(), ()]


def test_a_real_gold_file(shared_data: Path) -> None:
    gold = read_gold(shared_data / "intents_banking77" / "test.csv", Decisions())
    assert len(gold.by_id) == 3080  # as published, no text twice
    assert len({name for names in gold.by_id.values() for name in names}) == 77


def test_gold_as_one_object_of_names(tmp_path: Path) -> None:
    assert gold_in(tmp_path, '{"q1": "pay", "q2": ["card", "pay"], "q3": []}').by_id == {
        "q1": ("pay",), "q2": ("card", "pay"), "q3": (),
    }  # fmt: skip


def test_gold_that_differs_from_row_to_row_is_told(tmp_path: Path) -> None:
    decisions = Decisions()
    attach_gold(
        replies_to(("q1", ""), ("q2", "")),
        gold_in(tmp_path, "query,gold\nq1,pay\nq1,card\nq2,pay\nq2,pay\n"),
        decisions,
    )
    assert decisions.count("several-gold") == 1
    assert "(first: 'q1', 'pay', 'card')" in str(next(iter(decisions)))


def test_queries_of_one_text_whose_gold_differs_are_told(tmp_path: Path) -> None:
    gold = gold_in(tmp_path, "id,text,gold\n1,hello,pay\n2,hello,card\n3,bye,pay\n4,bye,pay\n")
    attach_gold(replies_to(("hello", "hello"), ("bye", "bye")), gold, decisions := Decisions())
    assert decisions.count("several-gold") == 1


@pytest.mark.parametrize("rows", ["q1,pay\nq1,\n", "q1,\nq1,pay\n"])
def test_a_query_with_and_without_gold_is_an_error(tmp_path: Path, rows: str) -> None:
    with pytest.raises(InputError, match=r"line 3: found .*'q1'.* out of scope or has right options, not both"):
        gold_in(tmp_path, f"query,gold\n{rows}")


def test_blanks_around_gold_are_taken_off(tmp_path: Path) -> None:
    path = tmp_path / "gold.csv"
    path.write_text("query,gold\nq1,pay \nq2 ,card\n")
    gold = read_gold(path, decisions := Decisions())
    assert gold.by_id == {"q1": ("pay",), "q2": ("card",)}
    assert decisions.count("padded-rows") == 2
