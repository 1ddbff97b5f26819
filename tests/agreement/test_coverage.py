"""The intervals cover: a quick part of what `benchmarks/agreement_coverage.py` counts."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest


def benchmark() -> ModuleType:
    path = Path(__file__).parents[2] / "benchmarks" / "agreement_coverage.py"
    spec = importlib.util.spec_from_file_location("agreement_coverage", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["agreement_coverage"] = module
    spec.loader.exec_module(module)
    return module


COVERAGE = benchmark()


@pytest.mark.parametrize("design", [COVERAGE.DESIGNS[at] for at in (0, 2, 3)], ids=lambda design: design.name)
def test_intervals_hold_the_true_value(design: object) -> None:
    """Of 150 studies 95% ± 2 · 1.8%, and a little less where there are 40 clusters."""
    for key, _, large_sample, bootstrap in COVERAGE.coverage(design, 150, 200, large=8000):
        assert 0.88 <= large_sample <= 0.995, key
        assert 0.87 <= bootstrap <= 0.995, key


def test_intervals_that_overlook_clusters_do_not() -> None:
    """The same designs without their clusters: the count would show it."""
    design = COVERAGE.DESIGNS[3]

    def overlooked(rng: np.random.Generator, clusters: int) -> tuple[np.ndarray, np.ndarray]:
        matrix, cluster = design.draw(rng, clusters)
        return matrix, np.arange(len(cluster))

    blind = COVERAGE.Design(design.name, design.level, design.clusters, ("alpha", "icc-1"), overlooked)
    assert max(large for _, _, large, _ in COVERAGE.coverage(blind, 150, 0, large=8000)) < 0.88
