"""Values worked out by hand. Grades in rank order, None not judged; then all judged grades; then the arithmetic."""

from __future__ import annotations

from math import log2

import pytest

from turnwise.errors import MeasureError
from turnwise.measures import TURN_MEASURES, Lists, parse_turn

U = None  # not judged
Grades = tuple[float | None, ...]
Case = tuple[str, Grades, tuple[float, ...], float]

PRECISION: list[Case] = [
    ("P", (1, 0, U, 1), (1, 0, 1, 1), 2 / 4),  # 2 of 4 shown; the unjudged one is shown too
    ("P@5", (1, 0, U, 1), (1, 0, 1, 1), 2 / 5),  # a cutoff past the end still divides by 5
    ("P@2", (1, 0, U, 1), (1, 0, 1, 1), 1 / 2),
    ("P(rel=2)", (1, 2, 3), (1, 2, 3), 2 / 3),  # grades 2 and 3 count
    ("P(rel=0.5)", (0.5, 0.4), (0.5, 0.4), 1 / 2),
    ("P", (-1, -2, 1), (-1, -2, 1), 1 / 3),  # negative grades are not relevant, but shown
    ("P", (), (1,), 0),  # nothing shown
    ("P@3", (), (1,), 0),
    ("P(smoothed=true)", (0, 0), (1, 0, 0), 1 / 3),  # w w c
    ("P(smoothed=true)@2", (0, 0), (1, 0, 0), 0),  # the appended one is third
]

RECALL: list[Case] = [
    ("R", (1, 0, U, 1), (1, 0, 1, 1), 2 / 3),
    ("R@1", (1, 0, U, 1), (1, 0, 1, 1), 1 / 3),
    ("R@99", (1, 0, U, 1), (1, 0, 1, 1), 2 / 3),
    ("R(rel=2)", (1, 2, 3), (1, 2, 3, 2), 2 / 3),  # found 2, 3 of 2, 3, 2
    ("R", (0, U), (0, -1), 0),  # nothing to find
    ("R", (), (1, 1), 0),
    ("R(smoothed=true)", (1, 0), (1, 0, 1), (1 + 1) / (2 + 1)),
    ("R(smoothed=true)", (0,), (0,), 1 / 1),  # only the appended one is there to find, and it is found
    ("R(rel=3, smoothed=true)", (2, 2), (2, 2), 1 / 1),  # the appended one is of grade 3
    ("R(pooled=true)", (1, 0), (1, 0, 1), 1 / 2),  # one turn's value is the same
]

F_AND_SUCCESS: list[Case] = [
    ("F1", (1, 0, U, 1), (1, 0, 1, 1), 4 / 7),  # P = 1/2, R = 2/3: 2 · 1/3 ÷ 7/6
    ("F1@2", (1, 0, U, 1), (1, 0, 1, 1), 0.4),  # P = 1/2, R = 1/3: 2 · 1/6 ÷ 5/6
    ("F1@10", (1,), (1,), 2 / 11),  # P = 1/10, R = 1: 2/10 ÷ 11/10
    ("F1", (0, U), (1, 0), 0),  # P = R = 0
    ("F1", (), (), 0),
    ("F1(rel=2)", (1, 2), (1, 2, 2), 0.5),  # P = 1/2, R = 1/2
    ("F1(smoothed=true)", (0,), (1, 0), 0.5),  # w c of two correct: P = 1/2, R = 1/2
    ("SR", (0, U, 1), (0, 1), 1),
    ("SR@2", (0, U, 1), (0, 1), 0),
    ("SR@99", (0, U, 1), (0, 1), 1),
    ("SR(rel=2)", (1, 1), (1, 1, 2), 0),
    ("SR", (-1,), (-1, 1), 0),
    ("SR", (), (1,), 0),
    ("SR(smoothed=true)", (0,), (1, 0), 1),
    ("RR", (0, U, 1, 1), (0, 1, 1), 1 / 3),
    ("RR@2", (0, U, 1, 1), (0, 1, 1), 0),
    ("RR(rel=2)", (1, 1, 1, 2), (1, 1, 1, 2), 1 / 4),
    ("RR", (-2, -1, 1), (-2, -1, 1), 1 / 3),
    ("RR", (), (1,), 0),
    ("RR(smoothed=true)", (0, 0), (0, 0, 1), 1 / 3),
]

