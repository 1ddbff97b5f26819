"""Our own format of dialogues, and the sample that comes in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from turnwise.readers.dialogues import read_dialogues
from turnwise.tables.decisions import Decisions
from turnwise.tables.dialogues import HELPDESK_GOAL, TRIGGER, Dialogues

SAMPLE = Path(__file__).parents[3] / "src" / "turnwise" / "samples" / "dialogues" / "support.jsonl"
DIALOGUE: dict[str, Any] = {
    "id": "d1",
    "account": "@Lamps",
    "posts": [
        {"sender": "customer", "text": "The lamp blinks.", "time": 10},
        {"sender": "customer", "text": "Help!", "time": 12.5},
        {"sender": "helpdesk", "text": "Turn it off and on.", "time": "2024-05-31T12:00:00"},
    ],
    "annotations": [
        {
            "annotator": "ann",
            "nuggets": [{"kind": "CNUG0", "first": 1}, {"kind": "HNUG*", "first": 3, "last": 3, "weight": 2}],
            "answers": {"solved": "yes", "A": 1, "why": None},
        },
        {"annotator": "bob", "nuggets": [], "answers": {"solved": "no", "A": 0.5}},
    ],
}


def test_posts_nuggets_and_answers(read: Callable[..., tuple[Dialogues, Decisions]]) -> None:
    found, decisions = read(DIALOGUE)
    assert (found.format, found.names, found.groups) == ("posts", ["d1"], {"account": ["@Lamps"]})
    assert found.by_helpdesk.tolist() == [False, False, True]
    assert found.times is not None
    assert found.times.tolist()[:2] == [0, 2.5]
    nuggets = found.nuggets
    assert nuggets is not None
    assert (nuggets.first.tolist(), nuggets.last.tolist()) == ([0, 2], [0, 2])  # numbered from 0 within
    assert nuggets.kind.tolist() == [TRIGGER, HELPDESK_GOAL]
    assert np.array_equal(nuggets.weight, [np.nan, 2], equal_nan=True)
    assert nuggets.read.tolist() == [[0, 0], [0, 1]]
    labels = found.labels
    assert labels is not None
    assert labels.labels == {"solved": ("yes", "no")}
    assert labels.matrix("solved").tolist() == [[0, 1]]
    assert labels.matrix("A").tolist() == [[1, 0.5]]
    assert len(decisions) == 0


def test_the_sample_is_read_without_a_decision() -> None:
    decisions = Decisions(strict=True)
    found = read_dialogues(SAMPLE, decisions)
    assert len(found) == 12
    assert found.unit == "words"
    assert found.nuggets is not None
    assert found.nuggets.annotators == ["ada", "ben", "cho", "dia"]
    assert set(np.bincount(found.nuggets.read[:, 0]).tolist()) == {3, 4}
    assert set(found.groups) == {"account", "problem"}
    assert found.n_blocks[found.number("new-flat")] == 2  # five posts by each side
    assert not found.by_helpdesk[found.owner == found.number("lost-parcel")].any()


@pytest.mark.parametrize(("times", "backwards"), [((5, 3, 9), 1), ((5, None, 3), 1), ((3, 3, 9), 0), ((7, 8, 9), 0)])
def test_times_that_run_backwards_are_told(
    times: tuple[Any, ...], backwards: int, read: Callable[..., tuple[Dialogues, Decisions]]
) -> None:
    timed = [{"sender": "customer", "text": "a", **({} if at is None else {"time": at})} for at in times]
    later = [{"sender": "customer", "text": "a", "time": 1}]  # a dialogue of its own may be older
    _, decisions = read([{"id": "d1", "posts": timed}, {"id": "d2", "posts": later}])
    assert decisions.count("times-backwards") == backwards
