"""Measures of dialogues: worked values, a plain loop, laws, and that wrong parameters are refused in a sentence."""

from __future__ import annotations

import ast
from dataclasses import replace
from itertools import permutations, product
from math import exp

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.measures.test_declared_examples import WRITTEN as SIGNS
from tests.measures.test_declared_examples import _worth
from turnwise.errors import MeasureError
from turnwise.measures import DIALOGUE_MEASURES, DialogueMeasure, Readings, parse
from turnwise.measures.dialogue import KINDS, Written
from turnwise.measures.trail_text import EXAMPLE, S, T, TrailMeasure, U
from turnwise.measures.uch import UC, UCH, UH
from turnwise.tables.dialogues import KINDS as KINDS_OF_TABLES

CHOICES = {
    "length": ("longest", 37.5, 1000), "decay": ("linear", "exponential", "none"), "position": ("start", "end"),
    "weights": ("own", "equal"), "goals": ("every", "first", "shared"),
}  # fmt: skip
SHARED = [dict(zip(CHOICES, values, strict=True)) for values in product(*CHOICES.values())]
SUMS = [UC, UH, UCH, U]


@st.composite
def readings(draw: st.DrawFn) -> list[tuple[list[Written], float]]:
    """Readings whose nuggets stand in their order and do not overlap, in dialogues of up to 100 units."""
    found = []
    for _ in range(draw(st.integers(1, 4))):
        total = draw(st.integers(1, 100))
        cuts = sorted(draw(st.lists(st.integers(0, total), max_size=10)))
        nuggets = [
            Written(draw(st.sampled_from(KINDS)), start, end, draw(st.sampled_from((0.5, 1.0, 2.0, 3.25))))
            for start, end in zip(cuts[::2], cuts[1::2], strict=False)
        ]
        found.append((nuggets, float(total)))
    return found


def packed(found: list[tuple[list[Written], float]], longest: float | None = None) -> Readings:
    return Readings.of([nuggets for nuggets, _ in found], [total for _, total in found], longest)


def one(measure: DialogueMeasure, nuggets: list[Written], total: float = 100, longest: float | None = None) -> float:
    return float(measure(Readings.of([nuggets], [total], longest))[0])


# ------------------------------------------------------------------------------------ worked examples


@pytest.mark.parametrize("name", DIALOGUE_MEASURES)
def test_the_declared_example_and_its_arithmetic_are_right(name: str) -> None:
    measure = DIALOGUE_MEASURES[name]
    assert measure.worked().value == pytest.approx(measure.example.value, abs=1e-12)
    for step in measure.example.work.rpartition(": ")[2].translate(SIGNS).split(" = "):
        assert _worth(ast.parse(step.strip(), mode="eval")) == pytest.approx(measure.example.value, abs=1e-12), step
    assert measure.name == name == str(measure())
    assert f"{name} =" in measure.formula


def test_the_kinds_are_those_of_the_tables() -> None:
    assert KINDS == KINDS_OF_TABLES


def test_every_goal_the_first_or_both_by_halves() -> None:
    # L = 100. The customer says a nugget of weight 2 at 0, goals at 50 and 80; a goal weighs 1 + 2 = 3.
    # every: 2 + 3 · 0.5 + 3 · 0.2 = 4.1;  first: 2 + 3 · 0.5 = 3.5;  shared: 2 + 1.5 · 0.5 + 1.5 · 0.2 = 3.05
    nuggets = [Written("CNUG", 0, 10, 2), Written("CNUG*", 50, 60), Written("CNUG*", 80, 90)]
    assert one(UC(), nuggets) == pytest.approx(4.1)
    assert one(UC(goals="first"), nuggets) == pytest.approx(3.5)
    assert one(UC(goals="shared"), nuggets) == pytest.approx(3.05)
    # equal weights: 1 + 2 · 0.5 + 2 · 0.2 = 2.4
    assert one(UC(weights="equal"), nuggets) == pytest.approx(2.4)
    # a goal's own weight is never used: equation 3 says what it weighs
    heavy = [*nuggets[:2], Written("CNUG*", 80, 90, 50)]
    assert one(UC(), heavy) == pytest.approx(4.1)


def test_a_goal_of_one_side_knows_nothing_of_the_other() -> None:
    # HNUG* at 0 weighs 1, however much the customer says
    assert one(UH(), [Written("HNUG*", 0, 5), Written("CNUG", 10, 20), Written("CNUG", 30, 40)]) == 1


