"""What to tell whoever makes an avatar, as sections of a report and as a list of what to record."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from textwrap import shorten

from turnwise.report.blocks import Block, NamedTable, Prose, Section
from turnwise.retrieval.advice import Advice, Twins, Versatile
from turnwise.retrieval.asked_turns import MISSED, NONE_RIGHT, NOT_GOOD, REFUSED, SERVED
from turnwise.tables.decisions import plural

#: Words of these are cut for tables.
LONGEST = 60
#: An answer is called versatile from so many times as many questions as chance would give it, and from so many at all.
OFTEN, FEWEST = 4, 5

REASONS = {
    NONE_RIGHT: "no answer is right",
    REFUSED: "none is good enough",
    NOT_GOOD: "rated as not good",
}


def advice_sections(advice: Advice, listed: int) -> list[Section]:
    """The sections, with so many rows each."""
    found = [_to_record(advice, listed)] if advice.turns else []
    if advice.to_teach:
        found.append(_to_teach(advice, listed))
    return [*found, _versatile(advice, listed), _hidden(advice, listed), _twins(advice, listed)]


def verdict(advice: Advice) -> str:
    """The advice in a few sentences."""
    said = []
    if advice.turns:
        served, missed, open_turns = advice.states.get(SERVED, 0), advice.states.get(MISSED, 0), advice.unserved
        said.append(
            f"Of {plural(advice.turns, 'turn')}: {served:,} served, {missed:,} with another answer "
            f"than the right one, {open_turns:,} without an answer."
        )
        if open_turns:
            first = advice.to_record[: min(10, len(advice.to_record))]
            serve = round(sum(one.serves for one in first))
            some = "One recording" if len(first) == 1 else f"The first {len(first)} recordings"
            said.append(f"{some} would serve about {serve:,} of these.")
    often = len(_often(advice))
    said.append(
        f"{plural(often, 'answer')} of {len(advice.kb.answers):,} {'is' if often == 1 else 'are'} versatile, "
        f"{len(advice.hidden):,} hidden; {plural(len(advice.twins), 'time')} nearly the same question has different "
        "answers."
    )
    return " ".join(said)


def recordings_csv(advice: Advice) -> str:
    """What to record, a row a question, with an empty answer to fill in."""
    text = io.StringIO()
    written = csv.writer(text, lineterminator="\n")
    written.writerow(["question", "answer", "would serve", "turns alike", "dialogues", "also asked as", "turn ids"])
    for one in advice.to_record:
        also, ids = _plain(" | ".join(one.also)), " ".join(one.ids)
        written.writerow([_plain(one.question), "", f"{one.serves:.1f}", one.turns, one.dialogues, also, ids])
    return text.getvalue()


def _plain(typed: str) -> str:
    """What a visitor typed, as a cell that a spreadsheet does not calculate."""
    return f"'{typed}" if typed[:1] in ("=", "+", "-", "@", "\t", "\r") else typed


def _to_record(advice: Advice, listed: int) -> Section:
    rows = [
        [
            _cut(one.question), round(one.serves, 1), one.turns, one.dialogues,
            ", ".join(REASONS[reason] for reason in one.reasons),
            _cut(one.also[0], 44) + (f" (+{len(one.also) - 1})" if len(one.also) > 1 else "") if one.also else None,
        ]
        for one in advice.to_record[:listed]
    ]  # fmt: skip
    blocks: list[Block] = []
    if rows:
        columns = ["question", "would serve", "turns alike", "dialogues", "since", "also asked as"]
        caption = "Questions to record an answer for, and how many turns each would serve beside those above it"
        blocks.append(NamedTable("record", caption, columns, rows, (4, 5), digits=1))
        blocks += _more(len(advice.to_record) - len(rows), "question")
    blocks.append(
        Prose(
            f"Turns are alike by {advice.measured_by}, with a cosine of at least {advice.settings.alike:g}. Less alike "
            "ones count as much as such turns of a corpus had a right answer in common. What only makes sense after "
            "what was said before it needs a look."
            if rows
            else "Every turn has an answer, as far as can be told.",
            soft=True,
        )
    )
    return Section("What to record next", blocks)


def _to_teach(advice: Advice, listed: int) -> Section:
    rows = [[one.answer, _cut(one.text), one.turns, _cut(one.questions[0])] for one in advice.to_teach[:listed]]
    return Section(
        "What is there, and is not found",
        [
            NamedTable(
                "teach", "Answers that are right for turns that get another one", ["answer", "", "turns", "asked as"],
                rows, (1, 3),
            ),
            *_more(len(advice.to_teach) - len(rows), "answer"),
            Prose("These want more ways to ask for them in the knowledge base, not another recording.", soft=True),
        ],
    )  # fmt: skip


def _versatile(advice: Advice, listed: int) -> Section:
    rows = [[one.answer, _cut(one.text), one.questions, one.first, one.own] for one in _often(advice)[:listed]]
    whose = "visitors" if advice.turns else "the knowledge base"
    depth = advice.settings.depth
    blocks: list[Block] = []
    if rows:
        columns = ["answer", "", f"in the first {depth}", "first", "own questions"]
        caption = (
            f"Answers that score well for many of the {plural(advice.probes, 'question')} of {whose} that are not "
            f"alike; chance would put each among the first {depth} of {advice.by_chance:.1f}"
        )
        blocks.append(NamedTable("versatile", caption, columns, rows, (1,)))
        blocks += _more(len(_often(advice)) - len(rows), "answer")
        said = (
            "They will be given where they are not meant. Make their questions fewer and sharper, or say more in them. "
            "What people find versatile is only partly seen without people: `turnwise avatar crowd` asks them."
        )
    else:
        said = f"No answer scores well for {OFTEN} times as many questions as chance would give it, and for {FEWEST}."
    if not advice.turns:
        said += " The knowledge base's own questions are a weak stand-in for those of visitors."
    return Section("Versatile answers", [*blocks, Prose(said, soft=True)])


def _often(advice: Advice) -> list[Versatile]:
    return [one for one in advice.versatile if one.questions >= max(OFTEN * advice.by_chance, FEWEST)]


def _hidden(advice: Advice, listed: int) -> Section:
    rows = [[one.answer, _cut(one.text), _cut(one.question, 40), one.instead or None] for one in advice.hidden[:listed]]
    blocks: list[Block] = []
    if rows:
        columns = ["answer", "", "its question", "gets"]
        blocks.append(NamedTable("hidden", "Answers that none of their own questions gets", columns, rows, (1, 2, 3)))
        blocks += _more(len(advice.hidden) - len(rows), "answer")
    none = "Every answer comes first for a question of its own."
    some = "Nobody will hear these unless by chance. Give them a question of their own, or put the answers together."
    return Section("Hidden answers", [*blocks, Prose(some if rows else none, soft=True)])


def _twins(advice: Advice, listed: int) -> Section:
    rows = [
        [_cut(one.question, 40), None if one.other == one.question else _cut(one.other, 40), one.cosine, _ids(one)]
        for one in _most_apart(advice.twins)[:listed]
    ]
    blocks: list[Block] = []
    if rows:
        columns = ["question", "and", "cosine", "answers"]
        caption = "Questions that are nearly the same, or are one, with different answers"
        blocks.append(NamedTable("twins", caption, columns, rows, (1, 3), digits=2))
        blocks += _more(len(advice.twins) - len(rows), "pair")
    near = f"by {advice.measured_by}, a cosine of at least {advice.settings.near:g}"
    some = f"Which of the answers is given hangs on a word, or on the rule for ties ({near})."
    none = f"No two questions are nearly the same ({near}) and have different answers."
    return Section("Nearly the same questions", [*blocks, Prose(some if rows else none, soft=True)])


def _most_apart(twins: Sequence[Twins]) -> list[Twins]:
    """Two questions first, the most alike first; then single ones by how many answers they have."""
    return sorted(twins, key=lambda one: (one.question == one.other, -one.cosine, -len(one.answers)))


def _ids(one: Twins) -> str:
    if one.question == one.other:
        return _some(one.answers)
    return f"{_some(one.answers)} / {_some(one.other_answers)}"


def _some(ids: Sequence[str]) -> str:
    return ", ".join(ids[:2]) + (f" (+{len(ids) - 2})" if len(ids) > 2 else "")


def _more(n: int, what: str) -> list[Block]:
    return [Prose(f"… and {plural(n, f'more {what}')}.", soft=True)] if n else []


def _cut(text: str, most: int = LONGEST) -> str:
    return shorten(text, most, placeholder=" …") if len(text.split()) > 1 else text[:most]
