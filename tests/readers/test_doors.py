"""The same data through every door: the same hits, the same judgements, the same decisions."""

from __future__ import annotations

import gzip
import json
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from turnwise.readers.sources import expand_runs, read_judgements, read_lists
from turnwise.readers.table import Table
from turnwise.tables.decisions import Decisions
from turnwise.tables.hits import Hits
from turnwise.tables.judgements import Judgements

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

Row = tuple[str, str, float]
Door = Callable[[Path, list[Row], str], Any]


def made_rows(seed: int = 5) -> tuple[list[Row], list[Row]]:
    """A run and its judgements: ties, ids beyond ASCII, lists of one, a turn not judged, one missing from the run."""
    draw = random.Random(seed)
    run: list[Row] = []
    judged: list[Row] = []
    for turn in [f"{c}_{t}" for c in range(31, 37) for t in range(1, 8)]:
        items = draw.sample([f"MARCO_{n}" for n in range(60)] + [f"Ω-{n}" for n in range(9)], draw.randint(1, 40))
        if turn != "33_3":
            run += [(turn, item, draw.choice((1.5, 2.25, -3.0, 0.1, 7e-9, 12345.678))) for item in items]
        if turn != "34_1":
            judged += [(turn, item, float(draw.choice((-1, 0, 1, 2)))) for item in [*items[::2], "MARCO_unseen"]]
    return run, judged


RUN, JUDGED = made_rows()


def trec(rows: list[Row], holds: str) -> str:
    if holds == "grade":
        return "".join(f"{turn} 0 {item} {grade:g}\n" for turn, item, grade in rows)
    return "".join(f"{turn} Q0 {item} {n} {score!r} tag\n" for n, (turn, item, score) in enumerate(rows))


def records(rows: list[Row], holds: str) -> list[dict[str, Any]]:
    return [{"turn": turn, "item": item, holds: number} for turn, item, number in rows]


def frame(rows: list[Row], holds: str) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=["turn", "item", holds], orient="row")


def nested(rows: list[Row]) -> dict[str, dict[str, float]]:
    value: dict[str, dict[str, float]] = {}
    for turn, item, number in rows:
        value.setdefault(turn, {})[item] = number
    return value


def written(name: str, write: Callable[[Path, list[Row], str], object]) -> Door:
    """A door that is a file of this name."""

    def through(folder: Path, rows: list[Row], holds: str) -> Path:
        path = folder / f"{holds}-{name}"
        write(path, rows, holds)
        return path

    return through


def delimited(separator: str) -> Callable[[Path, list[Row], str], object]:
    return lambda path, rows, holds: frame(rows, holds).write_csv(path, separator=separator)


def zipped(path: Path, text: str) -> None:
    path.write_bytes(gzip.compress(text.encode()))


def lines(rows: list[Row], holds: str) -> str:
    return "".join(json.dumps(record) + "\n" for record in records(rows, holds))


