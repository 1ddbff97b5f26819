"""The public names, held as a list: taking one away, or adding one unawares, fails here."""

from __future__ import annotations

import inspect

import turnwise

PUBLIC = [
    "Agreement",
    "CATALOGUE",
    "Comparison",
    "ComparisonSettings",
    "Lists",
    "Scores",
    "Tuning",
    "TurnMeasure",
    "TurnwiseError",
    "__version__",
    "agree",
    "compare",
    "judge",
    "parse",
    "raters",
    "read_dialogues",
    "read_graphs",
    "read_ratings",
    "read_scores",
    "score",
    "score_dialogues",
    "score_options",
    "score_submissions",
    "tune",
    "write_dialogues",
    "write_scores",
]


def test_the_public_names_are_these() -> None:
    assert sorted(turnwise.__all__) == PUBLIC


def test_every_public_name_loads_and_is_listed_by_dir() -> None:
    for name in PUBLIC:
        assert getattr(turnwise, name) is not None
    assert dir(turnwise) == PUBLIC


def test_every_public_function_and_class_says_what_it_does() -> None:
    undocumented = [
        name
        for name in PUBLIC
        if (inspect.isfunction(thing := getattr(turnwise, name)) or inspect.isclass(thing))
        and not inspect.getdoc(thing)
    ]
    assert not undocumented


def test_an_unknown_name_is_an_attribute_error() -> None:
    assert not hasattr(turnwise, "nonsense")


def test_type_checkers_see_every_public_name() -> None:
    """Names load late, so the front door also declares them for type checkers; the two lists must not drift."""
    source = inspect.getsource(turnwise)
    for name in turnwise.PUBLIC:
        assert f" import {name} as {name}\n" in source, name