AVERAGE_PRECISION: list[Case] = [
    ("AP", (1, 0, U, 1), (1, 0, 1, 1), (1 / 1 + 2 / 4) / 3),
    ("AP@3", (1, 0, U, 1), (1, 0, 1, 1), (1 / 1) / 3),  # as trec_eval's map_cut: by all relevant, not by 3
    ("AP@2", (1, 1), (1, 1, 1, 1), (1 / 1 + 2 / 2) / 4),  # also where no list of two could do better
    ("AP@99", (1, 0, U, 1), (1, 0, 1, 1), (1 / 1 + 2 / 4) / 3),
    ("AP(rel=2)", (1, 2, 3), (1, 2, 3, 2), (1 / 2 + 2 / 3) / 3),
    ("AP", (-1, 1), (-1, 1), 1 / 2),
    ("AP", (0, U), (0,), 0),
    ("AP", (), (1,), 0),
    ("AP(smoothed=true)", (0, 1, 0), (0, 1, 0), (1 / 2 + 2 / 4) / 2),  # w c w c
    ("AP(terminal=true)", (1, 0, 1), (1, 0, 1, 1), (1 + 2 / 3 + 2 / 3 * (2 + 2 / 3) / 4) / 4),  # t: 2/3 at rank 4
    ("AP(terminal=true)", (1,), (1,), (1 + 2 / 2) / 2),  # c t
    ("AP(terminal=true)", (0, 0), (1, 0, 0), 0),  # t gains nothing where nothing was found
    ("AP(rel=2, terminal=true)", (1, 2), (1, 2), (1 / 2 + 2 / 3) / 2),  # only grade 2 counts, also for t
    ("AP(terminal=true)", (), (0,), 1),  # nothing to find: to stop at once is right
    ("AP(terminal=true)", (0, U), (0,), 1 / 3),  # t at rank 3
    ("AP(terminal=true)@2", (1, 0), (1, 0), 1 / 2),  # t at rank 3 is cut off
    ("AP(terminal=true)@3", (1, 0), (1, 0), (1 + 2 / 3) / 2),
]

GAIN: list[Case] = [
    ("DCG", (3, U, 1), (3, 1), 3 / log2(2) + 1 / log2(4)),
    ("DCG@1", (3, U, 1), (3, 1), 3),
    ("DCG(gain=exponential)", (3, U, 1), (3, 1), 7 / log2(2) + 1 / log2(4)),
    ("DCG", (-2, -1, 2), (-2, -1, 2), 2 / log2(4)),  # negative grades gain and cost nothing
    ("DCG(gain=exponential)", (0.5,), (0.5,), 2**0.5 - 1),
    ("DCG", (), (1,), 0),
    ("DCG(smoothed=true)", (3,), (3, 2), 3 + 2 / log2(3)),  # of the lowest grade that gains
    ("nDCG", (1, U, 3), (3, 1), (1 + 3 / 2) / (3 + 1 / log2(3))),
    ("nDCG@2", (1, U, 3), (3, 1), 1 / (3 + 1 / log2(3))),
    ("nDCG@1", (1, U, 3), (3, 1), 1 / 3),  # the best list is cut as well
    ("nDCG@99", (1, U, 3), (3, 1), (1 + 3 / 2) / (3 + 1 / log2(3))),
    ("nDCG(gain=exponential)", (1, U, 3), (3, 1), (1 + 7 / 2) / (7 + 1 / log2(3))),
    ("nDCG", (0, -1), (0, -1), 0),
    ("nDCG", (), (2,), 0),
    ("nDCG(smoothed=true)", (0, 2), (0, 2), (2 / log2(3) + 2 / log2(4)) / (2 + 2 / log2(3))),
    ("DCG(smoothed=true)", (0, 0.5), (0, 0.5), 0.5 / log2(3) + 0.5 / log2(4)),  # 0.5 is that grade here
    ("nDCG(smoothed=true)", (2, 1), (2, 1), 1),  # 2 1 1 is in the best order
    # t has half of the relevant items, so half the gain of grade 1, at rank 3; the best list is 2 1 t
    ("nDCG(terminal=true)", (0, 2), (0, 2, 1), (2 / log2(3) + 0.5 / log2(4)) / (2 + 1 / log2(3) + 1 / log2(4))),
    ("nDCG(terminal=true)", (0,), (0,), (1 / log2(3)) / 1),  # nothing to find: the best list is t alone
    ("nDCG(terminal=true)@2", (2,), (2, 1), (2 + 0.5 / log2(3)) / (2 + 1 / log2(3))),  # the best list shows no t
    # three of grade 0.1: 0.1 0.1 t beats all three, t having 2/3
    (
        "nDCG(terminal=true)@3", (0.1,), (0.1, 0.1, 0.1),
        (0.1 + 1 / 3 / log2(3)) / (0.1 + 0.1 / log2(3) + 2 / 3 / log2(4)),
    ),
]  # fmt: skip

