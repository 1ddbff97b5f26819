"""NIST's trec_eval, where somebody has built it: the program that TREC_EVAL names, or the one on the PATH."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

NAMES = ("ndcg_cut_3", "ndcg_cut_10", "map", "recip_rank", "P_10", "recall_100")


def program() -> str | None:
    return shutil.which(os.environ.get("TREC_EVAL", "trec_eval"))


def version() -> str | None:
    """What the program says of itself, or None if there is no program."""
    if (found := program()) is None:
        return None
    said = subprocess.run([found, "--version"], capture_output=True, text=True, check=False)
    return (said.stdout + said.stderr).strip().rpartition(" ")[2]


def command(run: str, qrels: str) -> list[str]:
    """Write the scores of every turn, and the means, to stdout."""
    wanted = ["-m", "ndcg_cut.3,10", "-m", "map", "-m", "recip_rank", "-m", "P.10", "-m", "recall.100"]
    return [str(program()), "-q", *wanted, qrels, run]


def means(written: Path) -> list[float]:
    rows = [line.split() for line in written.read_text().splitlines()]
    overall = {name: float(value) for name, turn, value in rows if turn == "all"}
    return [overall[name] for name in NAMES]
