"""Dialogues of STC-3, DCH and DialEval."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path

import numpy as np

from tests.readers.dialogues.samples import STC3
from turnwise.readers.dialogues import read_dialogues
from turnwise.tables.decisions import Decisions
from turnwise.tables.dialogues import CUSTOMER_GOAL, HELPDESK_GOAL, HELPDESK_REGULAR, KINDS, TRIGGER, Dialogues

Read = Callable[..., tuple[Dialogues, Decisions]]


def test_turns_are_blocks_of_posts(read: Read) -> None:
    found, decisions = read(STC3)
    assert (found.format, found.names, found.offsets.tolist()) == ("stc3", ["d1", "d2"], [0, 4, 6])
    assert found.by_helpdesk.tolist() == [False, False, True, False, False, True]
    assert found.block.tolist() == [0, 0, 1, 2, 0, 1]
    assert found.n_blocks.tolist() == [3, 2]
    assert found.texts == ["The lamp blinks.", "Help!", "Turn it off and on.", "Works now.", "", "Hello?"]
    assert found.lengths["characters"].tolist() == [16, 5, 19, 10, 0, 6]
    assert found.lengths["words"].tolist() == [3, 1, 5, 2, 0, 1]
    assert found.unit == "words"
    assert decisions.count("empty-posts") == 1


def test_the_label_of_a_turn_is_a_nugget_of_all_its_posts(read: Read) -> None:
    nuggets = read(STC3)[0].nuggets
    assert nuggets is not None
    rows = zip(nuggets.dialogue, nuggets.annotator, nuggets.first, nuggets.last, nuggets.kind, strict=True)
    assert [tuple(map(int, row)) for row in rows] == [
        (0, 0, 0, 1, TRIGGER), (0, 0, 2, 2, HELPDESK_GOAL), (0, 0, 3, 3, CUSTOMER_GOAL),
        (0, 1, 0, 1, TRIGGER), (0, 1, 2, 2, HELPDESK_REGULAR),
        (1, 1, 0, 0, KINDS.index("CNUG")),
    ]  # fmt: skip
    assert nuggets.read.tolist() == [[0, 0], [0, 1], [1, 0], [1, 1]]
    assert nuggets.by_helpdesk.tolist() == [False, True, False, False, True, False]
    assert np.isnan(nuggets.weight).all()


def test_answers_are_ratings_of_dialogues(read: Read) -> None:
    found, decisions = read(STC3)
    assert found.labels is not None
    assert found.labels.items == found.names
    assert found.labels.questions == ["A", "S"]
    assert found.labels.matrix("S").tolist()[0] == [1, -2]
    assert np.isnan(found.labels.matrix("A")[1]).all()
    assert (found.labels.raters, found.labels.raters_known) == (["1", "2"], True)
    assert decisions.count("annotators-by-position") == 2


def test_another_number_of_annotations_leaves_raters_unknown(read: Read) -> None:
    changed = copy.deepcopy(STC3)
    del changed[1]["annotations"][1]
    labels = read(changed)[0].labels
    assert labels is not None
    assert not labels.raters_known


def test_named_annotators_stay_who_they_are(read: Read) -> None:
    changed = copy.deepcopy(STC3)
    for dialogue in changed:
        for name, annotation in zip(("ann", "bob"), dialogue["annotations"], strict=True):
            annotation["annotator"] = name
    del changed[1]["annotations"][0]
    found, decisions = read(changed)
    assert found.nuggets is not None
    assert found.nuggets.annotators == ["ann", "bob"]
    assert found.nuggets.read.tolist() == [[0, 0], [0, 1], [1, 1]]
    assert decisions.count("annotators-by-position") == 0
    assert found.labels is not None
    assert found.labels.raters_known


def test_lengths_in_place_of_texts(read: Read) -> None:
    """d1: 4 + 0 + 6 = 10 characters of Chinese, and no English; d2: 3 + 5 = 8, and 11 + 12 of English."""
    lengths = [
        {"id": "d1", "turns": [{"sender": "customer", "chars_cn": [4, 0]}, {"sender": "helpdesk", "chars_cn": [6]}]},
        {
            "id": "d2",
            "turns": [
                {"sender": "customer", "chars_cn": [3], "chars_en": [11]},
                {"sender": "helpdesk", "chars_cn": [5], "chars_en": [12]},
            ],
        },
    ]
    found, decisions = read(lengths)
    assert found.texts is None
    assert found.nuggets is None
    assert found.labels is None
    assert found.unit == "chars_cn"
    assert found.totals("chars_cn").tolist() == [10, 8]
    assert found.starts("chars_cn").tolist() == [0, 4, 4, 0, 3]
    assert np.array_equal(found.totals("chars_en"), [np.nan, 23], equal_nan=True)
    assert np.array_equal(found.starts("chars_en"), [np.nan, np.nan, np.nan, 0, 11], equal_nan=True)
    assert decisions.count("lengths-absent") == 1


def test_times_are_seconds_since_the_first_post(read: Read) -> None:
    timed = copy.deepcopy(STC3[:1])
    stamps = iter(["2024-05-31T12:00:00", "2024-05-31T12:00:05.5", "2024-05-31T12:01:00", "2024-05-31T13:00:00"])
    for turn in timed[0]["turns"]:
        turn["times"] = [next(stamps) for _ in turn["utterances"]]
    found, _ = read(timed)
    assert found.times is not None
    assert found.starts("seconds").tolist() == [0, 5.5, 60, 3600]
    assert found.totals("seconds").tolist() == [3600]
    assert found.units == ["characters", "words", "seconds"]


def test_chinese_is_measured_in_characters(read: Read) -> None:
    chinese = copy.deepcopy(STC3[:1])
    for turn in chinese[0]["turns"]:
        turn["utterances"] = ["灯在闪 OK" for _ in turn["utterances"]]
    found, _ = read(chinese)
    assert found.unit == "characters"
    assert found.lengths["characters"].tolist() == [6] * 4
    assert found.lengths["words"].tolist() == [4] * 4  # 灯, 在, 闪 and OK


def test_two_turns_in_a_row_of_one_side_are_one_block(read: Read) -> None:
    changed = copy.deepcopy(STC3[:1])
    changed[0]["turns"][1]["sender"] = "customer"
    changed[0]["annotations"] = [{"nugget": ["CNUG0", "CNUG", "CNaN"]}]
    found, decisions = read(changed)
    assert decisions.count("turns-in-a-row") == 2
    assert found.n_blocks.tolist() == [1]
    assert found.nuggets is not None
    assert found.nuggets.first.tolist() == [0, 2]
    assert found.nuggets.last.tolist() == [1, 2]


def test_chosen_dialogues_keep_all_that_is_known_of_them(read: Read) -> None:
    found, _ = read(STC3)
    kept = found.keeping(np.array([False, True]))
    assert (kept.names, kept.offsets.tolist(), kept.texts) == (["d2"], [0, 2], ["", "Hello?"])
    assert kept.nuggets is not None
    assert kept.nuggets.dialogue.tolist() == [0]
    assert kept.nuggets.read.tolist() == [[0, 0], [0, 1]]
    assert kept.labels is not None
    assert kept.labels.items == ["d2"]
    assert len(kept.labels) == 0
    assert kept.lengths["words"].tolist() == [0, 1]


def test_the_published_dialogues(shared_data: Path) -> None:
    """Counts that jq gives of the file: posts, turns, labels of each kind, answers."""
    decisions = Decisions()
    found = read_dialogues(shared_data / "stc3" / "stc3_train_3700.textfree.json.gz", decisions)
    assert (len(found), found.n_posts, int(found.n_blocks.sum())) == (3700, 16694, 15400)
    assert found.nuggets is not None
    assert np.bincount(found.nuggets.kind).tolist() == [59858, 58912, 6568, 77678, 19257]
    assert len(found.nuggets.read) == 3700 * 19
    assert found.labels is not None
    assert len(found.labels) == 3700 * 19 * 3
    assert found.totals("chars_cn").max() == 1005
    assert int(np.isnan(found.totals("words_en")).sum()) == 2028
    assert decisions.count("empty-posts") == 201
