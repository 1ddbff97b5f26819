"""Graphs of conversations: worked by hand, and random ones against definitions that are slow and plain."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnwise.errors import GraphError
from turnwise.graph import Graph, graph_of, graph_stats

#: Conversation 31 of CAsT 2019 as COTED annotates it: 2 needs 1; 4 and 5 need 3; 7 and 8 need 6; 9 needs 6 and 8.
THROAT = graph_of("31", list("123456789"), {"2": "1", "4": "3", "5": "3", "7": "6", "8": "6", "9": "68"})


@st.composite
def graphs(draw: st.DrawFn, max_turns: int = 9) -> Graph:
    """Any graph whose links lead forward."""
    n = draw(st.integers(0, max_turns))
    parents = [draw(st.sets(st.integers(0, turn - 1), max_size=4)) if turn else set() for turn in range(n)]
    return Graph("c", tuple(f"t{turn}" for turn in range(n)), tuple(tuple(sorted(above)) for above in parents))


def ways(graph: Graph) -> set[tuple[int, ...]]:
    """Every way along links, written out by its turns."""
    found: set[tuple[int, ...]] = {(turn,) for turn in range(len(graph))}
    while True:
        longer = {(parent, *way) for way in found for parent in graph.parents[way[0]]}
        if longer <= found:
            return found
        found |= longer


def test_a_real_conversation() -> None:
    named = [THROAT.turns[turn] for turn in THROAT.roots]
    assert named == ["1", "3", "6"]
    assert [THROAT.turns[turn] for turn in THROAT.leaves] == ["2", "4", "5", "7", "9"]
    assert THROAT.depths == (0, 1, 0, 1, 1, 0, 1, 1, 2)  # 6 → 8 → 9 is the longest way
    assert THROAT.trees == (0, 0, 1, 1, 1, 2, 2, 2, 2)
    assert THROAT.n_links == 7
    assert THROAT.children[5] == (6, 7, 8)
    assert THROAT.links["9"] == ("6", "8")


def test_a_graph_without_turns() -> None:
    empty = graph_of("c", [], {})
    assert (empty.roots, empty.leaves, empty.depths, empty.trees, len(empty)) == ([], [], (), (), 0)


@given(graphs())
def test_roots_leaves_depths_and_trees_by_definition(graph: Graph) -> None:
    every = ways(graph)
    assert graph.roots == [t for t in range(len(graph)) if not any(len(way) > 1 and way[-1] == t for way in every)]
    assert graph.leaves == [t for t in range(len(graph)) if not any(len(way) > 1 and way[0] == t for way in every)]
    assert graph.depths == tuple(max(len(w) for w in every if w[-1] == t) - 1 for t in range(len(graph)))
    joined = {t: {t} for t in range(len(graph))}  # grown until nothing is added
    for _ in range(len(graph)):
        for child, parents in enumerate(graph.parents):
            for parent in parents:
                joined[child] = joined[parent] = joined[child] | joined[parent]
        for a, b in product(joined, joined):
            if b in joined[a]:
                joined[a] = joined[a] | joined[b]
    for a, b in product(joined, joined):
        assert (graph.trees[a] == graph.trees[b]) == (b in joined[a])
    first_of_each = [graph.trees.index(tree) for tree in dict.fromkeys(graph.trees)]
    assert first_of_each == sorted(first_of_each)
    assert [graph.trees[t] for t in first_of_each] == list(range(len(first_of_each)))


@given(graphs(), st.data())
def test_only_some_turns_by_definition(graph: Graph, data: st.DataObject) -> None:
    kept = set(data.draw(st.lists(st.sampled_from(graph.turns), unique=True))) if len(graph) else set()
    passed, dropped = graph.only(kept), graph.only(kept, "drop")
    every = ways(graph)
    assert passed.turns == dropped.turns == tuple(turn for turn in graph.turns if turn in kept)
    for child, parent in product(passed.turns, passed.turns):
        c, p = graph.turns.index(child), graph.turns.index(parent)
        straight = p in graph.parents[c]
        # Passed on: there is a way from the parent to the child through turns that are all left out.
        through = any(
            len(way) > 1 and way[0] == p and way[-1] == c and not any(graph.turns[t] in kept for t in way[1:-1])
            for way in every
        )
        assert (parent in dropped.links[child]) == straight
        assert (parent in passed.links[child]) == through


@given(graphs())
def test_only_all_turns_changes_nothing(graph: Graph) -> None:
    assert graph.only(graph.turns) == graph.only(graph.turns, "drop") == graph


@given(graphs(max_turns=6), st.data())
def test_turns_left_out_in_two_steps_or_one(graph: Graph, data: st.DataObject) -> None:
    chosen = st.lists(st.sampled_from(graph.turns or ("",)), unique=True)
    first = set(data.draw(chosen))
    second = first & set(data.draw(chosen))
    assert graph.only(first).only(second) == graph.only(second)


def test_passing_and_dropping_by_hand() -> None:
    kept = ["1", "2", "6", "7", "9"]  # 8 is left out: 9 needs 6 and 8, 8 needs 6
    assert THROAT.only(kept).links["9"] == ("6",)
    chain = graph_of("c", list("abcd"), {"b": "a", "c": "b", "d": "c"})
    assert chain.only("ad").links == {"a": (), "d": ("a",)}
    assert chain.only("ad", "drop").links == {"a": (), "d": ()}


def test_further_turns_stand_at_their_numbers() -> None:
    graph = graph_of("c", ["2", "10"], {"10": ["2"]}).with_turns(["1", "9"])
    assert graph.turns == ("1", "2", "9", "10")
    assert graph.links == {"1": (), "2": (), "9": (), "10": ("2",)}


@pytest.mark.parametrize(("turns", "more"), [(["a", "b"], ["0"]), (["3", "1"], ["2"])])
def test_further_turns_stand_last_where_numbers_do_not_say(turns: list[str], more: list[str]) -> None:
    assert graph_of("c", turns, {}).with_turns(more).turns == (*turns, *more)


def test_no_further_turns_change_nothing() -> None:
    assert THROAT.with_turns([]) is THROAT


@pytest.mark.parametrize(
    ("turns", "links", "sentence"),
    [
        ("1234", {"3": "3"}, "f.json: conversation 31: turn 3 depends on itself; remove that link."),
        ("1234", {"2": "4"}, "found turn 2 depends on 4, which comes later; expected links to earlier turns only."),
        ("1234", {"2": "4", "4": "3", "3": "2"}, "found the cycle 2 → 4 → 3 → 2; expected links to earlier turns"),
        ("1234", {"2": ["x"]}, "turn 2 depends on turn 'x', which is unknown; expected one of its turns."),
        ("1234", {"5": "1"}, "a link leads to turn '5', which is unknown; expected one of its turns."),
        ("1214", {}, "turn 1 stands twice; expected each turn once."),
    ],
)
def test_what_cannot_be_a_conversation(turns: str, links: dict[str, str], sentence: str) -> None:
    with pytest.raises(GraphError) as error:
        graph_of("31", list(turns), links, source="f.json")
    assert str(error.value).startswith("f.json: conversation 31: ")
    assert sentence in str(error.value)


def test_an_unknown_turn_near_a_known_one_is_asked_about() -> None:
    with pytest.raises(GraphError, match="depends on turn '1-33', which is unknown; did you mean '1-3'"):
        graph_of("132", ["1-1", "1-3", "1-5"], {"1-5": ["1-33"]})


def test_counts_by_hand() -> None:
    found = graph_stats([THROAT, graph_of("32", ["1"], {})])
    assert (found.conversations, found.turns, found.links) == (2, 10, 7)
    assert (found.roots, found.leaves, found.isolated) == (4, 6, 1)
    assert (found.several_parents, found.most_parents) == (1, 2)
    assert (found.components, found.tree_components) == (4, 3)  # 6, 7, 8, 9 are no tree: 9 has two parents
    assert found.depths == (4, 5, 1)


def test_counts_of_nothing() -> None:
    found = graph_stats([])
    assert (found.conversations, found.turns, found.most_parents, found.depths) == (0, 0, 0, ())


@given(st.lists(graphs(), max_size=4))
def test_counts_add_up(known: list[Graph]) -> None:
    found = graph_stats(known)
    assert sum(found.depths) == found.turns
    assert (found.depths[0] if found.depths else 0) == found.roots
    assert found.tree_components <= found.components <= found.roots
    assert found.isolated <= min(found.roots, found.leaves)
    # A component that is a tree has one root and a link less than turns; others have more links than that or roots.
    assert found.links >= found.turns - found.roots
