"""Broken TREC files, and files that are no TREC files."""

# One input a line reads better than many lines of 120 characters.
# ruff: noqa: E501

from __future__ import annotations

import bz2
import lzma

from tests.broken.case import (
    CUT,
    FINITE,
    GOOD,
    NO_TEXT,
    QRELS,
    QRELS_COLUMNS,
    RUN,
    RUN_COLUMNS,
    Case,
    called,
    qrels,
    run,
    zipped,
    zstandard,
)


def scored(score: str) -> str:
    return RUN.replace("1.5", score)


NO_ROWS = f": found no rows, expected lines of{RUN_COLUMNS.removeprefix('expected')}."
NO_JUDGEMENTS = f": found no judgements, expected lines of{QRELS_COLUMNS.removeprefix('expected')}."
NOT_GIVEN = "remove the line, or give the item a score."
UTF16 = f": found UTF-16 text, {NO_TEXT}; save it as UTF-8."
ZERO_BYTE = "found a zero byte, expected text; save it as UTF-8, or check that it is the right file."
SPACED = "separate columns by spaces or tabs."
A_RUN_HERE = "this looks like judgements: give a run here, and this file as qrels."
SHIFTED = bytearray(zipped(RUN * 50))
SHIFTED[20] ^= 0xFF

CASES: list[Case] = [
    run("three columns", "t_1 a 2.5\n", f", line 1: found 3 columns ('t_1 a 2.5'), {RUN_COLUMNS}; {SPACED}"),
    run("no score", RUN + "t_2 Q0 b 3 tag\n", f", line 4: found the score 'tag', {FINITE}; correct the line."),
    run("score in words", scored("abc"), f", line 2: found the score 'abc', {FINITE}; correct the line."),
    run("score NaN", scored("NaN"), f", line 2: found the score 'NaN', {FINITE}; {NOT_GIVEN}"),
    run("score infinite", scored("-inf"), f", line 2: found the score '-inf', {FINITE}; {NOT_GIVEN}"),
    run("score too large", scored("1e999"), f", line 2: found the score '1e999', {FINITE}; correct the line."),
    run("decimal comma", scored("1,5"), f", line 2: found the score '1,5', {FINITE}; write the decimal mark as a point."),
    run("hexadecimal score", scored("0x1F"), f", line 2: found the score '0x1F', {FINITE}; correct the line."),
    run("score with a thousands mark", scored("1_000"), f", line 2: found the score '1_000', {FINITE}; correct the line."),
    run("empty", "", NO_ROWS),
    run("blank lines", "\n \n\t\n", NO_ROWS),
    run("only comments", "# none\n# here\n", NO_ROWS),
    run("only a header", "query_id Q0 passage_id rank score tag\n", NO_ROWS),
    run("a second header", RUN + "query_id Q0 passage_id rank score tag\n", f", line 4: found the score 'score', {FINITE}; this looks like a header row: remove it."),
    run("binary", bytes(range(256)) * 20, f", line 1: {ZERO_BYTE}"),
    run("an image", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", f", line 1: found 1 column ('\\\\x89PNG'), {RUN_COLUMNS}; this is no UTF-8 text: check that it is the right file.", file="run.png"),
    run("a zero byte", RUN.replace("c 2", "c\0 2"), f", line 2: {ZERO_BYTE}"),
    run("gzip cut off", zipped(RUN * 50)[:60], f": {CUT}", file="run.gz"),
    run("gzip of two bytes", b"\x1f\x8b", f": {CUT}", file="run.gz"),
    run("gzip damaged", bytes(SHIFTED), ": the compressed data are damaged (*); get the file again.", file="run.gz"),
    run("zstandard cut off", zstandard(RUN * 50)[:30], f": {CUT}", file="run.zst"),
    run("zstandard damaged", b"\x28\xb5\x2f\xfd" + b"\xff" * 40, ": the compressed data are damaged (*); get the file again.", file="run.zst"),
    run("UTF-16", RUN.encode("utf-16"), UTF16),
    run("UTF-16 without its mark", RUN.encode("utf-16-le"), f", line 1: {ZERO_BYTE}"),
    run("bzip2", bz2.compress(RUN.encode()), f": found bzip2 data, {NO_TEXT}; unpack or convert it first.", file="run.bz2"),
    run("xz", lzma.compress(RUN.encode()), f": found xz data, {NO_TEXT}; unpack or convert it first.", file="run.xz"),
    run("zip", b"PK\x03\x04 and so on", f": found a zip archive, {NO_TEXT}; unpack or convert it first.", file="run.zip"),
    run("a line of 10 MB", RUN + "x" * 10_000_000 + "\n", f", line 4: found 1 column ('{'x' * 57}…'), {RUN_COLUMNS}; {SPACED}"),
    run("an id of 10 MB", f"t_1 Q0 {'x' * 10_000_000} 1 high tag\n", f", line 1: found the score 'high', {FINITE}; correct the line."),
    run("a line of 20 MB that never ends", "x" * 20_000_000, ", line 1: found more than 16,777,216 bytes without a line end, expected lines of columns; check that this is the right file."),
    run("old Mac line ends", RUN.replace("\n", "\r"), f", line 1: found carriage returns within it, {RUN_COLUMNS}; convert its line ends, for instance with `tr '\\r' '\\n'`."),
    run("no judged turn", RUN.replace("t_", "u_"), ": found no list for any of the 2 judged turns of qrels.txt (its turns are such as 'u_1', the judged ones such as 't_1'), expected the same turn ids; check that both files are of the same collection."),
    run("CSV without header or ending", "t_1,a,2.5\n", f", line 1: found 1 column ('t_1,a,2.5'), {RUN_COLUMNS}; this looks like comma-separated values: name the file .csv and give it a header row."),
    run("output of trec_eval", "map all 0.5\nndcg all 0.3\n", f", line 1: found 3 columns ('map all 0.5'), {RUN_COLUMNS}; this looks like the output of trec_eval, not its input."),
    run("judgements", QRELS, f", line 1: found 4 columns ('t_1 0 a 1'), {RUN_COLUMNS}; {A_RUN_HERE}", file="other.txt"),
    called("run and judgements swapped", "score qrels.txt -q run.txt", f"run.txt, line 1: found 6 columns, as a run has, {QRELS_COLUMNS}; give this file as a run, and judgements as qrels."),
    called("run: an item twice, refused", "score run.txt -q qrels.txt --duplicates error", "run.txt: found 1 duplicated item (first: turn 't_2', item 'a'), expected each item once in a list; remove the copies.", {**GOOD, "run.txt": RUN + "t_2 Q0 a 2 0.1 tag\n"}),
    called("run: an item twice, strict", "score run.txt -q qrels.txt --strict", "run.txt: 1 duplicated item (first: turn 't_2', item 'a'): the best-ranked copy counts (refused because of strict reading).", {**GOOD, "run.txt": RUN + "t_2 Q0 a 2 0.1 tag\n"}),
    called("run: a comment, strict", "score run.txt -q qrels.txt --strict", "run.txt: 1 line of comment skipped (first: line 1) (refused because of strict reading).", {**GOOD, "run.txt": "# mine\n" + RUN}),
    called("run: a judged turn missing, refused", "score run.txt -q qrels.txt --missing error", "run: 1 judged turn of 2 missing (first: t_2); expected every judged turn; choose 'zero' instead of 'error' to score them 0, or 'skip' to leave them out.", {**GOOD, "run.txt": RUN.split("t_2")[0]}),
    qrels("three columns", "t_1 a 1\n", f", line 1: found 3 columns ('t_1 a 1'), {QRELS_COLUMNS}; {SPACED}"),
    qrels("no grade", QRELS.replace("b 0", "b"), f", line 2: found 3 columns ('t_1 0 b'), {QRELS_COLUMNS}; {SPACED}"),
    qrels("grade in words", QRELS.replace("b 0", "b yes"), f", line 2: found the grade 'yes', {FINITE}; correct the line."),
    qrels("grade NaN", QRELS.replace("b 0", "b nan"), f", line 2: found the grade 'nan', {FINITE}; {NOT_GIVEN}"),
    qrels("two grades for one item", QRELS + "t_1 0 a 2\n", ", line 4: found grade 2 for item 'a' of turn 't_1', expected the grade 1 of line 1; keep one of the two."),
    qrels("a turn in Latin-1", QRELS.encode() + "café_1 0 a 1\n".encode("latin-1"), ", line 4: found the turn 'caf\\\\xe9_1', expected UTF-8 text; save the file as UTF-8."),
    qrels("empty", "", NO_JUDGEMENTS),
    qrels("only a header", "query_id 0 doc_id grade\n", NO_JUDGEMENTS),
    qrels("UTF-16", QRELS.encode("utf-16"), UTF16),
    called("qrels: a judgement twice, strict", "score run.txt -q qrels.txt --strict", "qrels.txt: 1 judgement given again with the same grade and not counted again (first: turn 't_1', item 'a', line 4) (refused because of strict reading).", {**GOOD, "qrels.txt": QRELS + "t_1 0 a 1\n"}),
]  # fmt: skip
