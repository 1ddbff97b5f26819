"""Answers that are true or false: read alike from text, JSON and frames."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np


def booleans_as_text(value: Any) -> Any:
    """The same frame of pandas with `True` and `False` as the words that a file of it has; anything else as it is."""
    if not hasattr(value, "iloc"):
        return value
    found = value.copy(deep=False)
    for at, dtype in enumerate(value.dtypes):
        cells = value.iloc[:, at]
        if getattr(dtype, "kind", "O") in "Ob" and {type(cell) for cell in cells.dropna()} in _BOOLEAN:
            found.isetitem(at, cells.astype(object).map(str, na_action="ignore"))
    return found


_BOOLEAN = ({bool}, {np.bool_}, {bool, np.bool_})


def record_with_text(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a JSON object, with true and false as these words."""
    return {name: str(cell) if isinstance(cell, bool) else cell for name, cell in fields.items()}
