"""Which systems a user means, and what they are called."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest

from turnwise.errors import InputError, OptionError
from turnwise.readers.sources import expand_runs, read_judgements, read_lists
from turnwise.readers.system_names import system_name, system_names
from turnwise.tables.decisions import Decisions

LINE = "t Q0 a 1 1.5 tag\n"
BOTH = pl.DataFrame(
    {"run": ["A", "B", "A"], "turn": ["t", "t", "t"], "item": ["x", "x", "y"], "score": [1.0, 2.0, 3.0]}
)


def names(runs: Any, decisions: Decisions | None = None) -> list[str]:
    return [name for name, _ in expand_runs(runs, Decisions() if decisions is None else decisions)]


def put(path: Path, text: str = LINE) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_a_file_and_several_files_are_named_by_file(tmp_path: Path) -> None:
    one, two = put(tmp_path / "bm25.k1=0.9.trec"), put(tmp_path / "dense.run.txt")
    assert names(one) == names(str(one)) == names([one]) == ["bm25.k1=0.9"]
    assert names([two, str(one)]) == ["dense.run", "bm25.k1=0.9"]


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("a", "a"), ("a.trec", "a"), ("a.TREC.GZ", "a"), ("a.json.zst", "a"), ("input.bm25", "input.bm25"),
        ("a.v2", "a.v2"), (".trec", ".trec"), ("a.parquet", "a"), (".gz", ".gz"),
    ],
)  # fmt: skip
def test_only_endings_that_say_how_a_file_is_written_are_left_out(file: str, name: str) -> None:
    assert system_name(f"folder.d/{file}") == name


def test_files_of_one_name_are_told_apart_by_as_many_folders_as_it_takes() -> None:
    assert system_names(["x/a/1/run.trec", "x/b/1/run.trec", "x/b/1/other.trec"]) == ["a/1/run", "b/1/run", "other"]
    assert system_names(["x/run.trec", "y/run.trec.gz", "z/w.trec"]) == ["x/run", "y/run", "w"]


def test_files_of_one_folder_that_differ_in_their_ending_keep_it() -> None:
    assert system_names(["x/run.trec", "x/run.csv", "y/run.csv"]) == ["run.trec", "run.csv", "run"]


def test_a_folder_means_the_runs_in_and_below_it(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    for name in ("b.trec", "a.csv", "sub/b.trec", "sub/c.json", "sub/d.jsonl"):
        put(runs / name)
    put(runs / "a.csv", "qid,docno,score\nt,a,1\n")
    put(runs / "sub/c.json", json.dumps({"t": {"a": 1.5}}))
    put(runs / "sub/d.jsonl", json.dumps({"turn": "t", "item": "a", "score": 1}))
    BOTH.filter(run="A").write_parquet(runs / "e.parquet")
    put(runs / "header.trec", "query_id Q0 passage_id rank score tag\n# a comment\n" + LINE)
    for other, text in {
        "README.md": "Runs of 2019, as they came from us\n",
        "judged.qrels": "t 0 a 1\n",
        "means.json": json.dumps({"nDCG@3": 0.5}),
        "empty.trec": "",
        "topics.csv": "qid,query text\nt,what is it\n",
        "sub/log.jsonl": json.dumps({"level": "info"}),
    }.items():
        put(runs / other, text)
    (runs / "figure.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0")
    (runs / "bad.parquet").write_bytes(b"PAR1 and no more")
    put(runs / ".hidden.trec")
    put(runs / ".git/b.trec")
    decisions = Decisions()
    assert names(runs, decisions) == ["a", "runs/b", "e", "header", "sub/b", "c", "d"]
    assert [(d.kind, d.count, d.text) for d in decisions] == [
        ("other-files", 8, "8 files passed over as not a run (first: README.md)"),
        ("hidden-files", 1, "1 file passed over as hidden (first: .hidden.trec)"),
    ]


def test_a_folder_without_runs_is_an_error_that_says_what_is_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=re.escape(f"{tmp_path}: found an empty folder, expected runs")):
        names(tmp_path)
    put(tmp_path / "README", "no run\n")
    with pytest.raises(
        InputError, match="found 1 file in this folder, none of them a run, expected runs; name a run's"
    ):
        names(tmp_path)


def test_a_glob_means_all_files_it_matches(tmp_path: Path) -> None:
    for name in ("a.trec", "b.trec", "c.csv", "sub/d.trec"):
        put(tmp_path / name)
    assert names(f"{tmp_path}/*.trec") == ["a", "b"]
    assert names(f"{tmp_path}/**/*.trec") == ["a", "b", "d"]
    with pytest.raises(InputError, match=r"found nothing of this pattern, expected runs; correct the pattern\.$"):
        names(f"{tmp_path}/*.gz")
    with pytest.raises(InputError, match=r"found 1 folder and no file of this pattern, expected runs"):
        names(f"{tmp_path}/s*")


def test_a_file_whose_name_looks_like_a_glob_is_a_file(tmp_path: Path) -> None:
    assert names(put(tmp_path / "run[1].trec")) == ["run[1]"]


def test_a_file_given_twice_is_read_once_and_said_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path / "a.trec")
    monkeypatch.chdir(tmp_path)
    decisions = Decisions()
    assert names(["a.trec", "./a.trec", "*.trec", tmp_path / "a.trec"], decisions) == ["a"]
    assert [(d.kind, d.count) for d in decisions] == [("repeated-files", 3)]


def test_a_home_folder_may_be_written_with_a_tilde(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path / "a.trec")
    monkeypatch.setenv("HOME", os.fspath(tmp_path))
    assert names("~/a.trec") == ["a"]


def test_a_missing_file_is_an_error_before_anything_is_read(tmp_path: Path) -> None:
    put(tmp_path / "a.trec.gz")
    with pytest.raises(InputError, match=re.escape(f"a.trec: no such file, but there is {tmp_path / 'a.trec.gz'}.")):
        names([tmp_path / "a.trec.gz", tmp_path / "a.trec"])


def test_frames_and_dicts_are_runs_and_several_are_numbered() -> None:
    run = {"t": {"x": 1.0}}
    frame = BOTH.filter(run="A").drop("run")
    for source in (frame, frame.lazy(), frame.to_pandas(), frame.to_arrow(), run):
        assert names(source) == ["run"]
    assert names([frame, run]) == ["run 1", "run 2"]
    assert names({"mine": run, "theirs": frame}) == ["mine", "theirs"]


def test_a_dict_of_names_takes_files_too(tmp_path: Path) -> None:
    put(tmp_path / "runs/a.trec")
    put(tmp_path / "runs/b.trec")
    assert names({"mine": tmp_path / "runs/a.trec", "all": tmp_path / "runs"}) == ["mine", "all/a", "all/b"]
    with pytest.raises(OptionError, match=r"runs: found the name '3' \(int\), expected text\."):
        names({3: tmp_path / "runs/a.trec"})


def test_a_table_with_several_systems_is_as_many_runs(tmp_path: Path) -> None:
    judgements = read_judgements({"t": {"x": 1, "y": 1}}, Decisions())
    BOTH.write_parquet(tmp_path / "all.parquet")
    BOTH.write_csv(tmp_path / "all.csv")
    BOTH.write_ndjson(tmp_path / "all.jsonl")
    put(tmp_path / "all.json", json.dumps(BOTH.to_dicts()))
    for source in (BOTH, BOTH.lazy(), BOTH.to_pandas(), BOTH.to_arrow(), *sorted(tmp_path.iterdir())):
        found = expand_runs(source, Decisions())
        assert [name for name, _ in found] == ["A", "B"]
        hits = [read_lists(part, judgements, Decisions(), system=name) for name, part in found]
        assert [h.rows.tolist() for h in hits] == [[1, 0], [0]]  # A: y 3.0, x 1.0; B: x
        assert [h.system for h in hits] == ["A", "B"]
    assert names({"mine": BOTH}) == ["mine/A", "mine/B"]
    assert names(sorted(tmp_path.glob("*.parquet"))) == ["A", "B"]
    two = [tmp_path / "all.parquet", put(tmp_path / "A.trec")]
    assert names(two) == ["all/A", "B", "A"]


def test_a_file_of_one_system_is_named_by_its_name_and_a_frame_by_its_column(tmp_path: Path) -> None:
    one = BOTH.filter(run="A")
    one.write_csv(tmp_path / "mine.csv")
    assert names(tmp_path / "mine.csv") == ["mine"]
    assert names(one) == ["A"]


def test_several_systems_are_never_read_as_one(tmp_path: Path) -> None:
    judgements = read_judgements({"t": {"x": 1}}, Decisions())
    BOTH.write_csv(tmp_path / "all.csv")
    expected = r"found 2 systems \('A', 'B'\), expected one; take them apart first\.$"
    for source in (BOTH, tmp_path / "all.csv"):
        with pytest.raises(InputError, match=expected):
            read_lists(source, judgements, Decisions())


def test_rows_of_a_part_are_counted_in_the_whole() -> None:
    broken = pd.DataFrame({**BOTH.to_dict(as_series=False), "score": [1.0, 2.0, float("inf")]})
    judgements = read_judgements({"t": {"x": 1}}, Decisions())
    (_, a), (_, b) = expand_runs(broken, Decisions())
    read_lists(b, judgements, Decisions())
    with pytest.raises(InputError, match=r"^run, row 3: found the score 'inf', expected a finite number"):
        read_lists(a, judgements, Decisions())


def test_systems_of_one_name_are_told_apart_by_what_holds_them_or_refused() -> None:
    assert names([BOTH, BOTH.filter(run="A")]) == ["run 1/A", "B", "run 2/A"]
    with pytest.raises(InputError, match=r"found 2 systems named 'x/A', expected one; give a dict of names and runs"):
        names({"x": BOTH, "x/A": {"t": {"x": 1.0}}})


@pytest.mark.parametrize("nothing", [[], {}, ()])
def test_no_run_is_an_error(nothing: Any) -> None:
    with pytest.raises(InputError, match="there is no run to score"):
        names(nothing)
