"""Real replies of four services to the same 39 utterances, whose one right intent is alarm_query."""

from __future__ import annotations

from pathlib import Path

import pytest

from turnwise.readers.replies import read_replies
from turnwise.tables.decisions import Decisions


@pytest.mark.parametrize(
    ("file", "format", "top_1", "anywhere", "longest", "empty"),
    [
        # Published with the files: RASA 37 first and 39 in its top 10, LUIS 32, Dialogflow 37 (it answers 2 with none).
        ("RASA", "rasa", 37, 39, 10, 0),
        ("LUIS", "plain", 32, 32, 1, 0),
        ("APIAI", "dialogflow-v1", 37, 37, 1, 2),
        ("Watson", "watson", 39, 39, 1, 0),
    ],
)
def test_published_counts(
    shared_data: Path, file: str, format: str, top_1: int, anywhere: int, longest: int, empty: int
) -> None:
    decisions = Decisions()
    replies = read_replies(shared_data / "intents_nlu_services" / f"{file}.alarm_query.json", decisions)
    assert (replies.format, len(replies)) == (format, 39)
    lists = [replies.options(i) for i in range(39)]
    assert sum(options[:1] == ["alarm_query"] for options in lists) == top_1
    assert sum("alarm_query" in options for options in lists) == anywhere
    assert max(map(len, lists)) == longest
    assert sum(not options for options in lists) == empty
    assert replies.queries == replies.texts
    assert not len(decisions)


def test_the_four_services_answered_the_same_queries(shared_data: Path) -> None:
    files = sorted((shared_data / "intents_nlu_services").glob("*.json"))
    queries = [read_replies(file, Decisions()).queries for file in files]
    assert len(queries) == 4
    assert all(len(q) == 39 and set(q) == set(queries[0]) for q in queries)
