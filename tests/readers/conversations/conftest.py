"""Reading a file of conversations from what a test writes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from turnwise.readers.conversations import read_conversations
from turnwise.tables.decisions import Decisions
from turnwise.tables.turns import Conversations


@pytest.fixture
def read(write: Callable[..., Path]) -> Callable[..., tuple[Conversations, Decisions]]:
    """The conversations read from such content, and what was decided."""

    def read(content: Any, format: str | None = None) -> tuple[Conversations, Decisions]:
        decisions = Decisions()
        return read_conversations(write(content), decisions, format=format), decisions

    return read
