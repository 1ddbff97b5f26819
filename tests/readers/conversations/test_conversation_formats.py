"""Every format of conversations: found from its content, and read as it should be."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from tests.readers.conversations.samples import ANNOTATED, CAST, IKAT, PATHS, SAMPLES, TREE
from turnwise.errors import InputError
from turnwise.graph import graph_of_conversation
from turnwise.readers.conversations import FORMATS, read_conversations, read_graphs
from turnwise.tables.decisions import Decisions
from turnwise.tables.turns import ASSISTANT, INSTRUCTIONS, TOOL, USER, Conversations

Read = Callable[..., tuple[Conversations, Decisions]]


def test_every_format_has_a_sample() -> None:
    assert set(SAMPLES) == {known.name for known in FORMATS}


@pytest.mark.parametrize("name", SAMPLES)
def test_links_of_each_format(read: Read, name: str) -> None:
    found, _ = read(SAMPLES[name].content)
    assert found.format == name
    assert {c.id: c.links if c.links is None else dict(c.links) for c in found} == SAMPLES[name].links
    assert found.has_links == any(links is not None for links in SAMPLES[name].links.values())


@pytest.mark.parametrize("name", SAMPLES)
def test_only_one_format_takes_a_file(write: Callable[..., Path], name: str) -> None:
    from turnwise.readers.content import content_of

    content = content_of(write(SAMPLES[name].content), "conversations")
    assert [known.name for known in FORMATS if known.detect(content)] == [name]


@pytest.mark.parametrize("name", SAMPLES)
def test_a_format_may_be_named(read: Read, name: str) -> None:
    assert read(SAMPLES[name].content, name)[0] == read(SAMPLES[name].content)[0]


def test_topics_have_titles_texts_and_the_other_texts_under_their_own_names(read: Read) -> None:
    (talk,) = read(CAST)[0]
    assert (talk.id, talk.title, talk.links) == ("7", "tea", None)
    assert [turn.text for turn in talk.turns] == ["What is oolong?", "Is it green?"]
    assert talk.turns[1].others == {"manual_rewritten_utterance": "Is oolong green?"}
    assert all(turn.speaker == USER for turn in talk.turns)


def test_topics_of_2021_keep_the_passage_and_its_id(read: Read) -> None:
    turn = {
        "number": 1,
        "raw_utterance": "Tea?",
        "passage": "A drink.",
        "canonical_result_id": "D1",
        "passage_id": 7,
    }
    (talk,) = read([{"number": 106, "turn": [turn]}])[0]
    assert talk.turns[0].others == {"passage": "A drink.", "canonical_result_id": "D1"}


def test_a_link_from_an_answer_is_a_link_from_its_turn(read: Read) -> None:
    _, decisions = read(ANNOTATED)
    assert decisions.count("links-from-answers") == 1


def test_a_tree_has_the_users_turns_as_nodes_and_passes_through_the_systems(read: Read) -> None:
    found, decisions = read(TREE)
    assert [turn.speaker for turn in found["132"].turns] == [USER, ASSISTANT, USER, ASSISTANT, USER]
    assert graph_of_conversation(found["132"], "").links == {"1-1": (), "1-3": ("1-1",), "2-1": ("1-1",)}
    assert decisions.count("links-along-paths") == 4


def test_paths_of_a_topic_are_one_conversation_and_equal_the_tree(read: Read) -> None:
    found, decisions = read(PATHS)
    assert [turn.id for turn in found["132"].turns] == ["1-1", "1-3", "2-1"]
    assert found["132"].turns[0].others == {"response": "A tea."}
    assert [d.text for d in decisions if d.kind == "shared-turns"] == [
        "1 turn written again on another path of a topic: put together, the first answer kept where they differ (1)"
    ]
    assert graph_of_conversation(found["132"], "") == graph_of_conversation(read(TREE)[0]["132"], "")


def test_ikat_topics(read: Read) -> None:
    (talk,) = read(IKAT)[0]
    assert [(turn.id, turn.text) for turn in talk.turns] == [("1", "Which tea?"), ("2", "Why?")]
    assert talk.turns[0].others == {"resolved_utterance": "Which tea, for me?", "response": "Mate"}


def test_exchanges_are_put_together_by_conversation(read: Read) -> None:
    talk, other = read(SAMPLES["exchanges"].content)[0]
    assert [(turn.id, turn.text, turn.others) for turn in talk.turns] == [
        ("1", "Hi", {"response": "Hello"}), ("2", "Bye", {}),
    ]  # fmt: skip
    assert [turn.id for turn in other.turns] == ["1"]


def test_labels_are_links_and_are_counted(read: Read) -> None:
    _, decisions = read(SAMPLES["labels"].content)
    assert [str(d).partition(": ")[2] for d in decisions] == [
        "3 labels read as links: 2 FT from the first turn, 1 PT from the turn before"
    ]


@pytest.mark.parametrize(
    "content",
    [
        "conversation,parent,child\n31,1,2\n31,2,10\n31,1,10\n31,,3\n",
        "Parent\tChild\tconfidence\n31_1\t31_2\t0.5\n31_2\t31_10\t0.5\n31_1\t31_10\t1\n\t31_3\t1\n",
        [
            {"conversation": 31, "parent": 1, "child": 2},
            {"conversation": 31, "parent": 2, "child": 10},
            {"conversation": 31, "parent": 1, "child": 10},
            {"conversation": 31, "child": 3},
        ],
        '{"parent": "31_1", "child": "31_2"}\n{"parent": "31_2", "child": "31_10"}\n'
        '{"parent": "31_1", "child": "31_10"}\n{"parent": null, "child": "31_3"}\n',
    ],
    ids=["csv", "tsv", "json", "json lines"],
)
def test_tables_of_links(read: Read, content: Any) -> None:
    (talk,) = read(content)[0]
    links = graph_of_conversation(talk, "").links
    short = {t.removeprefix("31_"): tuple(p.removeprefix("31_") for p in named) for t, named in links.items()}
    assert (talk.id, short) == ("31", {"1": (), "2": ("1",), "3": (), "10": ("1", "2")})
    assert list(short) == ["1", "2", "3", "10"], "turns stand in the order of their numbers"


def test_links_in_parquet(tmp_path: Path) -> None:
    frame = pl.DataFrame({"conversation": [31, 31], "parent": [None, 1], "child": [1, 2]})
    frame.write_parquet(tmp_path / "links.parquet")
    assert read_graphs(tmp_path / "links.parquet", Decisions())["31"].links == {"1": (), "2": ("1",)}


FLOATING = {"1": (), "2": ("1",), "3": ("2",)}


@pytest.mark.parametrize(
    ("content", "kinds"),
    [
        ("conversation,parent,child\n31,,1\n31,1.0,2\n31,2.0,3\n", ["floating-ids"]),
        ("conversation,parent,child\n31.0,,1.0\n31.0,1.0,2.0\n31.0,2.0,3.0\n", ["floating-ids"] * 3),
        ("parent,child\n,31_1\n31_1,31_2\n31_2,31_3\n", []),
        ("conversation,parent,child\n31,nan,1\n31,1.0,2\n31,2.0,3\n", ["floating-ids", "no-parent-words"]),
        ("conversation,parent,child\n31,None,1\n31,1,2\n31,2,3\n", ["no-parent-words"]),
        ("conversation,parent,child\n31,NA,1\n31,1,2\n31,2,3\n", ["no-parent-words"]),
        ("conversation,parent,child\n31,-,1\n31,1,2\n31,2,3\n", ["no-parent-words"]),
        (
            [{"conversation": 31, "parent": p, "child": c} for p, c in [(None, 1), (1.0, 2), (2.0, 3)]],
            ["floating-ids"],
        ),
    ],
)
def test_links_that_went_through_pandas(read: Read, content: Any, kinds: list[str]) -> None:
    found, decisions = read(content)
    (talk,) = found
    assert (talk.id, graph_of_conversation(talk, "").links) == ("31", FLOATING)
    assert [d.kind for d in decisions] == kinds


def test_floating_links_in_parquet(tmp_path: Path) -> None:
    frame = pl.DataFrame({"conversation": [31, 31, 31], "parent": [float("nan"), 1.0, 2.0], "child": [1, 2, 3]})
    frame.write_parquet(tmp_path / "links.parquet")
    decisions = Decisions()
    assert read_graphs(tmp_path / "links.parquet", decisions)["31"].links == FLOATING
    assert [d.kind for d in decisions] == ["floating-ids", "no-parent-words"]


def test_ids_with_fractions_are_ids(read: Read) -> None:
    found, decisions = read("conversation,parent,child\n31,,1.0\n31,1.0,1.1\n31,1.0,2.0\n")
    assert graph_of_conversation(next(iter(found)), "").links == {"1.0": (), "1.1": ("1.0",), "2.0": ("1.0",)}
    assert not list(decisions)


def test_links_between_turns_without_numbers_stand_with_parents_first(read: Read) -> None:
    (talk,) = read("conversation,parent,child\nc,why,where\nc,tea,why\n")[0]
    assert [turn.id for turn in talk.turns] == ["tea", "why", "where"]
    (talk,) = read("conversation,parent,child\nc,tea,why\nc,tea,where\nc,,mate\n")[0]
    assert [turn.id for turn in talk.turns] == ["tea", "why", "where", "mate"], "rows in order keep their order"


def test_messages(read: Read) -> None:
    messages = [
        {"role": "system", "content": "Be kind."},
        {
            "role": "user",
            "content": [{"type": "text", "text": "What is this?"}, {"type": "image_url"}],
        },
        {"role": "assistant", "content": None, "tool_calls": [{"id": "x"}]},
        {"role": "tool", "content": "a cup"},
        {"role": "assistant", "content": "A cup."},
    ]
    lines = "\n".join(json.dumps({"messages": messages}) for _ in range(2))
    found, decisions = read(lines)
    assert [talk.id for talk in found] == ["1", "2"]
    assert [turn.speaker for turn in found["1"].turns] == [INSTRUCTIONS, USER, ASSISTANT, TOOL, ASSISTANT]
    assert [turn.text for turn in found["2"].turns] == ["Be kind.", "What is this?", "", "a cup", "A cup."]
    assert decisions.count("conversations-by-position") == 2
    assert decisions.count("parts-without-text") == 2
    assert [turn.id for turn in found["1"].turns if turn.is_asked] == ["2"]


def test_a_packed_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "links.json.gz"
    path.write_bytes(gzip.compress(json.dumps({"31": {"1": [], "2": [1]}}).encode()))
    assert read_graphs(path, Decisions())["31"].n_links == 1


def test_texts_of_another_file(write: Callable[..., Path]) -> None:
    links = read_conversations(write({"7": {"1": [], "2": [1], "3": []}}, "links.json"), Decisions())
    texts = read_conversations(write(CAST), Decisions())
    decisions = Decisions()
    (talk,) = links.with_texts(texts, decisions)
    assert [turn.text for turn in talk.turns] == ["What is oolong?", "Is it green?", ""]
    assert (talk.title, talk.links) == ("tea", {"1": (), "2": ("1",), "3": ()})
    assert [d.text for d in decisions] == [f"1 turn without a text in {texts.source} (first: 7_3)"]


def test_texts_of_other_conversations_are_refused(write: Callable[..., Path]) -> None:
    links = read_conversations(write({"31": {"1": []}}, "links.json"), Decisions())
    with pytest.raises(InputError, match=r"found no text for any turn of .*links\.json, expected the same conv.*31_1"):
        links.with_texts(read_conversations(write(CAST), Decisions()), Decisions())


@pytest.mark.parametrize(
    "content",
    [
        'turn,text\n7_1,"Tea, or not?"\n7_2,Why?\n',
        '{"qid": "7_1", "utterance": "Tea, or not?"}\n{"qid": "7_2", "utterance": "Why?"}',
    ],
    ids=["csv", "json lines"],
)
def test_tables_of_texts(read: Read, content: str) -> None:
    found, _ = read(content)
    assert (found.format, found["7"].links) == ("texts", None)
    assert [(turn.id, turn.text) for turn in found["7"].turns] == [("1", "Tea, or not?"), ("2", "Why?")]