RANK_BIASED: list[Case] = [
    ("RBP", (1, U, 1), (1, 1), 0.2 * (1 + 0.64)),
    ("RBP(p=0.5)", (1, 0, 1, 1), (1, 0, 1, 1), 0.5 * (1 + 1 / 4 + 1 / 8)),
    ("RBP(p=0.5)@3", (1, 0, 1, 1), (1, 0, 1, 1), 0.5 * (1 + 1 / 4)),
    ("RBP(p=0.5, rel=2)", (1, 2), (1, 2), 0.5 * 0.5),
    ("RBP", (-1, 0), (-1, 0), 0),
    ("RBP", (), (1,), 0),
    ("RBP(p=0.5, smoothed=true)", (0,), (0, 1), 0.5 * 0.5),
    ("RBP(p=0.5, terminal=true)", (1, 0), (1, 0, 1), 0.5 + 0.25 * 0.5),  # t gets all that is left, 1/4, times 1/2
    ("RBP(p=0.5, terminal=true)", (0, 0), (0,), 0.25),  # nothing to find: t gains 1
    ("RBP(p=0.5, terminal=true)", (), (1,), 0),
    ("RBP(p=0.5, rel=2, terminal=true)", (1, 2), (1, 2, 2), 0.25 + 0.25 * 0.5),
    ("RBP(p=0.5, terminal=true)@2", (1, 0), (1, 0), 0.5),  # t is cut off
]

CASCADE: list[Case] = [
    # highest grade 3: s(3) = 7/8, s(1) = 1/8
    ("ERR", (1, U, 3), (3, 1), 1 / 8 + 7 / 8 * 7 / 8 / 3),
    ("ERR@2", (1, U, 3), (3, 1), 1 / 8),
    ("ERR(max_grade=4)", (1, U, 3), (3, 1), 1 / 16 + 15 / 16 * 7 / 16 / 3),
    ("ERR(max_grade=2)", (3,), (3,), 3 / 4),  # a higher grade counts as the highest
    ("ERR", (1,), (1,), 1 / 2),
    ("ERR", (0, -1, U), (0, -1), 0),
    ("ERR", (), (2,), 0),
    ("ERR", (1500, 1), (1500, 1), 1),  # 2^1500 is no double, its share is 1
    ("ERR(max_grade=1)", (0.5,), (0.5,), (2**0.5 - 1) / 2),  # a grade below 1 has its part too
    ("ERR(smoothed=true)", (0,), (0, 1), 1 / 2 / 2),
    ("nERR", (1, U, 3), (3, 1), (1 / 8 + 49 / 64 / 3) / (7 / 8 + 1 / 8 * 1 / 8 / 2)),
    ("nERR@1", (1, U, 3), (3, 1), (1 / 8) / (7 / 8)),
    ("nERR", (0,), (0,), 0),
    ("nERR", (), (1,), 0),
    # 2^−1100 is 0 in a double, but not beside itself: s = 1, 3 in its units, and nobody stops
    ("nERR(max_grade=1100)", (1, 2), (1, 2), (1 / 1 + 3 / 2) / (3 / 1 + 1 / 2)),
]

