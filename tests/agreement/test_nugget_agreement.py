"""Agreement on nuggets: units, coefficients over both sides, spans, and the consistency hypothesis."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from tests.dialogues.made import Marks, made, random_dialogues, written
from turnwise.agreement.answers import answers_of
from turnwise.agreement.consistency import HOLDS, LATER, OPEN, REFUTED, consistency
from turnwise.agreement.domain import stratified
from turnwise.agreement.nugget_spans import span_f1
from turnwise.agreement.nugget_units import nugget_units
from turnwise.agreement.nuggets import BOTH, COEFFICIENTS, nugget_agreement
from turnwise.cli.main import main
from turnwise.errors import InputError, OptionError

#: Two annotators. Block 1 of d1: both the trigger; block 2: the goal and none; d2: trigger and none.
TWO: list[tuple[str, list[Marks]]] = [
    ("CCH", [([("CNUG0", 1, 2), ("HNUG*", 3, 3)], {"S": 1}), ([("CNUG0", 1, 2)], {"S": 1})]),
    ("C", [([("CNUG0", 1, 1)], {"S": 0}), ([], {"S": 1})]),
]


def test_blocks_are_the_units_where_nuggets_are_whole_blocks(tmp_path: Path) -> None:
    units = nugget_units(made(tmp_path, TWO))
    assert units.per == "block"
    assert units.dialogue.tolist() == [0, 0, 1]
    assert units.opening.tolist() == [True, False, True]
    # d1 by a1: CNUG0, HNUG*; by a2: CNUG0, none; d2: CNUG0; none. A code is a kind + 1
    assert units.code.tolist() == [1, 5, 1, 0, 1, 0]
    assert nugget_units(made(tmp_path, TWO), "post").code.tolist() == [1, 1, 5, 1, 1, 0, 1, 0]


def test_a_part_of_a_block_makes_posts_the_units(tmp_path: Path) -> None:
    part = made(tmp_path, [("CCH", [([("CNUG0", 1, 1)], {}), ([], {})])])
    assert nugget_units(part).per == "post"
    with pytest.raises(OptionError, match="covers posts 1 to 1, which are not whole blocks"):
        nugget_units(part, "block")


def test_of_two_nuggets_of_a_post_the_first_counts(tmp_path: Path) -> None:
    twice = made(tmp_path, [("CC", [([("CNUG0", 1, 1), ("CNUG", 1, 2)], {})])])
    units = nugget_units(twice, "post")
    assert units.code.tolist() == [1, 2]
    assert units.overlapping == 1


def test_hand_worked(tmp_path: Path) -> None:
    found = nugget_agreement(made(tmp_path, TWO), draws=50)
    customer, helpdesk, both = found.answers[:3]
    # of the customer's two blocks, both agree on the first: 1/2; shares of none and CNUG0 are 1/4 and 3/4
    assert customer.coefficients["percent"].value == pytest.approx(0.5)
    assert customer.coefficients["Fleiss"].value == pytest.approx((0.5 - 10 / 16) / (1 - 10 / 16))
    assert customer.coefficients["Randolph"].value == pytest.approx((0.5 - 0.25) / 0.75)
    # the helpdesk's block: none and HNUG*: never alike, chance 1/2, of three categories 1/3
    assert helpdesk.coefficients["Fleiss"].value == pytest.approx(-1)
    assert helpdesk.coefficients["Randolph"].value == pytest.approx(-0.5)
    # both: observed 1 of 3; chance twice 10/16 and once 1/2
    chance = (2 * 10 / 16 + 1 / 2) / 3
    assert both.coefficients["Fleiss"].value == pytest.approx((1 / 3 - chance) / (1 - chance))
    goal = next(a for a in found.answers if a.of == "CNUG*" and a.what == "this kind or not")
    assert goal.coefficients["Fleiss"].value is None
    assert "all answers are alike" in str(goal.coefficients["Fleiss"].reason)


@pytest.mark.parametrize("name", COEFFICIENTS)
def test_a_single_stratum_is_the_coefficient_itself(name: str) -> None:
    rng = np.random.default_rng(3)
    ratings = rng.integers(0, 3, (40, 5)).astype(float)
    ratings[rng.random(ratings.shape) < 0.3] = np.nan  # ragged, with items of one answer
    answers = answers_of(ratings, categories=[0, 1, 2])
    one = stratified(name, [(answers, np.arange(answers.n_clusters))], answers.n_clusters)
    plain = COEFFICIENTS[name](answers)
    assert one.value == pytest.approx(plain.value, abs=1e-12)
    assert np.allclose(one.influence, plain.influence, atol=1e-12)


def test_strata_tell_less_than_pooling_when_only_the_side_is_agreed_on(tmp_path: Path) -> None:
    found = nugget_agreement(made(tmp_path, random_dialogues(5, 200)), draws=0)
    both = next(a for a in found.answers if a.of == BOTH)
    value = both.coefficients["Fleiss"].value
    assert value is not None
    assert abs(value) < 0.05  # kinds were drawn at random; counted as one scale of six, κ would be 0.2


@pytest.mark.parametrize("match", ["exact", "overlap"])
@pytest.mark.parametrize("same_kind", [True, False])
def test_span_f1_is_that_of_all_pairs(tmp_path: Path, match: str, same_kind: bool) -> None:
    dialogues = made(tmp_path, [*random_dialogues(1), ("CCCH", [([("CNUG", 1, 3)], {}), ([("CNUG", 2, 3)], {})])])
    nuggets = dialogues.nuggets
    assert nuggets is not None
    matched = total = 0
    for d in range(len(dialogues)):
        of: dict[int, set[tuple[int, ...]]] = {}
        for reader in nuggets.read[nuggets.read[:, 0] == d, 1].tolist():
            rows = np.flatnonzero((nuggets.dialogue == d) & (nuggets.annotator == reader)).tolist()
            spans = {(nuggets.first[r], nuggets.last[r], nuggets.kind[r] if same_kind else 0) for r in rows}
            posts = {(p, k) for first, last, k in spans for p in range(first, last + 1)}
            of[reader] = spans if match == "exact" else posts
        for one, other in combinations(of.values(), 2):
            matched += 2 * len(one & other)
            total += len(one) + len(other)
    found = span_f1(dialogues, nuggets, "exact" if match == "exact" else "overlap", same_kind=same_kind)
    assert found.value == pytest.approx(matched / total, abs=1e-12)


def _study(nuggets_agree: bool, labels_agree: bool) -> list[tuple[str, list[Marks]]]:
    """Sixty dialogues by three annotators, who agree wholly on one of the two and answer at random on the other."""
    rng = np.random.default_rng(0)
    found = []
    for _ in range(60):
        marked = [rng.random(4) < 0.5 for _ in range(3)]
        said = [float(rng.integers(-2, 3)) for _ in range(3)]
        marks: list[Marks] = []
        for who in range(3):
            mine = marked[0 if nuggets_agree else who]
            kinds = ("CNUG", "HNUG", "CNUG*", "HNUG*")
            nuggets = [(kind, at, at) for at, (kind, yes) in enumerate(zip(kinds, mine, strict=True), 1) if yes]
            marks.append((nuggets, {"S": said[0 if labels_agree else who]}))
        found.append(("CHCH", marks))
    return found


def test_the_consistency_hypothesis(tmp_path: Path) -> None:
    holds = consistency(made(tmp_path, _study(True, False)), draws=200)
    assert holds.holds is True
    assert {c.verdict for c in holds.contrasts} == {HOLDS}
    fails = consistency(made(tmp_path, _study(False, True)), draws=200)
    assert fails.holds is False
    assert {c.verdict for c in fails.contrasts} == {REFUTED}
    neither = consistency(made(tmp_path, random_dialogues(7, 60)), draws=200)
    assert neither.count(OPEN, coefficient="Fleiss") >= 13  # of 16, each of which errs once in twenty
    # five answers are put into three by sign, and compared under α as ordered, too
    assert {c.scale for c in holds.contrasts} == {"as given", "by sign", "ordinal"}
    assert "in all 7 comparisons" in holds.verdict


def test_dialogues_without_one_side_stay_aligned(tmp_path: Path) -> None:
    """The second dialogue has no helpdesk, so clusters of sides differ; differences are paired all the same."""
    study = _study(True, False)
    study.insert(1, ("C", [([("CNUG0", 1, 1)], {"S": 1.0})] * 3))
    found = consistency(made(tmp_path, study), draws=200)
    chosen = next(c for c in found.contrasts if (c.side, c.scale, c.coefficient) == (LATER, "as given", "Fleiss"))
    assert chosen.difference == pytest.approx((chosen.nuggets.value or 0) - (chosen.labels.value or 0))
    assert chosen.interval is not None
    assert chosen.interval.low < (chosen.difference or 0) < chosen.interval.high


def test_what_has_no_nuggets_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bare.json"
    path.write_text(json.dumps([{"id": "d", "posts": [{"sender": "customer", "text": "Hi"}]}]))
    shown = CliRunner().invoke(main, ["dialogues", "agree", str(path)])
    assert shown.exit_code == 2
    assert "it has no nuggets" in shown.stderr
    with pytest.raises(InputError, match="no labels of dialogues"):
        consistency(made(tmp_path, [("C", [([("CNUG0", 1, 1)], {})])]))


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "made.json"
    path.write_text(json.dumps(written(_study(True, False))))
    shown = CliRunner().invoke(main, ["dialogues", "agree", str(path), "--draws", "100"])
    assert shown.exit_code == 0, shown.output
    assert "Do nuggets agree better than labels?" in shown.stdout
    assert "Yes: on the customer's posts nuggets agree better than the labels in all 7 comparisons" in shown.stdout
    assert max(map(len, shown.stdout.splitlines())) <= 110
    without = CliRunner().invoke(main, ["dialogues", "agree", str(path), "--draws", "0"]).stdout
    assert "without draws there is no interval" in without
    assert "It cannot be told: on the customer's posts nuggets agree better in 0 of 7" in without
    assert "Intervals of 95% are large-sample." in without
    told = json.loads(
        CliRunner().invoke(main, ["dialogues", "agree", str(path), "--draws", "100", "--format", "json"]).stdout
    )
    assert told["consistency"]["holds"] is True
    assert told["nuggets"]["per"] == "block"


@pytest.mark.parametrize("agreement", [nugget_agreement, consistency])
def test_progress_runs_to_the_end(agreement: Callable[..., object], tmp_path: Path) -> None:
    told: list[tuple[int, int, str]] = []
    agreement(made(tmp_path, _study(True, True)), draws=600, progress=lambda *step: told.append(step))
    shares = [done / total for done, total, _ in told]
    assert (shares[0], shares[-1], shares == sorted(shares), len(shares) > 20) == (0, 1, True, True)
