"""Dialogues written and read again: nothing changes but what a form cannot hold, and that is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from turnwise.errors import OptionError
from turnwise.readers.dialogues import FORMATS, read_dialogues
from turnwise.report.dialogue_files import BY_SUFFIX, FORMS, form_of, write_dialogues
from turnwise.tables.decisions import Decisions
from turnwise.tables.dialogues import KINDS, Dialogues

SAMPLE = Path(__file__).parents[2] / "src" / "turnwise" / "samples" / "dialogues" / "support.jsonl"
ENDING = {"csv": ".csv"}


def said(found: Dialogues) -> dict[str, Any]:
    """All that a table of dialogues says, in an order of its own."""
    told: dict[str, Any] = {
        "names": found.names,
        "offsets": found.offsets.tolist(),
        "sides": found.by_helpdesk.tolist(),
        "texts": found.texts,
        "lengths": {unit: values.tolist() for unit, values in found.lengths.items()},
        "times": None if found.times is None else np.nan_to_num(found.times, nan=-1).tolist(),
        "groups": dict(found.groups),
        "unit": found.unit,
    }
    if (nuggets := found.nuggets) is not None:
        told["read"] = sorted((d, nuggets.annotators[a]) for d, a in nuggets.read.tolist())
        told["nuggets"] = sorted(
            (d, nuggets.annotators[a], first, last, KINDS[kind], weight)
            for d, a, first, last, kind, weight in zip(
                nuggets.dialogue.tolist(), nuggets.annotator.tolist(), nuggets.first.tolist(), nuggets.last.tolist(),
                nuggets.kind.tolist(), np.nan_to_num(nuggets.weight, nan=-1).tolist(), strict=True,
            )
        )  # fmt: skip
    if (labels := found.labels) is not None:
        told["answers"] = sorted(
            (
                int(labels.item[row]),
                labels.raters[labels.rater[row]],
                question,
                str(word[int(value)] if word else value),
            )
            for row, value in enumerate(labels.value.tolist())
            for question in (labels.questions[labels.question[row]],)
            for word in (labels.labels.get(question),)
        )
        told["known"] = labels.raters_known
    return told


def again(found: Dialogues, form: str, folder: Path, decisions: Decisions | None = None) -> Dialogues:
    path = folder / f"out{ENDING.get(form, '.json')}"
    write_dialogues(found, path, form=form, mixed="strongest", decisions=decisions)
    return read_dialogues(path)


WHOLE = ["posts", "labelstudio", "csv"]


def test_every_format_that_is_read_is_written() -> None:
    assert {format.name for format in FORMATS} == set(FORMS)
    assert set(BY_SUFFIX.values()) <= set(FORMS)


@pytest.mark.parametrize("form", WHOLE)
def test_the_sample_is_the_same_again(form: str, tmp_path: Path) -> None:
    found, decisions = read_dialogues(SAMPLE), Decisions(strict=True)
    assert said(again(found, form, tmp_path, decisions)) == said(found)


@pytest.mark.parametrize("form", ["messages", "sharegpt"])
def test_chats_hold_what_was_said_and_tell_what_they_lose(form: str, tmp_path: Path) -> None:
    found, decisions = read_dialogues(SAMPLE), Decisions()
    back = again(found, form, tmp_path, decisions)
    assert back.format == form
    assert (back.names, back.texts, back.groups) == (found.names, found.texts, found.groups)
    assert back.by_helpdesk.tolist() == found.by_helpdesk.tolist()
    assert {d.kind: d.count for d in decisions} == {
        "nuggets-not-written": 164, "answers-not-written": 126, "times-not-written": 72,
    }  # fmt: skip


def test_labels_of_turns_are_of_blocks(tmp_path: Path) -> None:
    found, decisions = read_dialogues(SAMPLE), Decisions()
    back = again(found, "stc3", tmp_path, decisions)
    before, after = said(found), said(back)
    del before["nuggets"], after["nuggets"]
    assert after == before
    assert {d.kind: d.count for d in decisions} == {"nuggets-mixed": 6, "nuggets-widened": 23}
    twice = again(back, "stc3", tmp_path, Decisions(strict=True))
    assert said(twice) == said(back)


SIDES = st.lists(st.booleans(), min_size=1, max_size=6)
TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"], include_characters="\n"), max_size=12)
ANSWER = st.one_of(st.integers(-2, 2), st.floats(-2, 2).map(lambda value: round(value, 3) + 0.0))
KIND = st.sampled_from(KINDS)


@st.composite
def dialogues(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Dialogues in our own format: annotators who marked spans of one side, or nothing, and answered in any way."""
    made = []
    for number in range(draw(st.integers(1, 3))):
        sides = draw(SIDES)
        annotations = []
        for who in draw(st.lists(st.sampled_from(["ann", "bob", "ci, d"]), unique=True)):
            nuggets = []
            for first, side in enumerate(sides, 1):
                if draw(st.booleans()):
                    kind = draw(KIND.filter(lambda kind, side=side: kind.startswith("H") is side))
                    weight = draw(st.none() | st.integers(0, 3))
                    nuggets.append({"kind": kind, "first": first} | ({} if weight is None else {"weight": weight}))
            answers = draw(st.fixed_dictionaries({}, optional={"A": ANSWER, "why": st.sampled_from(["so", "else"])}))
            annotations.append({"annotator": who, "nuggets": nuggets, "answers": answers})
        posts = [{"sender": "helpdesk" if side else "customer", "text": draw(TEXT)} for side in sides]
        made.append({"id": f"d{number}", "posts": posts, "annotations": annotations})
    return made


