"""The published files, with the counts that their provenance notes give."""

from __future__ import annotations

from pathlib import Path

import pytest

from turnwise.graph import Graph, GraphStats, graph_stats, graphs_of
from turnwise.readers.conversations import read_conversations, read_graphs
from turnwise.tables.decisions import Decisions

#: File → format, conversations, turns, whether it has links.
FILES = {
    "cast2019/evaluation_topics_v1.0.json": ("cast", 50, 479, False),
    "cast2019/train_topics_v1.0.json": ("cast", 30, 269, False),
    "cast2019/evaluation_topics_annotated_resolved_v1.0.tsv": ("texts", 50, 479, False),
    "cast2020/2020_automatic_evaluation_topics_v1.0.json": ("cast", 25, 216, False),
    "cast2020/2020_manual_evaluation_topics_v1.0.json": ("cast", 25, 216, False),
    "cast2020/automatic_evaluation_topics_annotated_v1.1.json": ("cast", 25, 216, True),
    "cast2022/2022_automatic_evaluation_topics_tree_v1.0.json": ("cast-tree", 18, 408, True),
    "cast2022/2022_evaluation_topics_tree_v1.0.json": ("cast-tree", 18, 408, True),
    "cast2022/annotated_topics.json": ("cast-paths", 18, 205, True),
    "dependence/coted_cast2019_parents.json": ("parents", 50, 479, True),
    "dependence/coted_cast2020_parents.json": ("parents", 25, 216, True),
    "dependence/official_cast2020_dependence.json": ("cast-dependence", 25, 216, True),
    "dependence/hpclab_test_set.tsv": ("labels", 20, 194, True),
    "ikat2023/2023_test_topics.json": ("ikat", 25, 332, False),
}


def stats(path: Path) -> GraphStats:
    return graph_stats(read_graphs(path, Decisions()).values())


@pytest.mark.parametrize("name", FILES)
def test_real_files(shared_data: Path, name: str) -> None:
    found = read_conversations(shared_data / name, Decisions())
    assert (found.format, len(found), found.n_turns, found.has_links) == FILES[name]


def test_coted_2019(shared_data: Path) -> None:
    found = stats(shared_data / "dependence" / "coted_cast2019_parents.json")
    assert (found.roots, found.several_parents, found.most_parents) == (137, 75, 5)
    assert found.turns - found.roots - found.several_parents == 267  # with one parent


def test_the_trees_of_2022(shared_data: Path) -> None:
    found = stats(shared_data / "cast2022" / "2022_evaluation_topics_tree_v1.0.json")
    assert (found.conversations, found.turns, found.roots) == (18, 205, 18)
    assert found.components == found.tree_components == 18


def test_the_paths_of_2022_make_the_trees(shared_data: Path) -> None:
    paths = read_graphs(shared_data / "cast2022" / "annotated_topics.json", Decisions())
    trees = read_graphs(shared_data / "cast2022" / "2022_evaluation_topics_tree_v1.0.json", Decisions())
    assert {name: graph.links for name, graph in paths.items()} == {name: graph.links for name, graph in trees.items()}


def test_the_official_links_of_2020_are_the_same_with_and_without_topics(shared_data: Path) -> None:
    decisions = Decisions()
    topics = read_graphs(shared_data / "cast2020" / "automatic_evaluation_topics_annotated_v1.1.json", decisions)
    assert topics == read_graphs(shared_data / "dependence" / "official_cast2020_dependence.json", Decisions())
    assert (decisions.count("links-from-answers"), decisions.count("cast-2020-topic-81")) == (60, 1)


def test_the_two_annotations_of_2020_agree_on_145_turns(shared_data: Path) -> None:
    official = read_graphs(shared_data / "dependence" / "official_cast2020_dependence.json", Decisions())
    coted = read_graphs(shared_data / "dependence" / "coted_cast2020_parents.json", Decisions())
    assert {name: graph.turns for name, graph in official.items()} == {n: g.turns for n, g in coted.items()}
    same = [official[name].links[turn] == named for name, graph in coted.items() for turn, named in graph.links.items()]
    assert (sum(same), len(same)) == (145, 216)


def test_conversation_81_has_the_turns_of_the_topics_that_were_judged(shared_data: Path) -> None:
    judged = read_conversations(shared_data / "cast2020" / "2020_manual_evaluation_topics_v1.0.json", Decisions())
    mended = read_conversations(
        shared_data / "cast2020" / "automatic_evaluation_topics_annotated_v1.1.json", Decisions()
    )
    key = "manual_rewritten_utterance"
    assert [(t.id, t.others[key]) for t in mended["81"].turns] == [(t.id, t.others[key]) for t in judged["81"].turns]


def test_labels(shared_data: Path) -> None:
    decisions = Decisions()
    found = graphs_of(read_conversations(shared_data / "dependence" / "hpclab_test_set.tsv", decisions))
    assert graph_stats(found.values()).roots == 68
    assert decisions.count("labels-as-links") == 69 + 57


def test_the_papers_figure_is_a_dag(shared_data: Path) -> None:
    """Conversation 37, the paper's example: the last turn compares the two studies, so it needs both."""
    graph: Graph = read_graphs(shared_data / "dependence" / "coted_cast2019_parents.json", Decisions())["37"]
    assert graph.turns[graph.roots[0]] == "1"
    assert any(len(parents) > 1 for parents in graph.parents)


def test_the_dialogues_of_the_margarita_corpus(shared_data: Path) -> None:
    found = read_conversations(shared_data / "mdc" / "DIALOGUES.csv", Decisions())
    assert (found.format, len(found), found.n_turns) == ("exchanges", 20, 340 + 319)
    assert found["PER-1"].turns[0].others["response"]
