"""Every method of inferring links, on toys; and what comes of conversations of several shapes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from turnwise.errors import GraphError, InputError, OptionError
from turnwise.graph import graphs_of
from turnwise.graph.infer import METHODS, infer_links, with_rewrites
from turnwise.graph.infer.coefficients import learned
from turnwise.graph.infer.rewrites import sources
from turnwise.graph.infer.rules import applied
from turnwise.graph.infer.words import utterance
from turnwise.tables.decisions import Decisions
from turnwise.tables.turns import ASSISTANT, USER, Conversation, Conversations, Turn

TALK = [
    "What are tiger sharks?",
    "Where do they live?",
    "What about great whites?",
    "How large are the largest ones?",
    "Who wrote Moby Dick?",
    "What did he write next?",
    "Why was the book popular?",
    "How is ice cream made in Italy?",
]


def conversations(*texts: str, format: str = "cast") -> Conversations:
    turns = tuple(Turn(str(number), USER, text) for number, text in enumerate(texts, 1))
    return Conversations("talk", format, (Conversation("a", turns),))


def links(found: Conversations) -> dict[str, tuple[str, ...]]:
    return dict(found["a"].links or {})


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("none", [(), (), ()]),
        ("first", [(), ("1",), ("1",)]),
        ("previous", [(), ("1",), ("2",)]),
        ("first-and-previous", [(), ("1",), ("1", "2")]),
    ],
)
def test_baselines(method: str, expected: list[tuple[str, ...]]) -> None:
    found = infer_links(conversations("a", "b", "c"), Decisions(), method=method)
    assert list(links(found.conversations).values()) == expected


def test_a_baseline_is_as_sure_as_it_was_right() -> None:
    right = learned().right
    rows = list(infer_links(conversations("a", "b", "c"), Decisions(), method="first-and-previous").rows())
    assert rows == [
        ("a", None, "1", 1.0),
        ("a", "1", "2", right["first"]),
        ("a", "1", "3", right["first"]),
        ("a", "2", "3", right["previous"]),
    ]
    rows = list(infer_links(conversations("a", "b"), Decisions(), method="none").rows())
    assert rows[1] == ("a", None, "2", pytest.approx(1 - right["needs"]))


def test_rules_fit_in_their_order() -> None:
    assert applied([utterance(text) for text in TALK]) == [
        ("self-contained", []),
        ("pronoun", [0]),
        ("what about", [1]),
        ("other ones", [2]),  # "ones"
        ("self-contained", []),
        ("he or she", [4]),
        ("the", [4]),  # "the book" was not named before: the latest topic
        ("self-contained", []),
    ]
    named = [utterance(text) for text in ("Is the tax on sugar high?", "Who pays more?", "What does the tax bring?")]
    assert applied(named)[2] == ("named before", [0])


def test_a_topic_that_is_introduced_is_the_latest() -> None:
    talk = [utterance(text) for text in ("What are sharks?", "What about great whites?", "Where do they live?")]
    assert applied(talk)[2] == ("pronoun", [1])


@pytest.mark.parametrize(
    ("added", "said", "expected"),
    [
        (set(), [{"shark"}], {}),
        ({"shark"}, [{"shark"}, {"shark", "sea"}], {0: "said before"}),  # the earliest of equals
        ({"shark", "sea"}, [{"shark"}, {"shark", "sea"}], {1: "said before"}),  # the one that said most
        ({"shark", "ice"}, [{"shark"}, {"sea"}, {"ice"}], {0: "said before", 2: "said before"}),
        ({"shark", "answer"}, [{"shark"}, {"sea"}], {0: "said before"}),
        ({"answer"}, [{"shark"}, {"sea"}], {1: "from an answer"}),
        ({"shark"}, [], {}),
    ],
)
def test_words_added_by_a_rewriter_tell_where_they_are_from(
    added: set[str], said: list[set[str]], expected: dict[int, str]
) -> None:
    assert sources(added, said) == expected


def test_rewrites_are_read_from_the_file_or_another() -> None:
    raw = conversations("What are sharks?", "Where do they live?", "Who wrote Moby Dick?")
    rewritten = conversations("What are sharks?", "Where do sharks live?", "Who wrote Moby Dick?")
    found = infer_links(with_rewrites(raw, rewritten), Decisions(), method="rewrites")
    right = learned().right
    assert list(found.rows()) == [
        ("a", None, "1", 1.0),
        ("a", "1", "2", right["manual rewrite: said before"]),
        ("a", None, "3", pytest.approx(right["manual rewrite: nothing added"])),
    ]
    with pytest.raises(InputError, match=r"found 3 turns without a rewritten utterance \(first: turn 1"):
        infer_links(raw, Decisions(), method="rewrites")


def test_the_model_links_anaphora_to_the_topic_and_not_a_new_question() -> None:
    found = infer_links(conversations(*TALK), Decisions())
    assert links(found.conversations)["2"] == ("1",)
    assert links(found.conversations)["6"] == ("5",)
    assert links(found.conversations)["8"] == ()


@pytest.mark.parametrize("method", [name for name in METHODS if name != "rewrites"])
def test_every_method_gives_graphs_and_confidences(method: str) -> None:
    found = infer_links(conversations(*TALK), Decisions(), method=method)
    graph = graphs_of(found.conversations)["a"]  # refuses cycles and later turns
    assert len(graph) == len(TALK)
    assert all(0 <= row.confidence <= 1 for row in found.rows())
    assert {row.child for row in found.rows()} == set(graph.turns)


def test_links_that_are_not_sure_enough_are_left_out() -> None:
    every = infer_links(conversations(*TALK), Decisions())
    sure = sorted(row.confidence for row in every.rows() if row.parent)
    fewer = infer_links(conversations(*TALK), Decisions(), min_confidence=sure[1])
    assert sorted(row.confidence for row in fewer.rows() if row.parent) == sure[1:]
    assert len({row.child for row in fewer.rows()}) == len(TALK)


def test_answers_are_not_linked_and_are_told() -> None:
    turns = (Turn("1", USER, "What are sharks?"), Turn("2", ASSISTANT, "Fish."), Turn("3", USER, "Where do they live?"))
    decisions = Decisions()
    found = infer_links(Conversations("chat", "messages", (Conversation("a", turns),)), decisions)
    assert links(found.conversations) == {"1": (), "3": ("1",)}
    assert decisions.count("answers-not-linked") == 1


def test_on_a_tree_only_turns_of_the_path_give_context() -> None:
    turns = tuple(
        Turn(name, USER, text)
        for name, text in (
            ("1-1", "What are sharks?"),
            ("1-2", "Tell me about tigers."),
            ("2-1", "Where do they live?"),
        )
    )
    tree = Conversation("a", turns, links={"1-1": (), "1-2": ("1-1",), "2-1": ("1-1",)})
    found = infer_links(Conversations("trees", "cast-tree", (tree,)), Decisions())
    assert links(found.conversations)["2-1"] == ("1-1",)
    circle = replace(tree, links={"1-1": ("1-2",), "1-2": ("1-1",), "2-1": ("1-1",)})
    with pytest.raises(GraphError, match="cycle"):
        infer_links(Conversations("trees", "cast-tree", (circle,)), Decisions())
    as_one = infer_links(Conversations("talk", "cast", (tree,)), Decisions())
    assert links(as_one.conversations)["2-1"] == ("1-2",)


def test_what_cannot_be_read_is_refused_or_told() -> None:
    with pytest.raises(OptionError, match="did you mean 'model'"):
        infer_links(conversations("a"), Decisions(), method="modle")
    with pytest.raises(OptionError, match="between 0 and 1, found 2"):
        infer_links(conversations("a"), Decisions(), min_confidence=2)
    with pytest.raises(InputError, match="found no text of any turn"):
        infer_links(conversations("", ""), Decisions())
    decisions = Decisions()
    infer_links(conversations("Welche Haie gibt es?", "Wo leben sie?"), decisions)
    assert decisions.count("turns-not-english") == 2
    infer_links(Conversations("none", "cast", ()), Decisions(), method="none")
