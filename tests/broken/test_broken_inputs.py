"""Every broken input ends in its one sentence and exit code 2: no traceback, and nothing half-written."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.broken import commands, dialogues, replies, tables, trec
from tests.broken.case import CSV, CSV_GRADES, LINES, NESTED, QRELS, RUN, Case, zipped, zstandard
from turnwise.cli.main import main

CASES = [*trec.CASES, *tables.CASES, *replies.CASES, *commands.CASES, *dialogues.CASES]
NOBODY = 65534


def turnwise(words: tuple[str, ...] | list[str]) -> Result:
    return CliRunner().invoke(main, list(words), prog_name="turnwise")


def listing(folder: Path) -> dict[str, bytes | None]:
    """All that is in a folder, hidden files too."""
    return {str(p.relative_to(folder)): None if p.is_dir() else p.read_bytes() for p in folder.rglob("*")}


def check(result: Result, says: str) -> None:
    assert result.exit_code == 2, (result.exit_code, result.output, result.exception)
    assert result.stdout == ""
    assert len(result.stderr) < 600, "a sentence should fit on a screen"
    pattern = re.escape(says).replace(r"\*", "[^\n]+") if "*" in says else re.escape(says)
    assert re.fullmatch(rf"turnwise: {pattern}\n", result.stderr), f"{result.stderr}\n{says}"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_broken_input_is_said_in_a_sentence(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    case.write(tmp_path)
    monkeypatch.chdir(tmp_path)
    before = listing(tmp_path)
    check(turnwise(case.words), case.says)
    assert listing(tmp_path) == before


def test_the_corpus_is_large_and_its_inputs_are_not_the_same() -> None:
    assert len(CASES) >= 60
    assert [name for name, times in Counter(case.name for case in CASES).items() if times > 1] == []
    assert [case.name for case in CASES if not case.says.endswith((".", "?", "*"))] == []


@pytest.mark.parametrize(
    ("run", "content"),
    [
        ("run.txt", RUN), ("run.gz", zipped(RUN)), ("run.zst", zstandard(RUN)), ("run.csv", CSV), ("run.jsonl", LINES),
        ("run.json", NESTED), ("run.parquet", tables.WHOLE), ("plain.gz", RUN),
    ],
)  # fmt: skip
@pytest.mark.parametrize(("judged", "grades"), [("qrels.txt", QRELS), ("judged.csv", CSV_GRADES)])
def test_what_the_corpus_breaks_is_fine_before(
    run: str, content: str | bytes, judged: str, grades: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Case("", {run: content, judged: grades}, (), "").write(tmp_path)
    result = turnwise(["score", run, "-q", judged, "-m", "RR", "-o", "out.csv"])
    assert (result.exit_code, result.exception) == (0, None), result.output
    assert (tmp_path / "out.csv").exists()


def test_the_replies_the_corpus_breaks_are_fine_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Case("", replies.GOOD, (), "").write(tmp_path)
    assert turnwise(commands.QUICK.split()).exit_code == 0


def test_debug_shows_the_traceback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = turnwise(["score", "none.txt", "-q", "none.qrels", "--debug"])
    assert result.exit_code == 2
    assert result.stderr.startswith("Traceback (most recent call last):")
    assert result.stderr.endswith("\nturnwise: none.qrels: no such file.\n")


@pytest.mark.parametrize("words", [("score", "none.txt", "-q", "qrels.txt"), ("score", "bad.csv", "-q", "qrels.txt")])
def test_a_process_of_its_own_says_the_same(words: tuple[str, ...], tmp_path: Path) -> None:
    Case("", {"qrels.txt": QRELS, "bad.csv": CSV + "t_2,b,abc\n"}, (), "").write(tmp_path)
    done = subprocess.run([sys.executable, "-m", "turnwise", *words], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"turnwise: {words[1]}")
    assert done.stderr.count("\n") == 1


@contextmanager
def without_privilege() -> Iterator[None]:
    """As a user whom file rights bind: root is bound by none."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def barred(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with good files, of which anyone may read all; names in it are relative, as its parents are private."""
    if not hasattr(os, "seteuid"):
        pytest.skip("file rights of this kind are those of Unix")
    Case(
        "",
        {
            "run.txt": RUN,
            "qrels.txt": QRELS,
            "run.csv": CSV,
            "run.parquet": tables.WHOLE,
            "shut": None,
            "runs/a.txt": RUN,
        },
        (),
        "",
    ).write(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert turnwise(["score", "run.csv", "-q", "qrels.txt", "-o", "out.csv"]).exit_code == 0  # also loads all it needs
    tmp_path.chmod(0o755)
    yield tmp_path
    for path in tmp_path.rglob("*"):
        path.chmod(0o755)


@pytest.mark.parametrize("name", ["run.txt", "run.csv", "run.parquet", "qrels.txt"])
def test_a_file_that_may_not_be_read(name: str, barred: Path) -> None:
    (barred / name).chmod(0)
    run = name if name != "qrels.txt" else "run.txt"
    with without_privilege():
        result = turnwise(["score", run, "-q", "qrels.txt"])
    check(result, f"{name}: permission to read it is denied; ask for read access, or copy the file.")


def test_a_folder_that_may_not_be_read(barred: Path) -> None:
    (barred / "runs").chmod(0)
    with without_privilege():
        result = turnwise(["score", "runs", "-q", "qrels.txt"])
    check(result, "runs: permission to read it is denied; ask for read access, or copy the file.")


def test_a_folder_that_may_not_be_written_to(barred: Path) -> None:
    (barred / "shut").chmod(0o555)
    with without_privilege():
        result = turnwise(["score", "run.txt", "-q", "qrels.txt", "-o", "shut/out.csv"])
    check(result, "shut/out.csv: it cannot be written (permission denied); write elsewhere.")
    assert not list((barred / "shut").iterdir())
