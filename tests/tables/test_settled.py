"""Values without the digits that depend on the processor."""

from __future__ import annotations

import math

from turnwise.tables.settled import settled


def test_half_a_cent_is_rounded_alike_wherever_it_comes_from() -> None:
    above, below = 0.0625 + 1e-16, math.nextafter(0.0625, 0)
    assert f"{above:.3f}" != f"{below:.3f}"
    assert f"{settled(above):.3f}" == f"{settled(below):.3f}"
    assert math.copysign(1, settled(-1e-17)) == 1
    assert math.isnan(settled(math.nan))
