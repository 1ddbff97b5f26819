"""Run a command in a fresh process, and see what it took."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

#: What `ru_maxrss` counts in: bytes on macOS, kilobytes elsewhere.
MAXRSS_UNIT = 1 if sys.platform == "darwin" else 1024


class CommandFailed(Exception):
    """A command ended with another exit code than 0; the text is the last line it wrote to stderr."""


@dataclass(frozen=True)
class Usage:
    seconds: float  # from before the start of the process to after its end
    peak_mb: float  # the most memory it held at one time


def spawn(command: list[str], stdout: Path | None = None, env: dict[str, str] | None = None) -> Usage:
    """Run the command to its end.

    Linux lets a child's peak begin at its parent's size, so whoever calls this must stay small: no numpy.
    """
    with Path(stdout or os.devnull).open("wb") as out:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.PIPE, env=os.environ | (env or {}))
        assert process.stderr is not None
        said = process.stderr.read().decode(errors="replace").strip()
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        reason = said.splitlines()[-1] if said else f"exit code {process.returncode}"
        raise CommandFailed(reason)
    return Usage(seconds, usage.ru_maxrss * MAXRSS_UNIT / 1e6)
