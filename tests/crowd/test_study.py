"""What ratings say: each figure by hand, against the catalogue and scipy, and on raters whose model is known."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from scipy.stats import spearmanr

from turnwise.agreement.answers import answers_of
from turnwise.agreement.chance_corrected import fleiss
from turnwise.api import score
from turnwise.cli.main import main
from turnwise.crowd.choices import correlations, first_choices, gold_mean
from turnwise.crowd.metrics import METRICS, metrics
from turnwise.crowd.quality import Quality, believed, checks_of, costs, dropped
from turnwise.crowd.rated import Rated
from turnwise.crowd.study import CrowdSettings, study
from turnwise.crowd.two_ratings import joint, kappa_of_two, selected
from turnwise.crowd.variation import cov_of, variation
from turnwise.errors import InputError, OptionError
from turnwise.report.crowd_sections import crowd_sections, verdict
from turnwise.report.pool_files import pool_lines
from turnwise.report.sections_page import sections_page
from turnwise.report.sections_text import sections_text
from turnwise.tables.candidates import Candidates

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "src" / "turnwise" / "samples" / "avatar"


def simulate() -> Any:
    path = ROOT / "scripts" / "simulate_raters.py"
    spec = importlib.util.spec_from_file_location("simulate_raters", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    import sys

    sys.modules["simulate_raters"] = module  # where its dataclass looks for its own names
    spec.loader.exec_module(module)
    return module


def candidates_by_hand() -> Candidates:
    """Two turns of one dialogue and one of another: items 0–2, 3–5 and 6; the third, sixth and last are gold."""
    return Candidates(
        "pool", ["1_1/1", "1_1/2", "1_1/3", "1_2/1", "1_2/2", "1_2/3", "2_1/1"], ["1_1", "1_2", "2_1"],
        np.array([0, 0, 0, 1, 1, 1, 2]), ["a", "b", "", "a", "c", "d", "d"],
        ["A", "B", "gold words", "A", "C", "D", "D"],
        np.array([False, False, True, False, False, True, True]), np.array([1, 0, 0, 0, 0, 1, 1]), np.array([2, 1, 1]),
        [[("q", False)], [("q", False), ("x", True), ("r", False)], [("s", False)]],
        ["one", "two"],
        np.array([[1, 0], [2, 1], [0, 0], [2, 1], [1, 0], [0, 2], [1, 0]]),
        np.array([[0.9, np.nan], [0.5, 3], [np.nan] * 2, [0.2, 2], [0.8, np.nan], [np.nan, 1], [0.7, np.nan]]),
    )  # fmt: skip


def rated_of(candidates: Candidates, *rows: tuple[int, int, float]) -> Rated:
    item, rater, value = (np.array(column) for column in zip(*rows, strict=True))
    return Rated(candidates, [f"w{n}" for n in range(int(rater.max()) + 1)], item, rater, value.astype(float))


#: Rater 0 is kind, rater 1 gives one gold answer a 3, rater 2 fails all.
ROWS = [
    (0, 0, 5), (0, 1, 4), (0, 2, 2), (1, 0, 2), (1, 1, 1), (2, 0, 5), (2, 1, 3), (2, 2, 1),
    (3, 0, 3), (3, 1, 3), (4, 0, 4), (4, 1, 5), (5, 0, 4), (5, 1, 5), (5, 2, 2), (6, 0, 5), (6, 1, 4),
]  # fmt: skip
RATED = rated_of(candidates_by_hand(), *ROWS)


def test_checks_of_raters() -> None:
    checks = checks_of(RATED, 4)
    assert checks.golds.tolist() == [3, 3, 2]
    assert checks.failed.tolist() == [0, 1, 2]
    # Rater 2: on item 2 others gave (5 + 3)/2 = 4, on item 5 (4 + 5)/2 = 4.5; below by 3 and 2.5.
    assert checks.below_others[2] == pytest.approx(2.75)
    # Rater 0: (3+1)/2 − 5 = −3, (5+2)/2 − 4 = −0.5, 4 − 5 = −1.
    assert checks.below_others[0] == pytest.approx(-1.5)


@pytest.mark.parametrize(
    ("quality", "out"),
    [
        (Quality("any"), [1, 2]),
        (Quality("any", min_golds=3), [1]),
        (Quality("any", least=3), [2]),
        (Quality("share"), [2]),
        (Quality("share", limit=0.3), [1, 2]),
        (Quality("deviation"), [2]),
        (Quality("deviation", limit=3), []),
        (Quality("none"), []),
    ],
)
def test_rules_of_quality(quality: Quality, out: list[int]) -> None:
    assert np.flatnonzero(dropped(checks_of(RATED, quality.least), quality)).tolist() == out


def test_what_rules_cost() -> None:
    """Dropping raters 1 and 2 loses 7 + 3 of 17 ratings."""
    found = {cost.rule: cost for cost in costs(RATED, Quality("any"), 0, 0)}
    assert (found["any"].raters_dropped, found["any"].ratings_dropped) == (2, 10)
    assert found["any"].gold_mean == pytest.approx((5 + 4 + 5) / 3)
    assert (found["none"].ratings_dropped, found["share"].ratings_dropped) == (0, 3)
    assert found["any"].alpha.value is None  # one rater agrees with nobody
    with pytest.raises(OptionError, match="no limit"):
        Quality("any", limit=2)


def test_two_of_three_ratings() -> None:
    """1 2 5: closest and lowest are 1 2, highest 2 5, at random each pair a third; 1 3 5: both pairs are closest."""
    answers = answers_of([[1, 2, 5], [1, 3, 5]], categories=[1, 2, 3, 4, 5])

    def pairs(selection: str, item: int) -> dict[tuple[int, int], float]:
        table = joint(answers, selection)[item]
        assert np.array_equal(table, table.T)
        return {(a + 1, b + 1): float(2 * table[a, b]) for a in range(5) for b in range(a, 5) if table[a, b]}

    assert pairs("closest", 0) == pairs("lowest", 0) == {(1, 2): 1}
    assert pairs("highest", 0) == {(2, 5): 1}
    assert pairs("random", 0) == pytest.approx({(1, 2): 1 / 3, (1, 5): 1 / 3, (2, 5): 1 / 3})
    assert pairs("closest", 1) == {(1, 3): 0.5, (3, 5): 0.5}


def test_kappa_of_all_pairs_is_fleiss() -> None:
    """With as many ratings of each item, two at random are what Fleiss' κ looks at."""
    matrix = np.random.default_rng(1).integers(1, 6, (40, 3)).astype(float)
    matrix[:, 1] = matrix[:, 0]
    answers = answers_of(matrix)
    for weights in ("identity", "quadratic"):
        assert kappa_of_two(answers, "random", weights).value == pytest.approx(fleiss(answers, weights).value)


