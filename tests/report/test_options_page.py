"""The page of a tuning: self-contained, small, and readable by machines that read to people."""

from __future__ import annotations

import builtins
import re
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.policies.lists_of_options import drawn_replies, replies_of
from tests.report.outline import Outline
from turnwise.errors import MissingExtra
from turnwise.policies.tune import tune
from turnwise.policies.tuning import Tuning
from turnwise.report.options_figure import described, figure
from turnwise.report.options_page import page
from turnwise.report.themed_figure import DARK, LIGHT

pytest.importorskip("matplotlib", reason="the picture needs turnwise[plots]")


@pytest.fixture(scope="module")
def tuning() -> Tuning:
    return tune(drawn_replies(150, seed=1), "F1", resamples=100)


def test_it_stands_alone_and_is_small(tuning: Tuning) -> None:
    text = page(tuning)
    assert len(text.encode()) < 300_000
    outside = re.findall(r'(?:src|href|url)\s*[=(]\s*["\']?(?!#)([^"\')\s>]+)', text)
    assert outside == []
    assert "<script" not in text


def test_a_screen_reader_finds_its_way(tuning: Tuning) -> None:
    outline = Outline(page(tuning))
    levels = [int(tag[1]) for tag, _ in outline.seen if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(later <= earlier + 1 for earlier, later in pairwise(levels))
    assert len(outline.all("caption")) == len(outline.all("table")) >= 3
    assert all(th.get("scope") in ("row", "col") for th in outline.all("th"))
    pictures = [svg for svg in outline.all("svg") if svg.get("role") == "img"]
    ids = [attrs["id"] for _, attrs in outline.seen if "id" in attrs]
    assert len(pictures) == len(tuning.curves) >= 1
    assert all(set(str(svg["aria-labelledby"]).split()) <= set(ids) for svg in pictures)
    assert len(ids) == len(set(ids)), "two pictures in one page must not share ids"


def test_the_numbers_are_those_of_the_result(tuning: Tuning) -> None:
    text = page(tuning)
    for outcome in tuning.outcomes:
        assert f"<td>{outcome.value.mean:.4f}</td>" in text
    assert tuning.sentence.replace("'", "&#x27;") in text
    assert f"<dd>{tuning.about['seed']}</dd>" in text


def test_what_users_write_is_text_and_not_markup() -> None:
    name = "<script>alert(1)</script>"
    ranked = {name: 0.6, "b": 0.4}
    text = page(tune(replies_of((ranked, name), *[(ranked, f"{name}x")] * 3), resamples=10))
    assert "<script" not in text
    assert "&lt;script&gt;" in text  # a right option that no reply ranks is told by its name


def test_the_picture_is_well_formed_in_light_and_dark(tuning: Tuning) -> None:
    drawn = figure(tuning.curves[0], tuning)
    root = ElementTree.fromstring(drawn)
    assert root.tag.endswith("svg")
    for colour in (*LIGHT.values(), *DARK.values()):
        assert colour in drawn
    assert "prefers-color-scheme: dark" in drawn
    style_less = re.sub(r"<style>.*?</style>", "", drawn, flags=re.DOTALL)
    assert not re.search(r"#0[0-9]0[0-9]0[0-9]", style_less), "a stand-in colour was left"
    assert figure(tuning.curves[0], tuning) == drawn, "the same result draws the same picture"


def test_the_description_tells_the_ends_and_the_peak(tuning: Tuning) -> None:
    curve = tuning.curves[0]
    told = described(curve, tuning)
    assert f"{curve.measure.max():.3f}" in told
    assert f"{curve.measure[0]:.3f}" in told
    assert f"{curve.measure[-1]:.3f}" in told


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2."""

    def luminance(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_lines_and_words_stand_out_from_their_ground(colours: dict[str, str]) -> None:
    for part in ("ink", "soft", "line", "mark"):
        assert contrast(colours[part], colours["ground"]) >= 4.5, part


def test_without_matplotlib_the_page_says_how_to_get_the_picture(
    tuning: Tuning, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **named: Any) -> Any:
        if name.startswith("matplotlib"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return real(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(MissingExtra):
        figure(tuning.curves[0], tuning)
    text = page(tuning)
    assert "<svg" not in text
    assert "pip install &#x27;turnwise[plots]&#x27;" in text
