"""Pools of candidates: the union, the gold answer, snippets, who rates what, and the files."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from turnwise.cli.main import main
from turnwise.crowd.assign import assigned, rater_names
from turnwise.crowd.pool import pool_of
from turnwise.errors import FormatError, InputError, OptionError
from turnwise.readers.candidates import read_candidates
from turnwise.readers.knowledge import read_knowledge_base, read_questions
from turnwise.readers.knowledge.runs import read_runs
from turnwise.report.pool_files import pool_lines, sheets_csv, tasks_csv
from turnwise.tables.candidates import Candidates
from turnwise.tables.decisions import Decisions

KB = "id,question,answer\na,Hi!,Hello.\nb,Bye!,See you.\nc,Name?,Ada.\nd,Age?,Fifty.\n"
DIALOGUES = [
    {
        "id": "1",
        "messages": [
            {"role": "user", "content": "Hi there", "gold": ["a"]},
            {"role": "assistant", "content": "Hello."},
            {"role": "user", "content": "Your name?", "gold": ["c", "d"]},
            {"role": "assistant", "content": "I am Ada Marrow."},
            {"role": "user", "content": "Bye", "gold": ["b"]},
        ],
    },
    {"id": "2", "messages": [{"role": "user", "content": "Is it cold?", "gold": []}]},
]
ONE = "1_1 Q0 a 1 3.0 x\n1_1 Q0 b 2 2.0 x\n1_3 Q0 c 1 1.0 x\n1_5 Q0 d 1 1.0 x\n2_1 Q0 d 1 1.0 x\n"
TWO = "1_1 Q0 b 1 9.0 x\n1_3 Q0 d 1 1.0 x\n1_3 Q0 a 2 1.0 x\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "kb.csv").write_text(KB)
    (tmp_path / "d.jsonl").write_text("\n".join(json.dumps(one) for one in DIALOGUES))
    (tmp_path / "one.trec").write_text(ONE)
    (tmp_path / "two.trec").write_text(TWO)
    return tmp_path


def candidates_of(folder: Path, depth: int = 10, seed: int = 0) -> Candidates:
    return pool(folder, depth, seed).candidates


def pool(folder: Path, depth: int = 10, seed: int = 0):  # type: ignore[no-untyped-def]
    decisions = Decisions()
    kb = read_knowledge_base(folder / "kb.csv", decisions)
    questions = read_questions(folder / "d.jsonl", kb, decisions)
    lists = read_runs([folder / "one.trec", folder / "two.trec"], kb, questions, decisions)
    return pool_of(kb, questions, lists, depth=depth, seed=seed)


def of_turn(found: Candidates, turn: str) -> dict[str, tuple[str, bool]]:
    at = found.turns.index(turn)
    return {
        found.texts[i]: (found.answers[i], bool(found.is_gold[i])) for i in range(len(found)) if found.turn[i] == at
    }


def test_union_and_gold(folder: Path) -> None:
    found = candidates_of(folder)
    # The gold reply "Hello." is an answer that a system offers: one item, marked.
    assert of_turn(found, "1_1") == {"Hello.": ("a", True), "See you.": ("b", False)}
    # A reply in words of its own is an item without an answer.
    assert of_turn(found, "1_3") == {
        "Ada.": ("c", False), "Fifty.": ("d", False), "Hello.": ("a", False), "I am Ada Marrow.": ("", True),
    }  # fmt: skip
    # No reply: what is labelled right; nothing right: no gold.
    assert of_turn(found, "1_5") == {"Fifty.": ("d", False), "See you.": ("b", True)}
    assert of_turn(found, "2_1") == {"Fifty.": ("d", False)}
    counts = pool(folder).counts(3)
    assert counts["gold"] == {"reply": 2, "label": 1, "none": 1, "also_offered": 1}
    assert counts["candidates_per_turn"] == {"mean": (2 + 3 + 1 + 1) / 4, "least": 1, "most": 3}
    assert (counts["items"], counts["ratings"]) == (9, 27)
    assert counts["systems"] == {"one": {"offered": 5, "alone": 4}, "two": {"offered": 3, "alone": 2}}


def test_ranks_scores_and_labels(folder: Path) -> None:
    found = candidates_of(folder)
    at = found.items.index(
        next(i for i, t in zip(found.items, found.texts, strict=True) if t == "Fifty." and "1_3" in i)
    )
    # In `two` d and a tie at 1.0; the later id stands first.
    assert (found.ranks[at].tolist(), found.right[at]) == ([0, 1], 1)
    assert np.isnan(found.scores[at, 0])
    assert found.n_right.tolist() == [1, 2, 1, 0]
    assert len(candidates_of(folder, depth=1)) < len(found)


def test_snippets_stay_in_their_dialogue(folder: Path) -> None:
    shown = dict(zip(candidates_of(folder).turns, candidates_of(folder).shown, strict=True))
    assert shown["1_1"] == [("Hi there", False)]
    assert shown["1_5"] == [("Your name?", False), ("I am Ada Marrow.", True), ("Bye", False)]
    assert shown["2_1"] == [("Is it cold?", False)]


def test_the_seed_orders_candidates(folder: Path) -> None:
    orders = {tuple(candidates_of(folder, seed=seed).texts) for seed in range(6)}
    assert candidates_of(folder, seed=3).texts == candidates_of(folder, seed=3).texts
    assert len(orders) > 1


def test_files_round_trip_and_hide_the_gold(folder: Path) -> None:
    found = assigned(candidates_of(folder), rater_names(4), 3)
    (folder / "pool.jsonl").write_text("\n".join(pool_lines(found)))
    again = read_candidates(folder / "pool.jsonl")
    for name in ("items", "turns", "answers", "texts", "shown", "raters"):
        assert getattr(again, name) == getattr(found, name), name
    for name in ("turn", "is_gold", "right", "n_right"):
        assert getattr(again, name).tolist() == getattr(found, name).tolist()
    columns = [again.systems.index(name) for name in found.systems]
    np.testing.assert_array_equal(again.scores[:, columns], found.scores)
    tasks = list(csv.DictReader(io.StringIO(tasks_csv(found, 3))))
    assert sorted(row["item"] for row in tasks) == sorted(found.items)
    assert {row["interrogator_1"] for row in tasks if row["item"].startswith("1_1")} == {""}
    sheets = list(csv.DictReader(io.StringIO(sheets_csv(found))))
    assert len(sheets) == 3 * len(found)
    assert not any("gold" in name for row in (tasks[0], sheets[0]) for name in row)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(1, 9), min_size=1, max_size=30), st.integers(1, 5), st.integers(0, 4), st.integers(0, 99))
def test_work_is_divided_evenly(sizes: list[int], per_item: int, more: int, seed: int) -> None:
    """Everybody's load is within the largest turn of everybody else's, and k different people rate each turn."""
    turn = np.repeat(np.arange(len(sizes)), sizes)
    n = len(turn)
    candidates = Candidates(
        "c", [str(i) for i in range(n)], [f"1_{t}" for t in range(len(sizes))], turn, [""] * n, ["x"] * n,
        np.zeros(n, dtype=np.bool_), np.zeros(n, dtype=np.int64), np.zeros(len(sizes), dtype=np.int64),
        [[("q", False)]] * len(sizes),
    )  # fmt: skip
    raters = rater_names(per_item + more)
    found = assigned(candidates, raters, per_item, seed)
    assert all(len(set(names)) == per_item for names in found.raters)
    load = Counter(dict.fromkeys(raters, 0))
    for size, names in zip(sizes, found.raters, strict=True):
        load.update(dict.fromkeys(names, size))
    assert max(load.values()) - min(load.values()) <= max(sizes)


def test_broken_pools_and_runs(folder: Path) -> None:
    lines = list(pool_lines(candidates_of(folder)))
    for broken, said in [
        (lines[0].replace('"gold": false', '"gold": 1').replace('"gold": true', '"gold": 1'), "'gold'"),
        (lines[0] + "\n" + lines[0], "twice"),
        (lines[0].replace('"rank": ', '"rank": -'), "a rank from 1"),
        (lines[0].replace('"interrogator"', '"visitor"'), "the speaker 'visitor'"),
        ("item,turn\n1,2\n", "no JSON"),
    ]:
        (folder / "broken.jsonl").write_text(broken)
        with pytest.raises(FormatError, match=said):
            read_candidates(folder / "broken.jsonl")
    with pytest.raises(OptionError, match="2 raters for 3 ratings"):
        assigned(candidates_of(folder), rater_names(2), 3)
    (folder / "two.trec").write_text("1_1 Q0 zzz 1 1.0 x\n")
    with pytest.raises(InputError, match="'zzz', which is no answer"):
        candidates_of(folder)
    (folder / "two.trec").write_text("9_1 Q0 a 1 1.0 x\n")
    with pytest.raises(InputError, match="expected the same turn ids"):
        candidates_of(folder)


def test_refusals_and_strangers_are_told(folder: Path) -> None:
    (folder / "one.trec").write_text(ONE + "1_3 Q0 NO-ANSWER 1 9.0 x\n7_1 Q0 a 1 1.0 x\n1_1 Q0 a 1 3.0 x\n")
    decisions = Decisions()
    kb = read_knowledge_base(folder / "kb.csv")
    lists = read_runs([folder / "one.trec", folder / "two.trec"], kb, read_questions(folder / "d.jsonl", kb), decisions)
    kinds = ("refusals-not-rated", "turns-not-asked", "duplicate-items", "turns-without-list")
    assert [decisions.count(kind) for kind in kinds] == [1, 1, 1, 2]
    assert lists[0].rank.tolist() == [1, 2, 1, 1, 1]


def test_the_command(folder: Path) -> None:
    paths = [str(folder / name) for name in ("kb.csv", "d.jsonl", "one.trec", "two.trec")]
    outputs = ["-o", str(folder / "p.jsonl"), "--tasks", str(folder / "t.csv"), "--sheets", str(folder / "s.csv")]
    done = CliRunner().invoke(main, ["avatar", "pool", *paths, *outputs, "--raters", "4"])
    assert done.exit_code == 0, done.output
    assert "4 turns, 9 items to rate: 1.8 candidates a turn (1 to 3)" in done.stdout
    assert "27 ratings if 3 people rate each item." in done.stdout
    assert len(read_candidates(folder / "p.jsonl")) == 9
    counted = json.loads(CliRunner().invoke(main, ["avatar", "pool", *paths, "--format", "json"]).stdout)
    assert counted["ratings"] == 27
    sheet = list(csv.DictReader(io.StringIO((folder / "s.csv").read_text())))
    with (folder / "filled.csv").open("w", newline="") as file:
        written = csv.DictWriter(file, list(sheet[0]))
        written.writeheader()
        written.writerows(row | {"value": "4"} for row in sheet)
    crowd = ["avatar", "crowd", str(folder / "filled.csv"), "--pool", str(folder / "p.jsonl"), "--format", "json"]
    said = json.loads(CliRunner().invoke(main, crowd).stdout)
    assert said["ratings"]["given"] == 27
    refused = CliRunner().invoke(main, ["avatar", "pool", *paths, "--sheets", str(folder / "s.csv")])
    assert refused.exit_code == 2
    assert "--raters" in refused.stderr


def test_the_corpus(shared_data: Path, tmp_path: Path) -> None:
    """340 turns, each with its gold reply; 28 of the replies are answers that a system offers anyway."""
    from turnwise.retrieval import retriever

    mdc = shared_data / "mdc"
    kb = read_knowledge_base(mdc / "MargaritaCorpusKB.csv")
    asked = read_questions(mdc / "DIALOGUES.csv", kb).of_split("dev")
    for name in ("tfidf", "random"):
        ranked = retriever(name).index(kb).search(asked.texts, k=10)
        rows = zip(ranked.owner.tolist(), ranked.answers.tolist(), ranked.scores.tolist(), strict=True)
        text = "".join(f"{asked.turns[t]} Q0 {kb.answer_ids[a]} 1 {s!r} x\n" for t, a, s in rows)
        (tmp_path / f"{name}.trec").write_text(text)
    lists = read_runs([tmp_path / "tfidf.trec", tmp_path / "random.trec"], kb, asked, Decisions())
    counts = pool_of(kb, asked, lists).counts(3)
    assert counts["turns"] == 340
    assert counts["gold"]["reply"] == 340
    assert counts["candidates_per_turn"]["most"] == 20
