"""Python objects as runs and judgements: what is taken, and how the rest is refused."""

from __future__ import annotations

import subprocess
import sys
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from turnwise.errors import InputError, OptionError, TurnwiseError
from turnwise.readers.sources import expand_runs, read_judgements, read_lists
from turnwise.tables.decisions import Decisions

GRADES = {"t": {"a": 1, "b": 0}}
FRAME = pl.DataFrame({"turn": ["t", "t"], "item": ["a", "b"], "score": [1.0, 2.0]})  # b first, then a
A_SOURCE = "expected a file's path, a frame (polars, pandas, Arrow) or a dict {turn: {item: score}}."


def ranks(runs: Any, grades: Any = GRADES) -> list[int]:
    """The rank of each judged item, in the order of the judgements."""
    judgements = read_judgements(grades, Decisions())
    [(name, source)] = expand_runs(runs, Decisions())
    hits = read_lists(source, judgements, Decisions(), system=name)
    return [int(rank) for _, rank in sorted(zip(hits.rows, hits.ranks, strict=True))]


@pytest.mark.parametrize(
    "run",
    [
        FRAME.to_arrow(),
        FRAME.to_arrow().to_batches()[0],
        FRAME.to_arrow().to_reader(),  # which can be read once only
        FRAME.to_pandas().astype({"turn": "string", "score": "Float32"}),
        FRAME.to_pandas().astype({"item": "category"}),
        FRAME.with_columns(pl.col("score").cast(pl.Decimal(10, 2))),
        FRAME.with_columns(pl.col("turn", "item").cast(pl.Binary)),
        FRAME.select(pl.col("turn").cast(pl.Enum(["t"])), "item", "score"),
        {"t": {"a": np.float32(1), "b": np.int64(2)}},
        {"t": {"a": Decimal("1.5"), "b": "2.5"}},
        {"t": {"a": 10**20, "b": 10**21}},
    ],
    ids=lambda run: type(run).__name__,
)
def test_kinds_of_frames_and_numbers(run: Any) -> None:
    assert ranks(run) == [2, 1]


def test_ids_beyond_64_bits_are_text() -> None:
    assert ranks({10**30: {2**64: 1}}, {str(10**30): {str(2**64): 1}}) == [1]


def test_what_is_given_stays_as_it_is() -> None:
    frame = FRAME.to_pandas().astype(object)
    frame.loc[0, "turn"] = None
    before = frame.copy()
    with pytest.raises(TurnwiseError):
        ranks(frame)
    pd.testing.assert_frame_equal(frame, before)