def test_trigger_nuggets_count_among_the_non_goal_ones() -> None:
    # CNUG0 at 0 and CNUG* at 50: 1 + (1 + 1) · 0.5 = 2
    assert one(UC(), [Written("CNUG0", 0, 10), Written("CNUG*", 50, 60)]) == pytest.approx(2)


def test_decay() -> None:
    # One nugget at 25 of L = 50: linear 0.5, exponential e^(−2 · 0.5), none 1. At 60, beyond L: 0, e^(−2.4), 1.
    for at, linear in ((25, 0.5), (60, 0.0)):
        nuggets = [Written("HNUG", at, at + 1)]
        assert one(UH(length=50), nuggets) == pytest.approx(linear)
        assert one(UH(length=50, decay="exponential"), nuggets) == pytest.approx(exp(-2 * at / 50))
        assert one(UH(length=50, decay="none"), nuggets) == 1


def test_linear_and_exponential_decay_grant_as_much_in_all() -> None:
    # Nuggets everywhere: the sums of the discounts are the areas below both curves, L ÷ 2.
    everywhere = [Written("HNUG", at, at + 1) for at in np.arange(0, 2000, 0.5).tolist()]
    linear, exponential = (one(UH(length=100, decay=decay), everywhere, 2000) for decay in ("linear", "exponential"))
    assert linear == pytest.approx(100, rel=0.01)
    assert exponential == pytest.approx(linear, rel=0.01)


def test_length_from_time_and_speed() -> None:
    # 5 minutes at 40 characters a minute: L = 200, so a nugget at 50 is worth 0.75
    assert one(UH(time=5, speed=40), [Written("HNUG", 50, 60)]) == pytest.approx(0.75)


def test_each_side_has_its_own_patience() -> None:
    # L = 100. The helpdesk waits for what the customer says 2 L = 200: 1 − 50 ÷ 200 = 0.75;
    # the customer waits for what the helpdesk says L ÷ 2 = 50: 1 − 20 ÷ 50 = 0.6. UCH: 0.5 · 0.75 + 0.5 · 0.6 = 0.675
    nuggets = [Written("HNUG", 20, 30), Written("CNUG", 50, 60)]
    assert one(UCH(patience_helpdesk=2, patience_customer=0.5), nuggets) == pytest.approx(0.675)
    assert one(UC(patience_helpdesk=2), nuggets) == pytest.approx(0.75)
    assert one(UH(patience_customer=0.5), nuggets) == pytest.approx(0.6)


def test_s_may_pass_one_unless_it_is_flat() -> None:
    # A light short nugget before a heavy long one: weights 2 and 3, lengths 1 and 90, L = 200.
    # As said: 2 · 199 + 3 · 109 = 725. The shortest text has the heavy one first: 3 · 110 + 2 · 109 = 548.
    nuggets = [Written("CNUG", 0, 1, 2), Written("HNUG", 1, 91, 3)]
    assert one(S(length=200), nuggets) == pytest.approx(725 / 548)
    assert one(S(length=200, flat=True), nuggets) == 1


def test_t_cuts_vital_strings() -> None:
    # 20 of 100, 30 of 100; no vital string is longer than 25: (20 + 25) ÷ 100
    nuggets = [Written("CNUG", 0, 20), Written("HNUG", 50, 80)]
    assert one(T(), nuggets) == pytest.approx(0.5)
    assert one(T(vital=25), nuggets) == pytest.approx(0.45)


# ------------------------------------------------------------------------------------ a plain loop


def plain(measure: TrailMeasure, nuggets: list[Written], longest: float) -> float:
    """The equations as they are written, nugget by nugget."""
    alpha = {UC: 0.0, UH: 1.0}.get(type(measure), getattr(measure, "alpha", 0.5))
    limit = longest if isinstance(measure.length, str) else measure.length
    total = 0.0
    for side, share in (("C", 1 - alpha), ("H", alpha)):
        own = [nugget for nugget in nuggets if nugget.kind.startswith(side)]
        weigh = {"own": lambda nugget: nugget.weight, "equal": lambda nugget: 1.0}[measure.weights]
        goal_weight = 1 + sum(weigh(nugget) for nugget in own if not nugget.kind.endswith("*"))
        goals = [nugget for nugget in own if nugget.kind.endswith("*")]
        for nugget in own:
            weight = weigh(nugget)
            if nugget in goals:
                weight = {
                    "every": goal_weight,
                    "shared": goal_weight / len(goals),
                    "first": goal_weight if nugget is goals[0] else 0.0,
                }[measure.goals]
            at = nugget.start if measure.position == "start" else nugget.end
            discount = {"linear": max(0.0, 1 - at / limit), "exponential": exp(-2 * at / limit), "none": 1.0}
            total += share * weight * discount[measure.decay]
    return total * 2 if isinstance(measure, U) else total


