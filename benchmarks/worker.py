"""Score one run with one contender, in this process: `python worker.py CONTENDER RUN QRELS [OUT]`.

Without OUT, once, and nothing else: the whole process is what is timed. With OUT, twice: the second time is taken,
and written with the means of the six measures.
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType


def main(name: str, run: str, qrels: str, out: str | None = None) -> None:
    contender = importlib.import_module(f"contenders.{name}")
    scores = contender.score(run, qrels)
    if out is not None:
        del scores
        again(contender, run, qrels, out)


def again(contender: ModuleType, run: str, qrels: str, out: str) -> None:
    # Imported here: what the contender itself does not need would count against it in a fresh process.
    import gc
    import json
    import time
    from pathlib import Path

    gc.collect()
    start = time.perf_counter()
    scores = contender.score(run, qrels)
    seconds = time.perf_counter() - start
    Path(out).write_text(json.dumps({"seconds": seconds, "means": contender.means(scores)}))


if __name__ == "__main__":
    main(*sys.argv[1:])