BLENDED: list[Case] = [
    # judged 3 1 1 (best gains so far 3 4 5 5): BR(1) = (1 + 1) ÷ (1 + 3), BR(3) = (2 + 4) ÷ (3 + 5)
    ("Q", (1, U, 3), (3, 1, 1), (2 / 4 + 6 / 8) / 3),
    ("Q@2", (1, U, 3), (3, 1, 1), (2 / 4) / 2),  # by min(R, k) = 2
    ("Q@9", (1, U, 3), (3, 1, 1), (2 / 4 + 6 / 8) / 3),  # by min(3, 9) = 3
    ("Q(beta=2)", (1, U, 3), (3, 1, 1), ((1 + 2) / (1 + 6) + (2 + 8) / (3 + 10)) / 3),
    ("Q(gain=exponential)", (1, U, 3), (3, 1, 1), ((1 + 1) / (1 + 7) + (2 + 8) / (3 + 9)) / 3),  # gains 7 1 1
    ("Q", (-1, 1), (-1, 1), (1 + 1) / (2 + 1)),  # past R the best gain stays at 1
    ("Q", (0,), (0,), 0),
    ("Q", (), (1,), 0),
    ("Q", (0, 0.5), (0, 0.5), (1 + 0.5) / (2 + 0.5)),
    ("Q(smoothed=true)", (0, 1), (0, 1), ((1 + 1) / (2 + 2) + (2 + 2) / (3 + 2)) / 2),  # w c c, gains 1 2 2
    ("P+", (1, U, 3), (3, 1, 1), (2 / 4 + 6 / 8) / 2),  # the best of the list is last
    ("P+", (U, 1, 0, 1), (3, 1, 1, 0), (1 + 1) / (2 + 4)),  # stops at the first of grade 1, the best of this list
    ("P+@2", (1, U, 3), (3, 1, 1), 2 / 4),  # among two, the best is of grade 1
    ("P+(beta=2)", (3, 1), (3, 1), (1 + 6) / (1 + 6)),
    ("P+", (0, 0.5), (0, 0.5), (1 + 0.5) / (2 + 0.5)),
    ("P+", (0, U), (0, 1), 0),
    ("P+", (), (1,), 0),
]

JUDGED_ONLY: list[Case] = [
    # R = 2, wrong judged 3: min(2, 3) = 2
    ("bpref", (0, 1, U, 0, 1), (0, 1, 0, 1, 0), ((1 - 1 / 2) + (1 - 2 / 2)) / 2),
    ("bpref", (0, 0, 0, 1), (0, 0, 0, 1, 1), (1 - 2 / 2) / 2),  # no more than R wrong ones above count
    ("bpref", (U, U, 1), (1,), 1),  # nobody judged a wrong one
    ("bpref", (-1, -2, 1), (-1, -2, 1, 0), 1),  # negative: in the pool but not judged
    ("bpref(rel=2)", (1, 2), (1, 2, 0), 1 - 1 / 1),  # grade 1 is wrong here: 1 above ÷ min(1, 2)
    ("bpref", (0,), (0,), 0),
    ("bpref", (), (1,), 0),
    ("Judged", (1, 0, U, 0), (1, 0, 0), 3 / 4),
    ("Judged@2", (U, 0, 1), (0, 1), 1 / 2),
    ("Judged@9", (U, 0, 1), (0, 1), 2 / 3),  # by what is shown
    ("Judged", (-1, 1), (-1, 1), 1 / 2),
    ("Judged", (), (1,), 0),
]

