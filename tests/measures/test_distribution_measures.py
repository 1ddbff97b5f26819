"""Measures of predicted distributions: worked examples, plain loops, laws, and the pooled ones of the best label."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from math import log2, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.measures.test_declared_examples import FUNCTIONS, WRITTEN, _worth
from turnwise.errors import MeasureError
from turnwise.measures import DISTRIBUTION_MEASURES, DistributionMeasure, DistributionPairs, parse
from turnwise.measures.best_label import LabelAccuracy, LabelF1, LabelPrecision, LabelRecall
from turnwise.measures.divergences import JSD, MSE, NMD, RNSS
from turnwise.measures.order_aware import RNOD, RSNOD

DIVERGENCES: list[DistributionMeasure] = [
    NMD(), RSNOD(), RSNOD(bins="all"), RNOD(), RNOD(bins="all"), RNSS(), JSD(), MSE(),
]  # fmt: skip
NAMES = [str(measure) for measure in DIVERGENCES]
SYMMETRIC = [measure for measure in DIVERGENCES if measure != RNOD()]
TINY = 1e-12

Rows = tuple[list[list[float]], list[list[float]]]


@st.composite
def pairs_of_weights(draw: st.DrawFn) -> Rows:
    """Votes and predictions over the same 2 to 6 bins; many bins have no mass."""
    bins = draw(st.integers(2, 6))
    row = st.lists(
        st.one_of(st.just(0.0), st.integers(1, 19).map(float), st.floats(0.001, 1)), min_size=bins, max_size=bins
    )
    rows = st.lists(row.filter(lambda weights: sum(weights) > 0), min_size=1, max_size=5)
    predicted = draw(rows)
    return predicted, draw(st.lists(row.filter(any), min_size=len(predicted), max_size=len(predicted)))


# ------------------------------------------------------------------------------------ worked examples


@pytest.mark.parametrize("name", DISTRIBUTION_MEASURES)
def test_the_declared_example_and_its_arithmetic_are_right(name: str) -> None:
    measure = DISTRIBUTION_MEASURES[name]
    example = measure.example
    assert measure.worked().value == pytest.approx(example.value, abs=TINY)
    FUNCTIONS.setdefault("sqrt", sqrt)
    for step in example.work.rpartition(": ")[2].translate({**WRITTEN, ord("√"): "sqrt"}).split(" = "):
        assert _worth(ast.parse(step.strip(), mode="eval")) == pytest.approx(example.value, abs=1e-4), step
    assert measure.name == name == str(measure())
    assert name in measure.formula


def test_one_vote_that_is_off_by_one_and_by_four() -> None:
    # Scale of five, everything on one bin. Off by one (bins 1, 2): the errors are 1 at bins 1 and 2.
    # mass: from bin 1 the error of bin 2 at distance 1 → OD = 1 both ways → √(1 ÷ 4) = 0.5.
    # all: (0 + 1) + (1 + 0) + (2 + 1) + (3 + 2) + (4 + 3) = 17, ÷ 5 = 3.4 → √(3.4 ÷ 4) = 0.922.
    # Off by four (bins 1, 5): from every bin the distances add up to 4 → √(4 ÷ 4) = 1.
    pairs = DistributionPairs.of([[0, 1, 0, 0, 0], [0, 0, 0, 0, 1]], [[1, 0, 0, 0, 0]] * 2)
    assert RSNOD()(pairs) == pytest.approx([0.5, 1.0])
    assert RSNOD(bins="all")(pairs) == pytest.approx([sqrt(0.85), 1.0])
    assert NMD()(pairs) == pytest.approx([0.25, 1.0])
    assert RNSS()(pairs) == pytest.approx([1.0, 1.0])
    assert JSD()(pairs) == pytest.approx([1.0, 1.0])
    assert MSE()(pairs) == pytest.approx([2 / 5, 2 / 5])


def test_from_bins_with_mass_the_value_may_pass_one() -> None:
    # p = (ε, ε, 0, 1 − 2ε, 0), q = (ε, ε, 0, 0, 1 − 2ε): the errors are 1 at bins 4 and 5.
    # From bins 1, 2 and 4: 3 + 4, 2 + 3, 1, mean 13 ÷ 3; from bins 1, 2 and 5 the same; √(13 ÷ 3 ÷ 4) = 1.041.
    e = 1e-9
    pairs = DistributionPairs.of([[e, e, 0, 1 - 2 * e, 0]], [[e, e, 0, 0, 1 - 2 * e]])
    assert RSNOD()(pairs)[0] == pytest.approx(sqrt(13 / 12), abs=1e-6)
    assert RNOD()(pairs)[0] == pytest.approx(sqrt(13 / 12), abs=1e-6)
    assert RSNOD(bins="all")(pairs)[0] <= 1


def test_rnod_looks_from_the_gold_side() -> None:
    # gold on bin 3; p = (1, 0, 0): from bin 3, distance 2 · 1² = 2, √(2 ÷ 2) = 1. Gold (½, 0, ½) and p = (1, 0, 0):
    # errors ¼ at bins 1 and 3; from bin 1: 2 · ¼, from bin 3 the same, mean ½, √(½ ÷ 2) = ½.
    pairs = DistributionPairs.of([[1, 0, 0], [1, 0, 0]], [[0, 0, 1], [1, 0, 1]])
    assert RNOD()(pairs) == pytest.approx([1.0, 0.5])
    # from the other side only bin 1 has mass: 2 · ¼ = ½ as well, but from (¾, ¼, 0) to (1, 0, 0) the sides differ:
    # errors 1/16 at bins 1 and 2; gold (1, 0, 0): 1/16; gold (¾, ¼, 0): from 1: 1/16, from 2: 1/16. Same; with a
    # third bin in gold, (½, 0, ½) against (½, ½, 0): errors ¼ at 2 and 3. From bins 1, 3: ¼ + 2 · ¼, ¼ → mean ½;
    # from bins 1, 2: ¾, ¼ → mean ½. And (0, ½, ½) against (1, 0, 0): errors 1, ¼, ¼. From 2, 3: 1 + ¼, 2 + ¼, mean
    # 1.75; from 1: ¼ + ½ = ¾.
    there = DistributionPairs.of([[0, 0.5, 0.5]], [[1, 0, 0]])
    back = DistributionPairs.of([[1, 0, 0]], [[0, 0.5, 0.5]])
    assert RNOD()(there)[0] == pytest.approx(sqrt(0.75 / 2))
    assert RNOD()(back)[0] == pytest.approx(sqrt(1.75 / 2))
    assert RSNOD()(there)[0] == pytest.approx(sqrt((0.75 + 1.75) / 2 / 2))


# ------------------------------------------------------------------------------------ plain loops


def plain(measure: DistributionMeasure, p: Sequence[float], q: Sequence[float]) -> float:
    """Each formula as it is written, one bin at a time."""
    n = len(p)
    p, q = [x / sum(p) for x in p], [x / sum(q) for x in q]

    def distance_weighted(i: int) -> float:
        return sum(abs(i - j) * (p[j] - q[j]) ** 2 for j in range(n))

    def od(first: Sequence[float], bins: str) -> float:
        chosen = [i for i in range(n) if bins == "all" or first[i] > 0]
        return sum(map(distance_weighted, chosen)) / len(chosen)

    match measure:
        case NMD():
            return sum(abs(sum(p[: i + 1]) - sum(q[: i + 1])) for i in range(n)) / (n - 1)
        case RSNOD(bins=bins):
            return sqrt((od(p, bins) + od(q, bins)) / 2 / (n - 1))
        case RNOD(bins=bins):
            return sqrt(od(q, bins) / (n - 1))
        case RNSS():
            return sqrt(sum((a - b) ** 2 for a, b in zip(p, q, strict=True)) / 2)
        case MSE():
            return sum((a - b) ** 2 for a, b in zip(p, q, strict=True)) / n
        case JSD():
            m = [(a + b) / 2 for a, b in zip(p, q, strict=True)]
            return sum(sum(a * log2(a / c) for a, c in zip(side, m, strict=True) if a > 0) for side in (p, q)) / 2
    raise AssertionError(measure)


@pytest.mark.parametrize("measure", DIVERGENCES, ids=NAMES)
@settings(deadline=None, max_examples=25)
@given(rows=pairs_of_weights())
def test_equals_plain_loops(measure: DistributionMeasure, rows: Rows) -> None:
    expected = [plain(measure, p, q) for p, q in zip(*rows, strict=True)]
    np.testing.assert_allclose(measure(DistributionPairs.of(*rows)), expected, rtol=0, atol=1e-9)


# ------------------------------------------------------------------------------------ laws


@pytest.mark.parametrize("measure", DIVERGENCES, ids=NAMES)
class TestDivergences:
    @settings(deadline=None, max_examples=25)
    @given(rows=pairs_of_weights())
    def test_within_bounds_and_zero_only_at_equality(self, measure: DistributionMeasure, rows: Rows) -> None:
        pairs = DistributionPairs.of(*rows)
        values = measure(pairs)
        assert values.dtype == np.float64
        assert values.shape == (len(pairs),)
        assert ((values >= measure.bounds[0]) & (values <= measure.bounds[1] + TINY)).all()
        assert measure(DistributionPairs.of(rows[1], rows[1])) == pytest.approx(0.0, abs=TINY)
        apart = np.abs(pairs.predicted - pairs.gold).max(axis=1) > 1e-3
        assert (values[apart] > 0).all()

    @settings(deadline=None, max_examples=15)
    @given(rows=pairs_of_weights())
    def test_a_scale_read_backwards_is_the_same_scale(self, measure: DistributionMeasure, rows: Rows) -> None:
        forwards, backwards = (
            measure(DistributionPairs.of(*([row[::step] for row in side] for side in rows))) for step in (1, -1)
        )
        np.testing.assert_allclose(backwards, forwards, rtol=0, atol=1e-9)

    @settings(deadline=None, max_examples=15)
    @given(rows=pairs_of_weights())
    def test_a_pair_has_its_value_alone_and_arguments_stay(self, measure: DistributionMeasure, rows: Rows) -> None:
        pairs = DistributionPairs.of(*rows)
        pairs.predicted.flags.writeable = pairs.gold.flags.writeable = False
        values = measure(pairs)
        alone = [measure(DistributionPairs.of([p], [q]))[0] for p, q in zip(*rows, strict=True)]
        np.testing.assert_allclose(values, alone, rtol=0, atol=1e-15)
        assert measure.mean(pairs) == pytest.approx(values.mean())

    def test_order_counts_on_scales_alone(self, measure: DistributionMeasure) -> None:
        near = DistributionPairs.of([[0, 1, 0]], [[1, 0, 0]])
        far = DistributionPairs.of([[0, 0, 1]], [[1, 0, 0]])
        assert bool(measure(far)[0] > measure(near)[0] + TINY) is measure.ordinal
        if not measure.ordinal:
            assert measure(far)[0] == pytest.approx(measure(near)[0], abs=TINY)

    def test_the_farthest_miss_has_the_worst_value(self, measure: DistributionMeasure) -> None:
        value = measure(DistributionPairs.of([[1, 0]], [[0, 1]]))[0]
        assert value == pytest.approx(measure.worst, abs=TINY)


@pytest.mark.parametrize("measure", SYMMETRIC, ids=str)
@settings(deadline=None, max_examples=20)
@given(rows=pairs_of_weights())
def test_symmetric(measure: DistributionMeasure, rows: Rows) -> None:
    there, back = measure(DistributionPairs.of(*rows)), measure(DistributionPairs.of(*rows[::-1]))
    np.testing.assert_allclose(there, back, rtol=0, atol=TINY)


def test_jensen_shannon_equals_scipy() -> None:
    from scipy.spatial.distance import jensenshannon

    rng = np.random.default_rng(1)
    p, q = rng.dirichlet(np.ones(7), 200), rng.dirichlet(np.full(7, 0.2), 200)
    np.testing.assert_allclose(JSD()(DistributionPairs.of(p, q)), jensenshannon(p, q, base=2, axis=1) ** 2, atol=1e-12)


def test_match_distance_equals_scipy() -> None:
    from scipy.stats import wasserstein_distance

    rng = np.random.default_rng(2)
    p, q = rng.dirichlet(np.ones(5), 50), rng.dirichlet(np.ones(5), 50)
    expected = [wasserstein_distance(range(5), range(5), a, b) / 4 for a, b in zip(p, q, strict=True)]
    np.testing.assert_allclose(NMD()(DistributionPairs.of(p, q)), expected, atol=1e-12)


# ------------------------------------------------------------------------------------ best labels

LABELS = ("O", "T", "X")
#: Ten turns as counts of votes, and what a system says of them.
GOLD = [
    (8, 1, 1), (7, 2, 1), (3, 4, 3), (2, 5, 3), (1, 2, 7), (0, 1, 9), (5, 5, 0), (4, 3, 3), (0, 5, 5), (2, 2, 6),
]  # fmt: skip
PREDICTED = [
    (9, 1, 0), (1, 1, 8), (2, 6, 2), (6, 2, 2), (1, 1, 8), (1, 7, 2), (5, 5, 0), (1, 1, 8), (0, 2, 8), (3, 3, 4),
]  # fmt: skip


def test_best_labels_by_hand() -> None:
    # best of gold:      O O T T X X O O T X   (of equal ones the first)
    # best of predicted: O X T O X T O X X X
    pairs = DistributionPairs.of(PREDICTED, GOLD, LABELS)
    # the same at 1, 3, 5, 7, 10
    assert LabelAccuracy().mean(pairs) == 0.5
    # X: predicted at 2, 5, 8, 9, 10; gold at 5, 6, 10; both at 5, 10
    assert LabelPrecision().mean(pairs) == pytest.approx(2 / 5)
    assert LabelRecall().mean(pairs) == pytest.approx(2 / 3)
    assert LabelF1().mean(pairs) == pytest.approx(2 * 2 / (5 + 3))
    # T+X in gold, where T and X together outweigh O: 3 (7 > 3), 4, 5, 6, 8 (6 > 4), 9, 10; not 7 (5 = 5)
    # predicted T or X: 2, 3, 5, 6, 8, 9, 10; both: 3, 5, 6, 8, 9, 10
    assert LabelPrecision(label="T+X").mean(pairs) == pytest.approx(6 / 7)
    assert LabelRecall(label="T+X").mean(pairs) == pytest.approx(6 / 7)
    assert LabelF1(label="T+X").mean(pairs) == pytest.approx(6 / 7)


def test_a_stated_label_counts_before_the_most_probable_one() -> None:
    pairs = DistributionPairs.of([(1, 0, 0)], [(0, 0, 1)], LABELS)
    assert LabelAccuracy()(pairs)[0] == 0
    stated = DistributionPairs(pairs.predicted, pairs.gold, LABELS, said=np.array([2]))
    assert LabelAccuracy()(stated)[0] == 1
    assert LabelF1()(stated)[0] == 1


@settings(deadline=None, max_examples=25)
@given(
    st.lists(
        st.tuples(*[st.tuples(*[st.integers(0, 4)] * 3).filter(lambda votes: sum(votes) > 0)] * 2),
        min_size=1,
        max_size=25,
    )
)
def test_pooled_values_are_those_of_scikit_learn(votes: list[tuple[tuple[int, ...], tuple[int, ...]]]) -> None:
    from sklearn.metrics import accuracy_score, precision_recall_fscore_support

    pairs = DistributionPairs.of([p for p, _ in votes], [q for _, q in votes], LABELS)
    said, true = (["OTX"[max(range(3), key=side.__getitem__)] for side in sides] for sides in zip(*votes, strict=True))
    precision, recall, f1, _ = precision_recall_fscore_support(true, said, labels=["X"], zero_division=np.nan)
    for measure, expected in (
        (LabelAccuracy(), accuracy_score(true, said)),
        (LabelPrecision(), precision[0]),
        (LabelRecall(), recall[0]),
        (LabelF1(), f1[0]),
    ):
        assert measure.mean(pairs) == pytest.approx(expected, nan_ok=True), measure


def test_labels_that_are_not_there() -> None:
    pairs = DistributionPairs.of([(1, 0)], [(0, 1)], ("CNUG*", "CNaN"))
    assert LabelRecall(label="CNUG*").mean(pairs) != LabelRecall(label="CNUG*").mean(pairs)  # none in gold: no value
    with pytest.raises(MeasureError, match=r"LabelF1: none of the labels is 'CNUG'; did you mean 'CNUG\*'"):
        LabelF1(label="CNUG")(pairs)
    with pytest.raises(MeasureError, match=r"none of the labels is 'X'; they are CNUG\*, CNaN"):
        LabelF1()(pairs)


# ------------------------------------------------------------------------------------ text and wrong input


@pytest.mark.parametrize(
    "text", ["NMD", "RSNOD(bins=all)", "RNOD(bins=all)", "LabelF1(label=T+X)", "LabelRecall(label=HNUG*)",
             "LabelPrecision(label=CNUG*+HNUG*)", "JSD"],
)  # fmt: skip
def test_text_reads_back(text: str) -> None:
    assert str(parse(text)) == text
    assert str(parse(text.lower().replace("t+x", "T+X").replace("nug", "NUG").replace("hN", "HN").replace("cN", "CN")))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("RSNOD(bins=some)", "bins must be mass or all, found 'some'"),
        ("LabelF1(label=2)", r"label must be a label, several joined by \+, found 2"),
        ("RSNOF", "did you mean 'RSNOD'"),
        ("NMD@3", "NMD has no cutoff '@k'"),
    ],
)
def test_wrong_texts(text: str, sentence: str) -> None:
    with pytest.raises(MeasureError, match=sentence):
        parse(text)


@pytest.mark.parametrize(
    ("predicted", "gold", "sentence"),
    [
        ([[1.0, 0.0]], [[1.0, 0.0, 0.0]], "expected two tables of the same shape"),
        ([[1.0]], [[1.0]], "of two labels at least"),
        ([[1.0, -0.1]], [[1.0, 0.0]], "the predicted distributions hold a weight that is negative"),
        ([[1.0, float("nan")]], [[1.0, 0.0]], "the predicted distributions hold"),
        ([[1.0, 0.0]], [[0.0, 0.0]], "the gold distributions hold .* a row without any weight"),
    ],
)
def test_wrong_distributions(predicted: list[list[float]], gold: list[list[float]], sentence: str) -> None:
    with pytest.raises(MeasureError, match=sentence):
        DistributionPairs.of(predicted, gold)


def test_score_says_who_computes_them() -> None:
    import turnwise as tw

    with pytest.raises(MeasureError, match=r"NMD is no measure of ranked lists; `turnwise dialogues score-submission`"):
        tw.score({"a": {"1": {"x": 1.0}}}, {"1": {"x": 1}}, ["NMD"])
