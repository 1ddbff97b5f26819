"""Score one run with one contender, in this process: `python worker.py CONTENDER RUN QRELS [OUT]`.

Without OUT, once, and nothing else: the whole process is what is timed. With OUT, twice: the second time is taken,
and written with the means of the six measures.
"""

from __future__ import annotations

import gc
import importlib
import json
import sys
import time
from pathlib import Path


def main(name: str, run: str, qrels: str, out: str | None = None) -> None:
    contender = importlib.import_module(f"contenders.{name}")
    scores = contender.score(run, qrels)
    if out is None:
        return
    del scores
    gc.collect()
    start = time.perf_counter()
    scores = contender.score(run, qrels)
    seconds = time.perf_counter() - start
    Path(out).write_text(json.dumps({"seconds": seconds, "means": contender.means(scores)}))


if __name__ == "__main__":
    main(*sys.argv[1:])
