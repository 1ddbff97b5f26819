"""Reading a file of dialogues from what a test writes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from turnwise.readers.dialogues import read_dialogues
from turnwise.tables.decisions import Decisions
from turnwise.tables.dialogues import Dialogues


@pytest.fixture
def read(write: Callable[..., Path]) -> Callable[..., tuple[Dialogues, Decisions]]:
    """The dialogues read from such content, and what was decided."""

    def read(content: Any, format: str | None = None, name: str = "given.json") -> tuple[Dialogues, Decisions]:
        decisions = Decisions()
        return read_dialogues(write(content, name), decisions, format=format), decisions

    return read
