"""What people and programs write where they have no answer to give."""

from __future__ import annotations

import math
from typing import Any

#: In small letters; what follows in brackets is their reason.
NO_ANSWER = frozenset({"", "na", "n/a", "n.a.", "nan", "#n/a", "<na>", "null"})


def is_no_answer(value: Any) -> bool:
    """Whether a value says that there is no answer."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return True
    if not isinstance(value, str):
        return False
    said = value.strip().lower()
    return said in NO_ANSWER or said.startswith(("n/a ", "n/a("))