def test_choosing_close_ratings_makes_random_raters_agree() -> None:
    answers = answers_of(np.random.default_rng(2).integers(1, 6, (3000, 3)).astype(float))
    found = {one.selection: one for one in selected(answers, 0, 0)}
    random, closest = found["random"].kappa["identity"].value, found["closest"].kappa["identity"].value
    assert random is not None
    assert closest is not None
    assert abs(random) < 0.03
    assert closest > 0.3  # 1 − (4/5)(3/5) = 52 % of triples hold a pair, and chance is 20 %
    assert found["closest"].by_chance["identity"] == pytest.approx(closest, abs=0.02)


def test_first_choices_by_hand() -> None:
    """`one` puts items 0, 4 and 6 first: means 11/3, 4.5, 4.5; gold items 2, 5 and 6: 3, 11/3, 4.5."""
    one, two = first_choices(RATED, 0, 0)
    assert one.mean.value == pytest.approx((11 / 3 + 4.5 + 4.5) / 3)
    assert gold_mean(RATED, 0, 0).value == pytest.approx((3 + 11 / 3 + 4.5) / 3)
    assert one.of_gold.value == pytest.approx(100 * (11 / 3 + 9) / (3 + 11 / 3 + 4.5))
    assert (one.rank, two.rank, one.rated, one.unrated) == (1, 2, 3, 0)


def test_correlations_are_those_of_scipy() -> None:
    rated = simulated_study().rated
    for at, found in enumerate(correlations(rated, 0, 0)):
        listed = (rated.candidates.ranks[:, at] > 0) & (rated.counts > 0)
        scores, means = np.round(rated.candidates.scores[listed, at], 9), np.round(rated.means[listed], 9)
        turn = rated.candidates.turn[listed]
        assert found.pooled.value == pytest.approx(spearmanr(scores, means).statistic)
        within = [
            value
            for t in np.unique(turn)
            if (turn == t).sum() > 2
            and len(set(scores[turn == t])) > 1
            and len(set(np.round(means[turn == t], 9))) > 1
            and np.isfinite(value := spearmanr(scores[turn == t], np.round(means[turn == t], 9)).statistic)
        ]
        assert found.within.value == pytest.approx(np.mean(within))
        assert found.turns == len(within)