@pytest.mark.parametrize("family", SUMS)
@settings(deadline=None, max_examples=60)
@given(found=readings(), choice=st.sampled_from(SHARED), longest=st.sampled_from((100.0, 250.0)))
def test_equals_a_plain_loop(
    family: type[TrailMeasure],
    found: list[tuple[list[Written], float]],
    choice: dict[str, object],
    longest: float,
) -> None:
    measure = family(**choice)  # type: ignore[arg-type]
    expected = [plain(measure, nuggets, longest) for nuggets, _ in found]
    np.testing.assert_allclose(measure(packed(found, longest)), expected, rtol=0, atol=1e-9)


# ------------------------------------------------------------------------------------ laws


@settings(deadline=None, max_examples=60)
@given(found=readings(), choice=st.sampled_from(SHARED), alpha=st.floats(0, 1))
def test_uch_is_made_of_its_parts(found: list[tuple[list[Written], float]], choice: dict, alpha: float) -> None:
    given_ = packed(found, 100)
    uc, uh = UC(**choice)(given_), UH(**choice)(given_)
    np.testing.assert_allclose(UCH(**choice, alpha=alpha)(given_), (1 - alpha) * uc + alpha * uh, atol=1e-9)
    np.testing.assert_array_equal(UCH(**choice, alpha=0)(given_), uc)
    np.testing.assert_array_equal(UCH(**choice, alpha=1)(given_), uh)
    # the two graphs on top of each other
    np.testing.assert_allclose(UCH(**choice)(given_), U(**choice)(given_) / 2, atol=1e-9)


@pytest.mark.parametrize("measure", [family() for family in (*SUMS, S, T)], ids=str)
class TestEveryMeasure:
    @settings(deadline=None, max_examples=40)
    @given(found=readings())
    def test_within_bounds_and_alone_as_among_others(self, measure: DialogueMeasure, found: list) -> None:
        given_ = packed(found, 100)
        for array in (given_.start, given_.end, given_.weight, given_.total, given_.goal, given_.offsets):
            array.flags.writeable = False
        values = measure(given_)
        assert values.dtype == np.float64
        assert values.shape == (len(found),)
        assert ((values >= 0) & (values <= measure.bounds[1] + 1e-12)).all()
        alone = [measure(packed([reading], 100))[0] for reading in found]
        np.testing.assert_allclose(values, alone, rtol=0, atol=1e-12)
        backwards = measure(packed(found[::-1], 100))[::-1]
        np.testing.assert_allclose(values, backwards, rtol=0, atol=1e-12)

    def test_no_nuggets_no_value_and_no_length_no_number(self, measure: DialogueMeasure) -> None:
        none = Readings.of([[], [], list(EXAMPLE)], [50, float("nan"), 100])
        values = measure(none)
        assert values[0] == 0
        assert np.isnan(values[1])
        assert values[2] == pytest.approx(measure.example.value)
        assert measure(Readings.of([], [], 100)).shape == (0,)

    @settings(deadline=None, max_examples=30)
    @given(found=readings(), factor=st.sampled_from((0.5, 4.0)))
    def test_another_unit_is_another_ruler(self, measure: DialogueMeasure, found: list, factor: float) -> None:
        given_ = packed(found, 100)
        scaled = replace(
            given_,
            start=given_.start * factor,
            end=given_.end * factor,
            total=given_.total * factor,
            longest=100 * factor,
        )
        np.testing.assert_allclose(measure(scaled), measure(given_), rtol=0, atol=1e-9)


@pytest.mark.parametrize("family", SUMS)
@settings(deadline=None, max_examples=60)
@given(found=readings(), choice=st.sampled_from(SHARED), earlier=st.integers(1, 100), data=st.data())
def test_earlier_is_never_worse(
    family: type[TrailMeasure],
    found: list[tuple[list[Written], float]],
    choice: dict,
    earlier: int,
    data: st.DataObject,
) -> None:
    nuggets, total = found[0]
    if not nuggets:
        return
    at = data.draw(st.integers(0, len(nuggets) - 1))
    moved = nuggets[at]._replace(
        start=max(nuggets[at].start - earlier, 0),
        end=max(nuggets[at].end - earlier, nuggets[at].end - nuggets[at].start),
    )
    others = [*nuggets[:at], *nuggets[at + 1 :]]
    if any(other.start < moved.end and other.end > moved.start for other in others):
        return  # nuggets do not overlap
    before = one(family(**choice), nuggets, total, 100)
    after = one(family(**choice), sorted([*others, moved], key=lambda n: (n.start, n.end)), total, 100)
    assert after >= before - 1e-9


