"""TREC runs and judgements as people really write them."""

from __future__ import annotations

import gzip
import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from turnwise.errors import DecisionError, InputError
from turnwise.readers import regroup, scan
from turnwise.readers.trec import read_qrels, read_run
from turnwise.tables import kernel, plain_kernel
from turnwise.tables.decisions import Decisions
from turnwise.tables.hits import Hits
from turnwise.tables.judgements import Judgements

QRELS = "t_1 0 a 1\nt_1 0 b 0\nt_2 0 a 2\n"


@pytest.fixture(params=["plain", "compiled"])
def kernels(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The test once with each scanner."""
    if request.param == "compiled" and not kernel.COMPILED:
        pytest.skip("the compiled scanner is not built: no C compiler")
    if request.param == "plain":
        for name in ("split", "Index", "Run"):
            monkeypatch.setattr(kernel, name, getattr(plain_kernel, name))
    return


each_kernel = pytest.mark.usefixtures("kernels")


def judged(folder: Path, text: str | bytes = QRELS, decisions: Decisions | None = None) -> Judgements:
    (folder / "judged.qrels").write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_qrels(folder / "judged.qrels", Decisions() if decisions is None else decisions)


def run_of(folder: Path, run: str | bytes, decisions: Decisions | None = None, **options: Any) -> Hits:
    (folder / "mine.trec").write_bytes(run if isinstance(run, bytes) else run.encode())
    return read_run(folder / "mine.trec", judged(folder), Decisions() if decisions is None else decisions, **options)


def told(decisions: Decisions) -> list[tuple[str, int, str]]:
    return [(d.kind, d.count, d.text) for d in decisions]


def in_text(hits: Hits, judgements: Judgements) -> dict[str, list[tuple[int, int]]]:
    """(row, rank) of the hits of each turn that has a list."""
    pairs = list(zip(hits.rows.tolist(), hits.ranks.tolist(), strict=True))
    spans = zip(judgements.turns, hits.offsets[:-1].tolist(), hits.offsets[1:].tolist(), hits.present, strict=True)
    return {turn: pairs[first:last] for turn, first, last, present in spans if present}


@each_kernel
def test_ranks_of_judged_items_follow_score_then_item_id_descending(tmp_path: Path) -> None:
    # t_1 by (score, id) descending: c 2.0, b 1.0, a 1.0 → b (row 1) at rank 2, a (row 0) at rank 3; ranks lie
    hits = run_of(tmp_path, "t_1 Q0 a 1 1.0 x\nt_1 Q0 b 2 1.0 x\nt_1 Q0 c 3 2.0 x\n")
    assert hits.system == "mine"
    assert hits.rows.tolist() == [1, 0]
    assert hits.ranks.tolist() == [2, 3]
    assert hits.offsets.tolist() == [0, 2, 2]
    assert hits.length.tolist() == [3, 0]
    assert hits.present.tolist() == [True, False]


@each_kernel
def test_judgements_keep_the_order_of_their_file(tmp_path: Path) -> None:
    judgements = judged(tmp_path, "t_2 0 a 2\nt_1 Q0 b 0\nt_2 0 c -1\nt_1 0 é 1.5")
    assert judgements.turns == ["t_2", "t_1"]
    assert judgements.turn_of_row.tolist() == [0, 1, 0, 1]
    assert judgements.grades.tolist() == [2.0, 0.0, -1.0, 1.5]
    assert judgements.source == str(tmp_path / "judged.qrels")


@each_kernel
def test_what_is_skipped_or_mended_is_told(tmp_path: Path) -> None:
    decisions = Decisions()
    text = (
        b"\xef\xbb\xbf# made by hand\n"
        b"query_id Q0 passage_id rank score run\r\n"
        b"  t_1\tQ0  a 0 2.0 x\r\n"
        b"\n"
        b"t_1 Q0 b#1 1 1.5\n"
        b"t_1 Q0 b 2 1.0 x y z\n"
        b"t_1 Q0 a 3 0.5 x\n"
        b"# t_2\n"
        b"u_9 Q0 a 0 2.0 x\n"
        b"u_8 Q0 a 0 2.0 x"
    )
    hits = run_of(tmp_path, text, decisions)
    assert hits.ranks.tolist() == [1, 3]
    assert hits.length.tolist() == [3, 0]
    assert told(decisions) == [
        ("header-rows", 1, "a header row is skipped (line 2)"),
        ("comments", 2, "2 lines of comment skipped (first: line 1)"),
        ("blank-lines", 1, "1 line without content skipped (first: line 4)"),
        ("untagged-lines", 1, "1 line with 5 columns read as if the tag were missing (first: line 5)"),
        ("extra-columns", 1, "1 line with more than 6 columns read without the rest (first: line 6)"),
        (
            "duplicate-items",
            1,
            "1 duplicated item (first: turn 't_1', item 'a'): the best-ranked copy counts",
        ),
        ("unjudged-turns", 2, "2 turns of the run are not judged and not scored (first: 'u_9')"),
    ]


def test_a_header_is_known_by_its_first_name_even_where_numbers_follow(tmp_path: Path) -> None:
    decisions = Decisions()
    assert len(judged(tmp_path, "turn_id 0 item 4\nt 0 a 1\n", decisions)) == 1
    assert told(decisions) == [("header-rows", 1, "a header row is skipped (line 1)")]


def test_strict_reading_refuses_what_needs_a_decision(tmp_path: Path) -> None:
    with pytest.raises(DecisionError, match="1 line without content skipped"):
        run_of(tmp_path, "t_1 Q0 a 1 1.0 x\n\n", Decisions(strict=True))


@each_kernel
def test_judgements_given_twice_count_once(tmp_path: Path) -> None:
    decisions = Decisions()
    judgements = judged(tmp_path, "# c\nt 0 a 1\nt 0 b 2\nt 0 a 1\nu 0 a 0\nt 0 a 1\n", decisions)
    assert judgements.grades.tolist() == [1.0, 2.0, 0.0]
    assert decisions.count("repeated-judgements") == 2
    assert "(first: turn 't', item 'a', line 4)" in told(decisions)[-1][2]


def test_a_system_may_be_named_outright(tmp_path: Path) -> None:
    assert run_of(tmp_path, "t_1 Q0 a 1 1.0 tag\n", system="ours").system == "ours"


def test_duplicates_can_be_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        run_of(tmp_path, "t_1 Q0 a 1 2.0 x\nt_1 Q0 a 2 1.0 x\n", duplicates="error")
    assert str(caught.value) == (
        f"{tmp_path / 'mine.trec'}: found 1 duplicated item (first: turn 't_1', item 'a'), "
        "expected each item once in a list; remove the copies."
    )


def test_single_precision_is_a_choice(tmp_path: Path) -> None:
    run = "t_1 Q0 a 1 1.000000001 x\nt_1 Q0 b 2 1.0 x\n"  # the difference is lost in 32 bits: b before a
    assert run_of(tmp_path, run).rows.tolist() == [0, 1]
    assert run_of(tmp_path, run, precision="single").rows.tolist() == [1, 0]


@each_kernel
@pytest.mark.parametrize("at_once", [1, 3, 1000])
def test_turns_that_come_back_are_put_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_once: int) -> None:
    monkeypatch.setattr(regroup, "AT_ONCE", at_once)
    decisions = Decisions()
    hits = run_of(tmp_path, "t_1 Q0 b 1 2 x\nt_2 Q0 a 1 2 x\nt_1 Q0 a 2 1 x\nu Q0 a 1 1 x\nt_1 Q0 z 0 3 x", decisions)
    assert hits.rows.tolist() == [1, 0, 2]
    assert hits.ranks.tolist() == [2, 3, 1]
    assert told(decisions) == [
        ("ungrouped-turns", 1, "the rows of 1 turn do not stand together: they are put together (first: 't_1')"),
        ("unjudged-turns", 1, "1 turn of the run is not judged and not scored (first: 'u')"),
    ]


@pytest.mark.parametrize("at_once", [1, 50, 10**6])
def test_the_order_of_lines_does_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_once: int) -> None:
    draw = random.Random(5)
    lines = [f"t_{draw.randrange(4)} Q0 {draw.choice('abcdefghij')} 0 {draw.randrange(7)} x" for _ in range(100)]
    grouped = run_of(tmp_path, "\n".join(sorted(lines, key=lambda line: line.split()[0])))
    assert grouped.rows.size == 3
    monkeypatch.setattr(regroup, "AT_ONCE", at_once)
    monkeypatch.setattr(scan, "CHUNK", 100)
    draw.shuffle(lines)
    mixed = run_of(tmp_path, "\n".join(lines))
    for name in ("offsets", "rows", "ranks", "length", "present"):
        assert getattr(mixed, name).tolist() == getattr(grouped, name).tolist()


# --- broken files ----------------------------------------------------------------------------------------------------

RUN_COLUMNS = "expected 6 columns (turn Q0 item rank score tag)"
QRELS_COLUMNS = "expected 4 columns (turn 0 item grade)"
FINITE = "expected a finite number, such as 12.5"

BROKEN_RUNS = {
    "t_1 Q0 a 1": f", line 2: found 4 columns ('t_1 Q0 a 1'), {RUN_COLUMNS}; "
    "this looks like judgements: give a run here, and this file as qrels.",
    "t_1 a": f", line 2: found 2 columns ('t_1 a'), {RUN_COLUMNS}; separate columns by spaces or tabs.",
    "map all 0.25": f", line 2: found 3 columns ('map all 0.25'), {RUN_COLUMNS}; "
    "this looks like the output of trec_eval, not its input.",
    "t_1,Q0,a,1,2.5,x": f", line 2: found 1 column ('t_1,Q0,a,1,2.5,x'), {RUN_COLUMNS}; "
    "this looks like comma-separated values: name the file .csv and give it a header row.",
    '{"turn": "t_1"}': f""", line 2: found 2 columns ('{{"turn": "t_1"}}'), {RUN_COLUMNS}; this looks like JSON.""",
    "t_1 Q0 a 1 abc x": f", line 2: found the score 'abc', {FINITE}; correct the line.",
    "topic Q0 docno rank score tag": f", line 2: found the score 'score', {FINITE}; "
    "this looks like a header row: remove it.",
    "t_1 Q0 a 1 NaN x": f", line 2: found the score 'NaN', {FINITE}; remove the line, or give the item a score.",
    "t_1 Q0 a 1 -inf x": f", line 2: found the score '-inf', {FINITE}; remove the line, or give the item a score.",
    "t_1 Q0 a 1 1e999 x": f", line 2: found the score '1e999', {FINITE}; correct the line.",
    "t_1 Q0 a 1 0x1F x": f", line 2: found the score '0x1F', {FINITE}; correct the line.",
    "t_1 Q0 a 1 1_000 x": f", line 2: found the score '1_000', {FINITE}; correct the line.",
    "t_1 Q0 a 1 12,5 x": f", line 2: found the score '12,5', {FINITE}; write the decimal mark as a point.",
    "t_1 Q0 a 1 2\0.5 x": ", line 2: found a zero byte, expected text; "
    "save it as UTF-8, or check that it is the right file.",
    "t_1 Q0 b 1 2 x\rt_1 Q0 c 2 1 x\r": f", line 2: found carriage returns within it, {RUN_COLUMNS}; "
    "convert its line ends, for instance with `tr '\\r' '\\n'`.",
}


@each_kernel
@pytest.mark.parametrize("line", BROKEN_RUNS)
def test_a_broken_line_of_a_run(tmp_path: Path, line: str) -> None:
    with pytest.raises(InputError) as caught:
        run_of(tmp_path, f"t_1 Q0 first 1 9 x\n{line}\nt_1 Q0 last 3 1 x\n")
    assert str(caught.value) == f"{tmp_path / 'mine.trec'}{BROKEN_RUNS[line]}"


BROKEN_QRELS = {
    "t 0 a": f", line 1: found 3 columns ('t 0 a'), {QRELS_COLUMNS}; separate columns by spaces or tabs.",
    "t 0 docid rel": f", line 1: found the grade 'rel', {FINITE}; this looks like a header row: remove it.",
    "t 0 a x": f", line 1: found the grade 'x', {FINITE}; correct the line.",
    "t 0 1 x": f", line 1: found the grade 'x', {FINITE}; correct the line.",
    "# only\n\n": ": found no judgements, expected lines of 4 columns (turn 0 item grade).",
    "": ": found no judgements, expected lines of 4 columns (turn 0 item grade).",
    "# c\nt Q0 a 1 2.5 tag\n": f", line 2: found 6 columns, as a run has, {QRELS_COLUMNS}; "
    "give this file as a run, and judgements as qrels.",
    "t Q0 a 1 2.5\n": f", line 1: found 5 columns, as a run has, {QRELS_COLUMNS}; "
    "give this file as a run, and judgements as qrels.",
    "qid 0 i g\n\nt 0 a 1\nt 0 b 1\nt 0 a 0\n": ", line 5: found grade 0 for item 'a' of turn 't', "
    "expected the grade 1 of line 3; keep one of the two.",
    b"t 0 a 1\nt\xe9 0 a 1\n": ", line 2: found the turn 't\\\\xe9', expected UTF-8 text; save the file as UTF-8.",
    "t 0 a 1\n".encode("utf-16"): ": found UTF-16 text, expected text, plain, .gz or .zst; save it as UTF-8.",
    "t 0 a 1\n".encode("utf-16-le"): ", line 1: found a zero byte, expected text; "
    "save it as UTF-8, or check that it is the right file.",
}


@each_kernel
@pytest.mark.parametrize("text", BROKEN_QRELS)
def test_broken_judgements(tmp_path: Path, text: str | bytes) -> None:
    with pytest.raises(InputError) as caught:
        judged(tmp_path, text)
    assert str(caught.value) == f"{tmp_path / 'judged.qrels'}{BROKEN_QRELS[text]}"


@each_kernel
def test_a_run_of_another_collection_shows_a_turn_of_each(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        run_of(tmp_path, "x_1 Q0 a 1 2 x\n")
    assert str(caught.value) == (
        f"{tmp_path / 'mine.trec'}: found no list for any of the 2 judged turns of {tmp_path / 'judged.qrels'} "
        "(its turns are such as 'x_1', the judged ones such as 't_1'), expected the same turn ids; "
        "check that both files are of the same collection."
    )


@each_kernel
@pytest.mark.parametrize("text", ["", "\n \n", "# nothing\n", "qid Q0 docno rank score tag\n"])
def test_a_run_without_rows(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError, match=r"mine\.trec: found no rows, expected lines of 6 columns"):
        run_of(tmp_path, text)


def test_a_line_without_end_is_refused_before_memory_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan, "LONGEST_LINE", 1000)
    monkeypatch.setattr(scan, "CHUNK", 64)
    endless = "x" * 5000
    for run, line in ((endless, 1), (f"t_1 Q0 a 1 2 x\n# c\n{endless}", 3)):
        with pytest.raises(InputError, match=f"line {line}: found more than 1,000 bytes without a line end"):
            run_of(tmp_path, run)


def test_an_ungrouped_run_from_a_pipe_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "is_file", lambda _: False)
    with pytest.raises(InputError, match="its turns are not grouped, and a pipe cannot be read twice"):
        run_of(tmp_path, "t_1 Q0 b 1 2 x\nt_2 Q0 a 1 2 x\nt_1 Q0 a 2 1 x\n")


# --- chunks ----------------------------------------------------------------------------------------------------------


def a_run(draw: random.Random) -> str:
    lines = []
    for turn in draw.sample(["t_1", "t_2", "u_1", "a-long-name-of-a-turn_1"], 4):
        for rank in range(draw.randrange(6)):
            score = draw.choice(["1", "2.5", "-3e-2", "0.1234567890123456789"])
            lines.append(f"{turn} Q0 {draw.choice('abcd')}{draw.choice(['', '1'])} {rank} {score} tag")
            lines += draw.choice([[], [], ["# comment"], [""], [" "]])
    return draw.choice(["\n", "\r\n"]).join(lines) + draw.choice(["", "\n"])


def outcome(folder: Path, run: str) -> Any:
    decisions = Decisions()
    try:
        hits = run_of(folder, run, decisions)
    except InputError as error:
        return str(error)
    arrays = (hits.offsets, hits.rows, hits.ranks, hits.length, hits.present)
    return [array.tolist() for array in arrays], told(decisions)


@pytest.mark.parametrize("chunk", [8, 9, 13, 31, 64, 200])
def test_chunks_of_any_size_give_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chunk: int) -> None:
    draw = random.Random(chunk)
    runs = [a_run(draw) for _ in range(60)]
    runs += [run.replace("2.5", "x", 1) for run in runs[:10]]
    at_once = [outcome(tmp_path, run) for run in runs]
    monkeypatch.setattr(scan, "CHUNK", chunk)
    assert [outcome(tmp_path, run) for run in runs] == at_once
    assert sum(isinstance(one, str) for one in at_once) < 30  # most are read, not refused


# --- real files ------------------------------------------------------------------------------------------------------

COLLECTIONS = {"cast2019": ("2019qrels.txt.gz", 173, 23), "cast2020": ("2020qrels.txt.gz", 208, 16)}


def naive(run: str, rows: dict[tuple[str, str], int]) -> dict[str, list[tuple[int, int]]]:
    """The same by sorting everything, as the rule is written down."""
    lists: dict[str, dict[str, float]] = defaultdict(dict)
    for turn, _, item, _, score, _ in map(str.split, run.splitlines()):
        lists[turn][item] = max(float(score), lists[turn].get(item, float("-inf")))
    found = {}
    for turn in {turn for turn, _ in rows} & set(lists):
        ranked = sorted(lists[turn], key=lambda item: (lists[turn][item], item.encode()), reverse=True)
        found[turn] = [(rows[turn, item], rank) for rank, item in enumerate(ranked, 1) if (turn, item) in rows]
    return found


def pairs_of(path: Path) -> list[tuple[str, str]]:
    """Turn and item of each line of a qrels file."""
    content = path.read_bytes()
    text = (gzip.decompress(content) if path.suffix == ".gz" else content).decode()
    return [(fields[0], fields[2]) for fields in map(str.split, text.splitlines())]


@pytest.mark.parametrize("collection", COLLECTIONS)
def test_every_real_run_is_ranked_as_a_naive_sort_ranks_it(shared_data: Path, collection: str) -> None:
    name, turns, count = COLLECTIONS[collection]
    rows = {pair: row for row, pair in enumerate(pairs_of(shared_data / collection / name))}
    judgements = read_qrels(shared_data / collection / name, Decisions())
    assert len(judgements) == turns
    runs = sorted((shared_data / collection / "runs").rglob("*.gz"))
    assert len(runs) == count
    for path in runs:
        expected = naive(gzip.decompress(path.read_bytes()).decode(), rows)
        assert in_text(read_run(path, judgements, Decisions()), judgements) == expected, path.name


def test_real_files_need_these_decisions(shared_data: Path) -> None:
    decisions = Decisions()
    judgements = read_qrels(shared_data / "cast2019" / "2019qrels.txt.gz", decisions)
    run = "cast2019/runs/thunlp_cqr/bert_base_run_raw.trec.gz"
    hits = read_run(shared_data / run, judgements, decisions)
    assert hits.system == "bert_base_run_raw"
    assert [d.text for d in decisions] == ["306 turns of the run are not judged and not scored (first: '33_9')"]


@pytest.mark.parametrize(
    ("name", "turns", "kinds"),
    [
        ("cast2019/train_topics_mod.qrel", 120, ["repeated-judgements"]),
        ("cast2022/cast2022.qrel.gz", 165, []),
        ("ikat2023/2023_test_qrels.trec.gz", 176, []),
    ],
)
def test_every_real_qrels_file_reads(shared_data: Path, name: str, turns: int, kinds: list[str]) -> None:
    decisions = Decisions()
    judgements = read_qrels(shared_data / name, decisions)
    assert len(judgements.grades) == len(set(pairs_of(shared_data / name)))
    assert (len(judgements), [d.kind for d in decisions]) == (turns, kinds)
