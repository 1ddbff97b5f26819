"""Choosing on training folds, judging on held-out ones, and saying what came of it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.policies.lists_of_options import asked, drawn_replies, replies_of
from turnwise.errors import InputError, OptionError
from turnwise.measures import parse
from turnwise.policies.outcome import Outcome
from turnwise.policies.policy import Threshold, TopK
from turnwise.policies.shown_lists import score_lists
from turnwise.policies.tune import folds_of, tune
from turnwise.policies.tuning import Tuning
from turnwise.policies.worth import Worth
from turnwise.tables.decisions import Decisions
from turnwise.tables.replies import Replies


def toss_ups(n: int, seed: int = 0) -> Replies:
    """Sure queries that are right, and toss-ups whose second option is right: there, two options beat one."""
    rng = np.random.default_rng(seed)
    sure = {"a": 0.9, "b": 0.05, "c": 0.05}
    unsure = {"a": 0.45, "b": 0.44, "c": 0.11}
    return replies_of(*((sure, "a") if rng.random() < 0.5 else (unsure, "b") for _ in range(n)))


def outcome(tuning: Tuning, name: str) -> Outcome:
    return next(o for o in tuning.outcomes if o.name == name)


def small(replies: Replies, **choices: Any) -> Tuning:
    return tune(replies, **{"resamples": 200, **choices})


def test_fixed_lists_are_the_mean_of_the_measure() -> None:
    replies = drawn_replies(80, seed=1)
    tuning = small(replies, max_length=3)
    table = Worth(asked(replies, 3), parse("OLAR")).table
    for k in (1, 2, 3):
        assert outcome(tuning, f"top-{k}").value.mean == pytest.approx(table[:, k].mean())
    assert outcome(tuning, "top-2").difference is not None
    assert tuning.one_option.difference is None


def test_the_longest_fixed_list_is_what_scoring_the_whole_lists_gives() -> None:
    replies = drawn_replies(80, seed=1, options=6)
    tuning = small(replies, measure="LAR", max_length=6)
    scores = score_lists(replies, "LAR", resamples=200)
    assert outcome(tuning, "top-6").value.mean == pytest.approx(scores.measures["LAR"].mean, abs=1e-12)
    assert outcome(tuning, "top-6").shown == scores.shown


def test_a_held_out_query_is_answered_by_the_setting_chosen_without_it() -> None:
    replies = drawn_replies(60, seed=2)
    tuning = small(replies, policy="threshold", max_length=3, folds=4, seed=9)
    questions = asked(replies, 3)
    table, fold = Worth(questions, parse("OLAR")).table, folds_of(questions, 4, 9)
    best = tuning.best
    worth = np.empty(60)
    for k, setting in enumerate(best.fold_settings):
        lengths = np.where(questions.falls_back, 0, setting.lengths(questions.scores))
        values = table[np.arange(60), lengths]
        worth[fold == k] = values[fold == k]
        others = Threshold(0.2, 2)
        plain = table[np.arange(60), np.where(questions.falls_back, 0, others.lengths(questions.scores))]
        assert values[fold != k].sum() >= plain[fold != k].sum() - 1e-9  # the choice is the best on the training folds
    assert best.value.mean == pytest.approx(worth.mean())


def test_folds_share_out_right_wrong_and_out_of_scope() -> None:
    questions = asked(drawn_replies(97, seed=3))
    fold = folds_of(questions, 5, 0)
    kinds = np.where(questions.out_of_scope, 2, np.where(questions.right[:, 0], 0, 1))
    assert np.ptp(np.bincount(fold)) <= 1
    for kind in range(3):
        assert np.ptp(np.bincount(fold[kinds == kind], minlength=5)) <= 1
    assert (folds_of(questions, 5, 0) == fold).all()
    assert (folds_of(questions, 5, 1) != fold).any()


def test_lists_are_recommended_where_they_pay() -> None:
    """Toss-ups whose second option is right: OLAR of wc is 0.744, of w 0.488."""
    tuning = small(toss_ups(120))
    assert tuning.better
    assert tuning.recommended == tuning.best.setting
    # Margin 0.1 and mass 0.5 do the same here: of equals the simplest policy is taken. Between 0.11 and 0.44, the
    # confidences of what is to be hidden and shown, 0.4 is the highest number with one decimal.
    assert str(tuning.best.setting) == "threshold(threshold=0.4, max_length=2)"
    assert tuning.sentence.startswith("Show every option with a confidence of at least 0.4, 2 at most")
    assert "the right one is in the list for 100% of questions instead of" in tuning.sentence


def test_one_option_stays_where_lists_bring_nothing() -> None:
    sure = replies_of(*[({"a": 0.8, "b": 0.2}, "a")] * 30)
    tuning = small(sure)
    assert not tuning.better
    assert tuning.recommended == TopK(1)
    assert tuning.sentence == "Keep showing one option: by OLAR no other list did better for these 30 questions."
    assert str(tuning.best.setting) == "top-k(k=1)"  # of all settings that tie, the simplest


def test_noise_is_called_noise() -> None:
    """Confidences that say nothing about what is right: held out, a chosen setting must not look better."""
    rng = np.random.default_rng(4)
    queries = [({"a": float(p), "b": float(1 - p)}, rng.choice(["a", "b"])) for p in rng.uniform(0.5, 1, size=60)]
    tuning = small(replies_of(*queries), measure="LAR")
    assert not tuning.better
    assert tuning.sentence.startswith("Keep showing one option: ")
    assert "60 questions" in tuning.sentence


def test_the_fallback_is_learned_from_out_of_scope_queries() -> None:
    rng = np.random.default_rng(5)
    inside = [({"a": p, "b": 1 - p}, "a") for p in rng.uniform(0.7, 1, size=40)]
    outside = [({"a": p, "b": 1 - p}, None) for p in rng.uniform(0.5, 0.65, size=20)]
    tuning = small(replies_of(*inside, *outside))
    assert tuning.best.shown.fallback_when_out_of_scope == 1.0
    assert tuning.best.shown.fallback_when_in_scope == 0.0
    assert str(tuning.best.setting) == "top-k(k=1, floor=0.7)"
    assert "the fallback answers 100% of out-of-scope questions instead of 0%" in tuning.sentence


def test_without_out_of_scope_queries_no_floor_is_tuned() -> None:
    tuning = small(drawn_replies(50, seed=6, out_of_scope=0))
    assert all("floor" not in o.setting.settings for o in tuning.outcomes)
    assert any("no query is out of scope" in note for note in tuning.notes)


def test_prices_rise_with_what_is_wanted() -> None:
    tuning = small(drawn_replies(400, seed=7), measure="F1")
    assert [price.wanted for price in tuning.prices] == [0.8, 0.85]  # one option holds 62.2%, five hold 86.0%
    lengths = [price.mean_length for price in tuning.prices]
    assert lengths == sorted(lengths)
    one = tuning.one_option.shown.right_in_list or 0
    assert all(price.wanted > one for price in tuning.prices)
    # Held out, so near what was wanted and not exactly it.
    assert all(abs(price.right_in_list - price.wanted) < 0.05 for price in tuning.prices)


def test_curves_hold_the_measure_of_every_value() -> None:
    replies = drawn_replies(70, seed=8)
    tuning = small(replies, policy="threshold", max_length=3)
    (curve,) = tuning.curves
    questions = asked(replies, 3)
    table = Worth(questions, parse("OLAR")).table
    for at in (0, len(curve.values) // 2, -1):
        lengths = Threshold(float(curve.values[at]), 3).lengths(questions.scores)
        lengths = np.where(questions.falls_back, 0, lengths)
        assert curve.measure[at] == pytest.approx(table[np.arange(70), lengths].mean())
        assert curve.mean_length[at] == pytest.approx(np.maximum(lengths, 1).mean())
    assert curve.measure.max() == pytest.approx(curve.measure[list(curve.values).index(curve.best)])


def test_the_same_seed_gives_the_same_numbers() -> None:
    replies = drawn_replies(60, seed=9)
    once, again, other = (small(replies, seed=seed).as_dict() for seed in (1, 1, 2))
    assert once == again
    assert once["outcomes"][-1]["value"] != other["outcomes"][-1]["value"]


def test_fixed_lists_do_not_depend_on_the_order_of_queries() -> None:
    replies = drawn_replies(60, seed=10)
    turned = small(replies.taking(list(range(59, -1, -1))))
    plain = small(replies)
    for k in (1, 2, 5):
        assert outcome(turned, f"top-{k}").value.mean == pytest.approx(outcome(plain, f"top-{k}").value.mean)


def test_few_queries_are_tuned_and_called_few() -> None:
    decisions = Decisions()
    tuning = small(toss_ups(4), folds=5, decisions=decisions)
    assert tuning.folds == 4
    assert [d.kind for d in decisions] == ["fewer-folds"]
    assert tuning.notes[0].startswith("4 queries are few: each one is 25.0 points of a share")


def test_one_ranked_option_leaves_only_the_fallback_to_choose() -> None:
    tuning = small(replies_of(*[({"a": 0.9}, "a"), ({"a": 0.4}, None)] * 30))
    assert [o.name for o in tuning.outcomes[:2]] == ["top-1", "top-k, tuned"]
    assert str(tuning.best.setting) == "top-k(k=1, floor=0.9)"
    assert any("no reply ranks more than one option" in note for note in tuning.notes)


def test_negative_scores_leave_out_what_sums_them() -> None:
    replies = replies_of(*[({"a": 2.5, "b": -1.0}, "a")] * 10)
    decisions = Decisions()
    tuning = small(replies, decisions=decisions)
    assert "mass, tuned" not in [o.name for o in tuning.outcomes]
    assert [d.kind for d in decisions] == ["policy-left-out"]
    with pytest.raises(InputError, match="below 0, so sums of them mean nothing; choose another policy than mass"):
        small(replies, policy="mass")


@pytest.mark.parametrize(
    ("choices", "error", "sentence"),
    [
        ({"policy": "treshold"}, OptionError, "no policy 'treshold'; did you mean 'threshold'"),
        ({"max_length": 0}, OptionError, "max_length must be a whole number from 1 to 100, found 0"),
        ({"max_length": 101}, OptionError, "from 1 to 100, found 101"),
        ({"seed": -1}, OptionError, "seed must be a whole number of at least 0, found -1"),
        ({"folds": 1}, OptionError, "folds must be a whole number of at least 2, found 1"),
        ({"resamples": 0}, OptionError, "resamples must be"),
        ({"toolkit": "alexa"}, OptionError, "no toolkit 'alexa'"),
    ],
)
def test_bad_choices_are_one_sentence(choices: dict[str, Any], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        small(drawn_replies(20, seed=0), **choices)


@pytest.mark.parametrize(
    ("replies", "sentence"),
    [
        (replies_of(({}, "a"), ({}, "b")), "no reply ranks an option"),
        (replies_of(({"a": 1.0}, "a")), "found 1 query in scope, expected at least 2"),
        (replies_of(*[({"a": 1.0}, None)] * 5), "found 0 queries in scope"),
    ],
)
def test_nothing_to_tune_is_one_sentence(replies: Replies, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        small(replies)


def test_the_result_prints_itself_and_is_json() -> None:
    tuning = small(drawn_replies(60, seed=11))
    text = str(tuning)
    assert tuning.sentence in text.replace("\n", " ")
    assert max(map(len, text.partition("Setting (")[0].splitlines())) <= 100
    assert tuning.toolkit_setting.splitlines()[0] in text
    for o in tuning.outcomes:
        assert f"{o.value.mean:.4f}" in text
    told = json.loads(json.dumps(tuning.as_dict(), allow_nan=False))
    assert told["recommendation"]["sentence"] == tuning.sentence
    assert told["outcomes"][0]["value"]["mean"] == tuning.one_option.value.mean
    assert sum(told["outcomes"][-1]["length_shares"].values()) == pytest.approx(1)


def test_progress_is_told_step_by_step() -> None:
    told: list[tuple[int, int, str]] = []
    small(drawn_replies(20, seed=12), progress=lambda *step: told.append(step))
    assert [done for done, _, _ in told] == list(range(7))
    assert told[-1][0] == told[-1][1]  # all six steps are done


def test_shown_lists_are_scored_as_they_are() -> None:
    """LAR of c, wc, the fallback for an in-scope and for an out-of-scope query: 1, 0.75, 0.5, 1."""
    replies = replies_of(
        ({"a": 0.9}, "a"), ({"a": 0.5, "b": 0.4}, "b"), ({"oos": 0.8, "a": 0.2}, "a"), ({"oos": 0.8}, "oos")
    )
    scores = score_lists(replies, ["LAR", "SR"])
    assert scores.values["LAR"] == [1.0, 0.75, 0.5, 1.0]
    assert scores.measures["LAR"].mean == pytest.approx(3.25 / 4)
    assert scores.measures["SR"].mean == pytest.approx(3 / 4)
    assert scores.shown.right_in_list == pytest.approx(2 / 3)
    assert scores.shown.mean_length == pytest.approx(5 / 4)
    assert "0.8125" in str(scores)
    assert scores.as_dict()["fallback_when_in_scope"] == pytest.approx(1 / 3)


def test_options_behind_a_toolkits_own_fallback_were_not_shown() -> None:
    """LAR of the fallback and of wc: 0.5 and 0.75. Tuning still takes what stands behind the fallback: c and wc."""
    replies = replies_of(({"a": 0.5}, "a"), ({"b": 0.5, "a": 0.25}, "a"))
    fell_back = replace(replies, fell_back=np.array([True, False]))
    scores = score_lists(fell_back, "LAR")
    assert scores.values["LAR"] == [0.5, 0.75]
    assert scores.shown.fallback_when_in_scope == 0.5
    assert scores.decisions.count("fallback-first") == 1
    assert score_lists(replies, "LAR").values["LAR"] == [1.0, 0.75]
    assert small(fell_back).one_option.value == small(replies).one_option.value
