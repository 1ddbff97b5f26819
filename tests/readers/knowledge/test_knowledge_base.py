"""Knowledge bases: the plain form, the Margarita corpus as it is, and broken files, each with its sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from turnwise.errors import DecisionError, TurnwiseError
from turnwise.readers.knowledge import read_knowledge_base
from turnwise.tables.decisions import Decisions
from turnwise.tables.knowledge import NO_ANSWER, KnowledgeBase

SAMPLE = Path(__file__).parents[3] / "src" / "turnwise" / "samples" / "avatar" / "keeper.csv"


def read(folder: Path, text: str, name: str = "kb.csv") -> tuple[KnowledgeBase, Decisions]:
    (folder / name).write_text(text, encoding="utf-8")
    decisions = Decisions()
    return read_knowledge_base(folder / name, decisions), decisions


def test_pairs_over_unique_texts(tmp_path: Path) -> None:
    kb, decisions = read(tmp_path, "question,answer\nHi,Hello!\nHey,Hello!\nHi,Good day.\n")
    assert (kb.questions, kb.answers) == (["Hi", "Hey"], ["Hello!", "Good day."])
    assert kb.question_of.tolist() == [0, 1, 0]
    assert kb.answer_of.tolist() == [0, 0, 1]
    assert kb.questions_of(0) == ["Hi", "Hey"]
    assert kb.answers_to("Hi") == [0, 1]
    assert kb.answer_ids == ["answer-334d01", "answer-04bce9"]
    assert [d.kind for d in decisions] == ["answers-without-id"]


def test_an_answer_without_an_id_keeps_its_name_where_rows_come_and_go(tmp_path: Path) -> None:
    before, _ = read(tmp_path, "question,answer\nWho are you?,Bob.\nWhen?,Noon.\n")
    after, _ = read(tmp_path, "question,answer\nHow much?,Ten euros.\nWhen?,Noon.\nWho are you?,Bob.\n")
    assert (
        dict(zip(before.answers, before.answer_ids, strict=True)).items()
        <= dict(zip(after.answers, after.answer_ids, strict=True)).items()
    )


def test_an_id_names_an_answer_where_it_is_its_own(tmp_path: Path) -> None:
    """`x` names two answers and `two words` cannot stand in a run, so those answers go by their words."""
    rows = ["x,a,A", "x,b,B", "two words,c,C", "y,d,A", f"{NO_ANSWER},e,E", "answer-df7e70,f,F"]
    kb, decisions = read(tmp_path, "id,question,answer\n" + "\n".join(rows))
    assert kb.answer_ids == ["y", "answer-df7e70e", "answer-6b23c0", "answer-a9f515", "answer-df7e70"]
    assert kb.pair_ids == ["x", "x", "two words", "y", NO_ANSWER, "answer-df7e70"]
    assert decisions.count("answers-without-id") == 3
    assert kb.answer_named("y") == 0
    assert (kb.find("A"), kb.find("answer-6b23c0"), kb.find("nowhere")) == (0, 2, None)


def test_json_lines_with_several_questions_and_media(tmp_path: Path) -> None:
    records = [
        {"id": 7, "question": ["Hi", "Hey"], "answer": "Hello!", "video": "hello.mp4", "category": "greeting"},
        {"id": 8, "question": "Bye", "answer": "See you."},
    ]
    kb, decisions = read(tmp_path, "\n".join(map(json.dumps, records)), "kb.jsonl")
    assert kb.questions == ["Hi", "Hey", "Bye"]
    assert kb.answer_ids == ["7", "8"]
    assert kb.media == ["hello.mp4", ""]
    assert kb.categories == ["greeting", "greeting", ""]
    assert not list(decisions)


def test_what_is_decided_is_counted(tmp_path: Path) -> None:
    text = "question,answer,audio,\nHi,Hello!,a.mp3,\nHi,Hello!,,\nHey,Hello!,b.mp3,\nlost,,,\n,Lost,,\n"
    kb, decisions = read(tmp_path, text)
    assert len(kb) == 2
    assert kb.media == ["a.mp3"]
    kinds = ("unnamed-columns", "incomplete-pairs", "repeated-pairs", "other-media", "answers-without-id")
    assert [decisions.count(kind) for kind in kinds] == [1, 2, 1, 1, 1]
    with pytest.raises(DecisionError, match="refused because of strict reading"):
        read_knowledge_base(tmp_path / "kb.csv", Decisions(strict=True))


def test_a_byte_order_mark_and_other_names_for_columns(tmp_path: Path) -> None:
    kb, _ = read(tmp_path, "\ufeffContext;Utterance\nWie geht's?;Gut, danke.\n")
    assert (kb.questions, kb.answers) == (["Wie geht's?"], ["Gut, danke."])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("question,reply\nHi,Hello\n", "expected columns for question and answer"),
        ("question,answer\n,\n", "found no row with a question and an answer"),
        ("q,a,q\nHi,Hello,Hey\n", "found the columns 'q' and 'q', expected only one of the question; write one"),
        (
            '[{"question": 3, "answer": "Hello"}]',
            "record 1: found the question '3', expected a text, or a list of texts",
        ),
        ('[{"question": "Hi", "answer": ["Hello"]}]', "record 1: found the answer \"['Hello']\", expected a text"),
        ("", "found an empty file, expected questions and answers"),
    ],
)
def test_broken_files(text: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(TurnwiseError) as error:
        read(tmp_path, text)
    assert sentence in str(error.value)


def test_the_sample_is_a_small_avatar() -> None:
    kb = read_knowledge_base(SAMPLE, Decisions(strict=True))
    assert (len(kb), len(kb.questions), len(kb.answers)) == (65, 64, 41)
    assert {"Yes.", "No."} <= set(kb.answers)


def test_the_margarita_corpus(shared_data: Path) -> None:
    """The counts that Chierici and Habash (2021), section 3, give."""
    decisions = Decisions()
    kb = read_knowledge_base(shared_data / "mdc" / "MargaritaCorpusKB.csv", decisions)
    assert (len(kb), len(kb.questions), len(kb.answers)) == (892, 758, 431)
    assert {d.kind: d.count for d in decisions} == {"unnamed-columns": 1, "answers-without-id": 30}
    assert len(set(kb.answer_ids)) == 431
    assert not [name for name in kb.answer_ids if len(name.split()) != 1]


def test_the_corpus_before_it_was_split_up_is_refused_with_advice(shared_data: Path) -> None:
    with pytest.raises(TurnwiseError, match="write one question a row, with its answer"):
        read_knowledge_base(shared_data / "mdc" / "KNOWLEDGEBASE.csv")