def test_metrics_are_those_of_the_catalogue() -> None:
    """Against `turnwise.score` on the same lists and labels, written as dicts."""
    rated = simulated_study().rated
    c = rated.candidates
    run: dict[str, dict[str, float]] = {turn: {} for turn in c.turns}
    qrels: dict[str, dict[str, int]] = {turn: {"unoffered": 0} for turn in c.turns}
    for at, answer in enumerate(c.answers):
        turn = c.turns[c.turn[at]]
        if c.ranks[at, 0]:
            run[turn][answer] = -float(c.ranks[at, 0])
        if answer and rated.counts[at] and rated.means[at] >= 3.5:
            qrels[turn][answer] = 1
    expected = score(run, qrels, list(METRICS)).means[0]
    of_crowd = next(one for one in metrics(rated, 3.5, 0, 0) if one.labels == "crowd")
    assert [of_crowd.systems[c.systems[0]][m].value for m in METRICS] == pytest.approx(expected.tolist())
    assert of_crowd.systems["crowd"]["SR@1"].value == pytest.approx(1 - of_crowd.without / of_crowd.turns)


def test_labels_by_hand() -> None:
    """The crowd finds 0 (11/3), 4 (4.5), 5 (11/3) and 6 (4.5) right. Item 2 is gold, but no answer of the avatar."""
    maker, crowd, either = metrics(RATED, 3.5, 0, 0)
    assert (maker.right, crowd.right, either.right) == (4, 4, 5)
    # Against the crowd `one` finds item 0 of turn 1, item 4 of turn 2 and item 6 of turn 3 first; turn 2 has two right.
    assert crowd.systems["one"]["SR@1"].value == 1
    assert crowd.systems["one"]["R@1"].value == pytest.approx((1 + 0.5 + 1) / 3)
    # Against the maker turn 1 has a right answer that nobody offered, and turn 2 only item 5, which `one` lacks.
    assert maker.systems["one"]["R@1"].value == pytest.approx((0.5 + 0 + 1) / 3)
    assert maker.systems["two"]["RR"].value == pytest.approx((0 + 1 / 2 + 0) / 3)


def test_variation_by_hand() -> None:
    """CoV of 1 3 5 is √(8/3) / 3 = 0.544."""
    ratings = {0: [1, 3, 5], 1: [4, 4], 3: [3, 3], 4: [2, 3]}
    rows = [(item, rater, value) for item, values in ratings.items() for rater, value in enumerate(values)]
    rated = rated_of(candidates_by_hand(), *rows)
    cov = cov_of(rated)
    assert cov[[0, 1, 3]] == pytest.approx([(8 / 3) ** 0.5 / 3, 0, 0])
    assert cov[4] == pytest.approx(0.2)
    assert np.isnan(cov[[2, 5, 6]]).all()
    found = variation(rated, "question", 3.5, 0)
    assert found is not None
    # Of 0, 0, 0.2 and 0.544 the median is 0.1 and the 75th percentile 0.286: item 0 is high, items 1 and 3 low.
    assert (found.median.value, found.upper.value) == (
        pytest.approx(0.1),
        pytest.approx(0.2 + 0.25 * (0.54433 - 0.2), abs=1e-4),
    )
    assert {unit.text: unit.set for unit in found.units} == {"q": "both", "r": "one-sided"}
    assert {unit.text: unit.right for unit in found.units} == {"q": 0.5, "r": 0}
    answers = variation(rated, "answer", 3.5, 0)
    assert answers is not None
    # The answer A has item 0 (high) and item 3 (low), B only item 1 (low), C item 4 (between).
    assert {unit.text: unit.set for unit in answers.units} == {"A": "both", "B": "one-sided", "C": "neither"}


_STUDIES: dict[str, Any] = {}


