"""Laws over the whole catalogue: on every short list, and on lists that Hypothesis makes up."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.measures.laws import EXCEPT, LAWS, better_item_up, promised, short_enough, strictly_hurts
from tests.measures.variants import VARIANTS
from tests.strategies import Written, any_conversation_measure, any_measure, written_turns
from turnwise.measures import TURN_MEASURES, Example, Lists, TurnMeasure, parse, parse_turn
from turnwise.measures.measure import POSITIVE, Measure, cutoff, param, relevance
from turnwise.measures.packed import Floats

#: All lists of up to four items over all kinds of grades, each with a few judged items that the list lacks.
EVERY_SHORT_LIST = tuple(
    Written(ranked, (*(g for g in ranked if g is not None), *elsewhere))
    for length in range(5)
    for ranked in product((None, -1, 0, 1, 2), repeat=length)
    for elsewhere in (((), (0,), (1,), (2, 1, -2)) if length < 4 else ((1,),))
)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("name", TURN_MEASURES)
def test_holds_on_every_short_list(name: str, law: str) -> None:
    held = [measure for measure in VARIANTS[name] if promised(law, measure)]
    for measure in held:
        LAWS[law](measure, short_enough(measure, EVERY_SHORT_LIST))
    assert held or name in EXCEPT[law]


@pytest.mark.parametrize("law", LAWS)
@settings(max_examples=60, deadline=None)
@given(measure=any_measure(), turns=st.lists(written_turns(), min_size=1, max_size=6).map(tuple))
def test_holds_on_made_up_lists(law: str, measure: TurnMeasure, turns: tuple[Written, ...]) -> None:
    if promised(law, measure):
        LAWS[law](measure, short_enough(measure, turns))


@pytest.mark.parametrize("name", ["LAR", "OLAR"])
def test_one_wrong_response_more_strictly_hurts(name: str) -> None:
    for measure in VARIANTS[name]:
        strictly_hurts(measure, EVERY_SHORT_LIST)


def test_what_is_not_promised_indeed_fails() -> None:
    """An exception that no list needs would hide a defect."""
    for law, names in EXCEPT.items():
        for name in names:
            with pytest.raises(AssertionError):
                LAWS[law](parse_turn(name), short_enough(parse_turn(name), EVERY_SHORT_LIST))


def test_p_plus_may_lose_when_the_best_item_moves_up() -> None:
    # judged 2, 1. Before: ranks 2 and 3 hit, BR(2) = (1 + 1) ÷ (2 + 3) = 0.4, BR(3) = (2 + 3) ÷ (3 + 3), mean 0.6167.
    # After: the best item at rank 2 ends the list, BR(2) = (1 + 2) ÷ (2 + 3) = 0.6.
    before, after = parse_turn("P+")(Lists.of([[0, 1, 2], [0, 2, 1]]))
    assert before == pytest.approx((0.4 + 5 / 6) / 2)
    assert after == pytest.approx(0.6)


@settings(max_examples=300, deadline=None)
@given(st.one_of(any_measure(), any_conversation_measure()))
def test_canonical_text_reads_back_to_an_equal_measure(measure: Measure) -> None:
    assert parse(str(measure)) == measure
    assert str(parse(str(measure))) == str(measure)
    assert " " not in str(measure).partition("(")[0]


def test_canonical_text_is_one_for_equal_measures() -> None:
    assert str(parse("P(rel=2.0)@3")) == str(parse("p(k=3, rel=2)")) == "P(rel=2)@3"


# ------------------------------------------------------------------------------------ laws can fail


@dataclass(frozen=True)
class Good(TurnMeasure):
    """A plain precision, which keeps every law; each measure below breaks one."""

    name, title, formula, reference = "good", "Good", "", ""
    example = Example((1,), (1,), 1.0, "1")

    rel: float = relevance()

    def values(self, lists: Lists) -> Floats:
        return lists.n_found(self.rel) / np.maximum(lists.length, 1)


class GivesWholeNumbers(Good):
    def values(self, lists: Lists) -> Floats:
        return lists.n_found(self.rel)  # type: ignore[return-value]


class DividesByNothing(Good):
    def values(self, lists: Lists) -> Floats:
        with np.errstate(invalid="ignore"):
            return lists.n_found(self.rel) / lists.length


class ExceedsOne(Good):
    def values(self, lists: Lists) -> Floats:
        return super().values(lists) * 1.01


class SortsItsArgument(Good):
    def values(self, lists: Lists) -> Floats:
        lists.grades.sort()
        return super().values(lists)


class GivesItsArgumentBack(Good):
    def values(self, lists: Lists) -> Floats:
        return lists.length.astype(float, copy=False) if len(lists) == 0 else np.broadcast_to(1.0, len(lists))


class CountsTurnsBefore(Good):
    def values(self, lists: Lists) -> Floats:
        return super().values(lists) / np.arange(1, len(lists) + 1)


class ComparesWithOthers(Good):
    def values(self, lists: Lists) -> Floats:
        return super().values(lists) / float(lists.length.max(initial=1))


class RewardsLength(Good):
    def values(self, lists: Lists) -> Floats:
        return lists.n_found(self.rel) * lists.length / 100


class ReadsFromTheEnd(Good):
    def values(self, lists: Lists) -> Floats:
        hits = lists.relevant(self.rel)
        return lists.sum(hits.owner, hits.ranks / 100)


class SquaredError(Good):
    def values(self, lists: Lists) -> Floats:
        return 1 - super().values(lists) ** 2


BROKEN = {
    GivesWholeNumbers: "finite_doubles",
    DividesByNothing: "finite_doubles",
    ExceedsOne: "within_bounds",
    SortsItsArgument: "arguments_unchanged",
    GivesItsArgumentBack: "arguments_unchanged",
    CountsTurnsBefore: "order_of_turns",
    ComparesWithOthers: "packing",
    RewardsLength: "unjudged_at_the_end",
    ReadsFromTheEnd: "better_item_up",
    SquaredError: "best_list_unbeaten",
}


def test_a_good_measure_keeps_every_law() -> None:
    for law in LAWS.values():
        law(Good(), EVERY_SHORT_LIST)


@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_measure_is_caught(broken: type[Good]) -> None:
    with pytest.raises(AssertionError):
        LAWS[BROKEN[broken]](broken(), EVERY_SHORT_LIST)
    if BROKEN[broken] == "unjudged_at_the_end":
        with pytest.raises(AssertionError):
            LAWS["wrong_at_the_end"](broken(), EVERY_SHORT_LIST)


def test_a_measure_below_its_bounds_is_caught() -> None:
    half = type("Half", (Good,), {"values": lambda self, lists: 0.25 + Good.values(self, lists) / 2})
    for law in ("best_list_gets_the_highest", "nothing_relevant_gets_the_lowest"):
        with pytest.raises(AssertionError):
            LAWS[law](half(), EVERY_SHORT_LIST)
    better_item_up(half(), EVERY_SHORT_LIST)


def test_a_text_that_loses_a_parameter_is_caught() -> None:
    @dataclass(frozen=True)
    class Forgetful(Good):
        name = "P"
        k: int | None = cutoff()
        beta: float = param(1.0, POSITIVE, "forgotten")

        def __str__(self) -> str:
            return self.name

    assert parse(str(Forgetful(beta=2.0))) != Forgetful(beta=2.0)
