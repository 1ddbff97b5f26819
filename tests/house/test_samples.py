"""The samples that come with Turnwise are what their script writes, and small."""

from __future__ import annotations

import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "src" / "turnwise" / "samples"


def test_the_script_writes_the_same_samples_again() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "make_samples.py"))
    written = script["collection"]() | script["replies"]() | script["ratings"]()
    assert len(written) == 7
    for path, lines in written.items():
        assert path.read_text(encoding="utf-8").splitlines() == lines, f"{path.name}: run scripts/make_samples.py"


def test_the_samples_are_small() -> None:
    assert sum(path.stat().st_size for path in SAMPLES.rglob("*") if path.is_file()) < 300_000
