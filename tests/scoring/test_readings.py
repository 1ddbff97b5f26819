"""Dialogues with nuggets → packed readings → one value a reading."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import turnwise as tw
from turnwise.errors import InputError, OptionError
from turnwise.measures.uch import UC, UCH
from turnwise.scoring.dialogues import readings_of, score_readings
from turnwise.tables.dialogues import Dialogues

SAMPLE = Path(tw.__file__).parent / "samples" / "dialogues" / "support.jsonl"


@pytest.fixture(scope="module")
def sample() -> Dialogues:
    return tw.read_dialogues(SAMPLE)


def test_positions_in_every_unit(sample: Dialogues) -> None:
    # red-light-1 by ada: CNUG0 posts 1-2, HNUG 3, CNUG 4, HNUG* 5, CNUG* 6. In words the posts have
    # 11, 5, 16, 3, 19, 10, 8 (sum 72); in seconds they were sent at 0, 36, 180, 300, 420, 720, 780.
    words = readings_of(sample, "words")
    assert words.start[:5].tolist() == [0, 16, 32, 35, 54]
    assert words.end[:5].tolist() == [16, 32, 35, 54, 64]
    assert words.total[0] == 72
    seconds = readings_of(sample, "seconds")
    assert seconds.start[:5].tolist() == [0, 180, 300, 420, 720]
    assert seconds.end[:5].tolist() == [36, 180, 300, 420, 720]
    assert seconds.total[0] == 780
    assert words.goal[:5].tolist() == [False, False, False, True, True]
    assert words.trigger[:5].tolist() == [True, False, False, False, False]
    assert words.by_helpdesk[:5].tolist() == [False, True, False, True, False]
    assert readings_of(sample).unit == sample.unit == "words"


def test_values_by_hand(sample: Dialogues) -> None:
    # words, L = 100: UC = 1 + (1 − 32 ÷ 100) + 3 · (1 − 54 ÷ 100) = 3.06
    #                 UH = (1 − 16 ÷ 100) + 2 · (1 − 35 ÷ 100) = 2.14
    assert score_readings(sample, UC(length=100))[0] == pytest.approx(3.06)
    assert score_readings(sample, UCH(length=100))[0] == pytest.approx((3.06 + 2.14) / 2)
    # equation 7 with T = 1000 seconds: 1 + 0.7 + 3 · 0.28 = 2.54
    assert score_readings(sample, UC(unit="seconds", length=1000))[0] == pytest.approx(2.54)
    # the longest dialogue of the sample has 84 words
    longest = score_readings(sample, UC(length=float(np.max(sample.totals("words")))))
    np.testing.assert_array_equal(score_readings(sample, UC()), longest)


def test_neither_names_nor_order_matter(sample: Dialogues) -> None:
    values = score_readings(sample, UCH())
    nuggets = sample.nuggets
    assert nuggets is not None
    rng = np.random.default_rng(3)
    rows, read = rng.permutation(len(nuggets)), rng.permutation(len(nuggets.read))
    shuffled = replace(
        nuggets,
        annotators=[name.upper() for name in nuggets.annotators],
        read=nuggets.read[read],
        **{name: getattr(nuggets, name)[rows] for name in ("dialogue", "annotator", "first", "last", "kind", "weight")},
    )
    renamed = replace(sample, names=[f"x{name}" for name in sample.names], nuggets=shuffled)
    np.testing.assert_allclose(score_readings(renamed, UCH()), values[read], rtol=0, atol=1e-12)


def test_a_dialogue_without_the_unit_has_no_value(sample: Dialogues) -> None:
    lengths = np.array(sample.lengths["words"])
    lengths[: sample.offsets[1]] = np.nan  # the first dialogue is not measured in words
    values = score_readings(replace(sample, lengths={"words": lengths}), UCH())
    assert sample.nuggets is not None
    first = sample.nuggets.read[:, 0] == 0
    assert np.isnan(values[first]).all()
    assert not np.isnan(values[~first]).any()


def test_what_is_missing_is_said(sample: Dialogues) -> None:
    with pytest.raises(OptionError, match="posts are not measured in 'tokens'"):
        score_readings(sample, UCH(unit="tokens"))
    with pytest.raises(InputError, match="nobody looked for nuggets in these dialogues"):
        score_readings(replace(sample, nuggets=None), UCH())
