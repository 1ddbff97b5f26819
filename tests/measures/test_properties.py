"""The property checker against hand-worked cases, planted faults and a brute-force oracle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnwise.errors import MeasureError, OptionError
from turnwise.measures import Lists, TurnMeasure, parse
from turnwise.measures.checked_measure import TOLERANCE
from turnwise.measures.packed import Floats
from turnwise.measures.properties import Counterexample, check_properties, every_list, packed, rank_sum


def by_list(scores: dict[str, float], max_length: int, correct: int) -> Callable[[Lists], Floats]:
    """A measure that gives each list the score that a table says."""
    return lambda _: np.array([scores[text] for text in every_list(max_length, correct)])


def olar_scores(max_length: int = 5) -> dict[str, float]:
    texts = every_list(max_length, 1)
    values = parse(f"OLAR(max_length={max_length})")(packed(texts, 1))
    return dict(zip(texts, values.tolist(), strict=True))


# Lists


def test_every_list_is_there_once_shortest_first_then_by_letter() -> None:
    assert every_list(2, 1) == ["c", "w", "cw", "wc", "ww"]
    assert every_list(2, 2) == ["c", "w", "cc", "cw", "wc", "ww"]
    assert len(every_list(5, 1)) == 20  # 1 + 2 + … + 5 places of the one correct response, and 5 lists without
    assert len(every_list(8, 8)) == 2 + 4 + 8 + 16 + 32 + 64 + 128 + 256


def test_lists_are_packed_as_answers_to_one_question() -> None:
    lists = packed(["wc", "w"], 2)
    assert lists.length.tolist() == [2, 1]
    assert lists.pool.n_relevant(1).tolist() == [2, 2]  # correct ones the list lacks are still judged
    assert lists.pool.n_judged.tolist() == [4, 4]  # and a wrong option for each of the two places


def test_rank_sum_is_exact() -> None:
    assert rank_sum("cwc") == Fraction(4, 3)
    assert rank_sum("ww") == 0


# Hand-worked findings


def test_ndcg_on_lists_of_two() -> None:
    # c, cw, wc over w, ww: 6 pairs. c over cw and wc, w over ww: 3. cw over wc: 1.
    findings = check_properties("nDCG", 2)
    assert [finding.pairs for finding in findings] == [6, 3, 1]
    assert [finding.holds for finding in findings] == [True, False, True]
    assert findings.confidence.counterexample == Counterexample("c", "cw", (1.0, 1.0))
    assert str(findings.confidence) == (
        "Confidence fails: `cw` holds one more wrong response than `c`, yet nDCG gives both 1.0000."
    )
    assert findings.verdict == (
        "nDCG lacks Confidence, which is mandatory: it is not fit to judge lists of varying length."
    )


@pytest.mark.parametrize(
    ("measure", "max_length", "correct", "sentence"),
    [
        # with the extra correct response, P = 2/6 and R = 1: 2 · 1/3 ÷ 4/3 = 0.5; of `w`, P = R = 1/2
        (
            "F1(smoothed=true)", 5, 1,
            "Correctness fails: `cwwww` holds one more correct response than `w`, "
            "yet F1(smoothed=true) gives both 0.5000.",
        ),
        # (1/1 + 2/4) ÷ 2 = 0.75 over (1/2 + 2/3) ÷ 2 = 0.5833
        (
            "AP(smoothed=true)", 5, 1,
            "Confidence fails: `cww` holds one more wrong response than `wc`, "
            "yet AP(smoothed=true) gives `wc` 0.5833 and `cww` 0.7500.",
        ),
        # (1/5 + 2/7) ÷ 2 = 0.2429 under (1/2) ÷ 2 = 0.25: AP^s has Correctness up to five responses only
        (
            "AP(smoothed=true)", 6, 1,
            "Correctness fails: `wwwwcw` holds one more correct response than `w`, "
            "yet AP(smoothed=true) gives `wwwwcw` 0.2429 and `w` 0.2500.",
        ),
        # (1 + 1/2) ÷ 2 for both
        (
            "LAR", 5, 1,
            "Priority fails: the correct response stands higher in `cw` than in `wc`, yet LAR gives both 0.7500.",
        ),
        # 1 + 1/2 = 3/2, 1 + 1/3 = 4/3
        (
            "RR", 5, 2,
            "Priority fails: the reciprocal ranks of the correct responses sum to 3/2 in `ccw` and to 4/3 in `cwc`, "
            "yet RR gives both 1.0000.",
        ),
    ],
)  # fmt: skip
def test_smallest_counterexamples_in_words(measure: str, max_length: int, correct: int, sentence: str) -> None:
    said = [str(finding) for finding in check_properties(measure, max_length, correct)]
    assert sentence in said


@pytest.mark.parametrize("correct", range(1, 9))
def test_lar_and_olar_keep_their_properties_with_several_correct_responses(correct: int) -> None:
    assert [f.holds for f in check_properties("LAR", 8, correct)] == [True, True, False]
    assert [f.holds for f in check_properties("OLAR(max_length=8)", 8, correct)] == [True, True, True]


def test_verdicts() -> None:
    assert check_properties("OLAR").verdict.startswith("OLAR has all three properties")
    assert check_properties("LAR").verdict.startswith("LAR has the two mandatory properties but not Priority")
    assert check_properties("bpref").verdict.startswith("bpref lacks Correctness and Confidence, both mandatory")


# Planted faults


def test_a_measure_that_is_right_but_for_one_list_is_caught() -> None:
    scores = olar_scores()
    assert all(finding.holds for finding in check_properties(by_list(scores, 5, 1)))
    scores["cww"] = 0.630  # below wcw, wwc (0.663, 0.659) and the longer cwww (0.634), above wcww (0.622)
    findings = check_properties(by_list(scores, 5, 1))
    assert findings.correctness.holds
    assert findings.confidence.counterexample == Counterexample("cww", "cwww", (0.630, scores["cwww"]))
    assert findings.priority.counterexample == Counterexample("cww", "wcw", (0.630, scores["wcw"]))


def test_of_several_counterexamples_the_shortest_in_total_is_shown() -> None:
    scores = olar_scores() | {"wwwwc": 0.1, "wwc": 0.1, "wcw": 0.1}
    found = check_properties(by_list(scores, 5, 1)).correctness.counterexample
    assert found is not None
    assert (found.preferred, found.other) == ("wcw", "w")


def test_of_counterexamples_as_short_the_first_by_letter_is_shown() -> None:
    # Broken with six responses in all: `cww` under `www`, and `wc` under `wwww`; nothing shorter is.
    low = {"w": 0.1, "ww": 0.1, "cww": 0.2, "www": 0.3, "wc": 0.4, "wwww": 0.5}
    scores = dict.fromkeys(every_list(4, 1), 0.9) | low
    found = check_properties(by_list(scores, 4, 1), 4).correctness.counterexample
    assert found == Counterexample("cww", "www", (0.2, 0.3))


def test_large_scores_that_are_equal_are_the_same() -> None:
    scores = {"c": 3e6, "w": 1e6, "cw": 2e6, "wc": 2e6, "ww": 1e6}  # 1e-12 is lost in the rounding of these
    assert [f.holds for f in check_properties(by_list(scores, 2, 1), 2)] == [True, False, False]


@pytest.mark.parametrize(("gap", "holds"), [(0.0, False), (5e-13, False), (2e-12, True)])
def test_scores_within_the_tolerance_are_the_same(gap: float, holds: bool) -> None:
    scores = {"c": 0.75, "w": 0.25, "cw": 0.5 + gap, "wc": 0.5, "ww": 0.0}
    assert TOLERANCE == 1e-12
    assert check_properties(by_list(scores, 2, 1), 2).priority.holds is holds


def test_scores_that_differ_late_are_shown_apart() -> None:
    scores = {"c": 0.75, "w": 0.25, "cw": 0.5, "wc": 0.5000001, "ww": 0.0}
    assert str(check_properties(by_list(scores, 2, 1), 2).priority).endswith("gives `cw` 0.5000000 and `wc` 0.5000001.")


# The oracle: every pair, one by one


def all_pairs(scores: dict[str, float]) -> dict[str, tuple[int, tuple[str, str] | None]]:
    """For each property, how many pairs it speaks of and the smallest that breaks it."""
    pairs: dict[str, list[tuple[str, str]]] = {"Correctness": [], "Confidence": [], "Priority": []}
    for one, other in product(scores, repeat=2):
        more_correct = one.count("c") - other.count("c")
        fewer_wrong = other.count("w") - one.count("w")
        if more_correct > 0:
            pairs["Correctness"].append((one, other))
        elif more_correct == 0 and fewer_wrong > 0:
            pairs["Confidence"].append((one, other))
        elif more_correct == 0 and fewer_wrong == 0 and rank_sum(one) > rank_sum(other):
            pairs["Priority"].append((one, other))
    found = {}
    for name, of_property in pairs.items():
        broken = [(a, b) for a, b in of_property if not scores[a] > scores[b] + TOLERANCE]
        smallest = min(broken, key=lambda p: (len(p[0]) + len(p[1]), *p), default=None)
        found[name] = len(of_property), smallest
    return found


@settings(max_examples=60, deadline=None)
@given(
    max_length=st.integers(2, 6),
    correct=st.integers(1, 3),
    seed=st.integers(0, 2**32 - 1),
    moved=st.integers(0, 4) | st.just(1000),
    levels=st.integers(1, 200),
)
def test_equals_brute_force(max_length: int, correct: int, seed: int, moved: int, levels: int) -> None:
    """From a perfect order, some lists (or all) are given a score drawn from few levels, so that ties are common."""
    random = np.random.default_rng(seed)
    texts = every_list(max_length, correct)
    order = sorted({(t.count("c"), -t.count("w"), rank_sum(t)) for t in texts})
    scores = {t: float(order.index((t.count("c"), -t.count("w"), rank_sum(t)))) for t in texts}
    for text in random.choice(texts, min(moved, len(texts)), replace=False):
        scores[str(text)] = float(random.integers(levels)) * len(order) / levels
    expected = all_pairs(scores)
    for finding in check_properties(by_list(scores, max_length, correct), max_length, correct):
        found = finding.counterexample
        assert (finding.pairs, found and (found.preferred, found.other)) == expected[finding.name]
        assert found is None or found.scores == (scores[found.preferred], scores[found.other])


# Measures of every kind


@dataclass(frozen=True)
class Shortness(TurnMeasure):
    """One over the length."""

    name = "Shortness"

    def values(self, lists: Lists) -> Floats:
        return 1 / lists.length


def shortness(lists: Lists) -> Floats:
    return 1 / lists.length


def test_a_text_a_class_a_measure_and_a_function_are_all_measures() -> None:
    findings = [check_properties(one) for one in (Shortness, Shortness(), shortness)]
    assert [f.measure for f in findings] == ["Shortness", "Shortness", "shortness"]
    assert {tuple(finding.holds for finding in f) for f in findings} == {(False, True, False)}
    assert check_properties(parse("AP@3")) == check_properties("AP@3")


def fails(_: Lists) -> Floats:
    raise ValueError("no\nsuch thing")


class NeedsMore:
    def __init__(self, weight: float) -> None:
        self.weight = weight


@pytest.mark.parametrize(
    ("measure", "sentence"),
    [
        (fails, "fails failed on the 20 lists (ValueError: no such thing); a measure takes packed lists and returns"),
        (lambda lists: 1 / (lists.length - 2.0) / 0.0, "expected a finite number."),
        (lambda lists: np.ones(3), "returned 'ndarray' of shape (3,), expected one number for each of 20 lists."),
        (lambda lists: ["much"] * len(lists), "ValueError: could not convert string to float: 'much'"),
        (NeedsMore, "NeedsMore cannot be made without parameters (TypeError: "),
        (42, "'42' is not a measure; expected a TurnMeasure, its class, or a function of packed lists."),
        ("nDGC", "there is no measure 'nDGC'; did you mean 'nDCG'"),
    ],
)
@pytest.mark.filterwarnings("ignore:divide by zero")
def test_what_is_not_a_measure_is_refused_in_a_sentence(measure: object, sentence: str) -> None:
    with pytest.raises(MeasureError) as caught:
        check_properties(measure)  # type: ignore[arg-type]
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_measure_that_refuses_the_length_says_what_to_use() -> None:
    with pytest.raises(MeasureError, match=r"OLAR orders lists of up to 5, and one has 7; use OLAR\(max_length=7\)"):
        check_properties("OLAR", 7)


@pytest.mark.parametrize(
    ("max_length", "correct", "sentence"),
    [
        (1, 1, "the longest list must have 2 to 32 responses, found 1."),
        (33, 1, "the longest list must have 2 to 32 responses, found 33."),
        (5, 0, "the number of correct responses must be 1 to 32, found 0."),
        (20, 20, "there are 2,097,150 lists of up to 20 responses with up to 20 correct"),  # 2 + 4 + … + 2^20
    ],
)
def test_sizes_out_of_range_are_refused(max_length: int, correct: int, sentence: str) -> None:
    with pytest.raises(OptionError) as caught:
        check_properties("LAR", max_length, correct)
    assert str(caught.value).startswith(sentence)


def test_the_longest_lists_keep_exact_rank_sums() -> None:
    findings = check_properties("RR", 32)
    assert findings.n_lists == 32 * 33 // 2 + 32
    assert findings.priority.holds  # 1/31 over 1/32
