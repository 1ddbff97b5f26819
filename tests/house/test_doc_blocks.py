"""Every block of code in the README and the docs does what the page says.

Blocks of one page run in order, in one temporary folder that looks like the root of a clone: `bash` with the installed
`turnwise`, `python` in one namespace. A `text` block right below one must equal what it printed; a line `…` in it
stands for any lines. `sh` blocks (installing, cloning) are not run, and may hold nothing else.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NOT_RUN = re.compile(r"(git clone|cd|make|\.ci/run|(pip|apt-get) install|python examples/|turnwise --version)\b|#|$")
REAL_DATA = "../shared/data"


class Block(NamedTuple):
    """A block of a page: its language, its text, its line, and what it must print (None: anything)."""

    language: str
    text: str
    line: int
    expected: str | None


def blocks_of(page: str) -> Iterator[Block]:
    fences = list(FENCE.finditer(page))
    for at, fence in enumerate(fences):
        below = fences[at + 1] if at + 1 < len(fences) else None
        printed = below and below[1] == "text" and not page[fence.end() : below.start()].strip()
        yield Block(fence[1], fence[2], page.count("\n", 0, fence.start()) + 1, below[2] if printed and below else None)


def run_bash(text: str, folder: Path) -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", text],
        cwd=folder, env={**os.environ, "PATH": path, "COLUMNS": "120"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"exit code {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def run_python(text: str, folder: Path, namespace: dict[str, Any]) -> str:
    printed = io.StringIO()
    with contextlib.chdir(folder), contextlib.redirect_stdout(printed):
        exec(compile(text, "the page's python block", "exec"), namespace)
    return printed.getvalue()


def run_page(page: str, folder: Path) -> int:
    """Run a page's blocks and check what they print; the number of blocks run."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    ran = 0
    for block in blocks_of(page):
        if block.language == "sh":
            strange = [line for line in block.text.splitlines() if not NOT_RUN.match(line.strip())]
            assert not strange, f"line {block.line}: an `sh` block is not run, so make it `bash`: {strange}"
        if block.language not in ("bash", "python"):
            continue
        is_python = block.language == "python"
        printed = run_python(block.text, folder, namespace) if is_python else run_bash(block.text, folder)
        ran += 1
        if block.expected is not None:
            assert agrees(printed, block.expected), (
                f"line {block.line} prints\n{printed}\nand the page says\n{block.expected}"
            )
    return ran


def agrees(printed: str, expected: str) -> bool:
    """Equal but for spaces at the ends of lines; a line `…` stands for any lines."""
    lines = [line.rstrip() for line in expected.strip("\n").splitlines()]
    pattern = "\n".join(r"(?:.*\n)*?.*" if line.strip() == "…" else re.escape(line) for line in lines)
    return re.fullmatch(pattern, "\n".join(line.rstrip() for line in printed.strip("\n").splitlines())) is not None


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder that looks like the root of a clone, as far as pages need it."""
    folder = tmp_path / "main"
    shutil.copytree(ROOT / "src" / "turnwise" / "samples", folder / "src" / "turnwise" / "samples")
    shutil.copytree(ROOT / "examples", folder / "examples", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_blocks_of_a_page(page: Path, clone: Path, request: pytest.FixtureRequest) -> None:
    text = page.read_text(encoding="utf-8")
    if any(REAL_DATA in block.text for block in blocks_of(text) if block.language in ("bash", "python")):
        shared: Path = request.getfixturevalue("shared_data")
        (clone.parent / "shared").symlink_to(shared.parent)
    run_page(text, clone)


def test_a_page_shows_at_least_one_block_that_runs() -> None:
    shown = [block for page in PAGES for block in blocks_of(page.read_text(encoding="utf-8"))]
    assert {"bash", "python"} <= {block.language for block in shown}


@pytest.mark.parametrize(
    ("page", "complaint"),
    [
        ("```bash\necho one\n```\n\n```text\ntwo\n```\n", "line 1 prints"),
        ("```python\nprint(1)\n```\n```text\n2\n```\n", "line 1 prints"),
        ("```bash\nturnwise nonsense\n```\n", "exit code 2"),
        ("```sh\nrm -r everything\n```\n", "make it `bash`"),
    ],
)
def test_a_wrong_page_is_found(page: str, complaint: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=re.escape(complaint)):
        run_page(page, tmp_path)


def test_blocks_share_a_folder_and_a_namespace(tmp_path: Path) -> None:
    blocks = [
        "bash\necho 41 > n",
        "python\nimport pathlib\nn = int(pathlib.Path('n').read_text())",
        "python\nprint(n + 1)",
        "text\n42",
    ]
    page = "".join(f"```{block}\n```\n" for block in blocks)
    assert run_page(page, tmp_path) == 3


@pytest.mark.parametrize(("expected", "same"), [("a\n…\nd", True), ("…\nd", True), ("a\n…", True), ("a\n…\nc", False)])
def test_dots_stand_for_any_lines(expected: str, same: bool) -> None:
    assert agrees("a\nb\nc\nd\n", expected) is same
