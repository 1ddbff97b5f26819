"""Posts merged into blocks, and nuggets mapped onto them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.dialogues.written import dialogue, made
from turnwise.dialogues.blocks import merge_blocks, nuggets_on_blocks
from turnwise.errors import InputError
from turnwise.tables.decisions import Decisions
from turnwise.tables.dialogues import KINDS, Dialogues, Nuggets


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "given.jsonl"


def rows(nuggets: Nuggets | None) -> list[tuple[str, str, int, int]]:
    assert nuggets is not None
    return [
        (nuggets.annotators[a], KINDS[k], f, last)
        for a, k, f, last in zip(
            nuggets.annotator.tolist(),
            nuggets.kind.tolist(),
            nuggets.first.tolist(),
            nuggets.last.tolist(),
            strict=True,
        )
    ]


def test_the_papers_footnote(path: Path) -> None:
    """CCCCCHHHHH is converted into C'H'."""
    merged = merge_blocks(made(path, dialogue("d", "CCCCCHHHHH")), Decisions())
    assert merged.by_helpdesk.tolist() == [False, True]
    assert merged.offsets.tolist() == [0, 2]
    assert merged.texts == ["\n".join(f"post {n}" for n in range(1, 6)), "\n".join(f"post {n}" for n in range(6, 11))]
    assert merged.lengths["words"].tolist() == [10, 10]
    assert merged.lengths["characters"].tolist() == [34, 35]  # 5 · 6 + 4 line breaks; post 10 has 7
    assert merged.n_blocks.tolist() == [2]


def test_merging_again_changes_nothing(path: Path) -> None:
    merged = merge_blocks(made(path, dialogue("d", "CcH", a=[("CNUG0", 1)]), dialogue("e", "HHC")), Decisions())
    again = merge_blocks(merged, Decisions(strict=True))
    assert merged.texts == again.texts == ["post 1", "post 3", "post 1\npost 2", "post 3"]
    assert rows(merged.nuggets) == rows(again.nuggets)
    for unit, lengths in merged.lengths.items():
        assert again.lengths[unit].tolist() == lengths.tolist()


def test_lengths_without_texts_add_up(path: Path) -> None:
    given = {"id": "d", "posts": [{"sender": "customer", "lengths": {"chars_cn": n}} for n in (4, 0, 3)]}
    merged = merge_blocks(made(path, given), Decisions())
    assert merged.lengths["chars_cn"].tolist() == [7]
    assert merged.texts is None


def test_nuggets_become_those_of_whole_blocks(path: Path) -> None:
    decisions = Decisions()
    found = made(
        path,
        dialogue(
            "d",
            "CCHHHC",
            ann=[("CNUG0", 1), ("HNUG", 3, 3, 1), ("HNUG", 5, 5, 3), ("CNUG*", 6)],
            bob=[("HNUG", 3, 5)],
        ),
    )
    nuggets = nuggets_on_blocks(found, decisions)
    assert rows(nuggets) == [
        ("ann", "CNUG0", 0, 0),
        ("ann", "HNUG", 1, 1),
        ("ann", "CNUG*", 2, 2),
        ("bob", "HNUG", 1, 1),
    ]
    assert np.array_equal(nuggets.weight, [np.nan, 3, np.nan, np.nan], equal_nan=True)
    assert decisions.count("nuggets-widened") == 3  # posts 1 of 1–2, 3 and 5 of 3–5
    assert decisions.count("nuggets-joined") == 1


def test_several_kinds_in_a_block_are_refused_or_the_strongest_counts(path: Path) -> None:
    found = made(
        path, dialogue("d", "CCCH", ann=[("CNUG", 1), ("CNUG0", 2), ("CNUG*", 3)], bob=[("CNUG", 1), ("CNUG0", 2)])
    )
    with pytest.raises(InputError, match="dialogue d: annotator ann marked nuggets of several kinds in block 1"):
        nuggets_on_blocks(found, Decisions())
    decisions = Decisions()
    merged = merge_blocks(found, decisions, mixed="strongest")
    assert rows(merged.nuggets) == [("ann", "CNUG*", 0, 0), ("bob", "CNUG0", 0, 0)]
    assert decisions.count("nuggets-mixed") == 3


def test_a_nugget_of_both_sides_is_refused(path: Path) -> None:
    with pytest.raises(InputError, match="ann marked posts 1 to 2, which are of both sides"):
        merge_blocks(made(path, dialogue("d", "CH", ann=[("CNUG", 1, 2)])), Decisions())


def test_blocks_of_the_published_dialogues(shared_data: Path) -> None:
    """A label of STC-3 is one of a whole block, so merging changes no nugget."""
    from turnwise.readers.dialogues import read_dialogues

    found: Dialogues = read_dialogues(shared_data / "stc3" / "stc3_train_3700.textfree.json.gz")
    decisions = Decisions(strict=True)
    merged = merge_blocks(found, decisions)
    assert (merged.n_posts, merged.nuggets and len(merged.nuggets)) == (15400, found.nuggets and len(found.nuggets))
    assert merged.totals("chars_cn").tolist() == found.totals("chars_cn").tolist()
