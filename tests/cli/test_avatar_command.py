"""`turnwise avatar` as a person types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from turnwise.api import score
from turnwise.avatars import retrieve
from turnwise.cli.main import main
from turnwise.readers.scores import read_scores
from turnwise.retrieval import RETRIEVERS
from turnwise.retrieval.retrieved import right_answers
from turnwise.tables.knowledge import NO_ANSWER

SAMPLES = Path(__file__).parents[2] / "src" / "turnwise" / "samples" / "avatar"
KB, DIALOGUES = SAMPLES / "keeper.csv", SAMPLES / "dialogues.jsonl"


def run(*words: object) -> Result:
    return CliRunner().invoke(main, ["avatar", *map(str, words)])


def test_stats() -> None:
    result = run("stats", KB, DIALOGUES)
    assert result.exit_code == 0
    assert result.stderr == ""
    rows = [line.split() for line in result.stdout.splitlines()]
    assert ["pairs", "65"] in rows
    assert ["dialogues", "dev", "test", "all"] in rows
    assert ["turns", "19", "21", "40"] in rows


def test_stats_as_json_of_a_knowledge_base_alone() -> None:
    counted = json.loads(run("stats", KB, "--format", "json").stdout)
    assert list(counted) == ["knowledge_base"]
    assert counted["knowledge_base"]["answers"] == 41
    assert counted["knowledge_base"]["answers_with_media"] == 6


def test_the_group_alone_shows_its_help() -> None:
    result = run()
    assert result.exit_code == 0
    assert "stats" in result.stdout


def test_mistakes_end_in_a_sentence() -> None:
    result = run("sats")
    assert (result.exit_code, result.stderr) == (2, "turnwise: there is no command 'sats'; did you mean 'stats'?\n")
    assert "expected columns for question and answer" in run("stats", DIALOGUES).stderr


def test_retrieve_writes_a_run_and_qrels_that_score_reads(tmp_path: Path) -> None:
    trec, qrels = tmp_path / "bm25.trec", tmp_path / "qrels.txt"
    result = run("retrieve", KB, DIALOGUES, "-r", "bm25", "--split", "test", "-o", trec, "--qrels-out", qrels)
    assert result.exit_code == 0, result.stderr
    assert "21 turns" in result.stdout
    found = retrieve(KB, DIALOGUES, "bm25", split="test")
    right = [found.kb.answer_ids[found.ranked.of(at)[0][0]] in right_answers(found.questions, found.kb)[turn]
             for at, turn in enumerate(found.questions.turns) if found.ranked.lengths[at]]  # fmt: skip
    assert float(score(trec, qrels, "SR@1").mean("SR@1")[0]) == pytest.approx(sum(right) / 21)


def test_a_run_is_printed_where_no_file_is_named() -> None:
    result = run("retrieve", KB, DIALOGUES, "-r", "random", "--k", 2, "--split", "dev")
    lines = result.stdout.splitlines()
    assert len(lines) == 2 * 19
    assert [line.split()[1] for line in lines] == ["Q0"] * 38


def test_refused_turns_have_no_answer_first(tmp_path: Path) -> None:
    lines = run("retrieve", KB, DIALOGUES, "-r", "tfidf", "--split", "test", "--abstain", 0.6).stdout.splitlines()
    first = {turn: item for turn, _, item, rank, *_ in map(str.split, lines) if rank == "1"}
    best = {turn: float(score) for turn, _, item, _, score, _ in map(str.split, lines) if item != NO_ANSWER}
    assert NO_ANSWER in first.values()
    plain = run("retrieve", KB, DIALOGUES, "-r", "tfidf", "--split", "test").stdout.splitlines()
    best = {turn: float(score) for turn, _, _, rank, score, _ in map(str.split, plain) if rank == "1"}
    assert {turn for turn, item in first.items() if item == NO_ANSWER} == {
        turn for turn in first if best.get(turn, 0.0) < 0.6
    }


def test_the_threshold_is_chosen_and_said(tmp_path: Path) -> None:
    result = run("retrieve", KB, DIALOGUES, "-r", "tfidf", "--abstain", "auto", "-o", tmp_path / "run.trec")
    assert "was chosen on 19 turns" in " ".join(result.stdout.split())


def test_retrievers_are_listed_and_shown() -> None:
    listed = run("retrievers").stdout
    assert all(f"\n{name} " in listed for name in RETRIEVERS)
    assert "k1=1.5" in run("retrievers", "bm25").stdout
    assert [one["name"] for one in json.loads(run("retrievers", "--format", "json").stdout)] == list(RETRIEVERS)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-r", "bm52"], "there is no retriever 'bm52'; did you mean 'bm25'?"),
        (["-r", "bm25", "--split", "tset"], "there is no split 'tset'; did you mean 'test'?"),
        (["-r", "bm25", "--abstain", "often"], "--abstain often: expected a number or auto."),
        (["-r", "bm25", "--abstain", "auto", "--tune-on", "train"], "there is no split 'train'"),
        (["-r", "bm25", "-o", "nowhere/run.trec"], "there is no folder nowhere"),
    ],
)
def test_mistakes_in_retrieving_are_told(words: list[str], said: str) -> None:
    result = run("retrieve", KB, DIALOGUES, *words)
    assert result.exit_code == 2
    assert said in result.stderr


def test_retrievers_are_compared_split_by_split(tmp_path: Path) -> None:
    out = tmp_path / "scores.csv"
    result = run("compare", KB, DIALOGUES, "-r", "random", "-r", "tfidf", "-r", "mine=bm25(b=0.5)", "-o", out)
    assert result.exit_code == 0, result.stderr
    text = result.stdout
    assert "dev: 19 turns of 2 dialogues" in text
    assert "test: 21 turns of 2 dialogues; for 2 no answer is right" in text
    assert "\nmine " in text
    assert "has the highest mean" in text
    assert max(map(len, text.splitlines())) <= 100
    dev = read_scores(tmp_path / "scores-dev.csv")
    found = retrieve(KB, DIALOGUES, "bm25(b=0.5)", split="dev")
    again = score({"mine": found.run}, right_answers(found.questions, found.kb), ["SR@1", "AP"])
    assert dev.mean("SR@1")[2] == again.mean("SR@1")[0]
    assert dev.mean("AP")[2] == pytest.approx(again.mean("AP")[0])


def test_the_comparison_as_json_counts_refusals_and_plain_turns() -> None:
    result = run("compare", KB, DIALOGUES, "--split", "test", "--abstain", "0.5", "-m", "SR@1", "-m", "OLAR", "--k", 3,
                 "--format", "json")  # fmt: skip
    [found] = json.loads(result.stdout)
    assert (found["split"], found["turns"], found["turns_with_a_right_answer"]) == ("test", 21, 19)
    tfidf = next(one for one in found["retrievers"] if one["name"] == "tfidf")
    assert 0 < tfidf["rightly_refused"] <= 2
    all_right = found["means"]["tfidf"]["SR@1"] * 21
    plainly = found["means_where_an_answer_is_right"]["tfidf"]["SR@1"] * 19
    assert all_right == pytest.approx(plainly + tfidf["rightly_refused"])
    assert list(found["means"]["bm25"]) == ["SR@1", "OLAR"]
    assert found["comparison"]["measures"][0]["measure"] == "SR@1"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-r", "tfidf"], "comparing takes at least 2 retrievers, found 1"),
        (["-r", "tfidf", "-r", "tfidf"], "two retrievers are called 'tfidf'; name one, as in other=tfidf."),
        (["-m", "nDGC"], "there is no measure 'nDGC'; did you mean 'nDCG'"),
        (["--split", "tset"], "there is no split 'tset'"),
    ],
)
def test_mistakes_in_comparing_are_told(words: list[str], said: str) -> None:
    result = run("compare", KB, DIALOGUES, *words)
    assert result.exit_code == 2
    assert said in result.stderr


def test_advise_writes_a_page_and_a_list_to_fill_in(tmp_path: Path) -> None:
    page, todo = tmp_path / "advice.html", tmp_path / "todo.csv"
    result = run("advise", KB, DIALOGUES, "--rows", 2, "-o", todo, "--report", page)
    assert result.exit_code == 0, result.stderr
    assert result.stdout.startswith("Of 40 turns: 26 served, 10 with another answer")
    assert "… and 2 more questions." in result.stdout
    rows = todo.read_text(encoding="utf-8").splitlines()
    assert rows[0] == "question,answer,would serve,turns alike,dialogues,also asked as,turn ids"
    assert len(rows) == 5
    assert "Advice for the maker" in page.read_text(encoding="utf-8")


def test_advise_gives_all_of_it_as_json() -> None:
    result = run("advise", KB, DIALOGUES, "--split", "test", "--abstain", "0.3", "--format", "json")
    found = json.loads(result.stdout)
    assert found["turns"] == sum(found["states"].values()) == 21
    assert found["unserved"] == sum(one["turns"] for one in found["to_record"])
    assert len(found["versatile"]) == 41
    assert run("advise", KB, "--format", "json").exit_code == 0


def test_advise_refuses_what_it_cannot_mean() -> None:
    assert run("advise", KB, DIALOGUES, "--alike", "2").stderr == (
        "turnwise: alike must be a cosine above 0 and up to 1, found 2.0.\n"
    )
    for command in ("advise", "retrieve", "compare"):
        words = ["--retriever", "tfidf"] if command != "compare" else []
        assert "found nan" in run(command, KB, DIALOGUES, *words, "--abstain", "nan").stderr
    assert "no-log: no such file" in run("advise", KB, "no-log").stderr
    assert "split and gold are of dialogues" in run("advise", KB, "--split", "dev").stderr
