"""Faggioli et al. (SIGIR 2021) on public runs: golden numbers on real data, and a small collection by hand."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from turnwise.cli.main import main
from turnwise.reproduce.conversation_graphs import MEASURES, Reproduction, reproduce_conversation_graphs
from turnwise.reproduce.conversation_graphs_claims import claims
from turnwise.reproduce.conversation_graphs_printed import PAIRS, SIGNIFICANT, SYSTEM_PAIRS
from turnwise.reproduce.conversation_graphs_text import as_text


@pytest.fixture(scope="module")
def found(shared_data: Path) -> Reproduction:
    return reproduce_conversation_graphs(shared_data)


def test_scores_of_systems(found: Reproduction) -> None:
    systems = found.as_dict()["systems"]
    assert len(systems) == 23
    assert [name for name, system in systems.items() if system["group"] == "manual"] == [
        "exp13", "exp14", "exp15", "exp16", "bert_base_run_oracle",
    ]  # fmt: skip
    best = systems["exp16"]
    assert {"mean", "hda_b", "hda_f"} <= best.keys()
    assert [round(best[key], 4) for key in ("mean", "hda_b", "hda_f")] == [0.5601, 0.7876, 0.8068]
    # The mean over turns is what the run's own table says of NDCG@3, 56.6: trec_eval's mean over 173 turns.
    assert round(best["mean_over_turns"], 3) == 0.566


def test_conclusions(found: Reproduction) -> None:
    table = found.as_dict()
    assert table["significant_pairs"] == {"mean": 144, "hda_b": 116, "hda_f": 114}
    assert table["agreement"] == [
        {"first": "mean", "second": "hda_b", "AA": 93, "AD": 0, "PA": 86, "PD1": 51, "PD2": 23},
        {"first": "mean", "second": "hda_f", "AA": 96, "AD": 0, "PA": 91, "PD1": 48, "PD2": 18},
        {"first": "hda_b", "second": "hda_f", "AA": 111, "AD": 0, "PA": 134, "PD1": 5, "PD2": 3},
    ]
    assert [(row["first"], row["second"]) for row in table["tau"]] == list(PAIRS)
    # τ = 1 − 2 · swapped ÷ pairs, as no two systems tie: 29, 29 and 8 of 253.
    assert [row["value"] for row in table["tau"]] == pytest.approx([1 - 58 / 253, 1 - 58 / 253, 1 - 16 / 253])
    assert [
        tuple(row[group]["swapped"] for group in ("all", "automatic", "manual")) for row in table["swapped_pairs"]
    ] == [(29, 19, 0), (29, 19, 0), (8, 6, 0)]
    assert table["swapped_pairs"][0]["manual"] == {"swapped": 0, "pairs": 10, "share": 0.0}


def test_agreements_add_up(found: Reproduction) -> None:
    for (one, two), between in found.between.items():
        a = between.agreement
        assert a.total == 23 * 22 // 2
        assert found.significant[one] == a.AA + a.AD + a.PD1
        assert found.significant[two] == a.AA + a.AD + a.PD2


def test_turn_pairs(found: Reproduction) -> None:
    table = found.as_dict()["turn_pair_correlation"]
    groups = table["groups"]
    # On 3 of the 173 turns all systems are equal, which leaves 170 · 169 ÷ 2 pairs.
    assert groups["different conversations"]["pairs"] + groups["same conversation"]["pairs"] == 170 * 169 // 2
    assert table["without_value"] == 173 * 172 // 2 - 170 * 169 // 2
    assert [round(group["mean"], 4) for group in groups.values()] == [0.1624, 0.1977, 0.2249]
    assert groups["same tree"]["pairs"] == 370
    assert round(table["higher_in_conversation"], 3) == 0.217
    assert round(table["higher_in_tree"], 3) == 0.137
    assert table["tests"]["same conversation"]["permutation_p"] < 0.002
    assert table["tests"]["same tree"]["permutation_p"] == pytest.approx(0.008, abs=0.004)
    assert table["tests"]["same tree"]["ks_p"] == pytest.approx(0.2635, abs=1e-3)


def test_which_claims_hold(found: Reproduction) -> None:
    verdicts = [claim.holds for claim in claims(found)]
    assert [at for at, holds in enumerate(verdicts, 1) if holds is False] == [4, 8]
    assert [at for at, holds in enumerate(verdicts, 1) if holds is None] == [15]


def test_hda_is_not_above_the_mean_everywhere(found: Reproduction) -> None:
    assert found.below == {"hda_b": (12, 460), "hda_f": (1, 460)}


def test_json_has_the_keys_and_no_nan(shared_data: Path) -> None:
    result = CliRunner().invoke(
        main, ["reproduce", "conversation-graphs", "--data", str(shared_data), "--format", "json"]
    )
    assert result.exit_code == 0
    table = json.loads(result.stdout, parse_constant=pytest.fail)
    assert {"systems", "significant_pairs", "agreement", "tau", "turn_pair_correlation", "claims"} <= table.keys()
    assert all(claim.keys() == {"claim", "holds", "here", "published"} for claim in table["claims"])
    assert table["published"]["significant_pairs"] == SIGNIFICANT
    assert table["about"]["settings"]["seed"] == 0


def test_what_is_printed_agrees_with_itself() -> None:
    for (one, two), p in PAIRS.items():
        assert p.AA + p.PA + p.PD1 + p.PD2 == SYSTEM_PAIRS == 65 * 64 // 2
        assert (SIGNIFICANT[one], SIGNIFICANT[two]) == (p.AA + p.PD1, p.AA + p.PD2)
        if p.tau is not None and p.swapped:
            assert (1 - p.tau) / 2 == pytest.approx(p.swapped[0], abs=5e-4)


# Conversation 1: turn 1 alone, turn 2 with the child 3. Conversation 2: a chain 1, 2. One relevant item a turn, so
# that a list with it at rank 1, 2 or nowhere has nDCG 1, 1 ÷ log2(3) = h or 0.
H = 1 / np.log2(3)
LINKS = {"1": {"1": [], "2": [], "3": ["2"]}, "2": {"1": [], "2": ["1"]}}
RANKS = {
    "decaf/exp01": {"1_1": 0, "1_2": 1, "1_3": 1, "2_1": 1, "2_2": 0},
    "decaf/exp13": {"1_1": 2, "1_2": 2, "1_3": 0, "2_1": 0, "2_2": 2},
    "thunlp_cqr/bert_base_run_oracle": {"1_1": 1, "1_2": 0, "1_3": 0, "2_1": 2, "2_2": 2},
}


@pytest.fixture
def small(tmp_path: Path) -> Path:
    for name, ranks in RANKS.items():
        lines = []
        for turn, rank in ranks.items():
            items = ["wrong1", "wrong2", "wrong3"]
            if rank:
                items.insert(rank - 1, "right")
            lines += [f"{turn} Q0 {item} {at} {9 - at} x" for at, item in enumerate(items, 1)]
        path = tmp_path / "cast2019" / "runs" / f"{name}.trec.gz"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(gzip.compress("\n".join(lines).encode()))
    qrels = "\n".join(f"{turn} 0 right 1" for turn in RANKS["decaf/exp01"])
    (tmp_path / "cast2019" / "2019qrels.txt.gz").write_bytes(gzip.compress(qrels.encode()))
    (tmp_path / "dependence").mkdir()
    (tmp_path / "dependence" / "coted_cast2019_parents.json").write_text(json.dumps(LINKS))
    return tmp_path


def test_a_small_collection_by_hand(small: Path) -> None:
    found = reproduce_conversation_graphs(small, draws=50)
    systems: dict[str, Any] = found.as_dict()["systems"]
    expected = {
        # mean (2/3 + 1/2) ÷ 2; HDA-b: roots 0 and 1, then 1; HDA-f: leaves 0 and 1, then 0 + 1 · 1
        "exp01": ((2 / 3 + 1 / 2) / 2, (1 / 2 + 1) / 2, (1 / 2 + 1) / 2, "automatic"),
        # mean (2h/3 + h/2) ÷ 2; HDA-b: roots h and h, then 0 + 1 · h; HDA-f: leaves h and 0 + 1 · h, then h
        "exp13": ((2 * H / 3 + H / 2) / 2, H, H, "manual"),
        # mean (1/3 + h) ÷ 2; HDA: 1/2 in the first, h + (1 − h) · h in the second
        "bert_base_run_oracle": ((1 / 3 + H) / 2, (0.5 + 2 * H - H * H) / 2, (0.5 + 2 * H - H * H) / 2, "manual"),
    }
    for name, (mean, hda_b, hda_f, group) in expected.items():
        values = [systems[name][key] for key in MEASURES]
        assert values == pytest.approx([mean, hda_b, hda_f], abs=1e-12), name
        assert systems[name]["group"] == group
    # exp01 in conversation 1: 1/2 under HDA-b and HDA-f, 2/3 under the mean.
    assert found.below == {"hda_b": (1, 6), "hda_f": (1, 6)}
    assert found.swaps["mean", "hda_b"]["automatic"] == (0, 0)
    verdict = next(claim for claim in claims(found) if claim.claim.startswith("Between the mean and HDA-b"))
    assert verdict.holds is None, "with one automatic run, no two can change places"
    assert "HDA-b" in as_text(found)


def test_a_folder_without_the_data_is_named(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["reproduce", "conversation-graphs", "--data", str(tmp_path / "nowhere")])
    assert result.exit_code == 2
    assert "coted_cast2019_parents.json: found nothing there" in result.stderr
    assert "--data" in result.stderr
