"""Dialogues → the turns to answer, with what was said before each, and the right answers in a knowledge base."""

from __future__ import annotations

import os
from collections.abc import Sequence

import numpy as np

from turnwise.errors import FormatError, InputError, did_you_mean, shown
from turnwise.readers.content import Content, content_of
from turnwise.readers.gold import read_gold
from turnwise.readers.knowledge.asked import Asked
from turnwise.readers.knowledge.exchanges import is_exchanges, read_exchanges
from turnwise.readers.knowledge.messages import Utterance, read_messages
from turnwise.tables.decisions import Decisions, plural
from turnwise.tables.judgements import conversation_of
from turnwise.tables.knowledge import NO_ANSWER, KnowledgeBase, Questions

Path = str | os.PathLike[str]


def read_questions(
    path: Path, kb: KnowledgeBase, decisions: Decisions | None = None, *, gold: Path | None = None
) -> Questions:
    """The turns that visitors say in the dialogues of a file, to be answered from a knowledge base.

    A file is a table of exchanges (`conversation`, `question`, and perhaps `exchange`, `reply`, `split`, `gold`), as
    the Margarita Dialogue Corpus has them, or conversations in any format that has texts, where a user's message may
    name its `gold`. Right answers are named by text or by id. `gold`, a file of qrels or a table, goes before them.
    """
    decisions = Decisions() if decisions is None else decisions
    return questions_in(content_of(path, "dialogues"), kb, decisions, gold=gold)


def questions_in(content: Content, kb: KnowledgeBase, decisions: Decisions, *, gold: Path | None = None) -> Questions:
    """The same of a content that has been read already."""
    if is_exchanges(content):
        form, dialogues = "exchanges", _said(read_exchanges(content, decisions))
    else:
        form, dialogues = "conversations", read_messages(content, decisions)
    found = _packed(content.source, form, dialogues)
    asked = [utterance.asked for dialogue in dialogues for utterance in dialogue if utterance.asked]
    if not asked:
        raise InputError(f"{content.source}: found no turn that a visitor says, expected at least one.")
    if gold is not None:
        return _with_gold_file(found, gold, kb, decisions)
    return _with_named_gold(found, asked, kb, decisions)


def _said(asked: Sequence[Asked]) -> list[list[Utterance]]:
    """Exchanges as utterances: each question, and its reply."""
    dialogues: dict[str, list[Utterance]] = {}
    for turn in asked:
        said = dialogues.setdefault(conversation_of(turn.turn), [])
        said.append(Utterance(turn.text, False, turn))
        if turn.reply:
            said.append(Utterance(turn.reply, True, None))
    return list(dialogues.values())


def _packed(source: str, form: str, dialogues: Sequence[Sequence[Utterance]]) -> Questions:
    said = [utterance for dialogue in dialogues for utterance in dialogue]
    lengths = [len(dialogue) for dialogue in dialogues]
    starts = np.repeat(np.cumsum([0, *lengths], dtype=np.int64)[:-1], lengths)
    place = np.array([at for at, utterance in enumerate(said) if utterance.asked], dtype=np.int64)
    asked = [utterance.asked for utterance in said if utterance.asked]
    return Questions(
        source=source,
        format=form,
        turns=[turn.turn for turn in asked],
        texts=[turn.text for turn in asked],
        splits=[turn.split for turn in asked],
        replies=[turn.reply for turn in asked],
        said=[utterance.text for utterance in said],
        by_avatar=np.array([utterance.by_avatar for utterance in said], dtype=np.bool_),
        place=place,
        start=starts[place],
    )


def _with_named_gold(found: Questions, asked: Sequence[Asked], kb: KnowledgeBase, decisions: Decisions) -> Questions:
    """Gold as the dialogues name it. Where only some turns name theirs, the others are left out."""
    if all(turn.right is None for turn in asked):
        return found
    kept = [at for at, turn in enumerate(asked) if turn.right is not None]
    lacking = len(asked) - len(kept)
    text = f"{plural(lacking, 'turn')} of which nobody said what is right: left out"
    decisions.add(found.source, "turns-without-gold", lacking, text)
    return found.taking(kept).with_gold([_positions(asked[at], kb) for at in kept])


def _positions(turn: Asked, kb: KnowledgeBase) -> list[int]:
    """The answers that a turn names, by their positions in the knowledge base."""
    positions = []
    for name in turn.right or ():
        position = kb.find(name)
        if position is None:
            raise turn.place.error(
                f"the right answer {shown(name)} of turn {turn.turn}",
                f"the text or the id of an answer of {kb.source}",
                did_you_mean(name, [*kb.answers, *kb.answer_ids], kept=1, cutoff=0.8)
                .removeprefix("; ")
                .removesuffix("?"),
            )
        positions.append(position)
    return list(dict.fromkeys(positions))


def _with_gold_file(found: Questions, path: Path, kb: KnowledgeBase, decisions: Decisions) -> Questions:
    """Gold from qrels, or from a table with a turn (or its text) and the right answers."""
    gold = read_gold(path, decisions)
    named = [gold.of(turn, text) for turn, text in zip(found.turns, found.texts, strict=True)]
    kept = [at for at, names in enumerate(named) if names is not None]
    if not kept:
        raise InputError(
            f"{gold.source}: found gold for none of the {plural(len(found), 'turn')} of {found.source} "
            f"(gold names turns such as {shown(next(iter(gold.by_id)))}, the dialogues {shown(found.turns[0])}), "
            "expected the same ids."
        )
    lacking = len(found) - len(kept)
    text = f"{plural(lacking, 'turn')} of which nobody said what is right: left out"
    decisions.add(found.source, "turns-without-gold", lacking, text)
    right: list[list[int]] = []
    for at in kept:
        positions = []
        for name in named[at] or ():
            position = kb.find(name)
            if position is None and name != NO_ANSWER:
                hint = did_you_mean(name, kb.answer_ids, kept=1, cutoff=0.8).removeprefix("; ").removesuffix("?")
                expected = f"the id or the text of an answer of {kb.source}"
                raise FormatError(
                    gold.source, None, f"the answer {shown(name)} of turn {found.turns[at]}", expected, hint
                )
            positions += [] if position is None else [position]
        right.append(list(dict.fromkeys(positions)))
    return found.taking(kept).with_gold(right)