REFUSED = {
    "None": (None, f"run: found NoneType 'None', {A_SOURCE}"),
    "a number": (5, f"run: found int '5', {A_SOURCE}"),
    "bytes": (b"x", f"run: found bytes 'x', {A_SOURCE}"),
    "rows as tuples": ([("t", "a", 1.0), ("t", "b", 2.0)], f"run 1: found tuple \"('t', 'a', 1.0)\", {A_SOURCE}"),
    "a list of items": ({"t": ["a"]}, f"""t: found list "['a']", {A_SOURCE}"""),
    "a dict of nothing": ({"t": {}}, "run: found no scores, expected {turn: {item: score}}."),
    "a score that is true": (
        {"t": {"a": True}},
        "run, turn 't', item 'a': found True in 'score', expected text or a number.",
    ),
    "a score that is not real": (
        {"t": {"a": 1j}},
        "run, turn 't', item 'a': found 1j in 'score', expected text or a number.",
    ),
    "a score beyond all floats": (
        {"t": {"a": 10**400}},
        f"run, turn 't', item 'a': found the score '1{'0' * 56}…', expected a finite number, such as 12.5; correct it.",
    ),
    "an item without a name": (
        {"t": {"": 1.0}},
        "run, turn 't', item '': found no item in 'item', expected one; give it one, or leave it out.",
    ),
    "a turn that is a tuple": (
        {("t", 1): {"a": 1}},
        "run, turn 1: found ('t', 1) in 'turn', expected text or a number.",
    ),
    "a missing turn in pandas": (
        pd.DataFrame({"turn": ["t", np.nan], "item": ["a", "b"], "score": [1, 2]}),
        "run, row 2: found no turn in 'turn', expected one; give it one, or leave it out.",
    ),
    "a missing whole number in pandas": (
        pd.DataFrame({"turn": pd.array([1, pd.NA], dtype="Int64"), "item": ["a", "b"], "score": [1, 2]}),
        "run, row 2: found no turn in 'turn', expected one; give it one, or leave it out.",
    ),
    "times for turns in pandas": (
        pd.DataFrame({"turn": pd.to_datetime(["2024-01-02"]), "item": ["a"], "score": [1]}),
        "run, row 1: found Timestamp('2024-01-02 00:00:00') in 'turn', expected text or a number.",
    ),
    "two columns of one name in pandas": (
        pd.DataFrame([["t", "a", 1, 2]], columns=["turn", "item", "score", "score"]),
        "run: found the columns 'score', 'score', expected only one of the score; rename or drop the others.",
    ),
    "an id that is no UTF-8": (
        FRAME.with_columns(item=pl.Series([b"a", b"\xe9"])),
        "run, row 2: found the item '\\\\xe9', expected UTF-8 text; store the item ids as text.",
    ),
    "a system that is missing": (
        FRAME.with_columns(system=pl.Series(["A", None])),
        "run, row 2: found no system in 'system', expected one; give it one, or leave it out.",
    ),
    "a frame without rows": (FRAME.head(0), "run: found no rows, expected one for each item of each list."),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_a_run_is_refused_in_a_sentence(name: str) -> None:
    run, says = REFUSED[name]
    with pytest.raises(TurnwiseError) as caught:
        ranks(run)
    assert str(caught.value) == says


@pytest.mark.parametrize(
    ("run", "says"),
    [
        (
            FRAME.lazy().select("text"),
            r"^run: the lazy frame cannot be collected \(.*text.*\); collect it to see why\.$",
        ),
        (pl.scan_csv("none.csv"), r"^run: the lazy frame cannot be collected \(.*\); collect it to see why\.$"),
        (FRAME.to_pandas()["item"], r"^run: Series is no table \(.*\); give a frame or a dict\.$"),
        (FRAME["item"], r"^run: found the columns 'item', expected one named turn"),
        (pa.array([1, 2]), r"^run 1: found Int64Scalar '1', expected a file's path"),
    ],
)
def test_what_another_library_refuses_is_said_with_its_reason(run: Any, says: str) -> None:
    with pytest.raises(TurnwiseError, match=says):
        ranks(run)


def test_a_list_of_judgements_is_no_judgements() -> None:
    with pytest.raises(OptionError, match=r"^judgements: found list '\[1\]', expected a file's path, a frame"):
        read_judgements([1], Decisions())


def test_judgements_of_several_are_not_guessed_at() -> None:
    with pytest.raises(
        InputError, match=r"^judgements, turn 'x', item 't': found \{'a': 1\} in 'grade', expected text or"
    ):
        read_judgements({"x": {"t": {"a": 1}}}, Decisions())


def test_turns_without_an_item_are_left_out_and_said_so() -> None:
    decisions = Decisions()
    assert read_judgements({**GRADES, "u": {}}, decisions).turns == ["t"]
    assert [(d.kind, d.count, d.text) for d in decisions] == [
        ("empty-turns", 1, "1 turn without an item left out (first: 'u')")
    ]


@pytest.mark.parametrize(
    ("option", "says"),
    [
        ({"precision": "half"}, "precision: found 'half', expected 'double' or 'single'."),
        ({"duplicates": "worst"}, "duplicates: found 'worst', expected 'best' or 'error'."),
    ],
)
def test_an_option_without_such_a_value_is_refused(option: dict[str, Any], says: str) -> None:
    with pytest.raises(OptionError) as caught:
        read_lists(FRAME, read_judgements(GRADES, Decisions()), Decisions(), **option)
    assert str(caught.value) == says


def test_frames_of_pandas_do_not_need_pyarrow() -> None:
    script = """
import sys
sys.modules["pyarrow"] = None  # as if it were not installed
import pandas as pd
import turnwise as tw
frame = pd.DataFrame({"turn": ["t", "t"], "item": ["a", "b"], "score": [1.0, 2.0]})
print(tw.score(frame, {"t": {"a": 1}}, ["RR"]).values.item())
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "0.5\n"), done.stderr
