"""Reading a reply file from what a test writes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from turnwise.readers.replies import read_replies
from turnwise.tables.decisions import Decisions
from turnwise.tables.replies import Replies


@pytest.fixture
def read(write: Callable[..., Path]) -> Callable[..., tuple[Replies, Decisions]]:
    """The replies read from such content, and what was decided."""

    def read(content: Any, format: str | None = None) -> tuple[Replies, Decisions]:
        decisions = Decisions()
        return read_replies(write(content), decisions, format=format), decisions

    return read