@pytest.mark.parametrize("family", SUMS)
@settings(deadline=None, max_examples=60)
@given(found=readings(), choice=st.sampled_from(SHARED), kind=st.sampled_from(["CNUG0", "CNUG", "HNUG"]))
def test_one_more_regular_nugget_is_never_worse(
    family: type[TrailMeasure], found: list[tuple[list[Written], float]], choice: dict, kind: str
) -> None:
    for nuggets, total in found:
        more = [*nuggets, Written(kind, total, total + 5)]
        assert one(family(**choice), more, total + 5, 100) >= one(family(**choice), nuggets, total, 100) - 1e-9


def test_without_decay_only_the_goal_beats_all_else() -> None:
    # "when the discounting function is ignored … having only the goal nugget is better than having all the regular
    # nuggets" (section 5.1)
    regular = [Written("CNUG", at, at + 1) for at in range(9)]
    assert one(UC(decay="none"), regular) == 9
    assert one(UC(decay="none"), [*regular, Written("CNUG*", 50, 60)]) == 19
    # and alone it weighs 1, since no other nugget is there: the paper's sentence holds for one set of nuggets
    assert one(UC(decay="none"), [Written("CNUG*", 50, 60)]) == 1


def test_the_order_in_which_nuggets_of_a_reading_are_summed_does_not_matter() -> None:
    nuggets = list(EXAMPLE)[:4]
    for measure in (UCH(), S(), T(), UCH(decay="exponential", goals="shared")):
        values = [one(measure, list(order)) for order in permutations(nuggets)]
        assert max(values) - min(values) < 1e-12


# ------------------------------------------------------------------------------------ text and wrong input


@pytest.mark.parametrize(
    "text",
    ["UCH", "UC(length=500)", "UCH(alpha=0.2, length=500, unit=chars_cn)", "UH(time=30, speed=40)", "T(vital=20)",
     "S(flat=true)", "UCH(unit=seconds, length=3600)", "UCH(patience_customer=2, goals=shared, decay=none)"],
)  # fmt: skip
def test_text_reads_back(text: str) -> None:
    assert parse(str(parse(text))) == parse(text)
    assert set(str(parse(text)).strip("()").split(", ")) <= {
        *text.strip("()").split(", "),
        str(parse(text)).strip("()"),
    }


def test_a_measures_own_parameters_come_first() -> None:
    assert str(parse("uch(length=500, alpha=0.2)")) == "UCH(alpha=0.2, length=500)"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("UCH(alpha=2)", "alpha must be a number from 0 to 1, found 2"),
        ("UCH(length=0)", "length must be a finite number above 0, or longest, found 0"),
        ("UCH(length=short)", "length must be a finite number above 0, or longest, found 'short'"),
        ("UCH(time=30)", r"time and speed belong together, as in UCH\(time=30, speed=40\)"),
        ("UCH(time=30, speed=40, length=500)", "give length, or time and speed"),
        ("UC(goals=last)", "goals must be every or first or shared"),
        ("UCH(unit=2)", "unit must be a unit, such as characters, words or seconds, found 2"),
        ("T(unit=seconds)", "T compares lengths of text, which time has not"),
        ("S(unit=seconds)", "S compares lengths of text, which time has not"),
        ("UC(alpha=1)", "UC has no parameter 'alpha'"),
        ("UCH@3", "UCH has no cutoff"),
    ],
)
def test_wrong_texts(text: str, sentence: str) -> None:
    with pytest.raises(MeasureError, match=sentence):
        parse(text)


def test_dialogues_of_no_length_need_a_length() -> None:
    empty = Readings.of([[Written("CNUG", 0, 0)]], [0], unit="seconds")
    with pytest.raises(
        MeasureError, match=r"the longest dialogue has the length 0 in seconds; give a length, as in UC"
    ):
        UC()(empty)
    assert UC(length=10)(empty)[0] == 1


def test_wrong_readings() -> None:
    with pytest.raises(MeasureError, match="found nuggets of 1 readings and 2 lengths"):
        Readings.of([[]], [1, 2])
    with pytest.raises(MeasureError, match="'NUG' is no kind of nugget; they are CNUG0"):
        Readings.of([[("NUG", 0, 1)]], [2])
