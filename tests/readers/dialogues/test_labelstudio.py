"""Tasks of Label Studio, as it exports them."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from turnwise.errors import InputError
from turnwise.tables.decisions import Decisions
from turnwise.tables.dialogues import KINDS, Dialogues

Read = Callable[..., tuple[Dialogues, Decisions]]


def span(name: str, start: str, end: str, label: str, to: int = 99) -> dict[str, Any]:
    value = {"start": start, "end": end, "startOffset": 0, "endOffset": to, "paragraphlabels": [label]}
    return {"id": name, "from_name": "nugget", "to_name": "dialogue", "type": "paragraphlabels", "value": value}


def answer(question: str, type: str, value: Any) -> dict[str, Any]:
    return {"id": question, "from_name": question, "to_name": "dialogue", "type": type, "value": {type: value}}


#: Two annotators did the first task, one of them twice, and one gave up; only one did the second.
TASKS: list[dict[str, Any]] = [
    {
        "id": 11,
        "data": {
            "dialogue": [
                {"author": "customer", "text": "The lamp blinks."},
                {"author": "customer", "text": "Help!"},
                {"author": "agent", "text": "Reset it."},
            ],
            "account": "@Lamps",
        },
        "annotations": [
            {"id": 3, "completed_by": 1, "was_cancelled": False, "result": [span("x", "0", "0", "CNUG")]},
            {
                "id": 4,
                "completed_by": {"id": 2, "email": "bob@example.org"},
                "was_cancelled": False,
                "result": [
                    span("a", "0", "1", "CNUG0"),
                    span("b", "2", "2", "HNUG*", to=5),
                    {**answer("weight", "number", 2), "id": "b"},
                    answer("A", "choices", ["2"]),
                    answer("stars", "rating", 4),
                    answer("note", "textarea", ["fine"]),
                    {"type": "relation", "from_id": "a", "to_id": "b"},
                ],
            },
            {"id": 5, "completed_by": 3, "was_cancelled": True, "result": [span("c", "0", "0", "CNUG")]},
            {
                "id": 9,
                "completed_by": 1,
                "was_cancelled": False,
                "result": [span("d", "1", "1", "CNUG"), span("e", "2", "2", "HNaN"), answer("A", "choices", ["-1"])],
            },
        ],
        "predictions": [{"id": 1, "result": []}],
    },
    {
        "id": 12,
        "data": {"dialogue": [{"author": "customer", "text": "Hi"}]},
        "annotations": [{"id": 6, "completed_by": 1, "was_cancelled": False, "result": []}],
    },
]
TASKS[0]["annotations"][1]["result"][2]["value"].update(start="2", end="2")


def test_an_export(read: Read) -> None:
    found, decisions = read(TASKS)
    assert (found.format, found.names, found.offsets.tolist()) == ("labelstudio", ["11", "12"], [0, 3, 4])
    assert found.by_helpdesk.tolist() == [False, False, True, False]
    assert found.groups == {"account": ["@Lamps", ""]}
    nuggets = found.nuggets
    assert nuggets is not None
    assert nuggets.annotators == ["1", "bob@example.org"]
    kinds = [KINDS[kind] for kind in nuggets.kind]
    rows = zip(nuggets.annotator.tolist(), kinds, nuggets.first.tolist(), nuggets.last.tolist(), strict=True)
    assert sorted(rows) == [(0, "CNUG", 1, 1), (1, "CNUG0", 0, 1), (1, "HNUG*", 2, 2)]
    assert np.nansum(nuggets.weight) == 2
    assert nuggets.read.tolist() == [[0, 0], [0, 1], [1, 0]]  # who marks nothing has read, too
    assert found.labels is not None
    assert found.labels.matrix("A")[0].tolist() == [-1, 2]
    assert found.labels.matrix("stars")[0, 1] == 4
    counts = {decision.kind: decision.count for decision in decisions}
    assert counts == {
        "cancelled-annotations": 1, "annotations-again": 1, "spans-widened": 1, "results-not-read": 2,
        "predictions-not-read": 1,
    }  # fmt: skip


def test_ids_of_ones_own_stand_among_the_data(read: Read) -> None:
    tasks = copy.deepcopy(TASKS)
    for number, task in enumerate(tasks):
        task["data"]["id"] = f"d{number}"
    assert read(tasks)[0].names == ["d0", "d1"]


def test_tasks_without_annotations_are_dialogues(read: Read) -> None:
    found, decisions = read([{"data": {"text": [{"speaker": "user", "text": "Hi"}]}}])
    assert (found.names, found.nuggets, found.labels) == (["1"], None, None)
    assert decisions.count("conversations-by-position") == 1


def test_an_unknown_label_is_an_error(read: Read) -> None:
    tasks = copy.deepcopy(TASKS)
    tasks[0]["annotations"][0]["result"][0]["value"]["paragraphlabels"] = ["CNUGO"]
    tasks[0]["annotations"][0]["completed_by"] = 7
    with pytest.raises(InputError, match=r"record 1: found the label 'CNUGO' in annotation 1, expected one of CNUG0"):
        read(tasks)


def test_answers_alone_are_told_where_others_marked_nuggets(read: Read) -> None:
    tasks = copy.deepcopy(TASKS)
    tasks[1]["annotations"][0].update(result=[answer("A", "choices", ["2"])])
    found, decisions = read(tasks)
    assert found.nuggets is not None
    assert decisions.count("nothing-marked") == 1
    for task in tasks:
        for one in task["annotations"]:
            one["result"] = [result for result in one["result"] if result["type"] == "choices"]
    found, decisions = read(tasks)
    assert (found.nuggets, decisions.count("nothing-marked")) == (None, 0)
