"""Dialogues to be answered: tables of exchanges, messages, and gold from columns, messages and qrels."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from turnwise.errors import TurnwiseError
from turnwise.readers.knowledge import read_knowledge_base, read_questions
from turnwise.tables.decisions import Decisions
from turnwise.tables.knowledge import KnowledgeBase, Questions

SAMPLES = Path(__file__).parents[3] / "src" / "turnwise" / "samples" / "avatar"
MESSAGES = [
    {"role": "system", "content": "Be kind."},
    {"role": "user", "content": "Hi there", "gold": "Hello!"},
    {"role": "assistant", "content": "Hello."},
    {"role": "user", "content": "Your name?", "gold": ["n", "Hello!"]},
    {"role": "user", "content": "Hm?", "gold": []},
]


@pytest.fixture
def kb(tmp_path: Path) -> KnowledgeBase:
    (tmp_path / "kb.csv").write_text("id,question,answer\nh,Hi,Hello!\nn,Who are you?,Ada.\n")
    return read_knowledge_base(tmp_path / "kb.csv")


def read(folder: Path, kb: KnowledgeBase, text: str, gold: str | None = None) -> tuple[Questions, Decisions]:
    (folder / "dialogues").write_text(text, encoding="utf-8")
    (folder / "gold").write_text(gold or "")
    decisions = Decisions()
    return read_questions(folder / "dialogues", kb, decisions, gold=folder / "gold" if gold else None), decisions


def test_exchanges_as_the_corpus_has_them(tmp_path: Path, kb: KnowledgeBase) -> None:
    text = (
        "\ufeffMode,Conversation,Exchange,Experiment,Q,A,BA1,BA2\nPER,1,1,TRAIN,Hey,Hi.,Hello!,Ada.\n"
        "PER,1,3,TRAIN,Really?,Yes.,,\nEDU,1,1,TEST,Name?,Ada,Ada.,Ada.\n"
    )
    found, decisions = read(tmp_path, kb, text)
    assert found.turns == ["PER-1_1", "PER-1_3", "EDU-1_1"]
    assert found.conversations == ["PER-1", "PER-1", "EDU-1"]
    assert (found.splits, found.split_names) == (["dev", "dev", "test"], ["dev", "test"])
    assert [found.gold_of(turn).tolist() for turn in range(3)] == [[0, 1], [], [1]]
    assert found.before(1) == [("Hey", False), ("Hi.", True)]
    assert found.before(1, most=1) == [("Hi.", True)]
    assert found.before(2) == [], "another conversation"
    assert {d.kind: d.count for d in decisions} == {
        "conversations-by-mode": 1, "unanswerable-turns": 1, "skipped-exchanges": 1,
    }  # fmt: skip
    test = found.of_split("test")
    assert (test.turns, test.texts, test.replies) == (["EDU-1_1"], ["Name?"], ["Ada"])
    assert test.gold_of(0).tolist() == [1]


def test_messages_may_name_their_gold(tmp_path: Path, kb: KnowledgeBase) -> None:
    found, decisions = read(tmp_path, kb, json.dumps({"id": "d", "split": "dev", "messages": MESSAGES}))
    assert found.turns == ["d_2", "d_4", "d_5"]
    assert found.replies == ["Hello.", "", ""]
    assert [found.gold_of(turn).tolist() for turn in range(3)] == [[0], [1, 0], []]
    assert found.before(2) == [("Hi there", False), ("Hello.", True), ("Your name?", False)], "not the instructions"
    assert found.contexts[1] == ["Hi there", "Hello."]
    assert not list(decisions)


def test_where_only_some_turns_have_gold_the_others_are_left_out(tmp_path: Path, kb: KnowledgeBase) -> None:
    messages = [{"role": "user", "content": "Hm"}, *MESSAGES[1:]]
    found, decisions = read(tmp_path, kb, json.dumps({"id": "d", "messages": messages}))
    assert found.turns == ["d_2", "d_4", "d_5"]
    assert decisions.count("turns-without-gold") == 1
    assert found.before(0) == [("Hm", False)], "what was said before stays"


def test_without_gold_there_is_none_to_ask_for(tmp_path: Path, kb: KnowledgeBase) -> None:
    found, _ = read(tmp_path, kb, json.dumps({"id": "d", "messages": [{"role": "user", "content": "Hm"}]}))
    assert found.gold is None
    with pytest.raises(TurnwiseError, match="nobody said which answers are right"):
        found.gold_of(0)


def test_gold_from_qrels(tmp_path: Path, kb: KnowledgeBase) -> None:
    text = json.dumps({"id": "d", "messages": MESSAGES})
    found, decisions = read(tmp_path, kb, text, "d_2 0 h 1\nd_2 0 n 0\nd_5 0 NO-ANSWER 1\n")
    assert found.turns == ["d_2", "d_5"]
    assert [found.gold_of(turn).tolist() for turn in range(2)] == [[0], []]
    assert decisions.count("turns-without-gold") == 1


def test_other_formats_of_conversations_are_read_too(tmp_path: Path, kb: KnowledgeBase) -> None:
    text = json.dumps({"id": "c", "conversations": [{"from": "human", "value": "Hi"}, {"from": "gpt", "value": "Yo"}]})
    found, _ = read(tmp_path, kb, text)
    assert (found.turns, found.texts, found.replies) == (["c_1"], ["Hi"], ["Yo"])


@pytest.mark.parametrize(
    ("text", "gold", "sentence"),
    [
        (
            "conversation,question,gold\n1,Hi,Helo!\n",
            None,
            "line 2: found the right answer 'Helo!' of turn 1_1, expected the",
        ),
        ("conversation,question,gold\n1,Hi,Helo!\n", None, "did you mean 'Hello!'"),
        ("conversation,question\n1,\n", None, "line 2: found no question, expected one in each row"),
        ("conversation,exchange,question\n1,2,a\n1,2,b\n", None, "line 3: found turn 2 of dialogue 1 twice"),
        (json.dumps({"messages": [{"role": "assistant", "content": "x"}]}), None, "no turn that a visitor says"),
        (
            json.dumps({"messages": [{"role": "user", "content": "x", "gold": 3}]}),
            None,
            "found the gold '3' of message 1",
        ),
        (
            json.dumps({"split": 1, "messages": [{"role": "user", "content": "x"}]}),
            None,
            "found the split '1', expected a",
        ),
        ("conversation,question\n1,Hi\n", "2_1 0 h 1\n", "found gold for none of the 1 turn"),
        ("conversation,question\n1,Hi\n", "1_1 0 hh 1\n", "found the answer 'hh' of turn 1_1"),
    ],
)
def test_broken_files(text: str, gold: str | None, sentence: str, tmp_path: Path, kb: KnowledgeBase) -> None:
    with pytest.raises(TurnwiseError) as error:
        read(tmp_path, kb, text, gold)
    assert sentence in str(error.value)


def test_an_unknown_split_is_told(kb: KnowledgeBase, tmp_path: Path) -> None:
    found, _ = read(tmp_path, kb, json.dumps({"id": "d", "split": "dev", "messages": MESSAGES}))
    with pytest.raises(TurnwiseError, match="there is no split 'deev'; did you mean 'dev'"):
        found.of_split("deev")


def test_the_sample_dialogues() -> None:
    decisions = Decisions(strict=True)
    kb = read_knowledge_base(SAMPLES / "keeper.csv", decisions)
    found = read_questions(SAMPLES / "dialogues.jsonl", kb, decisions)
    assert [len(found), len(found.of_split("dev")), len(found.of_split("test"))] == [40, 19, 21]
    assert int((found.n_gold == 0).sum()) == 4


def test_the_margarita_corpus(shared_data: Path) -> None:
    """340 dev and 319 test turns: Chierici and Habash (2021), section 3; 49 test turns without a right answer."""
    decisions = Decisions()
    kb = read_knowledge_base(shared_data / "mdc" / "MargaritaCorpusKB.csv")
    found = read_questions(shared_data / "mdc" / "DIALOGUES.csv", kb, decisions)
    assert [len(found.of_split(split)) for split in ("dev", "test")] == [340, 319]
    assert found.n_dialogues == 20
    assert int((found.of_split("test").n_gold == 0).sum()) == 49
    assert {d.kind: d.count for d in decisions} == {
        "conversations-by-mode": 10, "unanswerable-turns": 49, "skipped-exchanges": 2,
    }  # fmt: skip
