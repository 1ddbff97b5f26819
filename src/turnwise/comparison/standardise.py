"""Score standardisation: units that are hard for all systems, or tell them little apart, get the same say as others."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def z_scores(values: Floats) -> Floats:
    """Within each unit: how many standard deviations a system is above the mean of systems (Webber et al., 2008).

    A unit on which all systems are equal says nothing, and gives 0.
    """
    spread = values.std(axis=0, ddof=1)
    return np.divide(values - values.mean(axis=0), spread, out=np.zeros_like(values), where=spread > 0)


def std_ab(values: Floats, a: float = 0.15, b: float = 0.5) -> Floats:
    """Sakai's (2016) linear form: a·z + b, cut to [0, 1]."""
    return np.clip(a * z_scores(values) + b, 0.0, 1.0)