DOORS: dict[str, Door] = {
    "text": written("a.trec", lambda p, r, h: p.write_text(trec(r, h))),
    "text with tabs in .tsv": written("a.tsv", lambda p, r, h: p.write_text(trec(r, h).replace(" ", "\t"))),
    "gz": written("a.trec.gz", lambda p, r, h: zipped(p, trec(r, h))),
    "zst": written("a.trec.zst", lambda p, r, h: p.write_bytes(zstd.compress(trec(r, h).encode()))),
    "csv": written("a.csv", delimited(",")),
    "csv with semicolons": written("b.csv", delimited(";")),
    "csv without its ending": written("c", delimited(",")),
    "csv.gz": written("a.csv.gz", lambda p, r, h: zipped(p, frame(r, h).write_csv())),
    "tsv": written("b.tsv", delimited("\t")),
    "parquet": written("a.parquet", lambda p, r, h: frame(r, h).write_parquet(p)),
    "parquet without its ending": written("d", lambda p, r, h: frame(r, h).write_parquet(p)),
    "json lines": written("a.jsonl", lambda p, r, h: p.write_text(lines(r, h))),
    "json lines, zst": written("a.jsonl.zst", lambda p, r, h: p.write_bytes(zstd.compress(lines(r, h).encode()))),
    "json lines in .json": written("b.json", lambda p, r, h: p.write_text(lines(r, h))),
    "json list": written("c.json", lambda p, r, h: p.write_text(json.dumps(records(r, h), indent=1))),
    "json object": written("d.json", lambda p, r, _: p.write_text(json.dumps(nested(r)))),
    "json object, gz": written("d.json.gz", lambda p, r, _: zipped(p, json.dumps(nested(r)))),
    "polars": lambda _, rows, holds: frame(rows, holds),
    "polars, lazy": lambda _, rows, holds: frame(rows, holds).lazy(),
    "polars, categories": lambda _, rows, holds: frame(rows, holds).with_columns(pl.col("item").cast(pl.Categorical)),
    "polars, scores as text": lambda _, rows, holds: frame(rows, holds).cast(pl.String),
    "pandas": lambda _, rows, holds: pd.DataFrame(records(rows, holds)),
    "pandas, objects": lambda _, rows, holds: pd.DataFrame(records(rows, holds)).astype(object),
    "pandas, categories": lambda _, rows, holds: pd.DataFrame(records(rows, holds)).astype({"turn": "category"}),
    "arrow": lambda _, rows, holds: pa.Table.from_pylist(records(rows, holds)),
    "dict": lambda _, rows, holds: nested(rows),
    "dict of numpy numbers": lambda _, rows, holds: {
        turn: {item: np.float64(number) for item, number in items.items()} for turn, items in nested(rows).items()
    },
}  # fmt: skip
NO_TWINS = {"json object", "json object, gz", "dict", "dict of numpy numbers"}  # one key, one number


def told(decisions: Decisions) -> list[tuple[str, int]]:
    return [(decision.kind, decision.count) for decision in decisions]


def same_hits(one: Hits, other: Hits) -> None:
    for name in ("offsets", "rows", "ranks", "length", "present"):
        assert getattr(one, name).tolist() == getattr(other, name).tolist(), name


def through(door: str, folder: Path, rows: list[Row], judgements: Judgements) -> tuple[Hits, Decisions]:
    decisions = Decisions()
    [(name, source)] = expand_runs(DOORS[door](folder, rows, "score"), decisions)
    return read_lists(source, judgements, decisions, system=name), decisions


@pytest.fixture
def judgements(tmp_path: Path) -> Judgements:
    return read_judgements(DOORS["text"](tmp_path, JUDGED, "grade"), Decisions())


@pytest.mark.parametrize("door", DOORS)
def test_lists_are_the_same_through_every_door(door: str, tmp_path: Path, judgements: Judgements) -> None:
    expected, expected_decisions = through("text", tmp_path, RUN, judgements)
    hits, decisions = through(door, tmp_path, RUN, judgements)
    same_hits(hits, expected)
    assert told(decisions) == told(expected_decisions) == [("unjudged-turns", 1)]
    assert hits.ranks.size > 100, "the data are too small to tell doors apart"


@pytest.mark.parametrize("door", DOORS)
def test_judgements_are_the_same_through_every_door(door: str, tmp_path: Path, judgements: Judgements) -> None:
    decisions = Decisions()
    found = read_judgements(DOORS[door](tmp_path, JUDGED, "grade"), decisions)
    assert found.turns == judgements.turns
    assert found.grades.tolist() == judgements.grades.tolist()
    assert found.turn_of_row.tolist() == judgements.turn_of_row.tolist()
    assert not told(decisions)
    expected, _ = through("text", tmp_path, RUN, judgements)
    same_hits(through("text", tmp_path, RUN, found)[0], expected)


