"""Graphs joined with judged turns: by hand, and against HDA written out as the paper's recursion."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import turnwise as tw
from tests.graph.test_graph import THROAT, graphs
from turnwise.errors import DecisionError, GraphError, OptionError
from turnwise.graph import Graph, graph_of
from turnwise.measures import parse
from turnwise.readers.conversations import read_graphs
from turnwise.readers.trec import read_qrels
from turnwise.scoring.judged_graphs import JudgedConversations, judged_conversations, unlinked_conversations
from turnwise.tables.decisions import Decisions

TEA = graph_of("9-1", ["1", "2", "3"], {"2": "1", "3": "2"})
KNOWN = {"31": THROAT, "9-1": TEA}
#: Judged in another order than the conversation's; turns 8 of 31 and 2 of 9-1 are not judged.
JUDGED = ["9-1_3", "31_1", "31_2", "31_9", "31_3", "31_4", "31_5", "31_6", "31_7", "9-1_1"]


def links(found: JudgedConversations, turns: list[str]) -> dict[str, set[str]]:
    """The parents of each judged turn, by their whole ids."""
    named = [turns[position] for position in found.order]
    above: dict[str, set[str]] = {turn: set() for turn in named}
    for child, parent in zip(found.packed.child, found.packed.parent, strict=True):
        above[named[child]].add(named[parent])
    return above


def test_links_of_judged_turns() -> None:
    decisions = Decisions()
    found = judged_conversations(JUDGED, KNOWN, decisions, source="graphs.json")
    assert found.names == ["9-1", "31"]
    assert found.packed.offsets.tolist() == [0, 2, 10]
    assert [JUDGED[position] for position in found.order[:4]] == ["9-1_1", "9-1_3", "31_1", "31_2"]
    told = links(found, JUDGED)
    assert told["31_9"] == {"31_6"}  # 6 itself, and 6 as the parent of 8, which is not judged
    assert told["9-1_3"] == {"9-1_1"}
    assert told["31_4"] == {"31_3"}
    assert [str(d) for d in decisions] == [
        "graphs.json: 2 turns of the graphs not judged: left out, and 2 links from them passed on to the parents of "
        "those turns"
    ]


def test_dropped_links() -> None:
    decisions = Decisions()
    found = judged_conversations(JUDGED, KNOWN, decisions, through="drop")
    assert links(found, JUDGED)["9-1_3"] == set()
    assert [d.text.rpartition(", ")[2] for d in decisions] == ["and 2 links from them dropped"]


@pytest.mark.parametrize("conversation", ["132", "d_1"])
def test_ids_of_conversations_and_turns_may_have_dashes_and_underscores(conversation: str) -> None:
    graph = graph_of(conversation, ["1-1", "1-3"], {"1-3": ["1-1"]})
    turns = [f"{conversation}_1-1", f"{conversation}_1-3"]
    assert links(judged_conversations(turns, {conversation: graph}, Decisions()), turns)[turns[1]] == {turns[0]}


def test_a_graph_may_name_turns_in_full() -> None:
    graph = graph_of("31", ["31_1", "31_2"], {"31_2": ["31_1"]})
    turns = ["31_1", "31_2"]
    assert links(judged_conversations(turns, {"31": graph}, Decisions()), turns)["31_2"] == {"31_1"}


def test_a_turn_whose_id_names_no_conversation_is_one() -> None:
    graphs = {"q1": graph_of("q1", ["q1"], {})}
    assert judged_conversations(["q1"], graphs, Decisions()).names == ["q1"]


@pytest.mark.parametrize(
    ("turns", "sentence"),
    [
        (
            ["31_1", "31_10"],
            r"f: found no graph for 1 judged turn \(first: turn 10 of conversation 31\), expected every",
        ),
        (["31_1", "32_1", "32_2"], r"f: found no graph for 2 judged turns \(first: conversation 32\), expected every"),
        (
            ["81_1", "82_1"],
            r"f: found graphs of the conversations 31, 9-1, expected those of the judged ones \(81, 82\)",
        ),
    ],
)
def test_judged_turns_without_a_graph_are_refused(turns: list[str], sentence: str) -> None:
    with pytest.raises(GraphError, match=sentence):
        judged_conversations(turns, KNOWN, Decisions(), source="f")


def test_judged_turns_without_a_graph_may_be_self_contained() -> None:
    decisions = Decisions()
    turns = ["31_10", "31_1", "31_2", "32_1"]
    found = judged_conversations(turns, KNOWN, decisions, unknown="self-contained")
    assert links(found, turns) == {"31_1": set(), "31_2": {"31_1"}, "31_10": set(), "32_1": set()}
    assert [turns[position] for position in found.order] == ["31_1", "31_2", "31_10", "32_1"]
    assert (decisions.count("turns-without-graph"), decisions.count("unjudged-conversations")) == (2, 1)


def test_graphs_of_other_conversations_altogether_are_refused_even_then() -> None:
    with pytest.raises(GraphError, match="found graphs of the conversations 31, 9-1"):
        judged_conversations(["81_1"], KNOWN, Decisions(), unknown="self-contained")


def test_strict_reading_refuses_unjudged_turns() -> None:
    with pytest.raises(DecisionError):
        judged_conversations(JUDGED, KNOWN, Decisions(strict=True))


@pytest.mark.parametrize("option", [{"through": "skip"}, {"unknown": "roots"}])
def test_wrong_options(option: dict[str, str]) -> None:
    with pytest.raises(OptionError, match=f"{next(iter(option))} must be '.*', found '{next(iter(option.values()))}'"):
        judged_conversations(JUDGED, KNOWN, Decisions(), **option)  # type: ignore[arg-type]


def test_conversations_without_links_stand_in_the_order_of_their_numbers() -> None:
    turns = ["9-1_10", "9-1_2", "31_2", "31_1", "q"]
    found = unlinked_conversations(turns)
    assert found.names == ["9-1", "31", "q"]
    assert [turns[position] for position in found.order] == ["9-1_2", "9-1_10", "31_1", "31_2", "q"]
    assert len(found.packed.child) == 0


def recursion(graph: Graph, scores: dict[str, float], forward: bool) -> float:
    """The paper's equations 1 to 4, as they stand."""
    follow = graph.parents if forward else graph.children

    def gain(turn: int) -> float:
        own = scores[graph.turns[turn]]
        others = [gain(other) for other in follow[turn]]
        return own + (1 - own) * sum(others) / len(others) if others else own

    ends = graph.leaves if forward else graph.roots
    return sum(map(gain, ends)) / len(ends)


