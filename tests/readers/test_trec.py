"""TREC runs and judgements as people really write them."""

from __future__ import annotations

from pathlib import Path

from turnwise.readers.trec import read_qrels, read_run
from turnwise.tables.decisions import Decisions
from turnwise.tables.hits import Hits

QRELS = "t_1 0 a 1\nt_1 0 b 0\nt_2 0 a 2\n"


def run_of(folder: Path, run: str, qrels: str = QRELS, decisions: Decisions | None = None, **options: str) -> Hits:
    (folder / "judged.qrels").write_text(qrels)
    (folder / "mine.trec").write_text(run)
    decisions = Decisions() if decisions is None else decisions
    judgements = read_qrels(folder / "judged.qrels", decisions)
    return read_run(folder / "mine.trec", judgements, decisions, **options)  # type: ignore[arg-type]


def test_ranks_of_judged_items_follow_score_then_item_id_descending(tmp_path: Path) -> None:
    # t_1 by (score, id) descending: c 2.0, b 1.0, a 1.0 → b (row 1) at rank 2, a (row 0) at rank 3; ranks lie
    hits = run_of(tmp_path, "t_1 Q0 a 1 1.0 x\nt_1 Q0 b 2 1.0 x\nt_1 Q0 c 3 2.0 x\n")
    assert hits.system == "mine"
    assert hits.rows.tolist() == [1, 0]
    assert hits.ranks.tolist() == [2, 3]
    assert hits.offsets.tolist() == [0, 2, 2]
    assert hits.length.tolist() == [3, 0]
    assert hits.present.tolist() == [True, False]
