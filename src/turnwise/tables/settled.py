"""Values without the digits that depend on the processor."""

from __future__ import annotations

#: Decimals that are the same on every processor; what is below depends on the order in which it adds things up.
_DECIMALS = 12


def settled(value: float) -> float:
    """Without the last digits, so that half a cent is rounded the same way, and 0 is 0, wherever it is computed."""
    return round(float(value), _DECIMALS) + 0.0
