"""Hypothesis strategies that several test files share."""

from __future__ import annotations

from typing import Any, NamedTuple

from hypothesis import assume
from hypothesis import strategies as st

from turnwise.errors import MeasureError
from turnwise.measures import CONVERSATION_MEASURES, TURN_MEASURES, TurnMeasure, parameters
from turnwise.measures.conversation import ConversationMeasure
from turnwise.measures.measure import Measure, Rule


class Written(NamedTuple):
    """One turn's list as grades in rank order (None: not judged), and all judged grades of the turn."""

    ranked: tuple[float | None, ...]
    judged: tuple[float, ...]


class Topic(NamedTuple):
    """One turn as files hold it: each item's score in the run, and each judged item's grade."""

    scores: dict[str, float]
    grades: dict[str, int]

    def written(self) -> Written:
        """The list by the one tie rule: score descending, then item id descending, byte by byte."""
        order = sorted(self.scores, key=lambda item: (self.scores[item], item.encode()), reverse=True)
        return Written(tuple(self.grades.get(item) for item in order), tuple(self.grades.values()))


#: Grades as qrels hold them, with trec_eval's negative ones.
WHOLE_GRADES = st.sampled_from((-2, -1, 0, 0, 1, 1, 2, 3))
GRADES = st.one_of(WHOLE_GRADES, st.sampled_from((0.1, 0.5, 1.5)), st.floats(0.01, 5, allow_nan=False))


@st.composite
def written_turns(draw: st.DrawFn, grades: st.SearchStrategy[float] = GRADES, max_length: int = 10) -> Written:
    """A list of judged and unjudged items; some judged items may not be in it."""
    ranked = draw(st.lists(st.one_of(st.none(), grades), max_size=max_length))
    elsewhere = draw(st.lists(grades, max_size=4))
    return Written(tuple(ranked), (*(g for g in ranked if g is not None), *elsewhere))


@st.composite
def topics(draw: st.DrawFn, max_items: int = 25) -> Topic:
    """Items with scores that often tie; some are not judged, some judged items are not in the run."""
    items = draw(st.lists(st.text("aZ09-_é", min_size=1, max_size=4), unique=True, min_size=1, max_size=max_items))
    scores = {item: float(draw(st.integers(-3, 3))) for item in items if draw(st.integers(0, 4))}
    grades = {item: draw(WHOLE_GRADES) for item in items if draw(st.booleans())}
    scores = scores or {items[0]: 1.0}
    return Topic(scores, grades or {items[-1]: draw(WHOLE_GRADES)})


def allowed_by(rule: Rule) -> st.SearchStrategy[Any]:
    """Any value that a parameter's rule allows, worked out from the rule alone."""
    words = [word for word in rule.text.split(" or ") if rule.holds(word)]
    fixed = [v for v in (None, False, True, 1, 2, 5, 1000, 0.5, 1e-7, 123456.75, 4.0, 1e16, *words) if rule.holds(v)]
    drawn = [
        strategy.filter(rule.holds)
        for strategy, inside in ((st.integers(2, 30), 3), (st.floats(1e-9, 1 - 1e-9), 0.25), (st.floats(2, 1e300), 2.5))
        if rule.holds(inside)
    ]
    return st.one_of(st.sampled_from(fixed), *drawn)


def _given(draw: st.DrawFn, measure: type[Measure]) -> dict[str, Any]:
    return {p.name: draw(allowed_by(p.metadata["rule"])) for p in parameters(measure) if draw(st.booleans())}


@st.composite
def any_measure(draw: st.DrawFn) -> TurnMeasure:
    """A measure of a turn with any parameters it takes."""
    measure = draw(st.sampled_from(list(TURN_MEASURES.values())))
    try:
        return measure(**_given(draw, measure))
    except MeasureError:  # parameters that exclude each other
        return measure()


@st.composite
def any_conversation_measure(draw: st.DrawFn) -> ConversationMeasure:
    """A measure of a conversation with any parameters it takes, over any measure of a turn that it can hold."""
    measure, of = draw(st.sampled_from(list(CONVERSATION_MEASURES.values()))), draw(any_measure())
    if measure.needs_graph:
        assume(of.bounds == (0.0, 1.0))
    try:
        return measure(of, **_given(draw, measure))
    except MeasureError:  # parameters that exclude each other
        return measure(of)
