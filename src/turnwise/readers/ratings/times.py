"""Which of two answers was given later."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from turnwise.errors import FormatError, shown

if TYPE_CHECKING:
    from turnwise.readers.ratings.gathering import Answer


def order(before: Answer, answer: Answer) -> int:
    """Above 0 where the second answer was given after the first, below where before it, 0 where that is not known."""
    if not before.at or not answer.at or before.at == answer.at:
        return 0
    first, second = _time(before), _time(answer)
    if (first.tzinfo is None) != (second.tzinfo is None):
        found = f"the times {shown(before.at, 40)} and {shown(answer.at, 40)}"
        raise FormatError(answer.where(), None, found, "a time zone in both or in neither", "write it in both")
    return (second > first) - (second < first)


def _time(answer: Answer) -> datetime:
    """When an answer was given, of one that must be compared with another."""
    try:
        time = datetime.fromisoformat(answer.at)
    except ValueError:
        expected = "one as in ISO 8601, such as 2026-05-01T10:00"
        raise FormatError(answer.where(), None, f"the time {shown(answer.at, 40)}", expected) from None
    return time if time.tzinfo is None else time.astimezone(UTC)