@pytest.mark.parametrize("form", WHOLE)
@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(content=dialogues())
def test_any_dialogues_are_the_same_again(form: str, content: Any, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("dialogues")
    (folder / "given.jsonl").write_text("\n".join(map(json.dumps, content)), encoding="utf-8")
    found = read_dialogues(folder / "given.jsonl")
    back, before = said(again(found, form, folder, Decisions())), said(found)
    if form == "labelstudio" and not before.get("nuggets"):
        before.pop("read", None)  # where nobody marked anything, nobody was asked to
        before.pop("nuggets", None)
    assert back == before


@pytest.mark.parametrize("form", ["posts", "stc3", "csv"])
def test_the_published_dialogues_are_the_same_again(form: str, tmp_path: Path, shared_data: Path) -> None:
    found = read_dialogues(shared_data / "stc3" / "stc3_train_3700.textfree.json.gz").keeping(np.arange(3700) % 37 == 0)
    back = again(found, form, tmp_path, Decisions(strict=True))
    before, after = said(found), said(back)
    for told in (before, after):
        told["lengths"] = {unit: np.nan_to_num(values, nan=-1).tolist() for unit, values in told["lengths"].items()}
    assert after == before


def test_forms_of_texts_refuse_lengths(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text('{"id": "d", "posts": [{"sender": "customer", "lengths": {"words": 3}}]}')
    found = read_dialogues(tmp_path / "in.jsonl")
    with pytest.raises(OptionError, match="found lengths in place of texts, and the form messages is of texts"):
        write_dialogues(found, tmp_path / "out.jsonl", form="messages")
    assert not (tmp_path / "out.jsonl").exists()


@pytest.mark.parametrize("ending", [".gz", ".zst"])
def test_compressed_files(ending: str, tmp_path: Path) -> None:
    found = read_dialogues(SAMPLE)
    files = write_dialogues(found, tmp_path / f"out.csv{ending}")
    assert [file.name for file in files] == [
        f"out.csv{ending}", f"out.nuggets.csv{ending}", f"out.labels.csv{ending}",
    ]  # fmt: skip
    assert said(read_dialogues(files[0])) == said(found)


def test_nothing_is_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while the second of three files is written leaves what was there before, and no draft."""
    found, out = read_dialogues(SAMPLE), tmp_path / "out.csv"
    out.write_text("before", encoding="utf-8")
    written: list[int] = []

    def interrupted(path: Path, data: bytes) -> int:
        written.append(len(data))
        if len(written) == 2:
            raise KeyboardInterrupt
        return len(data)

    monkeypatch.setattr(Path, "write_bytes", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_dialogues(found, out)
    assert [path.name for path in tmp_path.iterdir()] == ["out.csv"]
    assert out.read_text(encoding="utf-8") == "before"


def test_an_ending_that_names_no_form() -> None:
    with pytest.raises(OptionError, match=r"the ending '\.txt' names no form; end it in one of \.jsonl"):
        form_of("dialogues.txt")
    assert form_of("dialogues.json.gz") == "posts"


@pytest.mark.parametrize(
    ("nuggets", "told"),
    [
        (
            [[{"kind": "HNUG*", "first": 2, "last": 2}], [], None],
            "1 annotation in which nuggets were not looked for written as if they were looked for, but not found",
        ),
        ([[], None], "1 annotation in which nuggets were looked for, but not found written as if they were not looked"),
        ([None, None], None),
        ([[{"kind": "HNUG*", "first": 2, "last": 2}], []], None),
    ],
)
def test_who_looked_for_nuggets_is_told_where_it_is_lost(nuggets: list[Any], told: str | None, tmp_path: Path) -> None:
    annotations = [
        {"annotator": f"a{at}", "answers": {"S": at}} | ({} if given is None else {"nuggets": given})
        for at, given in enumerate(nuggets)
    ]
    posts = [{"sender": "customer", "text": "a b c"}, {"sender": "helpdesk", "text": "d e"}]
    (tmp_path / "in.jsonl").write_text(json.dumps({"id": "d", "posts": posts, "annotations": annotations}))
    found, decisions = read_dialogues(tmp_path / "in.jsonl"), Decisions()
    back = again(found, "labelstudio", tmp_path, decisions)
    assert [one.text[: len(told or "")] for one in decisions] == ([] if told is None else [told])
    assert (said(back).get("read") == said(found).get("read")) is (told is None)
    assert said(again(found, "posts", tmp_path, Decisions(strict=True))) == said(found)
