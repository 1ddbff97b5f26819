"""When a post was sent: seconds, or a date with a time."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import Any

from turnwise.errors import shown
from turnwise.readers.records import Place


def seconds(place: Place, value: Any, where: str = "") -> float | None:
    """A time in seconds; None where there is none. Only differences within a dialogue are ever used."""
    if value is None or value == "":
        return None
    if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        return float(value)
    if isinstance(value, str):
        number = _number(value)
        if number is not None:
            return number
        try:
            moment = datetime.fromisoformat(value.strip())
        except ValueError:
            pass
        else:
            return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    raise place.error(f"the time {shown(value, 30)}{where}", "seconds, or such as 2024-05-31T12:30:00")


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None
