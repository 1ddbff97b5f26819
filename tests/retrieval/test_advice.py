"""Advice for the maker, worked out by hand on knowledge bases of a few words, and on the corpus."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from tests.retrieval.knowledge import asked_of, kb_of
from turnwise.advising import advise
from turnwise.errors import DecisionError, OptionError
from turnwise.report.advice_sections import advice_sections, recordings_csv, verdict
from turnwise.report.sections_text import sections_text
from turnwise.retrieval import retriever
from turnwise.retrieval.advice import Advice, AdviceSettings, advice
from turnwise.retrieval.alike import Alike, Likeness, chance, measuring, serving_most, standing_for
from turnwise.retrieval.asked_turns import AskedTurn, turns_of
from turnwise.retrieval.dense import Dense
from turnwise.retrieval.ranked import offsets_of
from turnwise.retrieval.tfidf import TfIdf
from turnwise.studio.avatar import Avatar
from turnwise.studio.dialogue import Dialogue
from turnwise.studio.log import ExchangeLog
from turnwise.studio.thumb import DOWN, UP
from turnwise.tables.decisions import Decisions
from turnwise.tables.knowledge import NO_ANSWER, KnowledgeBase

KB = kb_of(
    ("red apple", "apples are red"),
    ("green apple", "apples are green"),
    ("blue sky", "the sky is blue"),
    ("blue sky", "no sky today"),
    ("tall tower", "thirty metres"),
    ids=["red", "green", "sky", "none", "tower"],
)


def of_pairs(n: int, *pairs: tuple[int, int]) -> Alike:
    """Texts of which these are alike."""
    near = [sorted({at} | {b for a, b in pairs if a == at} | {a for a, b in pairs if b == at}) for at in range(n)]
    others = np.array([other for several in near for other in several], dtype=np.int64)
    return Alike(offsets_of(np.array([len(several) for several in near])), others, np.ones(len(others)))


def advised(*turns: AskedTurn, kb: KnowledgeBase = KB, by: str = "tfidf", **settings: float) -> Advice:
    made = retriever(by)
    return advice(made.index(kb), made, turns, AdviceSettings(**settings))  # type: ignore[arg-type]


def asked(text: str, dialogue: str = "d", right: Sequence[int] | None = None, **wrong: str) -> AskedTurn:
    return AskedTurn(
        f"{dialogue}_{text}", dialogue, text, [], None if right is None else frozenset(right),
        {KB.answer_ids.index(name): why for name, why in wrong.items()},
    )  # fmt: skip


def test_few_texts_stand_for_all() -> None:
    # A chain 0–1–2–3: 1 stands for 0, 1 and 2 (of 1 and 2, which both have three, the earlier), then 3 is left alone.
    chain = of_pairs(4, (0, 1), (1, 2), (2, 3))
    assert standing_for(chain, [1, 1, 1, 1]) == [(1, [1, 0, 2]), (3, [3])]
    # Said five times, 3 weighs more: 2 has 1 + 1 + 5 = 7, then 0 is left.
    assert standing_for(chain, [1, 1, 1, 5]) == [(2, [2, 3, 1]), (0, [0])]
    # What nobody said neither stands for others nor is stood for.
    assert standing_for(chain, [1, 0, 1, 0]) == [(0, [0]), (2, [2])]
    assert standing_for(of_pairs(0), []) == []


def test_what_adds_less_after_others_is_put_back() -> None:
    # 1 has 0, 2 and 3, and goes first; 4, which had 3, 5 and itself, then adds two, as many as 6 and 7.
    near = of_pairs(8, (1, 0), (1, 2), (1, 3), (4, 3), (4, 5), (6, 7))
    assert [text for text, _ in standing_for(near, [1] * 8)] == [1, 4, 6]


def test_likeness_is_the_cosine_of_tfidf() -> None:
    from sklearn.feature_extraction.text import TfidfVectorizer

    texts = ["blue sky", "the blue sky", "tall tower", "?"]
    vectors = TfidfVectorizer().fit_transform(texts)
    cosines = (vectors @ vectors.T).toarray()
    likeness = Likeness(texts, retriever("tfidf"))
    found = likeness.among(range(4), 0.5)
    assert [found.of(at).tolist() for at in range(4)] == [[0, 1], [0, 1], [2], [3]]  # a text without a word: itself
    assert found.pairs() == [(0, 1, pytest.approx(cosines[0, 1]))]
    assert likeness.among(range(4), 0.99).pairs() == []
    # Among some texts the cosines stay those among all.
    assert likeness.among([3, 1, 0], 0.5).pairs() == [(1, 2, pytest.approx(cosines[0, 1]))]


def test_the_next_recording_is_the_one_that_adds_most() -> None:
    # Cosines: 0–1 ½, 1–2 ½, 3 alone but said twice; an answer serves another text one time in four.
    near = of_pairs(4, (0, 1), (1, 2))
    cosines = np.where(near.others == np.repeat(np.arange(4), np.diff(near.offsets)), 1.0, 0.5)
    near = Alike(near.offsets, near.others, cosines)
    served = serving_most(near, [1, 1, 1, 2], chance(TfIdf(), cosines), 0.6)
    # 3 adds 2; 1 adds 1 + ¼ + ¼; then 0 and 2, a quarter of which is served, add ¾ each.
    assert served == [(3, 2.0, [3]), (1, 1.5, [1]), (0, 0.75, [0]), (2, 0.75, [2])]
    # From a cosine of ½ on, 1 stands for 0 and 2 as well; they are not recorded apart.
    assert serving_most(near, [1, 1, 1, 2], chance(TfIdf(), cosines), 0.5) == [(3, 2.0, [3]), (1, 1.5, [1, 0, 2])]
    assert chance(Dense(), np.array([0.5])).tolist() == [0.125]


@pytest.mark.parametrize(
    ("by", "measure"),
    [
        ("tfidf(context=2)", "tfidf(context=2)"),
        ("bm25", "tfidf"),
        ("fusion(bm25, dense(match=both))", "dense(match=both)"),
        ("random", "tfidf"),
    ],
)
def test_what_measures_is_the_retriever_where_it_has_cosines(by: str, measure: str) -> None:
    assert str(measuring(retriever(by))) == measure


def test_the_state_of_each_turn() -> None:
    found = advised(
        asked("red apple", right=[0]),
        asked("green apple", right=[0, 4]),  # gets green
        asked("apple", right=[]),
        asked("qwxyz"),  # nothing is listed
        asked("tall tower"),  # nobody judged it
        asked("tower", tower="not_good"),
        asked("tower tall", red="not_good"),  # another one is given by now
    )
    assert found.states == {"served": 3, "missed": 1, "none_right": 1, "refused": 1, "not_good": 1}
    assert found.unserved == 3
    (lesson,) = found.to_teach
    assert (lesson.answer, lesson.turns, lesson.questions) == ("red", 1, ["green apple"])


def test_a_threshold_refuses() -> None:
    turns = asked("tall tower"), asked("tall man in a boat")
    assert advised(*turns).states == {"served": 2}
    assert advised(*turns, abstain=0.9).states == {"served": 1, "refused": 1}


def test_one_recording_serves_several_turns_of_several_dialogues() -> None:
    found = advised(
        asked("where is the harbour", "a", []),
        asked("is the harbour deep", "a", []),
        asked("the harbour where", "b", []),
        asked("who feeds gulls", "a", []),
        asked("who feeds gulls", "c", []),
        alike=0.6,
    )
    first, *others = found.to_record
    assert (first.question, first.turns, first.dialogues) == ("where is the harbour", 3, 2)
    assert 2 < first.serves < 3  # one turn of its own, and most of two
    assert first.also == ["is the harbour deep", "the harbour where"]
    assert first.ids == ["a_where is the harbour", "a_is the harbour deep", "b_the harbour where"]
    assert [(one.question, one.turns, one.dialogues) for one in others] == [("who feeds gulls", 2, 2)]
    assert first.reasons == {"none_right": 3}


def test_versatile_answers_are_those_in_many_lists() -> None:
    # The asked questions with an apple have both apples; the sky's and the tower's have their own answers alone.
    found = advised(asked("red apple"), asked("red apple"), asked("green apple"), asked("blue"), asked("tower"))
    assert found.probes == 4  # the same question is counted once
    counted = {one.answer: (one.questions, one.first, one.own) for one in found.versatile}
    assert counted == {"red": (2, 1, 1), "green": (2, 1, 1), "sky": (1, 1, 1), "none": (1, 0, 1), "tower": (1, 1, 1)}
    assert found.places == 7
    assert found.by_chance == 4 * 1.0  # five ranks for five answers
    assert advised(asked("apple"), depth=1).by_chance == 1 / 5


def test_without_visitors_a_question_does_not_count_for_its_own_answers() -> None:
    found = advised(depth=1)
    counted = {one.answer: one.questions for one in found.versatile}
    # Red apple has green beside it, green has red; the sky and the tower share no word with others.
    assert counted == {"red": 1, "green": 1, "sky": 0, "none": 0, "tower": 0}
    assert (found.turns, found.to_record, found.as_dict()["probes"]["of"]) == (0, [], "the knowledge base")


def test_hidden_answers_and_what_comes_instead() -> None:
    # Of two answers of one question that score the same, the one whose id comes later in the alphabet stands first.
    (hidden,) = advised().hidden
    assert (hidden.answer, hidden.question, hidden.instead) == ("none", "blue sky", "sky")


def test_twins() -> None:
    kb = kb_of(
        ("Are you alone?", "yes"),
        ("are you ALONE", "no"),
        ("Alone, are you?", "yes"),
        ("How tall is it?", "thirty metres"),
        ("How tall is it?", "not very"),
        ("Where is it?", "there"),
    )
    found = advised(kb=kb)
    assert [(one.question, one.other, one.answers, one.other_answers) for one in found.twins] == [
        ("How tall is it?", "How tall is it?", ["thirty metres", "not very"], ["thirty metres", "not very"]),
        ("Are you alone?", "are you ALONE", ["yes"], ["no"]),
        ("are you ALONE", "Alone, are you?", ["no"], ["yes"]),
    ]  # the first and the third have the same answer


def test_bm25_and_fusion_advise_as_well() -> None:
    for by in ("bm25", "fusion(tfidf, bm25)", "rerank(bm25, tfidf)"):
        found = advised(asked("red apple"), asked("qwxyz"), by=by)
        assert (found.states["refused"], found.measured_by) == (1, "tfidf")


@pytest.mark.parametrize("settings", [{"depth": 0}, {"alike": 0.0}, {"near": 1.1}, {"abstain": float("nan")}])
def test_settings_that_mean_nothing(settings: dict[str, float]) -> None:
    with pytest.raises(OptionError, match=next(iter(settings))):
        AdviceSettings(**settings)  # type: ignore[arg-type]


def test_turns_of_dialogues_are_judged_where_somebody_judged_them() -> None:
    first, second = turns_of(asked_of(("red apple", [0]), ("who", [])))
    assert (first.right, second.right) == (frozenset({0}), frozenset())
    assert first.dialogue == second.dialogue


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Liked, not liked, refused though something was found, nothing found, and an option that was liked better."""
    folder = tmp_path / "log"
    avatar = Avatar("A", retriever("tfidf").index(KB), "tfidf", abstain=0.72)
    talk = Dialogue(avatar, ExchangeLog(folder))
    for question, thumb, of in (
        ("red apple", UP, None), ("tall tower", DOWN, None), ("tall man", None, None), ("qwxyz", UP, None),
        ("green apple", UP, "red"),
    ):  # fmt: skip
        exchange = talk.ask(question)
        if thumb is not None:
            talk.rate(exchange.number, of, thumb)
    assert [one.item for one in talk.exchanges] == ["red", "tower", NO_ANSWER, NO_ANSWER, "green"]
    return folder


