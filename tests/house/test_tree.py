"""What must not be in any file of the project, and what must be there."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
#: Each pattern is written so that it does not match itself.
BANNED = {
    "a package registry's host": r"pythonho[s]ted|p[y]pi\.[o]rg|npm[j]s\.|unpk[g]\.com|js[d]elivr|[d]ebian\.org",
    "an absolute path of somebody's machine": r"/wor[k]/|/hom[e]/\w|/Use[r]s/\w|/roo[t]/|bash_jo[b]s",
    "a promise instead of work": r"\bTO[D]O\b|\bFIX[M]E\b|\bX[X]X\b|NotImplemented[E]rror",
}


def tracked() -> list[Path]:
    """The files of the project: those git knows, and those it would add."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if listed.returncode:
        pytest.skip("not a git checkout: there is no list of the project's files")
    return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def banned_in(text: str) -> list[str]:
    return [what for what, pattern in BANNED.items() if re.search(pattern, text)]


def test_nothing_banned_is_in_a_file() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {what}"
        for path in tracked()
        if path.name != "LICENSE"
        for what in banned_in(path.read_bytes().decode("utf-8", "ignore"))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("planted", ["see /" + "work/main", "files.python" + "hosted.org", "# TO" + "DO later"])
def test_banned_text_would_be_found(planted: str) -> None:
    assert len(banned_in(planted)) == 1


def too_long(source: str) -> list[str]:
    """What is too long to be one job: a file over 400 lines, a function over 60 (its docstring not counted)."""
    lines = source.count("\n")
    found = [f"{lines} lines"] if lines > 400 else []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[1] if ast.get_docstring(node) and len(node.body) > 1 else node.body[0]
            length = (node.end_lineno or node.lineno) - first.lineno + 1 + (node.body[0].lineno - node.lineno)
            found += [f"{node.name} has {length} lines"] if length > 60 else []
    return found


def test_files_and_functions_are_small() -> None:
    long = [
        f"{path.relative_to(ROOT)}: {what}"
        for path in tracked()
        if path.suffix == ".py"
        for what in too_long(path.read_text(encoding="utf-8"))
    ]
    assert not long, "\n".join(long)


def test_a_long_function_would_be_found() -> None:
    assert too_long("def f():\n" + "    x = 1\n" * 59) == []
    assert too_long("def f():\n" + "    x = 1\n" * 60) == ["f has 61 lines"]
    assert too_long('def f():\n    """One.\n\n    Two.\n    """\n' + "    x = 1\n" * 59) == []


def test_what_a_newcomer_looks_for_is_there() -> None:
    for name in ("README.md", "LICENSE", "CONTRIBUTING.md", "CHANGELOG.md", "Makefile", ".ci/run", "mkdocs.yml"):
        assert (ROOT / name).is_file(), name
    assert (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").count("\n") <= 60, "CONTRIBUTING is one screen"
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111, ".ci/run is executable"


def test_make_alone_lists_every_target_with_its_explanation() -> None:
    rules = (ROOT / "Makefile").read_text(encoding="utf-8")
    phony = re.search(r"^\.PHONY: (.*)$", rules, re.MULTILINE)
    assert phony
    listed = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for target in phony[1].split():
        assert re.search(rf"^  make {target} +\S", listed, re.MULTILINE), target
