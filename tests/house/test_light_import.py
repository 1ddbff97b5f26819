"""A plain run of Turnwise starts fast: what is slow to import is imported only where it is wanted."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SAMPLES = Path(__file__).parents[2] / "src" / "turnwise" / "samples"
HEAVY = ("polars", "scipy", "pandas", "pyarrow", "matplotlib")
SCORE = ["score", str(SAMPLES / "score" / "runs"), "--qrels", str(SAMPLES / "score" / "qrels.txt"), "-m", "nDCG@3"]


def heavy_after(statements: str) -> list[str]:
    """The heavy libraries that a fresh interpreter holds after these statements."""
    tell = f"import sys; print(*[name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", f"{statements}\n{tell}"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.rpartition("\n")[0].rpartition("\n")[2].split()


@pytest.mark.parametrize(
    "statements",
    [
        "import turnwise",
        "import turnwise; turnwise.score, turnwise.read_scores, turnwise.Scores, turnwise.parse",
        "import turnwise.cli.main",
        f"from turnwise.cli.main import main; main({SCORE!r}, standalone_mode=False)",
        "from turnwise.cli.main import main; main(['measures', 'OLAR'], standalone_mode=False)",
        "from turnwise.cli.main import main; main(['score', '--help'], standalone_mode=False)",
    ],
)
def test_nothing_heavy_is_imported(statements: str) -> None:
    assert heavy_after(statements) == []


def test_a_heavy_import_would_be_seen() -> None:
    assert heavy_after("import polars") == ["polars"]
