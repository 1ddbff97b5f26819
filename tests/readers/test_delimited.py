"""CSV and TSV: the fast reader is silent about much, so it is only let near clean files."""

from __future__ import annotations

import random
from pathlib import Path

import polars as pl
import pytest

from tests.broken.test_mutations import mutated
from turnwise.errors import InputError
from turnwise.readers.delimited import _PlainReader, _read_fast, table_of_delimited
from turnwise.tables.decisions import Decisions

GOOD = 'turn,item,score\nt_1,a,2.5\nt_1,"b,c",1.5\nt_1,"d""q""",1\nt_2,"x\ny",0.5\n\nt_2,z,0.25\n'
ROWS = [("t_1", "a", "2.5"), ("t_1", "b,c", "1.5"), ("t_1", 'd"q"', "1"), ("t_2", "x\ny", "0.5"), ("t_2", "z", "0.25")]


def read(path: Path, content: bytes | str) -> pl.DataFrame:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return table_of_delimited(path, Decisions()).whole(["turn", "item", "score"])


def test_the_good_file_is_read_fast_and_plainly_alike(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text(GOOD)
    fast = _read_fast(GOOD.encode())
    assert fast is not None
    assert fast.rows() == ROWS
    assert _PlainReader(str(tmp_path / "x.csv")).frame(Decisions()).rows() == ROWS


@pytest.mark.parametrize("seed", range(5))
def test_what_is_read_fast_is_what_the_plain_reader_reads(seed: int, tmp_path: Path) -> None:
    draw = random.Random(seed)
    path = tmp_path / "x.csv"
    fast_ones = 0
    for _ in range(150):
        path.write_bytes(content := mutated(GOOD.encode(), draw))
        fast = _read_fast(content)
        if fast is not None:
            plain = _PlainReader(str(path)).frame(Decisions())  # it may not refuse what the fast one took
            assert [tuple(cell or None for cell in row) for row in fast.rows()] == plain.rows(), content
            assert fast.columns == plain.columns
            fast_ones += 1
    assert fast_ones > 10, "hardly any file was clean, so little was compared"


@pytest.mark.parametrize(
    "content",
    [
        GOOD.replace("\n", "\r\n"), "\ufeff" + GOOD, "\n\n" + GOOD, GOOD.rstrip("\n"), GOOD + ",,\n",
        GOOD.replace("t_2,z", " t_2 , z"), GOOD.replace(",1\n", ", 1\n"), GOOD.replace('"b,c"', ' "b,c"'),
        GOOD.replace("t_1,a", '"t_1","a"'),
    ],
)  # fmt: skip
def test_other_ways_to_write_the_same(content: str, tmp_path: Path) -> None:
    rows = read(tmp_path / "x.csv", content).rows()
    assert [tuple(cell.replace("\r\n", "\n") for cell in row) for row in rows] == ROWS


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_the_separator_is_found_in_the_header(separator: str, tmp_path: Path) -> None:
    assert read(tmp_path / "x", f"turn{separator}item{separator}score\nt{separator}a{separator}1\n").rows() == [
        ("t", "a", "1")
    ]


@pytest.mark.parametrize(
    "broken",
    [
        't_1,"d}"q"",1\n',  # quotes that Polars drops
        't_1,"b,1\nt_1,"c",1\n',  # two rows that Polars takes for one
        "t_1,b,1,",  # a cell too many that Polars does not see at the end of a file
        "t_1,b\n",  # a cell too few, which it fills
        "t_1,b\rt_1,1\n",  # half a line end within a cell
    ],
)
def test_what_the_fast_reader_would_take_in_silence_is_refused(broken: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"x\.csv, line [23]: found (a broken cell|\d cells?)"):
        read(tmp_path / "x.csv", "turn,item,score\n" + broken)


def test_ids_that_look_like_numbers_stay_as_they_are_written(tmp_path: Path) -> None:
    assert read(tmp_path / "x.csv", "turn,item,score\n007,1.0,1\n1e3,NA,2\n").rows() == [
        ("007", "1.0", "1"),
        ("1e3", "NA", "2"),
    ]
