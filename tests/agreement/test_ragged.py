"""Every coefficient on a ragged design, with another number of raters an item and clusters of items: the value by plain
loops over the definitions, each bootstrap sample by measuring its copies, and the large-sample interval by nudging."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations

import numpy as np
import pytest
from scipy.stats import friedmanchisquare

from turnwise.agreement.answers import Answers, answers_of
from turnwise.agreement.catalogue import COEFFICIENTS
from turnwise.agreement.estimate import build, estimates
from turnwise.agreement.weights import WEIGHTS, agreement_weights

Matrix = np.ndarray
LEVELS = ("nominal", "ordinal", "interval", "ratio")


def ragged() -> Matrix:
    """24 items, 5 raters who answer 1 to 4; a quarter is missing, one item has a single answer, eight have all."""
    rng = np.random.default_rng(11)
    truth = rng.integers(1, 5, (24, 1))
    found = np.clip(truth + rng.choice([-1, 0, 0, 0, 1], (24, 5)), 1, 4).astype(float)
    found[8:][rng.random((16, 5)) < 0.4] = np.nan
    found[9, :] = [np.nan, 3, np.nan, np.nan, np.nan]
    return found[~np.isnan(found).all(axis=1)]


MATRIX = ragged()
CLUSTERS = np.arange(len(MATRIX)) // 2
CATEGORIES = np.array([1.0, 2, 3, 4])


def given(row: Matrix) -> list[float]:
    return [value for value in row if not np.isnan(value)]


def observed(matrix: Matrix, weight: Callable[[float, float], float]) -> float:
    items = [row for row in map(given, matrix) if len(row) > 1]
    return float(np.mean([np.mean([weight(*pair) for pair in permutations(row, 2)]) for row in items]))


def chance(key: str, matrix: Matrix, weight: Callable[[float, float], float]) -> float:
    rows = [given(row) for row in matrix]
    share = {k: np.mean([row.count(k) / len(row) for row in rows]) for k in CATEGORIES}
    everything = [(k, m) for k in CATEGORIES for m in CATEGORIES]
    if key == "fleiss":
        return float(sum(share[k] * share[m] * weight(k, m) for k, m in everything))
    if key == "randolph":
        return float(np.mean([weight(k, m) for k, m in everything]))
    if key == "ac":
        factor = sum(weight(k, m) for k, m in everything) / (4 * 3)
        return float(factor * sum(of * (1 - of) for of in share.values()))
    columns = [given(column) for column in matrix.T]
    return float(np.mean([
        np.mean([weight(k, m) for k in one for m in other]) for one, other in permutations(columns, 2)
    ]))  # fmt: skip


def corrected(key: str, matrix: Matrix, how: str) -> float:
    table = agreement_weights(how, CATEGORIES)
    weight = lambda k, m: float(table[int(k) - 1, int(m) - 1])  # noqa: E731
    if key == "percent":
        return observed(matrix, weight)
    expected = chance(key, matrix, weight)
    return (observed(matrix, weight) - expected) / (1 - expected)


def cohen(matrix: Matrix, how: str) -> float:
    """Of the first two raters, on the items of both."""
    both = matrix[:, :2][~np.isnan(matrix[:, :2]).any(axis=1)]
    table = agreement_weights(how, CATEGORIES)
    weighed = np.array([[table[int(k) - 1, int(m) - 1] for m in both[:, 1]] for k in both[:, 0]])
    return float((np.diag(weighed).mean() - weighed.mean()) / (1 - weighed.mean()))


def alpha(matrix: Matrix, level: str) -> float:
    """1 − D_o / D_e over pairs, with the distances of Krippendorff (2004), section 11.3."""
    rows = [row for row in map(given, matrix) if len(row) > 1]
    values = [value for row in rows for value in row]
    number = {k: values.count(k) for k in CATEGORIES}

    def apart(one: float, other: float) -> float:
        if level == "nominal":
            return float(one != other)
        if level == "ordinal":
            low, high = min(one, other), max(one, other)
            between = sum(count for k, count in number.items() if low <= k <= high)
            return float(between - (number[one] + number[other]) / 2) ** 2
        return (one - other) ** 2 / (1 if level == "interval" else (one + other) ** 2)

    seen = sum(sum(apart(*pair) for pair in permutations(row, 2)) / (len(row) - 1) for row in rows) / len(values)
    expected = sum(apart(*pair) for pair in permutations(values, 2)) / (len(values) * (len(values) - 1))
    return 1 - seen / expected


def icc(matrix: Matrix, form: str, *, average: bool) -> float:
    """Sums of squares as quadratic forms y'Ay, set to what they are expected to be: tr(AZZ') for each part."""
    item, rater = np.nonzero(~np.isnan(matrix))
    y, n = matrix[item, rater], len(item)
    by_item, by_rater = (np.equal.outer(of, of).astype(float) for of in (item, rater))
    mean = np.full((n, n), 1 / n)
    of_items, of_raters = (part / part.sum(axis=1, keepdims=True) for part in (by_item, by_rater))
    size = np.trace((of_items - mean) @ by_item) / (len(np.unique(item)) - 1)
    if form == "1":
        forms, parts = [of_items - mean, np.eye(n) - of_items], [by_item, np.eye(n)]
    else:
        forms, parts = [of_items - mean, of_raters - mean, np.eye(n) - mean], [by_item, by_rater, np.eye(n)]
    found = np.linalg.solve([[np.trace(a @ z) for z in parts] for a in forms], [y @ a @ y for a in forms])
    noise = found[-1] + (found[1] if form == "a" else 0)
    return float(found[0] / (found[0] + (noise / size if average else noise)))


def kendall_w(matrix: Matrix) -> float:
    """Of the items that all answered for."""
    whole = matrix[~np.isnan(matrix).any(axis=1)]
    return float(friedmanchisquare(*whole).statistic / (whole.shape[1] * (len(whole) - 1)))


def cases() -> Iterator[tuple[str, str]]:
    for key, kind in COEFFICIENTS.items():
        yield from ((key, how) for how in {"weights": WEIGHTS, "level": LEVELS, "": ("",)}[kind.takes])


def by_definition(key: str, how: str, matrix: Matrix) -> float:
    if key == "alpha":
        return alpha(matrix, how)
    if key == "cohen":
        return cohen(matrix, how)
    if key == "kendall-w":
        return kendall_w(matrix)
    if key.startswith("icc"):
        return icc(matrix, key[4], average=key.endswith("k"))
    return corrected(key, matrix, how)


def packed(key: str, matrix: Matrix, clusters: Matrix) -> Answers:
    """The answers that the coefficient is computed from; Cohen's are those of the first two raters."""
    seen = matrix[:, :2] if key == "cohen" else matrix
    return COEFFICIENTS[key].prepare(answers_of(seen, categories=CATEGORIES.tolist(), clusters=clusters))


