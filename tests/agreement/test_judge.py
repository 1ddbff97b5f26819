"""A judge beside people."""

from __future__ import annotations

import json

import numpy as np
import polars as pl
import pytest

import turnwise as tw
from turnwise.agreement.judge import JudgeAgreement
from turnwise.errors import InputError, OptionError
from turnwise.report.judge import as_text, sentences
from turnwise.tables.decisions import Decisions


def frame(rows: list[tuple[str, str, float | str]]) -> pl.DataFrame:
    item, annotator, value = zip(*rows, strict=True)
    types = ["llm" if name.startswith("gpt") else "human" for name in annotator]
    return pl.DataFrame({"item": item, "annotator": annotator, "rater_type": types, "value": value})


BY_HAND = frame(
    [("a", "x", 1), ("a", "y", 1), ("a", "z", 2), ("a", "gpt", 1), ("b", "x", 2), ("b", "z", 2), ("b", "gpt", 1),
     ("c", "x", 2), ("c", "gpt", 2), ("d", "gpt", 1)]
)  # fmt: skip


def figures(found: JudgeAgreement) -> dict[str, tuple[float | None, float | None]]:
    return {figure.name: (figure.judge.value, figure.person.value) for figure in found.beside}


def test_two_panels_by_hand() -> None:
    """Of item a people say 1, 1, 2, of item b 2, 2; the judge says 1 of both.

    With a person the judge agrees 2/3 and 0 times, people with each other 1/3 and 1. The judge says nothing but 1,
    people say it 1/3 of the time: chance 1/3; of people alone (1/3)² + (2/3)² = 5/9. With one person left out, the
    others of a are 1 and 2 twice (credit 1/2) and 1, 1 once: the judge gets 2/3, who is left out 1/3; of b 0 and 1.
    """
    (found,) = tw.judge(BY_HAND, draws=0)
    assert figures(found) == {
        "same answer as a person": pytest.approx((1 / 3, 2 / 3)),
        "κ with a person": pytest.approx((0, (2 / 3 - 5 / 9) / (4 / 9))),
        "answer of the others' majority": pytest.approx((1 / 3, 2 / 3)),
    }
    assert found.beside[0].difference.value == pytest.approx(-1 / 3)
    assert found.majority is not None
    assert found.majority.value == pytest.approx(2 / 3)  # of all three items that both answered for
    assert found.bias is not None
    assert found.bias.value == pytest.approx((-1 / 3 - 1 + 0) / 3)
    assert (found.n_items, found.n_panels, found.n_alone) == (3, 2, 1)
    one, two = found.leanings
    assert (one.judge, one.people) == pytest.approx((2 / 3, 2 / 9))
    assert two.difference.value == pytest.approx(1 / 3 - 7 / 9)


def simulated(seed: int, shift: float = 0.0, noise: float = 0.7, items: int = 150) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    rows: list[tuple[str, str, float | str]] = []
    for item, truth in enumerate(rng.normal(0, 1, items)):
        people = rng.permutation(["ann", "ben", "cem", "dee", "eve"])[: rng.integers(2, 5)]
        for name, off, error in [*((name, 0.0, 0.7) for name in people), ("gpt", shift, noise)]:
            rows.append((f"i{item}", name, float(np.clip(np.round(truth + off + rng.normal(0, error)), -2, 2))))
    return frame(rows)


def test_a_judge_like_a_person_is_not_told_from_one() -> None:
    """On every figure the expected difference is 0: the judge and each person stand before the same panels."""
    studies = [tw.judge(simulated(seed), draws=0)[0] for seed in range(40)]
    for at, figure in enumerate(studies[0].beside):
        differences = np.array([study.beside[at].difference.value for study in studies], dtype=float)
        assert abs(differences.mean()) < 3 * differences.std(ddof=1) / np.sqrt(40), figure.name
        covered = sum(
            study.beside[at].difference.interval.low <= 0 <= study.beside[at].difference.interval.high  # type: ignore[union-attr]
            for study in studies
        )
        assert covered >= 34, figure.name


def test_a_biased_and_a_better_judge() -> None:
    (biased,) = tw.judge(simulated(0, shift=0.8))
    assert biased.bias is not None
    assert biased.bias.interval is not None
    assert biased.bias.interval.low > 0.4
    assert any(sentence.startswith("Its answers lean up") for sentence in sentences(biased))
    assert any("less than a person" in sentence or "worse than a person" in sentence for sentence in sentences(biased))
    (better,) = tw.judge(simulated(0, noise=0.1))
    assert any("agrees with people more than a person does" in sentence for sentence in sentences(better))


def test_people_of_whom_nobody_knows_who_is_who() -> None:
    people = pl.DataFrame({"item": ["a", "a", "b", "b", "c", "c"], "value": [1, 2, 2, 2, 1, 1]})
    model = pl.DataFrame({"item": ["a", "b", "c"], "annotator": "gpt", "rater_type": "llm", "value": [1, 2, 1]})
    ratings = tw.read_ratings([people, model], format="long")
    (found,) = tw.judge(ratings, draws=0)
    assert figures(found)["same answer as a person"] == pytest.approx(((1 / 2 + 1 + 1) / 3, 2 / 3))


def test_words_have_no_mean() -> None:
    words = BY_HAND.with_columns(value=pl.col("value").cast(int).cast(str).replace({"1": "bad", "2": "good"}))
    (found,) = tw.judge(words, draws=0)
    assert found.bias is None
    assert figures(found)["κ with a person"] == pytest.approx((0, 0.25))


def test_wrong_sides() -> None:
    with pytest.raises(OptionError, match="found 'x' on both sides"):
        tw.judge(BY_HAND, against="x", reference="x,y")
    with pytest.raises(OptionError, match="reference: found no 'human' but those that are named"):
        tw.judge(BY_HAND, against="x,y,z")
    with pytest.raises(OptionError, match="there are no raters 'gpd'; did you mean 'gpt'"):
        tw.judge(BY_HAND, against="gpd")
    with pytest.raises(InputError, match="found no item of 'rating' that gpt and human both answered for"):
        tw.judge(BY_HAND.filter((pl.col("item") == "d") | ((pl.col("item") == "a") & (pl.col("annotator") != "gpt"))))


def test_a_judge_that_is_named_is_not_in_the_reference_by_its_type() -> None:
    (found,) = tw.judge(BY_HAND, against="x", draws=0)
    (named,) = tw.judge(BY_HAND, against="x", reference="y,z", draws=0)
    assert figures(found) == figures(named)
    (other,) = tw.judge(BY_HAND, against="human", reference="x", questions="rating", draws=0)[:1]
    assert other.judge == "y"
    with pytest.raises(OptionError, match="against: found no 'llm' but those that are named on the other side"):
        tw.judge(BY_HAND, against="llm", reference="gpt")


def test_people_by_name() -> None:
    (found,) = tw.judge(BY_HAND, against="z", reference="x, y", draws=0)
    assert (found.judge, found.n_items, found.n_panels) == ("z", 2, 1)


def test_every_form() -> None:
    found = tw.judge(simulated(3), draws=100)
    text = as_text(found, Decisions())
    assert max(map(len, text.splitlines())) <= 100
    told = json.loads(as_text(found, Decisions(), "json"))["judges"][0]
    assert told["beside"][0]["judge"]["value"] == found[0].beside[0].judge.value
    assert as_text(found, Decisions(), "csv").count("\n") == len(found[0].beside) + 2
    assert r"\toprule" in as_text(found, Decisions(), "latex")
