"""From ratings to what can be said of each question."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import turnwise as tw
from turnwise.agreement.estimate import Interval, percentiles
from turnwise.agreement.scale import collapsed_by
from turnwise.agreement.wording import sentences
from turnwise.errors import OptionError
from turnwise.readers.ratings import read_ratings
from turnwise.report.agreement import as_csv, as_json, as_latex, as_text


def long(rows: list[tuple[str, str, float | str]], **columns: list[str]) -> pl.DataFrame:
    item, annotator, value = zip(*rows, strict=True)
    return pl.DataFrame({"item": item, "annotator": annotator, "value": value, **columns})


#: Item a: 1, 1, 2. Item b: 2, 2. Item c: 1, 1, 1. Item d: 2, and nobody else.
RAGGED = long(
    [("a", "x", 1), ("a", "y", 1), ("a", "z", 2), ("b", "x", 2), ("b", "z", 2),
     ("c", "x", 1), ("c", "y", 1), ("c", "z", 1), ("d", "y", 2)]
)  # fmt: skip


def test_a_ragged_design_by_hand() -> None:
    """Of the pairs of answers 1 of 3 agree on a, 1 of 1 on b, 3 of 3 on c: observed 7/9.

    Shares of 1: 2/3 of a, 0 of b, 1 of c, 0 of d: mean 5/12. Chance (5/12)² + (7/12)² = 74/144 = 37/72.
    """
    found = tw.agree(RAGGED, draws=0)["rating"]
    assert found["percent"].value == pytest.approx(7 / 9)
    assert found["fleiss"].value == pytest.approx((7 / 9 - 37 / 72) / (1 - 37 / 72))
    assert found["kappa-free"].value == pytest.approx((7 / 9 - 1 / 2) / (1 / 2))
    assert found["ac1"].value == pytest.approx((7 / 9 - 2 * 5 / 12 * 7 / 12) / (1 - 2 * 5 / 12 * 7 / 12))
    assert (found.n_items, found.n_answers, found.n_raters, found.per_item, found.single_items) == (4, 9, 3, (1, 3), 1)
    assert any("1 item has a single answer" in sentence for sentence in sentences(found))


def test_agreement_specific_to_a_category() -> None:
    """Of the pairs of an answer 1 and another answer to its item: 2 · 2 on a, 2 · 3 on c; 2 and 6 have 1, too. So 8/10.

    Of those of an answer 2: 2 on a, 2 on b; 0 and 2 have 2. So 2/4.
    """
    one, two = tw.agree(RAGGED, draws=0)["rating"].categories
    assert (one.name, one.count, one.share, one.agreement) == ("1", 5, 5 / 9, 0.8)
    assert (two.name, two.count, two.agreement) == ("2", 4, 0.5)


def test_collapsing() -> None:
    frame = long([(str(i), rater, v) for i, (a, b) in enumerate([(2, 1), (-1, -2), (0, 0)]) for rater, v in
                  (("x", a), ("y", b))])  # fmt: skip
    found = tw.agree(frame, collapse="2,1=1; -1,-2=-1", draws=0)["rating"]
    assert [category.name for category in found.categories] == ["-1", "0", "1"]
    assert found["percent"].value == 1
    worded = tw.agree(frame, collapse="2,1=good;0,-1,-2=rest", draws=0)["rating"]
    assert [category.name for category in worded.categories] == ["rest", "good"]
    assert worded.level == "nominal"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("2,1", "found '2,1', expected categories and what they become"),
        ("2=", "found '2='"),
        ("1=a;1=b", "'1' twice"),
    ],
)
def test_wrong_rules_of_collapsing(text: str, sentence: str) -> None:
    with pytest.raises(OptionError, match=sentence):
        collapsed_by(text)


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ({"collapse": "7=1"}, "has no answer '7'"),
        ({"categories": ["1"]}, "found the answer 2, expected one of those named"),
        ({"categories": ["1", "two"]}, "answered with numbers, found 'two'"),
        ({"questions": "rat"}, "there is no question 'rat'; did you mean 'rating'"),
        ({"coefficients": "kapa-free"}, "did you mean 'kappa-free'"),
        ({"level": "ordnial"}, "did you mean 'ordinal'"),
        ({"weights": "quadratc"}, "did you mean 'quadratic'"),
        ({"cluster": "person"}, "items have no group 'person'; there are none"),
        ({"draws": -1}, "found -1, expected 0 or more"),
        ({"seed": -1}, "seed: found -1, expected 0 or more"),
        ({"confidence": 95}, "found 95, expected a number between 0 and 1"),
    ],
)
def test_wrong_options_end_with_a_sentence(how: dict[str, object], sentence: str) -> None:
    with pytest.raises(OptionError, match=sentence):
        tw.agree(RAGGED, **how)  # type: ignore[arg-type]


def test_categories_that_nobody_answered_count_for_kappa_free() -> None:
    """Observed 7/9 of three categories: (7/9 − 1/3) / (2/3) = 2/3."""
    assert tw.agree(RAGGED, categories=["1", "2", "3"], draws=0)["rating"]["randolph"].value == pytest.approx(2 / 3)


def test_words_have_an_order_only_where_it_is_given() -> None:
    frame = long([("a", "x", "low"), ("a", "y", "high"), ("b", "x", "mid"), ("b", "y", "mid"), ("c", "x", "high"),
                  ("c", "y", "high")])  # fmt: skip
    assert tw.agree(frame, draws=0)["rating"].level == "nominal"
    with pytest.raises(OptionError, match="words, which have no order of their own"):
        tw.agree(frame, level="ordinal", draws=0)
    with pytest.raises(OptionError, match=r"\(now .*\) to measure with linear weights"):
        tw.agree(frame, weights="linear", draws=0)
    assert tw.agree(frame.filter(pl.col("value") != "mid"), weights="linear", draws=0)  # two words need no order
    ordered = tw.agree(frame, categories=["low", "mid", "high"], draws=0)["rating"]
    numbers = frame.with_columns(pl.col("value").replace_strict({"low": 1, "mid": 2, "high": 3}))
    assert ordered.level == "ordinal"
    assert ordered["alpha"].value == pytest.approx(tw.agree(numbers, draws=0)["rating"]["alpha"].value or 0)


def test_weighted_kappa_pairs_by_item() -> None:
    """Two raters whose answers stand in other orders, and share only some items: what they share decides."""
    x = [("x", item, value) for item, value in (("a", 1), ("b", 2), ("c", 3), ("d", 5), ("e", 4))]
    y = [("y", item, value) for item, value in (("e", 4), ("d", 5), ("q", 1), ("c", 3), ("b", 2))]
    frame = long([(item, rater, value) for rater, item, value in [*x, *y]])
    found = tw.agree(frame, coefficients=["cohen"], weights="quadratic", draws=0)["rating"]["cohen"]
    assert (found.value, found.n_items) == (pytest.approx(1), 4)


def test_clusters_are_drawn_as_wholes() -> None:
    """The same item ten times in each of two dialogues is two things that were drawn, and no more."""
    rows = [(f"{d}{n}", r, v) for d, pair in (("p", (1, 1)), ("q", (1, 2))) for n in range(10)
            for r, v in zip("xy", pair, strict=True)]  # fmt: skip
    dialogues = [item[0] for item, _, _ in rows]
    whole = tw.agree(long(rows, dialogue=dialogues), coefficients=["percent"])["rating"]
    alone = tw.agree(long(rows, dialogue=dialogues), coefficients=["percent"], cluster="none")["rating"]
    assert (whole.n_clusters, whole.cluster, alone.n_clusters, alone.cluster) == (2, "dialogue", 20, None)
    assert (whole["percent"].standard_error or 0) > 3 * (alone["percent"].standard_error or 1)


def test_the_prevalence_trap_is_told() -> None:
    rows = [(str(i), r, 2 if (i, r) in {(0, "x"), (1, "y")} else 1) for i in range(50) for r in "xy"]
    found = tw.agree(long(rows), draws=0)["rating"]
    assert (found["fleiss"].value or 0) < 0 < 0.9 < (found["randolph"].value or 0)
    assert any("far apart because 98% of the answers are '1'" in sentence for sentence in sentences(found))


def test_nothing_to_agree_on() -> None:
    found = tw.agree(long([("a", "x", 1), ("b", "y", 2)]))["rating"]
    assert found["percent"].value is None
    assert found["percent"].reason == "no item has two answers"
    assert list(sentences(found)) == ["Every item has a single answer, so there is nothing to agree on."]


def test_the_same_numbers_in_every_form() -> None:
    import csv
    import io
    import json

    found = tw.agree(RAGGED, draws=200)
    value = found["rating"]["fleiss"].value
    rows = list(csv.DictReader(io.StringIO(as_csv(found))))
    told = json.loads(as_json(found))["questions"][0]["coefficients"]
    assert value == float(next(row["value"] for row in rows if row["coefficient"] == "Fleiss' κ"))
    assert value == next(one["value"] for one in told if one["coefficient"] == "fleiss")
    assert f"{value:.3f}" in as_text(found)
    assert f"{value:.3f} [" in as_latex(found)
    assert str(found).startswith("rating: nominal, 4 items, 9 answers, 1 to 3 an item, 3 raters\n  Two answers")


def test_many_questions_are_told_in_a_line_each() -> None:
    frame = pl.concat([RAGGED.with_columns(question=pl.lit(f"Q{n}")) for n in range(5)])
    found = tw.agree(frame, draws=50)
    assert len(as_text(found).splitlines()) < 12
    assert len(as_text(found, full=True).splitlines()) > 60
    assert max(len(line) for line in as_text(found, full=True).splitlines()) <= 100


def test_the_same_seed_gives_the_same_interval() -> None:
    frame = long([(f"{i}", r, (i * k) % 3) for i in range(20) for k, r in ((1, "x"), (4, "y"), (5, "z"))])
    first, again, other = (tw.agree(frame, draws=100, seed=seed)["rating"]["fleiss"].bootstrap for seed in (1, 1, 2))
    assert first == again != other


def test_what_an_order_of_adding_up_leaves_behind_is_not_told() -> None:
    """Half a cent, and 0, in the last digits that one processor or another gives them."""
    around = np.array([1, -1]) * 4e-16
    told = [percentiles(np.full(2000, true + off), 0.95)[0] for true in (-0.075, 0.0) for off in around]
    assert told == [Interval(-0.075, -0.075)] * 2 + [Interval(0.0, 0.0)] * 2
    assert f"{told[3].high if told[3] else None:.2f}" == "0.00"


def test_ratings_read_before_are_taken_as_they_are() -> None:
    ratings = read_ratings(RAGGED)
    assert tw.agree(ratings, draws=0)["rating"]["percent"].value == pytest.approx(7 / 9)
    np.testing.assert_array_equal(ratings.value, RAGGED["value"])
