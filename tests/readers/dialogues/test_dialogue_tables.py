"""Tables of dialogues: a post a row, nuggets and labels beside it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from turnwise.errors import InputError
from turnwise.readers.dialogues import read_dialogues
from turnwise.tables.decisions import Decisions
from turnwise.tables.dialogues import KINDS, Dialogues

POSTS = """dialogue,sender,time,text,account,mood
d1,customer,0,"The lamp blinks, and
blinks.",@Lamps,sad
d2,customer,,Hi,@Phones,
d1,helpdesk,12.5, Reset it. ,@Lamps,glad
"""
NUGGETS = "dialogue,annotator,kind,first,last,weight\nd1,ann,CNUG0,1,,\nd1,bob,,,,\nd1,ann,HNUG*,2,2,2\n"
LABELS = "item,rater,question,value\nd1,ann,A,2\nd2,ann,mood,glad\nd1,bob,A,\n"

Write = Callable[..., Path]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "posts.csv").write_text(POSTS, encoding="utf-8")
    (tmp_path / "posts.nuggets.csv").write_text(NUGGETS, encoding="utf-8")
    (tmp_path / "posts.labels.csv").write_text(LABELS, encoding="utf-8")
    return tmp_path


def read(folder: Path) -> tuple[Dialogues, Decisions]:
    decisions = Decisions()
    return read_dialogues(folder / "posts.csv", decisions), decisions


def test_posts_and_what_stands_beside_them(folder: Path) -> None:
    found, decisions = read(folder)
    assert (found.format, found.names, found.offsets.tolist()) == ("csv", ["d1", "d2"], [0, 2, 3])
    assert found.texts == ["The lamp blinks, and\nblinks.", " Reset it. ", "Hi"]
    assert found.times is not None
    assert found.times.tolist()[:2] == [0, 12.5]
    assert found.groups == {"account": ["@Lamps", "@Phones"]}
    nuggets = found.nuggets
    assert nuggets is not None
    assert [KINDS[kind] for kind in nuggets.kind] == ["CNUG0", "HNUG*"]
    assert (nuggets.first.tolist(), nuggets.last.tolist()) == ([0, 1], [0, 1])
    assert np.array_equal(nuggets.weight, [np.nan, 2], equal_nan=True)
    assert nuggets.read.tolist() == [[0, 0], [0, 1]]  # bob looked, and found nothing
    assert found.labels is not None
    assert found.labels.matrix("A")[0, 0] == 2
    assert found.labels.labels == {"mood": ("glad",)}
    assert len(found.labels) == 2
    assert decisions.count("scattered-posts") == 1
    assert [d.text for d in decisions if d.kind == "columns-not-read"] == [
        "1 column that differ within a dialogue not read (mood)"
    ]


def test_posts_alone(folder: Path) -> None:
    (folder / "posts.nuggets.csv").unlink()
    (folder / "posts.labels.csv").unlink()
    found, _ = read(folder)
    assert (found.nuggets, found.labels) == (None, None)


def test_lengths_in_place_of_texts(folder: Path) -> None:
    text = "dialogue\tspeaker\tlength:chars_cn\twords\nd\tuser\t4\t3\nd\tassistant\t0\t\n"
    (folder / "lengths.tsv").write_text(text, encoding="utf-8")
    found = read_dialogues(folder / "lengths.tsv")
    assert found.texts is None
    assert found.lengths["chars_cn"].tolist() == [4, 0]
    assert np.array_equal(found.lengths["words"], [3, np.nan], equal_nan=True)
    assert found.by_helpdesk.tolist() == [False, True]


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("posts.csv", "dialogue,sender,text\nd,custmer,Hi\n", r"posts.csv, line 2: found the sender 'custmer', ex"),
        ("posts.csv", "dialogue,sender,text\nd,customer\n", "posts.csv, line 2: found 2 cells, expected 3 as in the"),
        ("posts.csv", "dialogue,sender,text\n,customer,Hi\n", "line 2: found nothing in the column 'dialogue'"),
        ("posts.csv", "dialogue,sender,text,time\nd,customer,Hi,noon\n", "line 2: found the time 'noon', expected sec"),
        ("posts.csv", 'dialogue,sender,text\nd,customer,"Hi\n', "posts.csv, line 2: found a broken cell"),
        ("posts.nuggets.csv", "dialogue,kind,first\nd1,CNUG,1\n", "found the columns 'dialogue', 'kind', 'first', exp"),
        ("posts.nuggets.csv", "dialogue,annotator,kind,first\nd9,a,CNUG,1\n", r"line 2: found dialogue 'd9', exp"),
        ("posts.nuggets.csv", "dialogue,annotator,kind,first\nd1,a,NUG,1\n", "line 2: found the kind 'NUG', exp"),
        ("posts.nuggets.csv", "dialogue,annotator,kind,first\nd1,a,CNUG,one\n", "line 2: found 'one' in the column"),
        ("posts.nuggets.csv", "dialogue,annotator,kind,first\nd1,a,CNUG,\n", "line 2: found nothing in the column"),
        ("posts.nuggets.csv", "dialogue,annotator,kind,first\nd1,a,CNUG,3\n", "annotator a: found CNUG at post 3 of 2"),
        ("posts.labels.csv", "dialogue,annotator,question,value\nd1,a,A,1\nd1,a,A,2\n", "line 3: found an answer of a"),
    ],
)  # fmt: skip
def test_a_broken_table_is_said_with_its_line(folder: Path, name: str, text: str, says: str) -> None:
    (folder / name).write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=says):
        read(folder)
