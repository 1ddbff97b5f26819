"""Time Turnwise beside its peers, on the same files, in the same run: `python benchmarks/run.py --help`."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
from collections.abc import Callable, Collection
from dataclasses import asdict
from pathlib import Path

from contender import CONTENDERS, TURNWISE
from contest import Contest, hold, rehearse
from files import NoRoom, files_of
from goals import goals
from many_runs import measure
from sizes import SIZES
from table import contest_table, goals_text, many_runs_text

FULL, QUICK = ("S", "M", "L"), ("S", "quick")


def main() -> int:
    args = arguments()
    contenders = [CONTENDERS[name] for name in args.contenders]
    record: dict[str, object] = {"machine": machine()}
    print(", ".join(f"{key} {value}" for key, value in machine().items()), end="\n\n", flush=True)
    contests = []
    with tempfile.TemporaryDirectory(prefix="bench-") as caches:
        (run, *_), qrels = files_of(SIZES["tiny"], args.folder)
        if cold := rehearse(contenders, run, qrels, Path(caches)).get("ranx"):
            record["ranx_cold"] = cold
            print(f"ranx with an empty numba cache: {cold:.1f} s for {SIZES['tiny']}\n", flush=True)
        for name in args.sizes:
            taking_part = contenders if name != "XL" or args.peers else [TURNWISE]
            try:
                (run, *_), qrels = files_of(SIZES[name], args.folder)
            except NoRoom as reason:
                print(f"{name}: left out, {reason}.\n", flush=True)
                continue
            contests.append(hold(SIZES[name], run, qrels, taking_part, Path(caches)))
            print(contest_table(contests[-1]), end="\n\n", flush=True)
    record["sizes"] = [contest.as_json() for contest in contests]
    if args.many_runs:
        many = measure(args.folder)
        record["many_runs"] = asdict(many)
        print(many_runs_text(many), end="\n\n")
    if found := list(goals(contests)):
        record["goals"] = [asdict(goal) for goal in found]
        print(goals_text(found))
    if args.output:
        args.output.write_text(json.dumps(record, indent=1) + "\n")
    return exit_code(contests)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="the small size and a part of the middle one")
    parser.add_argument("--xl", action="store_true", help="50 million rows (2.5 GB) too, Turnwise alone")
    parser.add_argument("--peers", action="store_true", help="with --xl: the peers too, where there is memory for them")
    parser.add_argument("--many-runs", action="store_true", help="the qrels read once for 23 runs, against for each")
    parser.add_argument("--sizes", type=names_of(SIZES), help=f"these sizes, of {', '.join(SIZES)}")
    parser.add_argument(
        "--contenders", type=names_of(CONTENDERS), default=list(CONTENDERS), help=f"of {', '.join(CONTENDERS)}"
    )
    default = Path(__file__).parents[1] / ".bench"
    parser.add_argument("--folder", type=Path, default=default, help="where the files are kept (default: .bench)")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write every figure here, as JSON")
    args = parser.parse_args()
    if args.sizes is None:
        args.sizes = [*(QUICK if args.quick else FULL), *(["XL"] if args.xl else [])]
    return args


def names_of(known: Collection[str]) -> Callable[[str], list[str]]:
    """A parser of comma-separated names."""

    def names(text: str) -> list[str]:
        given = text.split(",")
        for name in given:
            if name not in known:
                raise argparse.ArgumentTypeError(f"there is no {name!r}; there are {', '.join(known)}")
        return given

    return names


def machine() -> dict[str, object]:
    """What the figures depend on."""
    return {
        "CPUs": os.cpu_count(),
        "processor": processor(),
        "system": platform.platform(),
        "Python": platform.python_version(),
        "load before": round(os.getloadavg()[0], 1),
    }


def processor() -> str:
    told = Path("/proc/cpuinfo")
    lines = told.read_text().splitlines() if told.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


def exit_code(contests: list[Contest]) -> int:
    """1 where Turnwise did not run, or where somebody's means are not its own."""
    return int(any(contest.disagreeing or TURNWISE.name in contest.absent for contest in contests))


if __name__ == "__main__":
    sys.exit(main())
