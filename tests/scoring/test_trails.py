"""A dialogue along its decay line: what the drawing rests on, and the three forms of the drawing."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from click.testing import CliRunner, Result

import turnwise as tw
from turnwise.cli.main import main
from turnwise.dialogues.vote import voted
from turnwise.errors import MeasureError, OptionError
from turnwise.measures import parse
from turnwise.report.blocks import Picture
from turnwise.report.trail_drawing import bar, trail_text
from turnwise.report.trail_picture import trail_picture, trail_svg
from turnwise.scoring.dialogues import score_readings
from turnwise.scoring.trails import trail_of
from turnwise.tables.dialogues import Dialogues

SAMPLE = Path(tw.__file__).parent / "samples" / "dialogues" / "support.jsonl"


@pytest.fixture(scope="module")
def sample() -> Dialogues:
    return tw.read_dialogues(SAMPLE)


def run(*words: object) -> Result:
    return CliRunner().invoke(main, ["dialogues", "show", *map(str, words)])


def test_a_dialogue_by_hand(sample: Dialogues) -> None:
    # red-light-1 by ada, L = 100 words: nuggets at 0, 16, 32, 35, 54 (see test_readings.py)
    trail = trail_of(sample, "red-light-1", parse("UCH(length=100)"), "ada")
    told = [(n.kind, n.first, n.last, n.at, n.weight, round(n.discount, 12)) for n in trail.nuggets]
    assert told == [
        ("CNUG0", 1, 2, 0, 1, 1.0), ("HNUG", 3, 3, 16, 1, 0.84), ("CNUG", 4, 4, 32, 1, 0.68),
        ("HNUG*", 5, 5, 35, 2, 0.65), ("CNUG*", 6, 6, 54, 3, 0.46),
    ]  # fmt: skip
    assert [side.worth for side in trail.sides] == pytest.approx([3.06, 2.14])
    assert trail.value == pytest.approx(2.6)
    assert trail.total == 72
    assert not trail.is_longest
    np.testing.assert_allclose(trail.sides[0].discount, 1 - trail.along / 100)


@pytest.mark.parametrize(
    "text", ["UCH", "UC", "UH(patience_customer=2)", "U", "S", "UCH(unit=seconds, decay=exponential)"]
)
def test_values_are_those_of_the_score(sample: Dialogues, text: str) -> None:
    values = score_readings(sample, parse(text))  # type: ignore[arg-type]
    assert sample.nuggets is not None
    for (dialogue, annotator), value in list(zip(sample.nuggets.read.tolist(), values.tolist(), strict=True))[::5]:
        trail = trail_of(sample, sample.names[dialogue], parse(text), sample.nuggets.annotators[annotator])
        assert trail.value == pytest.approx(value, abs=1e-12)
        if not text.startswith("S"):
            assert sum(side.share * side.worth for side in trail.sides) == pytest.approx(value, abs=1e-12)


def test_one_side_alone_is_shown_alone(sample: Dialogues) -> None:
    trail = trail_of(sample, "red-light-1", parse("UH"), "ada")
    assert {nugget.kind for nugget in trail.nuggets} == {"HNUG", "HNUG*"}
    assert [side.by_helpdesk for side in trail.sides] == [True]


def test_the_terminal(sample: Dialogues) -> None:
    trail = trail_of(sample, "red-light-1", parse("UCH(length=100)"), "ada")
    text = trail_text([trail])
    assert text.startswith("red-light-1, as ada read it: 7 posts, 72 words; L = 100.\n")
    lines = [line.split() for line in text.splitlines()]
    assert any(line[:7] == ["6", "customer", "54", "CNUG*", "3", "0.4600", "1.3800"] for line in lines)
    assert "UCH(length=100) = 0.5 · 3.0600 + 0.5 · 2.1400 = 2.6000" in text
    assert max(map(len, text.splitlines())) <= 100
    # weight 3 of at most 3: ten cells, of which 0.46 are full
    assert bar(trail.nuggets[-1], 3.0) == "█████░░░░░"
    assert bar(trail.nuggets[0], 3.0) == "███"


def test_the_picture_stands_alone_in_light_and_dark(sample: Dialogues) -> None:
    trails = [trail_of(sample, "red-light-1", parse(text), "ada") for text in ("UCH", "UC(decay=exponential)")]
    svg = trail_svg(trails)
    ElementTree.fromstring(svg)
    assert "prefers-color-scheme: dark" in svg
    assert not re.search(r"https?://(?!www\.w3\.org)", svg)
    assert "UCH = 2.3333" in svg
    assert "CNUG0 at 0, weight 1, discount 1.0000" in svg
    assert svg == trail_svg(trails)
    picture = trail_picture(trails)
    assert isinstance(picture, Picture)
    assert picture.title.endswith("UC(decay=exponential) = 2.2961")  # 1 + e^(−64 ÷ 84) + 3 e^(−108 ÷ 84)


def test_dialogues_without_texts_and_texts_that_look_like_formulas(sample: Dialogues) -> None:
    bare = trail_of(replace(sample, texts=None), "red-light-1", parse("UCH"), "ada")
    assert "No internet" not in trail_text([bare])
    trail_svg([bare])
    odd = replace(sample, texts=["costs $3 and $4 \x1b[1m<b>_{" for _ in sample.texts or []])
    found = trail_of(odd, "red-light-1", parse("UCH"), "ada")
    assert "\x1b" not in trail_text([found])
    ElementTree.fromstring(trail_svg([found]))


def test_what_cannot_be_shown_is_said(sample: Dialogues) -> None:
    with pytest.raises(MeasureError, match=r"T has no decay to draw; expected UCH, UC, UH, U or S\."):
        trail_of(sample, "red-light-1", parse("T"), "ada")
    with pytest.raises(MeasureError, match="nDCG is no measure of dialogues"):
        trail_of(sample, "red-light-1", parse("nDCG"), "ada")
    with pytest.raises(OptionError, match=r"no annotator 'adda' among the 4 annotators .*; did you mean 'ada'"):
        trail_of(sample, "red-light-1", parse("UCH"), "adda")
    with pytest.raises(OptionError, match="there is no dialogue 'red-light'"):
        trail_of(sample, "red-light", parse("UCH"), "ada")
    words = np.array(sample.lengths["words"])
    words[0] = np.nan
    with pytest.raises(OptionError, match="dialogue 'red-light-1' is not measured in words"):
        trail_of(replace(sample, lengths={"words": words}), "red-light-1", parse("UCH"), "ada")
    nobody = replace(voted(sample), nuggets=None)
    with pytest.raises(tw.TurnwiseError, match="nobody looked for nuggets"):
        trail_of(nobody, "red-light-1", parse("UCH"))


def test_the_command(tmp_path: Path) -> None:
    shown = run(SAMPLE, "red-light-1")
    assert shown.exit_code == 0
    assert shown.stdout.startswith("red-light-1, by the vote of its annotators: 7 posts, 72 words; L = 84, the longest")
    for ending in ("svg", "png", "txt"):
        path = tmp_path / f"trail.{ending}"
        assert run(SAMPLE, "red-light-1", "--annotator", "ada", "-o", path).stderr == f"wrote {path}\n"
        assert path.stat().st_size > 500
    assert "names no drawing; end it in one of .txt, .svg, .png" in run(SAMPLE, "red-light-1", "-o", "x.pdf").stderr
    assert "did you mean" in run(SAMPLE, "redlight-1").stderr