@given(st.lists(graphs(max_turns=7), min_size=1, max_size=4), st.randoms(use_true_random=False))
def test_hda_on_joined_graphs_is_the_papers_recursion(drawn: list[Graph], random: object) -> None:
    known = {str(n): Graph(str(n), graph.turns, graph.parents) for n, graph in enumerate(drawn) if len(graph)}
    turns = [f"{name}_{turn}" for name, graph in known.items() for turn in graph.turns]
    if not turns:
        return
    random.shuffle(turns)  # type: ignore[attr-defined]
    judged = turns[: max(1, len(turns) * 2 // 3)]
    scores = np.array([random.random() for _ in judged])  # type: ignore[attr-defined]
    found = judged_conversations(judged, known, Decisions())
    for name, forward in (("HDA-b(nDCG@3)", False), ("HDA-f(nDCG@3)", True)):
        values = parse(name)(found.packed, scores[None, found.order])[0]
        for at, conversation in enumerate(found.names):
            own = {
                t.partition("_")[2]: s for t, s in zip(judged, scores, strict=True) if t.startswith(f"{conversation}_")
            }
            assert values[at] == pytest.approx(recursion(known[conversation].only(own), own, forward), abs=1e-12)


#: Qrels, graphs, conversations and turns judged, links passed and dropped, roots under "pass".
REAL = [
    ("cast2019/2019qrels.txt.gz", "dependence/coted_cast2019_parents.json", 20, 173, 146, 146, 53),
    ("cast2019/2019qrels.txt.gz", "dependence/hpclab_test_set.tsv", 20, 173, 110, 110, 63),
    ("cast2020/2020qrels.txt.gz", "dependence/coted_cast2020_parents.json", 25, 208, 222, 221, 43),
    ("cast2020/2020qrels.txt.gz", "cast2020/automatic_evaluation_topics_annotated_v1.1.json", 25, 208, 179, 179, 46),
    ("cast2022/cast2022.qrel.gz", "cast2022/2022_evaluation_topics_tree_v1.0.json", 17, 165, 144, 128, 21),
    ("cast2022/cast2022.qrel.gz", "cast2022/annotated_topics.json", 17, 165, 144, 128, 21),
]


@pytest.mark.parametrize(("qrels", "graph", "conversations", "judged", "passed", "dropped", "roots"), REAL)
def test_real_judgements(
    shared_data: Path, qrels: str, graph: str, conversations: int, judged: int, passed: int, dropped: int, roots: int
) -> None:
    turns = read_qrels(shared_data / qrels, Decisions()).turns
    known = read_graphs(shared_data / graph, Decisions())
    found = judged_conversations(turns, known, Decisions())
    assert (len(found.names), found.packed.n_turns, len(found.packed.child)) == (conversations, judged, passed)
    assert len(found.packed.roots) == roots
    assert len(judged_conversations(turns, known, Decisions(), through="drop").packed.child) == dropped
    assert sorted(found.order) == list(range(judged))


def test_a_graph_of_another_year_is_refused(shared_data: Path) -> None:
    turns = read_qrels(shared_data / "cast2020" / "2020qrels.txt.gz", Decisions()).turns
    with pytest.raises(
        GraphError, match=r"found graphs of the conversations 31, 32, 33, …, expected those of the judged"
    ):
        judged_conversations(
            turns, read_graphs(shared_data / "dependence" / "coted_cast2019_parents.json", Decisions()), Decisions()
        )


def test_a_turn_that_nobody_judged_takes_no_place_with_or_without_a_graph(tmp_path: Path) -> None:
    links = tmp_path / "links.csv"
    links.write_text("conversation,parent,child\n31,,1\n31,1,2\n31,2,3\n")
    qrels, run = {"31_1": {"a": 1}, "31_3": {"b": 1}}, {"31_1": {"a": 1.0}, "31_3": {"x": 1.0}}
    for graph in (None, links):
        scores = tw.score({"mine": run}, qrels, "TurnWeighted(RR)", graph=graph)
        assert scores.means[0, 0] == pytest.approx((1 * 1 + 2 * 0) / (1 + 2))


def test_links_may_be_a_dict() -> None:
    qrels = {turn: {"a": 1} for turn in ("1_1", "1_2", "1_3")}
    run = {"mine": {"1_1": {"a": 1.0}, "1_2": {"b": 2.0, "a": 1.0}, "1_3": {"b": 1.0}}}
    graph = graph_of("1", ["1", "2", "3"], {"2": "1", "3": "1"})
    expected = tw.score(run, qrels, "HDA-f(RR)", graph={"1": graph}).means
    for links in ({"1": {"1": [], "2": ["1"], "3": ["1"]}}, {1: {1: (), 2: 1, 3: (1,)}}):
        np.testing.assert_array_equal(tw.score(run, qrels, "HDA-f(RR)", graph=links).means, expected)
        assert tw.read_graphs(links) == {"1": graph}


@pytest.mark.parametrize(
    ("graph", "sentence"),
    [
        (5, r"graphs: found int, expected a file's path, or a dict \{conversation: \{turn: \[parents\]\}\}; write"),
        ({"1": 5}, r"links, conversation 1: found a number for '1', expected an object \{turn: \[parents\]\}"),
        ({"1": {"1": [0.5]}}, r"found '0.5' in the parents of 1_1, expected the number of a turn"),
        ({"1": {"1": ["9"]}}, "conversation 1: turn 1 depends on turn '9', which is unknown"),
    ],
)
def test_what_is_no_graph_is_one_sentence(graph: object, sentence: str) -> None:
    with pytest.raises(tw.TurnwiseError, match=sentence):
        tw.score({"mine": {"1_1": {"a": 1.0}}}, {"1_1": {"a": 1}}, "HDA-f(RR)", graph=graph)


def test_a_conversation_with_a_turn_left_out_has_no_walk_and_says_so() -> None:
    qrels = {turn: {"a": 1} for turn in ("1_1", "1_2", "2_1", "2_2")}
    runs = {"whole": {turn: {"a": 1.0} for turn in qrels}, "part": {t: {"a": 1.0} for t in ("1_1", "1_2", "2_1")}}
    graphs = {name: graph_of(name, ["1", "2"], {"2": "1"}) for name in ("1", "2")}
    scores = tw.score(runs, qrels, ["HDA-b(RR)", "Mean(RR)"], graph=graphs, missing="skip")
    told = [(d.source, d.text) for d in scores.decisions if d.kind == "conversations-without-value"]
    assert told == [("part", "1 conversation of 2 with missing turns left out of the mean of HDA-b(RR)")]
    assert "without a score" in next(d.text for d in scores.decisions if d.kind == "missing-turns")
    absent = [(r.system, r.conversation, r.measure, r.note) for r in scores.rows("turn") if r.value is None]
    assert absent == [("part", "2", "HDA-b(RR)", "missing")]
    assert [row.note for row in scores.rows("conversation") if row.value is None] == ["missing"]
    assert {row.note for row in scores.rows("conversation") if row.value is not None} == {None}
