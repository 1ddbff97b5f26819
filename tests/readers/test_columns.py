"""Which column holds what."""

from __future__ import annotations

import re

import polars as pl
import pytest

from turnwise.errors import InputError, OptionError
from turnwise.readers.columns import ALIASES, Header
from turnwise.readers.sources import expand_runs, read_judgements, read_lists
from turnwise.tables.decisions import Decisions

ROW = {"turn": "t", "item": "a", "score": 1.0}


def said(names: list[str], holds: str = "lists", given: dict[str, str] | None = None) -> str:
    header = Header("x.csv", names, given or {})
    with pytest.raises(InputError) as caught:
        header.of_lists() if holds == "lists" else header.of_judgements()
    return str(caught.value)


@pytest.mark.parametrize(("holds", "alias"), [(h, a) for h in ("turn", "item", "score") for a in ALIASES[h]])
def test_every_alias_is_found_whatever_its_case(holds: str, alias: str) -> None:
    names = [f" {alias.title()}" if name == holds else name for name in ("turn", "item", "score")]
    found = Header("x.csv", ["text", *names]).of_lists()
    assert found.names == names


@pytest.mark.parametrize("alias", ALIASES["grade"])
def test_every_alias_of_a_grade_is_found(alias: str) -> None:
    assert Header("x.csv", ["qid", "iteration", "docno", alias]).of_judgements().names == ["qid", "docno", alias]


def test_a_missing_column_is_named_with_those_found_and_expected() -> None:
    assert said(["turn", "items", "score"]) == (
        "x.csv: found the columns 'turn', 'items', 'score', expected one named item, docid, doc_id, docno, passage_id, "
        "pid, option or answer; rename 'items' to 'item', or say --column item=items."
    )
    assert said(["text", "n"]) == (
        "x.csv: found the columns 'text', 'n', expected one named turn, turn_id, query_id, qid, topic, topic_id or "
        "query; add it, or rename the column of the turn, or say --column turn=NAME."
    )
    assert said(["turn", "item"]).endswith(
        "expected one named score, sim, confidence, value or rank; add it, or rename the column of the score, or say "
        "--column score=NAME."
    )
    assert said([]).startswith("x.csv: found no columns, expected one named turn, ")
    assert "and 28 more, expected" in said([f"c{n}" for n in range(40)])


def test_a_first_row_of_values_is_not_taken_for_a_header() -> None:
    assert said(["31_1", "MARCO_1", "0.5"]).endswith("put a header row with the columns' names before the first row.")


def test_two_columns_that_could_be_meant_are_an_error_and_a_mapping_decides() -> None:
    names = ["qid", "query", "docno", "score"]
    assert said(names) == (
        "x.csv: found the columns 'qid', 'query', expected only one of the turn; rename the others, or say "
        "--column turn=qid."
    )
    with pytest.raises(InputError, match=r"only one of the turn; rename the others\.$"):
        Header("x.csv", names).of_lists()  # of a command that cannot be told
    assert Header("x.csv", names, {"turn": "qid"}).of_lists().names == ["qid", "docno", "score"]
    assert said(["turn", "Turn", "item", "score"]).startswith("x.csv: found the columns 'turn', 'Turn', expected only")


def test_a_mapped_column_is_taken_for_nothing_else() -> None:
    assert Header("x.csv", ["topic", "answer", "value"], {"turn": "answer", "item": "topic"}).of_lists().names == [
        "answer", "topic", "value",
    ]  # fmt: skip


def test_a_mapping_may_name_any_column_but_it_must_be_there() -> None:
    table = pl.DataFrame({"q": ["t"], "d": ["a"], "s": [1.0]})
    names = {"turn": "q", "item": "d", "score": "s"}
    judgements = read_judgements({"t": {"a": 1}}, Decisions())
    assert read_lists(table, judgements, Decisions(), columns=names).ranks.tolist() == [1]
    grades = {"turn": "q", "item": "d", "grade": "s"}
    assert read_judgements(table, Decisions(), columns=grades).grades.tolist() == [1.0]
    assert said(["q", "d", "s"], given={"turn": "Q"}) == (
        "x.csv: found the columns 'q', 'd', 's', expected 'Q' for the turn, as said; did you mean 'q'."
    )
    with pytest.raises(OptionError, match=re.escape("columns: there is no 'document'; it takes turn, item, score")):
        expand_runs(table, Decisions(), columns={"document": "d"})
    with pytest.raises(OptionError, match=re.escape("columns: there is no 'trun'; did you mean 'turn'?")):
        read_judgements(table, Decisions(), columns={"trun": "q"})


def test_a_run_given_as_judgements_is_recognised_and_the_reverse() -> None:
    assert said(["turn", "item", "score"], "judgements").endswith(
        "this looks like a run: give judgements here, and this table as a run."
    )
    assert said(["turn", "item", "grade"]).endswith(
        "this looks like judgements: give a run here, and this table as the judgements."
    )


def test_columns_that_are_not_needed_may_hold_anything() -> None:
    judgements = read_judgements({"t": {"a": 1}}, Decisions())
    table = pl.DataFrame([{**ROW, "text": None, "seen": [1, 2], "when": {"y": 2024}}])
    assert read_lists(table, judgements, Decisions()).ranks.tolist() == [1]