CASES = list(cases())


def test_the_design_is_ragged() -> None:
    numbers = [len(given(row)) for row in MATRIX]
    assert {1, 2, 3, 5} <= set(numbers)
    assert numbers.count(5) >= 8
    assert set(np.unique(MATRIX[~np.isnan(MATRIX)])) == set(CATEGORIES)


@pytest.mark.parametrize(("key", "how"), CASES)
def test_the_value_is_that_of_its_definition(key: str, how: str) -> None:
    statistic = COEFFICIENTS[key].make(packed(key, MATRIX, CLUSTERS), how)
    assert statistic.value == pytest.approx(by_definition(key, how, MATRIX), abs=1e-10)


@pytest.mark.parametrize(("key", "how"), CASES)
def test_a_bootstrap_sample_is_measured_as_its_copies_are(key: str, how: str) -> None:
    answers = packed(key, MATRIX, CLUSTERS)
    statistic = COEFFICIENTS[key].make(answers, how)
    rng = np.random.default_rng(2)
    of_item = dict(enumerate(dict.fromkeys(CLUSTERS[kept(key)].tolist())))
    for _ in range(5):
        times = np.bincount(rng.integers(0, answers.n_clusters, answers.n_clusters), minlength=answers.n_clusters)
        again = np.concatenate([
            np.tile(MATRIX[of_item[number] == CLUSTERS], (count, 1)) for number, count in enumerate(times)
        ])  # fmt: skip
        drawn = statistic.resampled(times[None].astype(float))[0]
        assert drawn == pytest.approx(by_definition(key, how, again), abs=1e-9)


def kept(key: str) -> Matrix:
    """The items that a coefficient looks at."""
    there = ~np.isnan(MATRIX)
    if key == "cohen":
        return np.asarray(there[:, :2].all(axis=1))
    return np.asarray(there.all(axis=1) if key == "kendall-w" else there.any(axis=1))


@pytest.mark.parametrize(("key", "how"), CASES)
def test_the_interval_is_that_of_the_derivative(key: str, how: str) -> None:
    """A cluster counts a little more, and a little less; the standard error follows, and every case has intervals."""
    answers, kind = packed(key, MATRIX, CLUSTERS), COEFFICIENTS[key]
    statistic = kind.make(answers, how)
    nudge = 1e-5 * np.eye(answers.n_clusters)
    slope = (statistic.resampled(1 + nudge) - statistic.resampled(1 - nudge)) / 2e-5
    assert statistic.influence == pytest.approx(slope, abs=1e-6)
    (found,) = estimates([build(key, answers, kind.range, lambda: statistic)], draws=200)
    n = answers.n_clusters
    assert found.standard_error == pytest.approx(np.sqrt(n / (n - 1) * ((slope - slope.mean()) ** 2).sum()), rel=1e-4)
    assert found.value is not None
    for interval in (found.interval, found.bootstrap):
        assert interval is not None
        assert kind.range[0] <= interval.low < found.value < interval.high <= kind.range[1]
