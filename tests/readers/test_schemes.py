"""Schemes of one's own, in a small file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from turnwise.errors import TurnwiseError
from turnwise.readers.schemes import read_scheme
from turnwise.tables.schemes import SCHEMES

OWN = """
name = "kindness"

[[questions]]
name = "K0"
text = "Was there an answer?"
values = { 1 = "Yes", 0 = "No" }

[[questions]]
name = "K1"
values = { 2 = "Yes", 1 = "In part", 0 = "No" }
collapse = { 2 = 1 }
only_if = { K0 = 1 }
"""


def test_a_scheme_by_its_name() -> None:
    assert read_scheme("stc3") is SCHEMES["stc3"]


def test_a_scheme_in_toml_and_the_same_in_json(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(OWN, encoding="utf-8")
    scheme = read_scheme(str(tmp_path / "own.toml"))
    assert (scheme.name, [question.name for question in scheme.questions]) == ("kindness", ["K0", "K1"])
    assert scheme["K1"].values == {2: "Yes", 1: "In part", 0: "No"}
    assert scheme["K1"].collapse == {2: 1}
    assert scheme["K1"].only_if == ("K0", 1)
    assert scheme["K1"].text == "K1"
    fields = {
        "name": "kindness",
        "questions": [
            {"name": "K0", "text": "Was there an answer?", "values": {"1": "Yes", "0": "No"}},
            {
                "name": "K1",
                "values": {"2": "Yes", "1": "In part", "0": "No"},
                "collapse": {"2": 1},
                "only_if": {"K0": 1},
            },
        ],
    }
    (tmp_path / "own.json").write_text(json.dumps(fields), encoding="utf-8")
    assert read_scheme(str(tmp_path / "own.json")) == scheme


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("name = ", "found broken TOML (invalid value (at end of document)), expected a scheme."),
        ('name = "x"', "found no list of questions, expected [[questions]], each with name and values."),
        ('[[question]]\nname = "x"', "found 'question'; did you mean 'questions'?"),
        ('[[questions]]\ntext = "x"\nvalues = {1 = "a", 2 = "b"}', "found no 'name' in question 1, expected a text."),
        (
            '[[questions]]\nname = "x"\nvalues = 3',
            'found a number as \'values\' of x, expected values with their words, such as { 2 = "Yes", 0 = "No" }.',
        ),
        ('[[questions]]\nname = "x"\nvalues = {1 = "a"}', "found 1 value of x, expected two or more."),
        ('[[questions]]\nname = "x"\nvalues = {a = "b", c = "d"}', "found 'a' in 'values' of x, expected a number."),
        (
            '[[questions]]\nname = "x"\nvalues = {1 = "a", 2 = "b"}\ncollapse = {3 = 1}',
            "'collapse' of x has 3, which is none of its values.",
        ),
        (
            '[[questions]]\nname = "x"\nvalues = {1 = "a", 2 = "b"}\nonly_if = {y = 1}',
            "x is asked only if y, which is no question.",
        ),
        (
            "[[questions]]\nname = 'x'\nvalues = {1 = 'a', 2 = 'b'}\n" * 2,
            "found the question x twice, expected each once.",
        ),
    ],
)
def test_a_broken_scheme_is_said_in_a_sentence(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TurnwiseError) as caught:
        read_scheme(str(path))
    assert str(caught.value) in (f"{path}: {says}", f"{path}{says}")


def test_a_name_that_is_none() -> None:
    with pytest.raises(TurnwiseError, match="there is no scheme 'stc'; did you mean 'stc3'"):
        read_scheme("stc")
