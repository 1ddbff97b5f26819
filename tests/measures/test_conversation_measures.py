"""Measures of conversations: worked examples, plain recursions, and the laws that every one of them keeps."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from turnwise.errors import MeasureError
from turnwise.measures import CONVERSATION_MEASURES, Conversations, parse, parse_all
from turnwise.measures import conversation as blocks
from turnwise.measures.averages import Mean, Median, Min, TurnWeighted
from turnwise.measures.conversation import ConversationMeasure
from turnwise.measures.gain import DCG, nDCG
from turnwise.measures.hierarchical import HDAb, HDAf, HDAm

Parents = list[tuple[int, ...]]
OF = nDCG(k=3)
EVERY: list[ConversationMeasure] = [
    *(measure(OF) for measure in CONVERSATION_MEASURES.values()),
    TurnWeighted(OF, weight="log"),
    HDAb(OF, gamma=0.5),
    HDAf(OF, gamma=0.3),
    HDAm(OF, child=0.2, parent=0.8, start="all"),
    HDAm(OF, child=0.5, parent=0.5, start="leaves"),
]
NAMES = [str(measure) for measure in EVERY]


@st.composite
def conversations(draw: DrawFn, most: int = 6) -> tuple[list[Parents], list[np.ndarray]]:
    """Some conversation graphs (several roots, several parents) and a value for each turn."""
    graphs: list[Parents] = []
    values = []
    for _ in range(draw(st.integers(1, 4))):
        n = draw(st.integers(1, most))
        graphs.append([tuple(sorted(draw(st.sets(st.integers(0, t - 1), max_size=3)))) if t else () for t in range(n)])
        values.append(np.array(draw(st.lists(st.floats(0, 1), min_size=n, max_size=n))))
    return graphs, values


def valued(measure: ConversationMeasure, graphs: list[Parents], values: list[np.ndarray]) -> np.ndarray:
    return measure(Conversations.of(graphs), np.concatenate(values)[None])[0]


def recursive(parents: Parents, values: np.ndarray, gamma: float, forward: bool) -> float:
    """HDA as the paper writes it, turn by turn."""
    children = [[c for c, above in enumerate(parents) if turn in above] for turn in range(len(parents))]
    sources = [list(above) for above in parents] if forward else children
    ends = [turn for turn, others in enumerate(children if forward else parents) if not others]

    def gain(turn: int) -> float:
        own = float(values[turn])
        if not sources[turn]:
            return own
        return own + (1 - own) * gamma * sum(map(gain, sources[turn])) / len(sources[turn])

    return sum(map(gain, ends)) / len(ends)


@pytest.mark.parametrize("name", CONVERSATION_MEASURES)
def test_the_declared_example_is_right(name: str) -> None:
    measure = CONVERSATION_MEASURES[name]
    assert measure.worked().value == pytest.approx(measure.example.value, abs=1e-12)


@given(conversations(), st.floats(0, 1))
@settings(deadline=None, max_examples=80)
def test_hda_equals_the_paper_s_recursion(drawn: tuple[list[Parents], list[np.ndarray]], gamma: float) -> None:
    graphs, values = drawn
    for forward, measure in ((False, HDAb(OF, gamma=gamma)), (True, HDAf(OF, gamma=gamma))):
        expected = [recursive(g, v, gamma, forward) for g, v in zip(graphs, values, strict=True)]
        np.testing.assert_allclose(valued(measure, graphs, values), expected, rtol=0, atol=1e-12)


@given(conversations())
@settings(deadline=None, max_examples=60)
def test_markov_holds_both_as_special_cases(drawn: tuple[list[Parents], list[np.ndarray]]) -> None:
    graphs, values = drawn
    for markov, plain in (
        (HDAm(OF, child=1, parent=0), HDAb(OF)),
        (HDAm(OF, child=0, parent=1, start="leaves"), HDAf(OF)),
    ):
        np.testing.assert_allclose(valued(markov, graphs, values), valued(plain, graphs, values), atol=1e-12)


def test_markov_equals_a_simulated_user() -> None:
    parents: Parents = [(), (0,), (0, 1), ()]
    values = np.array([0.2, 0.5, 0.3, 0.6])
    children = [[1, 2], [2], [], []]
    rng = np.random.default_rng(0)
    satisfied = 0
    for _ in range(20_000):
        turn: int | None = int(rng.choice([0, 3]))
        while turn is not None:
            if rng.random() < values[turn]:
                satisfied += 1
                break
            move = rng.random()
            options = children[turn] if move < 0.5 else list(parents[turn]) if move < 0.9 else []
            turn = int(rng.choice(options)) if options else None
    found = valued(HDAm(OF, child=0.5, parent=0.4), [parents], [values])[0]
    assert found == pytest.approx(satisfied / 20_000, abs=0.015)


@pytest.mark.parametrize("measure", EVERY, ids=NAMES)
class TestLaws:
    @given(drawn=conversations())
    @settings(deadline=None, max_examples=40)
    def test_bounds(self, measure: ConversationMeasure, drawn: tuple[list[Parents], list[np.ndarray]]) -> None:
        found = valued(measure, *drawn)
        assert ((found >= -1e-12) & (found <= 1 + 1e-12)).all()

    @given(value=st.floats(0, 1))
    @settings(deadline=None, max_examples=20)
    def test_a_single_turn_is_its_own_score(self, measure: ConversationMeasure, value: float) -> None:
        assert valued(measure, [[()]], [np.array([value])])[0] == pytest.approx(value, abs=1e-12)

    @given(drawn=conversations(), better=st.floats(0, 1), data=st.data())
    @settings(deadline=None, max_examples=60)
    def test_monotone_in_every_turn(
        self,
        measure: ConversationMeasure,
        drawn: tuple[list[Parents], list[np.ndarray]],
        better: float,
        data: st.DataObject,
    ) -> None:
        graphs, values = drawn
        before = valued(measure, graphs, values)
        c = data.draw(st.integers(0, len(graphs) - 1))
        turn = data.draw(st.integers(0, len(graphs[c]) - 1))
        raised = [v.copy() for v in values]
        raised[c][turn] = max(raised[c][turn], better)
        assert (valued(measure, graphs, raised) >= before - 1e-9).all()

    @given(drawn=conversations(), seed=st.integers(0, 99))
    @settings(deadline=None, max_examples=40)
    def test_the_numbering_of_turns_does_not_matter(
        self, measure: ConversationMeasure, drawn: tuple[list[Parents], list[np.ndarray]], seed: int
    ) -> None:
        if isinstance(measure, TurnWeighted):
            return  # it is about nothing but the place of a turn
        graphs, values = drawn
        rng = np.random.default_rng(seed)
        moved, again = [], []
        for graph, own in zip(graphs, values, strict=True):
            place = rng.permutation(len(graph))  # any numbering: the packed form does not need parents first
            renumbered: Parents = [()] * len(graph)
            shuffled = np.empty(len(graph))
            for turn, above in enumerate(graph):
                renumbered[place[turn]] = tuple(sorted(int(place[p]) for p in above))
                shuffled[place[turn]] = own[turn]
            moved.append(renumbered)
            again.append(shuffled)
        np.testing.assert_allclose(valued(measure, moved, again), valued(measure, graphs, values), atol=1e-12)

    def test_many_systems_and_blocks_give_what_each_gives_alone(
        self, measure: ConversationMeasure, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        rng = np.random.default_rng(1)
        graphs = [
            [tuple(range(max(0, t - 2), t)) if rng.random() < 0.7 else () for t in range(rng.integers(1, 9))]
            for _ in range(30)
        ]
        packed = Conversations.of(graphs)
        values = rng.random((5, packed.n_turns))
        whole = measure(packed, values)
        monkeypatch.setattr(blocks, "BLOCK", 37)  # a few conversations at a time
        np.testing.assert_array_equal(measure(packed, values), whole)
        for s in range(5):
            parts = np.split(values[s], packed.offsets[1:-1])
            alone = [valued(measure, [g], [v])[0] for g, v in zip(graphs, parts, strict=True)]
            np.testing.assert_allclose(whole[s], alone, atol=1e-12)


@given(conversations())
@settings(deadline=None, max_examples=60)
def test_hda_is_never_below_its_ends_own_scores(drawn: tuple[list[Parents], list[np.ndarray]]) -> None:
    graphs, values = drawn
    for c, (graph, own) in enumerate(zip(graphs, values, strict=True)):
        inner = {p for above in graph for p in above}
        roots = [t for t, above in enumerate(graph) if not above]
        leaves = [t for t in range(len(graph)) if t not in inner]
        assert valued(HDAb(OF), graphs, values)[c] >= own[roots].mean() - 1e-12
        assert valued(HDAf(OF), graphs, values)[c] >= own[leaves].mean() - 1e-12


def test_the_smallest_conversation_in_which_hda_is_below_the_mean() -> None:
    """Two turns never do; three do: a failed root alone, and a right root with a right child."""
    graph: Parents = [(), (), (1,)]
    values = np.array([0.0, 1.0, 1.0])
    assert valued(HDAb(OF), [graph], [values])[0] == 0.5
    assert valued(HDAf(OF), [graph], [values])[0] == 0.5
    assert valued(Mean(OF), [graph], [values])[0] == pytest.approx(2 / 3)
    grid = np.linspace(0, 1, 11)
    for graph in ([(), ()], [(), (0,)]):
        for a in grid:
            for b in grid:
                mean = (a + b) / 2
                assert valued(HDAb(OF), [graph], [np.array([a, b])])[0] >= mean - 1e-12


def test_means_leave_out_what_is_missing_and_walks_do_not_invent_it() -> None:
    values = np.array([0.9, np.nan, 0.3])
    graph: Parents = [(), (0,), (1,)]
    assert valued(Mean(OF), [graph], [values])[0] == pytest.approx(0.6)
    assert valued(Median(OF), [graph], [values])[0] == pytest.approx(0.6)
    assert valued(Min(OF), [graph], [values])[0] == 0.3
    assert np.isnan(valued(HDAb(OF), [graph], [values])[0])
    assert np.isnan(valued(Mean(OF), [[()]], [np.array([np.nan])])[0])


@pytest.mark.parametrize("measure", EVERY, ids=NAMES)
def test_the_text_reads_back(measure: ConversationMeasure) -> None:
    assert parse(str(measure)) == measure


def test_lists_of_measures_may_hold_measures() -> None:
    found = parse_all("nDCG@3, HDA-b(nDCG@3, gamma=0.5) mean(rr)")
    assert [str(m) for m in found] == ["nDCG@3", "HDA-b(nDCG@3, gamma=0.5)", "Mean(RR)"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("HDA-b", r"HDA-b holds a measure of a turn; write it as HDA-b\(nDCG@3\)"),
        ("HDA-b()", "HDA-b holds a measure of a turn"),
        ("HDA-b(DCG@3)", "its measure must lie between 0 and 1; DCG@3 does not"),
        ("HDA-b(HDA-b(nDCG))", "HDA-b holds one measure of a turn"),
        ("HDA-b(nDCG, RR)", "HDA-b holds one measure of a turn"),
        ("HDA-b(nDCG, gamma=2)", "gamma must be a number from 0 to 1, found 2"),
        ("HDA-m(nDCG, child=0.8, parent=0.8)", "child \\+ parent must be at most 1"),
        ("HDA-m(nDCG, start=middle)", "start must be roots or leaves or all"),
        ("HDA-b(nDCG@3)@5", "HDA-b has no cutoff"),
        ("HDA-q(nDCG@3)", "did you mean 'HDA-"),
        ("nDCG(RR)", "parameter 'RR' of nDCG has no value"),
        ("Mean(nope)", "there is no measure 'nope'"),
    ],
)
def test_mistakes_are_sentences(text: str, expected: str) -> None:
    with pytest.raises(MeasureError, match=expected):
        parse(text)


def test_a_mean_may_hold_any_measure() -> None:
    assert str(Mean(DCG())) == "Mean(DCG)"
    with pytest.raises(MeasureError, match="holds a measure of a turn"):
        Mean("nDCG")  # type: ignore[arg-type]
