"""Equal to trec_eval, through pytrec_eval, on every real run there is."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import pytest
import pytrec_eval

import turnwise as tw

#: Ours, and trec_eval's name for the same.
SHARED = {
    "P@1": "P_1", "P@10": "P_10", "R@5": "recall_5", "R@100": "recall_100", "SR@1": "success_1", "SR@10": "success_10",
    "AP": "map", "AP@10": "map_cut_10", "RR": "recip_rank", "nDCG": "ndcg", "nDCG@3": "ndcg_cut_3",
    "nDCG@10": "ndcg_cut_10", "bpref": "bpref", "P": "set_P", "R": "set_recall", "F1": "set_F",
}  # fmt: skip
FAMILIES = {name.rpartition("_")[0] if name[-1].isdigit() else name for name in SHARED.values()}
REQUEST = {
    family: ",".join(
        n.rpartition("_")[2] for n in SHARED.values() if n[-1].isdigit() and n.rpartition("_")[0] == family
    )
    for family in FAMILIES
}
ASKED = {f"{family}.{cuts}" if cuts else family for family, cuts in REQUEST.items()}

COLLECTIONS = {
    "cast2019": ("cast2019/2019qrels.txt.gz", "cast2019/runs/*/*.gz", 23),
    "cast2020": ("cast2020/2020qrels.txt.gz", "cast2020/runs/*/*.gz", 16),
}


def _text(path: Path) -> str:
    return gzip.decompress(path.read_bytes()).decode()


def _qrels(path: Path) -> dict[str, dict[str, int]]:
    qrels: dict[str, dict[str, int]] = {}
    for line in _text(path).splitlines():
        turn, _, item, grade = line.split()
        qrels.setdefault(turn, {})[item] = int(grade)
    return qrels


def _run(path: Path) -> dict[str, dict[str, float]]:
    if path.name.endswith(".json.gz"):
        return json.loads(_text(path))
    run: dict[str, dict[str, float]] = {}
    for line in _text(path).splitlines():
        turn, _, item, _, score, *_ = line.split()
        run.setdefault(turn, {})[item] = float(score)
    return run


def _agree(scores: tw.Scores, runs: dict[str, Path], qrels: Path, level: int) -> None:
    evaluator = pytrec_eval.RelevanceEvaluator(_qrels(qrels), ASKED, relevance_level=level)
    for system, path in runs.items():
        theirs = evaluator.evaluate(_run(path))
        for ours, name in zip(scores.measures, SHARED.values(), strict=True):
            # pytrec_eval leaves out the turns a run lacks; here they are 0
            expected = [theirs[turn][name] if turn in theirs else 0.0 for turn in scores.turns]
            np.testing.assert_allclose(scores.of(system, ours), expected, rtol=0, atol=1e-9, err_msg=f"{system} {ours}")


@pytest.mark.parametrize("collection", COLLECTIONS)
@pytest.mark.parametrize("level", [1, 2])
def test_every_cast_run_as_pytrec_eval(shared_data: Path, collection: str, level: int) -> None:
    qrels, pattern, count = COLLECTIONS[collection]
    runs = {path.name.removesuffix(".gz"): path for path in sorted(shared_data.glob(pattern))}
    assert len(runs) == count
    scores = tw.score(runs, shared_data / qrels, list(SHARED), precision="single", rel=level)
    _agree(scores, runs, shared_data / qrels, level)


def test_the_ikat_run_as_pytrec_eval(shared_data: Path) -> None:
    qrels = shared_data / "ikat2023/2023_test_qrels.trec.gz"
    run = next(shared_data.glob("ikat2023/runs/cfda/*.run.json.gz"))
    scores = tw.score({"cfda": run}, qrels, list(SHARED), precision="single")
    _agree(scores, {"cfda": run}, qrels, 1)
    published = json.loads(next(shared_data.glob("ikat2023/runs/cfda/*.perf.json")).read_text())["ndcg_cut_5"]
    assert tw.score({"cfda": run}, qrels, "nDCG@5").means[0, 0] == pytest.approx(published, abs=1e-12)


def test_decaf_runs_as_their_own_trec_eval_output(shared_data: Path) -> None:
    """The authors of the runs published what trec_eval printed, to four decimals."""
    folder = shared_data / "cast2019/runs/decaf"
    runs = sorted(folder.glob("*.trec.gz"))
    scores = tw.score(runs, shared_data / "cast2019/2019qrels.txt.gz", ["AP", "RR", "P@1", "R@100", "bpref", "nDCG"])
    for s, path in enumerate(runs):
        printed = {
            line.split()[0]: float(line.split()[2])
            for line in (folder / path.name.replace(".trec.gz", ".evaluation.txt")).read_text().splitlines()
            if line.split()[0] != "runid"
        }
        names = ["map", "recip_rank", "P_1", "recall_100", "bpref", "ndcg"]
        # 4 printed decimals; the published binary measures take grade 1 as relevant where this passes
        np.testing.assert_allclose(scores.means[s], [printed[n] for n in names], rtol=0, atol=5.1e-5, err_msg=path.name)


def test_near_ties_stand_as_pytrec_eval_only_in_single_precision() -> None:
    """0.1 and its next larger double are one 32-bit number: then the item id decides."""
    run = {"1": {"a": np.nextafter(0.1, 1), "b": 0.1}}
    theirs = pytrec_eval.RelevanceEvaluator({"1": {"b": 1}}, {"recip_rank"}).evaluate(run)["1"]["recip_rank"]
    assert tw.score(run, {"1": {"b": 1}}, "RR", precision="single").means[0, 0] == theirs == 1.0
    assert tw.score(run, {"1": {"b": 1}}, "RR").means[0, 0] == 0.5