@pytest.mark.parametrize("door", sorted(DOORS.keys() - NO_TWINS))
def test_twins_and_scattered_turns_are_the_same_through_every_door(
    door: str, tmp_path: Path, judgements: Judgements
) -> None:
    rows = [*RUN, *((turn, item, score + 1) for turn, item, score in RUN[::7])]
    random.Random(1).shuffle(rows)
    expected, expected_decisions = through("text", tmp_path, rows, judgements)
    hits, decisions = through(door, tmp_path, rows, judgements)
    same_hits(hits, expected)
    assert told(decisions) == told(expected_decisions)
    assert {kind for kind, _ in told(decisions)} == {"ungrouped-turns", "duplicate-items", "unjudged-turns"}


@pytest.mark.parametrize("door", sorted(DOORS.keys() - NO_TWINS))
def test_repeated_judgements_are_the_same_through_every_door(door: str, tmp_path: Path, judgements: Judgements) -> None:
    decisions = Decisions()
    found = read_judgements(DOORS[door](tmp_path, [*JUDGED, *JUDGED[:3]], "grade"), decisions)
    assert found.grades.tolist() == judgements.grades.tolist()
    assert told(decisions) == [("repeated-judgements", 3)]


def test_slices_do_not_change_what_is_read(
    tmp_path: Path, judgements: Judgements, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected, _ = through("text", tmp_path, RUN, judgements)
    for size in (1, 7, 100):
        monkeypatch.setattr("turnwise.readers.table.SLICE", size)
        for door in ("polars", "parquet"):
            same_hits(through(door, tmp_path, RUN, judgements)[0], expected)


def test_whole_numbers_as_ids_are_decimal_text_through_every_door(tmp_path: Path) -> None:
    rows = [("7", "12", 0.5), ("7", "3", 0.25), ("8", "12", 0.5)]
    judgements = read_judgements({7: {12: 1, 3: 0}, 8: {3: 1}}, Decisions())
    expected, _ = through("text", tmp_path, rows, judgements)
    assert expected.rows.tolist() == [0, 1]
    whole = frame(rows, "score").cast({"turn": pl.Int64, "item": pl.UInt16})
    numbered = [{"turn": int(turn), "item": int(item), "score": score} for turn, item, score in rows]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(record) + "\n" for record in numbered))
    mixed = [{**record, "item": str(record["item"]) if n else record["item"]} for n, record in enumerate(numbered)]
    (tmp_path / "b.jsonl").write_text("".join(json.dumps(record) + "\n" for record in mixed))
    nest = {7: {12: 0.5, 3: 0.25}, "8": {"12": 0.5}}
    frames = [whole, whole.to_pandas(), whole.to_pandas().astype(object), whole.to_arrow()]
    for source in (*frames, nest, tmp_path / "a.jsonl", tmp_path / "b.jsonl"):
        decisions = Decisions()
        same_hits(read_lists(source, judgements, decisions), expected)
        assert not told(decisions)


def test_floating_ids_are_whole_numbers_and_said_so() -> None:
    judgements = read_judgements({"1": {"2": 1}}, Decisions())
    decisions = Decisions()
    hits = read_lists(pl.DataFrame({"turn": [1.0], "item": [2.0], "score": [1]}), judgements, decisions)
    assert hits.ranks.tolist() == [1]
    assert [(d.kind, d.count, d.text) for d in decisions] == [
        ("floating-ids", 1, "the ids in 'turn' are floating numbers and are read as whole ones (1.0 as 1)"),
        ("floating-ids", 1, "the ids in 'item' are floating numbers and are read as whole ones (1.0 as 1)"),
    ]