def test_a_log_says_what_visitors_did_not_get(log: Path) -> None:
    found = advise(KB, [log])
    assert found.states == {"served": 1, "not_good": 1, "refused": 2, "missed": 1}
    assert sorted(one.question for one in found.to_record) == ["qwxyz", "tall man", "tall tower"]


def test_what_a_log_says_counts_while_the_same_answer_is_found(log: Path) -> None:
    more = kb_of(
        ("red apple", "apples are red"), ("green apple", "apples are green"), ("tall tower", "thirty metres"),
        ("tall man", "that is my brother"), ids=["red", "green", "tower", "man"],
    )  # fmt: skip
    assert advise(more, [log]).states == {"served": 2, "not_good": 1, "refused": 1, "missed": 1}


def test_a_torn_last_line_of_a_log_is_left_out(log: Path) -> None:
    with (log / "exchanges.jsonl").open("a") as file:
        file.write('{"conversation": "torn", "exch')
    decisions = Decisions()
    assert advise(KB, [log], decisions=decisions).turns == 5
    assert decisions.count("torn-exchanges") == 1


def test_no_spreadsheet_calculates_what_a_visitor_typed() -> None:
    found = advised(asked('=HYPERLINK("http://x")'), asked("+1 qwxyz"), abstain=2)
    cells = {cell for row in csv.reader(io.StringIO(recordings_csv(found))) for cell in row}
    assert not [cell for cell in cells if cell[:1] in ("=", "+", "-", "@")]
    assert any(cell.startswith("'=HYPERLINK") for cell in cells)