def simulated_study(rule: str = "share"):  # type: ignore[no-untyped-def]
    """The sample's pool, rated by twelve raters of whom two answer at random; 40 turns, 3 ratings of each item."""
    if "rated" not in _STUDIES:
        from turnwise.crowd.pool import pool_of
        from turnwise.readers.knowledge import read_knowledge_base, read_questions
        from turnwise.retrieval import retriever
        from turnwise.tables.answer_lists import answer_lists

        kb = read_knowledge_base(SAMPLE / "keeper.csv")
        asked = read_questions(SAMPLE / "dialogues.jsonl", kb)
        lists = []
        for name in ("tfidf", "random"):
            ranked = retriever(name).index(kb).search(asked.texts, k=10)
            lists.append(answer_lists(name, ranked.owner, ranked.answers, ranked.scores, kb.tie_order))
        candidates = pool_of(kb, asked, lists).candidates
        module = simulate()
        model = module.Raters(number=12, careless=2)
        rows = module.simulated(candidates, model, 5)
        names = sorted({name for _, name, _ in rows})
        _STUDIES["rated"] = Rated(
            candidates, names, np.array([item for item, _, _ in rows]),
            np.array([names.index(name) for _, name, _ in rows]), np.array([float(value) for *_, value in rows]),
        )  # fmt: skip
        rng = np.random.default_rng(5)
        module.worth(candidates, model, rng)
        rng.normal(0, model.leaning, model.number)
        _STUDIES["careless"] = {f"w{at + 1:02}" for at in rng.permutation(12)[:2].tolist()}
    if rule not in _STUDIES:
        _STUDIES[rule] = study(_STUDIES["rated"], CrowdSettings(Quality(rule), draws=200))
    return _STUDIES[rule]


def test_known_raters_are_found_out() -> None:
    found = simulated_study()
    assert {name for name, out in zip(found.rated.raters, found.out, strict=True) if out} == _STUDIES["careless"]
    alpha = {cost.rule: cost.alpha.value for cost in found.costs}
    assert alpha["share"] > alpha["none"] + 0.05
    loss = {cost.rule: cost.ratings_dropped for cost in found.costs}
    assert loss["any"] > 2 * loss["share"]  # one slip is enough for the paper's rule
    assert found.choices[0].rank == 1
    assert found.gold.value > found.gold_of_all.value
    selections = {one.selection: one.kappa["identity"].value for one in found.selected}
    assert selections["closest"] > selections["lowest"] > selections["random"]


def test_text_page_and_json(tmp_path: Path) -> None:
    found = simulated_study()
    sections = crowd_sections(found)
    text = sections_text(sections)
    assert max(map(len, text.splitlines())) <= 100
    assert "Whom to believe" in text
    page = sections_page("t", "l", verdict(found), sections)
    assert page.count("<svg") == 1
    assert "nan" not in page.lower().replace("financ", "")
    parsed = json.loads(json.dumps(found.as_dict()))
    assert set(parsed["metrics"]) == {"maker", "crowd", "either"}
    assert len(parsed["two_ratings"]) == 4


def test_the_command_with_and_without_a_pool(tmp_path: Path) -> None:
    rated = simulated_study().everything
    c = rated.candidates
    (tmp_path / "pool.jsonl").write_text("\n".join(pool_lines(c)))
    rows = [
        {
            "snippet_id": c.turns[c.turn[item]], "predicted_answer": c.texts[item],
            "answers": rated.value[rated.item == item].astype(int).tolist(),
            "worker_ids": [rated.raters[r] for r in rated.rater[rated.item == item]],
        }
        for item in range(len(c))
    ]  # fmt: skip
    (tmp_path / "ratings.jsonl").write_text("\n".join(json.dumps(row) for row in rows))
    lines = ["item,annotator,question,value"] + [
        f"{c.items[i]},{rated.raters[r]},fit,{v:g}"
        for i, r, v in zip(rated.item, rated.rater, rated.value, strict=True)
    ]
    (tmp_path / "sheet.csv").write_text("\n".join(lines) + "\nelsewhere,w01,fit,3\n")
    run = "".join(
        f"{c.turns[c.turn[i]]} Q0 {c.answers[i]} 1 {c.scores[i, 0]} x\n" for i in range(len(c)) if c.ranks[i, 0]
    )
    (tmp_path / "tfidf.trec").write_text(run)

    def crowd(*words: str) -> dict[str, Any]:
        common = ["--quality", "share", "--draws", "0", "--format", "json"]
        done = CliRunner().invoke(main, ["avatar", "crowd", *words, *common])
        assert done.exit_code == 0, done.output
        loaded: dict[str, Any] = json.loads(done.stdout)
        return loaded

    pool = ["--pool", str(tmp_path / "pool.jsonl")]
    by_pool = crowd(str(tmp_path / "ratings.jsonl"), *pool)
    assert crowd(str(tmp_path / "sheet.csv"), *pool)["quality"] == by_pool["quality"]
    corpus = ["--kb", str(SAMPLE / "keeper.csv"), "--dialogues", str(SAMPLE / "dialogues.jsonl")]
    without = crowd(str(tmp_path / "ratings.jsonl"), *corpus, "--run", str(tmp_path / "tfidf.trec"))
    assert without["quality"] == by_pool["quality"]
    assert without["metrics"]["maker"]["systems"]["tfidf"] == by_pool["metrics"]["maker"]["systems"]["tfidf"]
    for words, said in [
        ([str(tmp_path / "sheet.csv")], "say what was rated"),
        ([str(tmp_path / "sheet.csv"), *corpus], "expected the id of a turn of the dialogues"),
        ([str(tmp_path / "sheet.csv"), *pool, "--run", "x"], "--run needs to know"),
        ([str(tmp_path / "sheet.csv"), *pool, "--question", "fitt"], "did you mean 'fit'"),
    ]:
        refused = CliRunner().invoke(main, ["avatar", "crowd", *words])
        assert (refused.exit_code, refused.stdout) == (2, "")
        assert said in refused.stderr