def test_lists_without_scores_stand_by_rank_and_say_so() -> None:
    judgements = read_judgements({"t": {"a": 1, "b": 1}}, Decisions())
    decisions = Decisions()
    table = pl.DataFrame({"turn": ["t"] * 3, "item": ["a", "c", "b"], "rank": [3, 2, 1]})
    hits = read_lists(table, judgements, decisions)  # by rank: b, c, a
    assert (hits.rows.tolist(), hits.ranks.tolist()) == ([1, 0], [1, 3])
    assert told(decisions) == [("by-rank", 1)]
    decisions = Decisions()
    scored = read_lists(table.with_columns(score=pl.Series([9, 8, 7])), judgements, decisions)  # scores come first
    assert (scored.rows.tolist(), scored.ranks.tolist()) == ([0, 1], [1, 3])
    assert not told(decisions)


def test_single_precision_orders_a_table_as_it_orders_text(tmp_path: Path) -> None:
    rows = [("t", "a", 1.00000001), ("t", "b", 1.0)]  # equal in 32 bits, so b, the later id, comes first
    judgements = read_judgements({"t": {"a": 1, "b": 1}}, Decisions())
    for source in (frame(rows, "score"), DOORS["text"](tmp_path, rows, "score")):
        assert read_lists(source, judgements, Decisions()).rows.tolist() == [0, 1]
        assert read_lists(source, judgements, Decisions(), precision="single").rows.tolist() == [1, 0]


def test_padded_cells_are_read_without_their_blanks_and_counted(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text('turn, item, score\nt, "a, b", 1\n\nt ,c,2\n')
    judgements = read_judgements({"t": {"a, b": 1, "c": 2}}, Decisions())
    decisions = Decisions()
    hits = read_lists(tmp_path / "a.csv", judgements, decisions)
    assert (hits.rows.tolist(), hits.ranks.tolist()) == ([1, 0], [1, 2])
    assert told(decisions) == [("padded-rows", 2)]


def test_the_passages_of_an_ikat_run_are_ranked_by_score(tmp_path: Path) -> None:
    passages = [{"id": "p1", "score": 0.2, "used": True}, {"id": "p2", "score": 0.9, "used": False}]
    run = {
        "run_name": "mine",
        "turns": [{"turn_id": "9-1_1", "responses": [{"rank": 1, "text": "…", "passage_provenance": passages}]}],
    }
    (tmp_path / "mine.json").write_text(json.dumps(run))
    judgements = read_judgements({"9-1_1": {"p1": 2, "p2": 0}}, Decisions())
    for source in (run, tmp_path / "mine.json"):
        [(_, found)] = expand_runs(source, Decisions())
        assert read_lists(found, judgements, Decisions()).rows.tolist() == [1, 0]


def test_a_real_run_of_nested_json_matches_its_published_value(shared_data: Path) -> None:
    folder = shared_data / "ikat2023"
    judgements = read_judgements(folder / "2023_test_qrels.trec.gz", Decisions())
    decisions = Decisions()
    [(name, source)] = expand_runs(folder / "runs", decisions)
    hits = read_lists(source, judgements, decisions)
    assert name == "adarewriter10_llm4csnpr_splade_deberta.run"
    assert told(decisions) == [("other-files", 1), ("unjudged-turns", 156)]
    first = np.full(
        len(judgements), np.inf
    )  # the rank of the first relevant item (grade 2 or more counts as one there)
    owner = np.repeat(np.arange(len(judgements)), np.diff(hits.offsets))
    relevant = judgements.grades[hits.rows] >= 2
    np.minimum.at(first, owner[relevant], hits.ranks[relevant])
    published = json.loads(next(folder.rglob("*.perf.json")).read_text())
    assert (1 / first).mean() == pytest.approx(published["mrr_1000"], abs=1e-12)


def test_a_table_is_passed_through_once_taken_apart() -> None:
    both = frame(RUN, "score").with_columns(system=pl.lit("a"))
    both = pl.concat([both, both.with_columns(system=pl.lit("b"), score=-pl.col("score"))])
    assert all(isinstance(source, Table) for _, source in expand_runs(both, Decisions()))
