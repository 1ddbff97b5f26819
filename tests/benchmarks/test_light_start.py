"""Scoring TREC files loads nothing that only other input needs: starting is half of the time that a run takes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

NEEDED_ELSEWHERE = (
    "turnwise.graph",
    "turnwise.measures.dialogue",
    "turnwise.measures.distributions",
    "turnwise.measures.hierarchical",
    "turnwise.readers.conversations",
    "turnwise.readers.frames",
    "turnwise.readers.json_tables",
    "turnwise.readers.objects",
    "turnwise.readers.parquet",
    "turnwise.readers.replies",
    "turnwise.scoring.judged_graphs",
    "polars",
    "scipy",
    "concurrent.futures",
)


def loaded_after(run: Path, qrels: Path) -> set[str]:
    score = f"import sys, turnwise; turnwise.score({str(run)!r}, {str(qrels)!r}); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", score], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_trec_files_are_scored_with_little(tmp_path: Path) -> None:
    run, qrels = tmp_path / "a.trec", tmp_path / "qrels.txt"
    run.write_text("31_1 Q0 a 1 2.5 tag\n31_1 Q0 b 2 1.5 tag\n")
    qrels.write_text("31_1 0 a 1\n")
    assert not loaded_after(run, qrels) & set(NEEDED_ELSEWHERE)


def test_another_format_is_noticed(tmp_path: Path) -> None:
    run, qrels = tmp_path / "a.csv", tmp_path / "qrels.txt"
    run.write_text("turn,item,score\n31_1,a,2.5\n")
    qrels.write_text("31_1 0 a 1\n")
    assert {"turnwise.readers.frames", "polars"} <= loaded_after(run, qrels)