def test_thumbs_on_answers_that_are_gone_are_told(log: Path) -> None:
    less = kb_of(("green apple", "apples are green"), ("blue sky", "the sky is blue"), ids=["green", "sky"])
    decisions = Decisions()
    advise(less, [log], decisions=decisions)
    assert decisions.count("thumbs-of-others") == 3  # red twice, tower
    with pytest.raises(DecisionError, match="no longer has"):
        advise(less, [log], decisions=Decisions(strict=True))


def test_what_a_person_reads() -> None:
    found = advised(
        asked("red apple", right=[0]), asked("where is the harbour", "a", []), asked("where is the harbour", "b", [])
    )
    assert verdict(found) == (
        "Of 3 turns: 1 served, 0 with another answer than the right one, 2 without an answer. One recording would "
        "serve about 2 of these. 0 answers of 5 are versatile, 1 hidden; 1 time nearly the same question has different "
        "answers."
    )
    text = sections_text(advice_sections(found, 10))
    assert "where is the harbour  2.0                    2          2  no answer is right" in text
    assert (
        recordings_csv(found).splitlines()[1]
        == "where is the harbour,,2.0,2,2,,a_where is the harbour b_where is the harbour"
    )


def test_the_corpus(shared_data: Path) -> None:
    mdc = shared_data / "mdc"
    found = advise(mdc / "MargaritaCorpusKB.csv", [mdc / "DIALOGUES.csv"], split="test")
    assert found.states["none_right"] == 49
    assert sum(found.states.values()) == 319
    assert sum(one.turns for one in found.to_record) == 49
    assert sum(one.turns for one in found.to_teach) == found.states["missed"]
    assert found.versatile[0].text == "Thank you!"
    assert found.versatile[0].questions > 8 * found.by_chance