def test_ratings_without_names(tmp_path: Path) -> None:
    nameless = Rated(RATED.candidates, RATED.raters, RATED.item, RATED.rater, RATED.value, raters_known=False)
    with pytest.raises(OptionError, match="do not say who gave them"):
        believed(nameless, Quality("any"))
    found = study(nameless, CrowdSettings(Quality("none"), draws=0))
    assert [cost.rule for cost in found.costs] == ["none"]
    with pytest.raises(InputError, match="no rating is left"):
        study(RATED.keeping(RATED.rater == 2), CrowdSettings(Quality("any"), draws=0))


def test_real_ratings_of_other_studies(shared_data: Path) -> None:
    """GRADE's 1,200 items have 8 to 11 ratings each: choosing the closest two lifts κ far above what they agree."""
    from turnwise.agreement.answers import packed
    from turnwise.readers.ratings import read_ratings

    ratings = read_ratings(shared_data / "raters_grade" / "human_judgement.json")
    answers = packed(ratings.item, ratings.rater, np.round(ratings.value), len(ratings.raters), raters_known=False)
    found = {one.selection: one for one in selected(answers, 0, 0)}
    closest, random = found["closest"].kappa["identity"].value, found["random"].kappa["identity"].value
    assert random is not None
    assert closest is not None
    assert closest > 0.9 > 0.5 > random
    assert found["closest"].by_chance["identity"] > 0.9


def test_whole_lists_of_a_shallow_pool_score_as_turnwise_score_does(tmp_path: Path) -> None:
    corpus = [str(SAMPLE / "keeper.csv"), str(SAMPLE / "dialogues.jsonl")]
    run, qrels, pool = (str(tmp_path / name) for name in ("random.run", "right.txt", "pool.jsonl"))
    for words in (
        ["retrieve", *corpus, "--retriever", "random", "-o", run, "--qrels-out", qrels],
        ["pool", *corpus, run, "--depth", "2", "-o", pool],
    ):
        assert CliRunner().invoke(main, ["avatar", *words]).exit_code == 0
    items = [json.loads(line)["item"] for line in Path(pool).read_text().splitlines()]
    (tmp_path / "ratings.csv").write_text("item,annotator,value\n" + "".join(f"{item},w,4\n" for item in items))
    crowd = ["avatar", "crowd", str(tmp_path / "ratings.csv"), "--pool", pool, "--draws", "0", "--format", "json"]
    whole = [*crowd, "--kb", corpus[0], "--dialogues", corpus[1], "--run", run]
    shallow, found = (json.loads(CliRunner().invoke(main, words).stdout)["metrics"] for words in (crowd, whole))
    means = score(run, qrels, ["SR@10", "RR", "AP"]).means[0]
    of_maker = found["maker"]["systems"]["random"]
    assert [of_maker[name]["value"] for name in ("SR@10", "RR", "AP")] == pytest.approx(means.tolist(), abs=1e-12)
    assert shallow["maker"]["systems"]["random"]["SR@10"]["value"] < means[0]
    assert found["crowd"]["right"] == shallow["crowd"]["right"]
