"""What a broken input is: the files, the command, and the sentence that it must end with."""

from __future__ import annotations

import gzip
import io
import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

#: A file's content; None is a folder.
Files = Mapping[str, bytes | str | None]

QRELS = "t_1 0 a 1\nt_1 0 b 0\nt_2 0 a 2\n"
RUN = "t_1 Q0 a 1 2.5 tag\nt_1 Q0 c 2 1.5 tag\nt_2 Q0 a 1 0.5 tag\n"
CSV = "turn,item,score\nt_1,a,2.5\nt_2,a,0.5\n"
CSV_GRADES = "turn,item,grade\nt_1,a,1\nt_2,a,0\n"
LINES = '{"turn":"t_1","item":"a","score":2.5}\n{"turn":"t_2","item":"a","score":0.5}\n'
NESTED = '{"t_1": {"a": 2.5, "c": 1.5},\n "t_2": {"a": 0.5}}\n'
GOOD = {"run.txt": RUN, "qrels.txt": QRELS}
SCORE = ("score", "run.txt", "-q", "qrels.txt")

#: Sentence parts that many inputs share.
RUN_COLUMNS = "expected 6 columns (turn Q0 item rank score tag)"
QRELS_COLUMNS = "expected 4 columns (turn 0 item grade)"
FINITE = "expected a finite number, such as 12.5"
CUT = "the compressed data end too early; copy or download the file again."
NO_TEXT = "expected text, plain, .gz or .zst"
NO_TURN = "expected one named turn, turn_id, query_id, qid, topic, topic_id or query"
NO_ITEM = "expected one named item, docid, doc_id, docno, passage_id, pid, option or answer"
NO_SCORE = "expected one named score, sim, confidence, value or rank"
NO_GRADE = "expected one named grade, rel, relevance, label or judgement"
NO_JSON = "expected JSON, such as {turn: {item: score}} or a list of objects."


@dataclass(frozen=True)
class Case:
    """A broken input. `says` is the whole sentence; `*` in it stands for words that another library chose."""

    name: str
    files: Files
    words: tuple[str, ...]
    says: str

    def write(self, folder: Path) -> None:
        for name, content in self.files.items():
            path = folder / name
            if content is None:
                path.mkdir(parents=True)
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content.encode() if isinstance(content, str) else content)


def run(name: str, content: bytes | str, says: str, file: str = "run.txt") -> Case:
    """A run in a file that is broken; the sentence starts with the file."""
    return Case(f"run: {name}", {"qrels.txt": QRELS, file: content}, ("score", file, "-q", "qrels.txt"), file + says)


def qrels(name: str, content: bytes | str, says: str, file: str = "qrels.txt") -> Case:
    """Judgements in a file that is broken; the sentence starts with the file."""
    return Case(f"qrels: {name}", {"run.txt": RUN, file: content}, ("score", "run.txt", "-q", file), file + says)


def called(name: str, words: str, says: str, files: Files = GOOD) -> Case:
    """A command line, with the files it finds."""
    return Case(name, files, tuple(words.split()), says)


def zipped(text: str) -> bytes:
    return gzip.compress(text.encode(), mtime=0)


def zstandard(text: str) -> bytes:
    return bytes(zstd.compress(text.encode()))


def parquet(**columns: list[Any]) -> bytes:
    import polars as pl

    file = io.BytesIO()
    pl.DataFrame(columns, strict=False).write_parquet(file)
    return file.getvalue()


def ikat(*turns: object) -> str:
    return json.dumps({"run_name": "mine", "turns": list(turns)})
