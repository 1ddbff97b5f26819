"""The filter by which dialogues are mined."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.dialogues.written import dialogue, made
from turnwise.dialogues.filters import filter_dialogues
from turnwise.errors import OptionError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "given.jsonl"


def of(account: str, name: str, sides: str) -> dict[str, object]:
    return {**dialogue(name, sides), "account": account}


def test_posts_and_blocks_by_each_side(path: Path) -> None:
    """CCCCCHHHHH has five posts by each side, so it passes the paper's filter; but it has one block by each."""
    found = made(path, dialogue("footnote", "CCCCCHHHHH"), dialogue("turns", "CHCHCHCHCH"), dialogue("short", "CHCHC"))
    assert filter_dialogues(found, min_posts=5).dialogues.names == ["footnote", "turns"]
    assert filter_dialogues(found, min_blocks=2).dialogues.names == ["turns", "short"]
    both = filter_dialogues(found, min_posts=5, min_blocks=2)
    assert both.dialogues.names == ["turns"]
    assert [(step.name, step.kept, step.dropped) for step in both.steps] == [
        ("read", 3, 0), ("posts", 2, 1), ("blocks", 1, 1),
    ]  # fmt: skip


def test_accounts_that_leave_more_than_half_unanswered_are_dropped(path: Path) -> None:
    """@half answers 1 of 2, which is not less than half; @rare 1 of 3, which is."""
    found = made(
        path,
        of("@half", "h1", "CH"), of("@half", "h2", "CC"),
        of("@rare", "r1", "CH"), of("@rare", "r2", "C"), of("@rare", "r3", "CC"),
    )  # fmt: skip
    filtered = filter_dialogues(found, min_answered=0.5, min_posts=1)
    assert [(a.name, a.dialogues, a.answered, a.kept) for a in filtered.accounts] == [
        ("@half", 2, 1, True), ("@rare", 3, 1, False),
    ]  # fmt: skip
    assert filtered.dialogues.names == ["h1"]  # r1 is long enough, but its account is not active
    assert [(step.kept, step.dropped) for step in filtered.steps] == [(5, 0), (2, 3), (1, 1)]
    assert filter_dialogues(found, min_answered=1 / 3).dialogues.names == found.names


def test_what_cannot_be_filtered_is_said(path: Path) -> None:
    found = made(path, of("@half", "h1", "CH"))
    with pytest.raises(OptionError, match=r"do not say whose they are by 'acount'; did you mean 'account'\?"):
        filter_dialogues(found, min_answered=0.5, account="acount")
    with pytest.raises(OptionError, match="nothing to filter by"):
        filter_dialogues(found)


def test_the_published_dialogues(shared_data: Path) -> None:
    """Most dialogues of STC-3 are short: the pilot's five posts by each side leave two of 3,700."""
    from turnwise.readers.dialogues import read_dialogues

    found = read_dialogues(shared_data / "stc3" / "stc3_train_3700.textfree.json.gz")
    assert len(filter_dialogues(found, min_posts=5).dialogues) == 2
    assert len(filter_dialogues(found, min_blocks=2).dialogues) == 2300
