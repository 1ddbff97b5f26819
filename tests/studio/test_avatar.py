"""What the avatar says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from turnwise.errors import InputError, OptionError
from turnwise.retrieval import retriever
from turnwise.studio.avatar import Avatar
from turnwise.studio.dialogue import MOST_EXCHANGES, Dialogue
from turnwise.studio.media import captions, clips
from turnwise.studio.terminal import READ, Talk, lines_of
from turnwise.tables.knowledge import NO_ANSWER


def test_the_options_are_those_of_the_retriever(avatar: Avatar) -> None:
    exchange = Dialogue(replace(avatar, n_options=5), None).ask("how tall is the tower?")
    answers, scores = avatar.index.search(["how tall is the tower?"], 5).of(0)
    assert [option.answer for option in exchange.options] == list(answers)
    assert [option.score for option in exchange.options] == list(scores)
    assert exchange.options[0].question == "How tall is the lighthouse?"
    assert exchange.item == "height"


def test_below_the_score_it_abstains(avatar: Avatar) -> None:
    score = Dialogue(avatar, None).ask("how tall is the tower?").options[0].score
    at, above = (replace(avatar, abstain=value) for value in (score, score + 1e-9))
    assert Dialogue(at, None).ask("how tall is the tower?").answered
    silent = Dialogue(above, None).ask("how tall is the tower?")
    assert (silent.answered, silent.item, silent.reply) == (False, NO_ANSWER, avatar.otherwise)
    assert len(silent.options) == 3  # what was found is still told


def test_each_option_shows_its_nearest_question(avatar: Avatar) -> None:
    chance = replace(avatar, index=retriever("random").index(avatar.kb), retriever="random", n_options=41)
    nearest = {option.item: option.question for option in Dialogue(chance, None).ask("Is the tower OLD?").options}
    assert nearest["built"] == "How old is the tower?"  # 4 words in common of 5, against 1 of 8
    assert nearest["thanks"] == "Thank you!"
    assert nearest["hello"] == "Hello!"  # none has a word in common: the first one


def test_the_dialogue_so_far_is_the_context(avatar: Avatar, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    search = avatar.index.search

    def noting(queries, k, context):  # type: ignore[no-untyped-def]
        seen.append(context)
        return search(queries, k, context)

    monkeypatch.setattr(avatar.index, "search", noting)
    dialogue = Dialogue(avatar, None)
    dialogue.ask("Hello!")
    dialogue.ask("Goodbye!")
    assert seen == [[[]], [["Hello!", "Hello! Come in out of the wind."]]]


def test_a_dialogue_does_not_grow_for_ever(avatar: Avatar) -> None:
    dialogue = Dialogue(avatar, None)
    dialogue.exchanges = [dialogue.ask("Hello!")] * MOST_EXCHANGES
    with pytest.raises(InputError, match="start a new one"):
        dialogue.ask("Hello!")


@pytest.mark.parametrize("wrong", [{"n_options": 0}, {"abstain": float("nan")}, {"otherwise": " \x07"}])
def test_settings_that_cannot_be(avatar: Avatar, wrong: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        replace(avatar, **wrong)  # type: ignore[arg-type]


def said(talk: Talk, *lines: str) -> list[str]:
    return list(talk.answers(lines))


def test_the_terminal(avatar: Avatar) -> None:
    talk = Talk(avatar, None)
    assert "41 answers to 64 questions (tfidf)" in talk.opening()
    answer, options, why, noted = said(talk, "how tall is the tower?", "/options", "/why 2", "/down 2")
    assert answer == "avatar: Thirty-four metres from the rock to the lamp, and one hundred and sixty-two steps."
    assert [line.split()[:3] for line in options.splitlines()] == [
        ["1", "0.7493", "height"], ["2", "0.6418", "built"], ["3", "0.4177", "ghosts"],
    ]  # fmt: skip
    assert why.splitlines()[0] == "built scored 0.6418 by tfidf. It answers:"
    assert why.splitlines()[1:] == ["  - How old is the tower?", "  - When was the lighthouse built?"]
    assert noted == "Noted: option 2 was not good."
    assert talk.dialogue.thumbs == {(1, "built"): 0}


def test_the_terminal_with_wrong_input(avatar: Avatar) -> None:
    talk = Talk(replace(avatar, abstain=0.9), None)
    assert said(talk, "/up") == ["Ask something first."]
    assert said(talk, "", "\x1b[2J", "x" * 100_000) == [
        "Please type a question.", "Please type a question.",
        "That has 100,000 characters; please ask in at most 2,000.",
    ]  # fmt: skip
    assert said(talk, "/optoins") == ["There is no command /optoins; did you mean /options?"]
    assert said(talk, "how tall is the tower?", "/options")[1].endswith("so the avatar did not answer.")
    assert said(talk, "/up 4", "/up ²", "/up -1")[0] == "There is no option 4; there is 1 to 3."
    assert said(talk, "qwxyz", "/options", "/why", "/up") == [
        f"avatar: {avatar.otherwise}", *["No answer of the knowledge base speaks to that."] * 2,
        "Noted: it was right not to answer.",
    ]  # fmt: skip
    assert said(talk, "/QUIT", "never read") == []


def test_a_new_dialogue_keeps_the_visitor(avatar: Avatar) -> None:
    talk = Talk(avatar, None)
    said(talk, "Hello!")
    before = talk.dialogue
    assert said(talk, "/new", "/up") == ["A new dialogue.", "Ask something first."]
    assert (talk.dialogue.visitor, talk.dialogue.name == before.name) == (before.visitor, False)


def test_lines_of_any_bytes(tmp_path: Path) -> None:
    path = tmp_path / "typed"
    path.write_bytes(b"one\r\n\xff\xfetwo\n" + b"x" * (3 * READ + 5) + b"\nlast")
    with path.open("rb") as stream:
        lines = list(lines_of(stream))
    assert lines[:2] == ["one", "\N{REPLACEMENT CHARACTER}" * 2 + "two"]
    assert lines[2] == "x" * READ
    assert lines[3:] == ["last"]


def test_clips_that_are_there_are_found_and_others_told(avatar: Avatar) -> None:
    found = clips(avatar.kb)
    name = avatar.kb.answer_named("name")
    assert [(answer, clip.type, clip.is_video) for answer, clip in found.of_answer.items()] == [
        (name, "audio/wav", False)
    ]
    assert len(found.notes) == 1
    assert "5 answers with a clip that is not in" in found.notes[0]


@pytest.mark.parametrize(
    "name", ["../secret.mp4", "/etc/passwd", "link.mp4", "below/../../secret.mp4", "a\0b.mp4", "~/x.mp4"]
)
def test_a_clip_outside_of_the_folder_is_not_played(avatar: Avatar, kb: Path, name: str) -> None:
    (kb.parents[1] / "secret.mp4").write_bytes(b"secret")
    (kb.parent / "link.mp4").symlink_to(kb.parents[1] / "secret.mp4")
    media = [name, *[""] * (len(avatar.kb.answers) - 1)]
    assert clips(replace(avatar.kb, media=media)).of_answer == {}


def test_a_file_that_is_no_clip(avatar: Avatar, kb: Path) -> None:
    media = ["keeper.csv", *[""] * (len(avatar.kb.answers) - 1)]
    found = clips(replace(avatar.kb, media=media))
    assert found.of_answer == {}
    assert "neither a video nor a sound" in found.notes[0]
    with pytest.raises(InputError, match="no such folder of clips"):
        clips(avatar.kb, "nowhere")


def test_captions_cannot_be_broken_out_of() -> None:
    text = captions("one --> two\n\n00:00 <b>&")
    assert text == "WEBVTT\n\n00:00:00.000 --> 23:59:59.000\none --&gt; two 00:00 &lt;b&gt;&amp;\n"
