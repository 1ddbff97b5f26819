"""The grammar of measures: what reads as what, what a mistake is told, and that nothing else is ever raised."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnwise.errors import MeasureError
from turnwise.measures import TURN_MEASURES, TurnMeasure, parameters, parse, parse_all
from turnwise.measures.average_precision import AP
from turnwise.measures.blended_ratio import PPlus
from turnwise.measures.gain import nDCG
from turnwise.measures.length_aware import OLAR
from turnwise.measures.precision import P
from turnwise.measures.rank_biased import RBP

READ: list[tuple[str, TurnMeasure]] = [
    ("nDCG@3", nDCG(k=3)),
    ("ndcg@3", nDCG(k=3)),
    (" nDCG ( gain = exponential ) @ 3 ", nDCG(k=3, gain="exponential")),
    ("nDCG@3(gain=exponential)", nDCG(k=3, gain="exponential")),
    ("nDCG(k=3)", nDCG(k=3)),
    ("nDCG()", nDCG()),
    ("AP(terminal=true)@10", AP(k=10, terminal=True)),
    ("ap(terminal=TRUE)", AP(terminal=True)),
    ("RBP(p=.5,terminal=true,)", RBP(p=0.5, terminal=True)),
    ("RBP(p=5e-1)", RBP(p=0.5)),
    ("P+", PPlus()),
    ("p+@10", PPlus(k=10)),
    ("P+(beta=2)", PPlus(beta=2)),
    ("OLAR(max_length=7)", OLAR(max_length=7)),
    ("OLAR(mu=1e-3)", OLAR(mu=0.001)),
    ("P(rel=+2)", P(rel=2)),
    ("P@\N{FULLWIDTH DIGIT THREE}", P(k=3)),
]


@pytest.mark.parametrize(("text", "measure"), READ)
def test_reads_as(text: str, measure: TurnMeasure) -> None:
    assert parse(text) == measure
    assert type(parse(text)) is type(measure)
    assert parse(measure) is measure


@pytest.mark.parametrize(
    ("measure", "text"),
    [
        (nDCG(), "nDCG"),
        (nDCG(k=3), "nDCG@3"),
        (nDCG(k=3, gain="exponential", smoothed=True), "nDCG(gain=exponential, smoothed=true)@3"),
        (RBP(p=0.5, terminal=True), "RBP(p=0.5, terminal=true)"),
        (RBP(p=0.8), "RBP"),
        (PPlus(beta=2.0, k=5), "P+(beta=2)@5"),
        (P(rel=1.0), "P"),
        (OLAR(mu=1e-05), "OLAR(mu=1e-05)"),
        (P(rel=1e16), "P(rel=1e+16)"),
    ],
)
def test_canonical_text(measure: TurnMeasure, text: str) -> None:
    assert str(measure) == text
    assert parse(text) == measure


@pytest.mark.parametrize(
    "texts",
    [
        "nDCG@3 P+ RBP(p=0.5)",
        "nDCG@3,P+,RBP(p=0.5),",
        ["nDCG@3", "P+, RBP(p=0.5)"],
        [nDCG(k=3), "P+ RBP(p=.5)"],
    ],
)
def test_several_in_one_text_or_many(texts: str | list[str | TurnMeasure]) -> None:
    assert [str(m) for m in parse_all(texts)] == ["nDCG@3", "P+", "RBP(p=0.5)"]


def test_one_measure_is_a_list_of_one() -> None:
    assert parse_all(nDCG(k=3)) == parse_all("nDCG@3") == [nDCG(k=3)]


WRITE_IT_AS = "; write it as nDCG@3 or RBP(p=0.5)."
LISTED = " `turnwise measures` lists all."

MISTAKES: list[tuple[str, str]] = [
    # names
    ("accuracy", f"there is no measure 'accuracy'; did you mean 'SR' or 'LabelAccuracy'?{LISTED}"),
    ("nDGC@3", f"there is no measure 'nDGC'; did you mean 'nDCG'?{LISTED}"),
    ("MAP", f"there is no measure 'MAP'; did you mean 'AP'?{LISTED}"),
    ("MRR@10", f"there is no measure 'MRR'; did you mean 'RR'?{LISTED}"),
    ("recall@5", f"there is no measure 'recall'; did you mean 'R'?{LISTED}"),
    ("ndcg_cut_10", f"there is no measure 'ndcg_cut_10'; did you mean 'nDCG@10'?{LISTED}"),
    ("P_5", f"there is no measure 'P_5'; did you mean 'P@5'?{LISTED}"),
    ("set_F", f"there is no measure 'set_F'; did you mean 'F1'?{LISTED}"),
    ("P-plus", f"there is no measure 'P-plus'; did you mean 'P+'?{LISTED}"),
    ("bperf", f"there is no measure 'bperf'; did you mean 'bpref'?{LISTED}"),
    ("xyzzy(p=1", f"there is no measure 'xyzzy';{LISTED}"),
    # parameters
    ("nDCG(smooth=true)", "nDCG has no parameter 'smooth'; did you mean 'smoothed'?"),
    ("F1(terminal=true)", "F1 has no parameter 'terminal'; it takes k, rel, smoothed."),
    ("LAR@3", "LAR has no cutoff '@k'; it takes rel."),
    ("bpref(k=3)", "bpref has no cutoff '@k'; it takes rel."),
    ("RBP(0.5)", f"measure 'RBP(0.5)': a parameter's name is expected, found '0.5'{WRITE_IT_AS}"),
    ("RBP(p)", f"measure 'RBP(p)': parameter 'p' of RBP has no value{WRITE_IT_AS}"),
    ("RBP(p=)", f"measure 'RBP(p=)': parameter 'p' of RBP has no value{WRITE_IT_AS}"),
    ("RBP(p=.5, p=.6)", f"measure 'RBP(p=.5, p=.6)': parameter 'p' is given twice{WRITE_IT_AS}"),
    # values
    ("RBP(p=1)", "RBP: p must be a number between 0 and 1, both excluded, found 1."),
    ("RBP(p=high)", "RBP: p must be a number between 0 and 1, both excluded, found 'high'."),
    ("AP(terminal=yes)", "AP: terminal must be true or false, found 'yes'."),
    ("AP(terminal=1)", "AP: terminal must be true or false, found 1."),
    ("nDCG(gain=exp)", "nDCG: gain must be linear or exponential, found 'exp'."),
    ("P@0", "P: k must be a whole number from 1 to 10^15, found 0."),
    ("P(k=true)", "P: k must be a whole number from 1 to 10^15, found true."),
    ("P(rel=0)", "P: rel must be a finite number above 0, found 0."),
    ("P(rel=1e999)", "P: rel must be a finite number above 0, found inf."),
    ("OLAR(max_length=5.0)", "OLAR: max_length must be a whole number of at least 2, found 5.0."),
    ("OLAR(max_length=7, mu=0.01)", "OLAR: max_length derives μ and mu sets it; give one of the two."),
    (
        "OLAR(max_length=33)",
        "OLAR: lists of up to 33 leave no room for the rank below λ = 0.001 (the longest is 32); "
        "set mu, as in OLAR(mu=1e-04).",
    ),
    # form
    ("", f"measure '': a measure's name is expected, found the end{WRITE_IT_AS}"),
    ("@3", f"measure '@3': a measure's name is expected, found '@'{WRITE_IT_AS}"),
    ("nDCG@", f"measure 'nDCG@': a whole number after '@' is expected, found the end{WRITE_IT_AS}"),
    ("nDCG@k", f"measure 'nDCG@k': a whole number after '@' is expected, found 'k'{WRITE_IT_AS}"),
    ("nDCG@3.5", f"measure 'nDCG@3.5': a whole number is expected after '@', found '3.5'{WRITE_IT_AS}"),
    ("nDCG@-3", f"measure 'nDCG@-3': a whole number is expected after '@', found '-3'{WRITE_IT_AS}"),
    ("nDCG@3@5", f"measure 'nDCG@3@5': the cutoff is given twice{WRITE_IT_AS}"),
    ("nDCG(k=3)@5", f"measure 'nDCG(k=3)@5': the cutoff is given twice{WRITE_IT_AS}"),
    ("nDCG(gain=linear", f"measure 'nDCG(gain=linear': a ',' or ')' is missing{WRITE_IT_AS}"),
    ("RBP(p=.5 rel=2)", f"measure 'RBP(p=.5 rel=2)': a ',' or ')' is missing{WRITE_IT_AS}"),
    ("nDCG!", f"measure 'nDCG!': '!' has no place here{WRITE_IT_AS}"),
    ("nDCG RR", f"measure 'nDCG RR': 'RR' follows the measure{WRITE_IT_AS}"),
    ("nDCG@3)", f"measure 'nDCG@3)': ')' follows the measure{WRITE_IT_AS}"),
    ("P@1234567890123456789", "P: k must be a whole number from 1 to 10^15, found 1234567890123456789."),
    ("P@" + "1" * 401, f"…' is too large a number{WRITE_IT_AS}"),
]


@pytest.mark.parametrize(("text", "says"), MISTAKES)
def test_a_mistake_is_told_in_one_sentence(text: str, says: str) -> None:
    with pytest.raises(MeasureError) as error:
        parse(text)
    assert str(error.value).endswith(says)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("texts", "says"),
    [
        ([], "no measure is named; name at least one, such as nDCG@3."),
        ("", "no measure is named; name at least one, such as nDCG@3."),
        ("RR ndcg@3 rr", "measure RR is asked for twice; name each once."),
        (["P(rel=2)", P(rel=2.0)], "measure P(rel=2) is asked for twice; name each once."),
        ("nDCG@3,,RR", "a measure's name is expected, found ','"),
        ("nDCG@3 3", "a measure's name is expected, found '3'"),
        (None, "a measure is a text, such as 'nDCG@3', or a Measure; found 'None'."),
        ([3], "a measure is a text, such as 'nDCG@3', or a Measure; found '3'."),
    ],
)
def test_mistakes_in_several(texts: object, says: str) -> None:
    with pytest.raises(MeasureError) as error:
        parse_all(texts)  # type: ignore[arg-type]
    assert says in str(error.value)


def test_a_very_long_text_makes_a_short_sentence() -> None:
    for text in ("nDCG@" + "9" * 5000, "RBP(p=" + "9" * 5000, "x" * 5000, "nDCG" + "(" * 5000):
        with pytest.raises(MeasureError) as error:
            parse(text)
        assert len(str(error.value)) < 300


T = TypeVar("T")

PIECES = [*TURN_MEASURES, "k", "rel", "p", "gain", "beta", "mu", "smoothed", "terminal", "max_length", "true", "linear"]
MARKS = [*"@(),= 3+-_é٣²\n\0'", "0.5", "-1", "1e9999", "9" * 20]


def _try(read: Callable[[], T]) -> T | str:
    """What was read, or the sentence that refuses it; any other exception goes through."""
    try:
        return read()
    except MeasureError as error:
        return str(error)


@settings(max_examples=400, deadline=None)
@given(st.one_of(st.text(max_size=30), st.lists(st.sampled_from([*PIECES, *MARKS]), max_size=12).map("".join)))
def test_anything_is_a_measure_or_a_measure_error(text: str) -> None:
    match _try(lambda: parse(text)):
        case str(sentence):
            assert sentence.endswith((".", "?"))
        case measure:
            assert parse(str(measure)) == measure
    match _try(lambda: parse_all(text)):
        case str(sentence):
            assert sentence.endswith((".", "?"))
        case measures:
            assert parse_all(", ".join(map(str, measures))) == measures


THINGS = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.binary(max_size=5))


@settings(max_examples=100, deadline=None)
@given(st.one_of(THINGS, st.lists(st.integers(), max_size=2)))
def test_what_is_no_text_is_a_measure_error(thing: Any) -> None:
    with pytest.raises(MeasureError, match="a measure is a text"):
        parse(thing)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(list(TURN_MEASURES.values())), st.data())
def test_any_value_of_a_parameter_is_taken_or_refused_in_words(measure: type[TurnMeasure], data: st.DataObject) -> None:
    name = data.draw(st.sampled_from([p.name for p in parameters(measure)]))
    value = data.draw(st.one_of(THINGS, st.text(max_size=5)))
    match _try(lambda: measure(**{name: value})):
        case str(sentence):
            assert f"{measure.name}: {name} must be" in sentence or "OLAR: lists of up to" in sentence
        case made:
            assert parse(str(made)) == made