LENGTH_AWARE: list[Case] = [
    ("LAR", (1,), (1,), 1),
    ("LAR", (0, 1, U), (1, 0), (1 + 1 / 3) / 2),
    ("LAR", (0, U), (1, 0), (0 + 1 / 2) / 2),
    ("LAR", (), (1,), 0),  # the paper's lists are never empty
    ("LAR", (0,), (0,), 1 / 2),  # nothing correct: the recall is 0
    ("LAR(rel=2)", (1, 2), (1, 2), (1 + 1 / 2) / 2),
    ("LAR", (1, 0, 1), (1, 0, 1), (2 + 2 / 3) / 3),  # K = 2: both found, precision 2/3
    ("LAR", (1, 0), (1, 0, 1), (1 + 1 / 2) / 3),
    ("LAR", (1, 1), (1, 1, 1), (2 + 1) / 4),
    ("OLAR", (0, 1), (1,), (1 + 1 / 2 + 0.049 / 2) / 2.049),
    ("OLAR", (0, U), (1,), (0 + 1 / 2) / 2.049),
    ("OLAR", (), (1,), 0),
    ("OLAR(max_length=3)", (0, 1), (1,), (1 + 1 / 2 + (1 / 6 - 0.001) / 2) / (2 + 1 / 6 - 0.001)),
    ("OLAR(mu=0.02)", (0, 1), (1,), (1 + 1 / 2 + 0.02 / 2) / 2.02),
    # K = 2, ranks 1 and 3: Σ = 4/3 of at most 3/2
    ("OLAR", (1, 0, 1), (1, 1), (2 + 2 / 3 + 0.049 * (4 / 3) / (3 / 2)) / 3.049),
    ("OLAR(rel=2)", (1, 2), (1, 2), (1 + 1 / 2 + 0.049 / 2) / 2.049),
]

CASES = (
    PRECISION + RECALL + F_AND_SUCCESS + AVERAGE_PRECISION + GAIN
    + RANK_BIASED + CASCADE + BLENDED + JUDGED_ONLY + LENGTH_AWARE
)  # fmt: skip


@pytest.mark.parametrize(("measure", "ranked", "judged", "value"), CASES)
def test_worked_by_hand(measure: str, ranked: Grades, judged: tuple[float, ...], value: float) -> None:
    assert parse_turn(measure)(Lists.of([ranked], [judged]))[0] == pytest.approx(value, abs=1e-12)


def test_every_measure_is_worked_by_hand() -> None:

    assert {parse_turn(case[0]).name for case in CASES} == set(TURN_MEASURES)


def test_the_highest_grade_of_err_is_the_collections() -> None:
    # alone s(1) = 1/2; beside a turn with grade 2, s(1) = 1/4
    assert parse_turn("ERR")(Lists.of([[1], [0]], [[1], [0, 2]])).tolist() == [1 / 4, 0]
    assert parse_turn("ERR")(Lists.of([[1]])).tolist() == [1 / 2]


def _weights(measure: str, lists: Lists) -> list[float]:
    own = parse_turn(measure).weights(lists)
    return [] if own is None else own.tolist()


def test_pooled_recall_counts_turns_by_their_relevant_items() -> None:
    lists = Lists.of([[1], [1, 0]], [[1], [1, 0, 1, 1]])
    assert _weights("R(pooled=true)", lists) == [1, 3]  # (1 + 1) ÷ (1 + 3)
    assert _weights("R", lists) == []
    assert _weights("R(rel=2, pooled=true)", Lists.of([[1, 2]])) == [1]
    assert _weights("R(pooled=true, smoothed=true)", lists) == [2, 4]  # each with the appended one
    assert parse_turn("R(pooled=true, smoothed=true)")(lists).tolist() == [2 / 2, 2 / 4]


def test_what_cannot_be_scored_is_an_error() -> None:

    with pytest.raises(MeasureError, match="gain=exponential takes grades up to 1000, found 2000; use gain=linear"):
        parse_turn("nDCG(gain=exponential)")(Lists.of([[2000]]))
    assert parse_turn("nDCG(gain=exponential)")(Lists.of([[1000, 1000]])).tolist() == [1]
    with pytest.raises(MeasureError, match=r"OLAR orders lists of up to 5, and one has 6; use OLAR\(max_length=6\)"):
        parse_turn("OLAR")(Lists.of([[0] * 6]))
    with pytest.raises(MeasureError, match=r"and one has 33; use OLAR\(mu=1e-04\)"):
        parse_turn("OLAR")(Lists.of([[0] * 33]))
