"""The gold side of submissions: how annotators' labels are distributed, over dialogues and over turns."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from turnwise.errors import InputError
from turnwise.measures.packed import Floats
from turnwise.tables.dialogues import HELPDESK_REGULAR, KINDS, Bools, Dialogues, Ints, Nuggets
from turnwise.tables.predictions import CUSTOMER_LABELS, HELPDESK_LABELS
from turnwise.tables.schemes import Question, Scheme

_WORD = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True, eq=False)
class Votes:
    """How often annotators gave each label: of a question to a dialogue, and to each of its turns.

    A turn is all that a side says in a row. ``turns[turn, label]`` has the labels of the turn's side; a row without a
    vote was not judged.
    """

    source: str
    names: list[str]
    quality: Mapping[str, Floats]  # question → [dialogue, value]
    values: Mapping[str, tuple[str, ...]]  # question → what its values are called
    offsets: Ints
    by_helpdesk: Bools
    turns: Floats | None  # [turn, label]


def votes_of(blocks: Dialogues, scheme: Scheme) -> Votes:
    """The votes of dialogues in which every post is a block."""
    quality: dict[str, Floats] = {}
    labels = blocks.labels
    if labels is not None:
        for question in (known for known in scheme.questions if known.name in labels.questions):
            rows = labels.question == labels.number(question.name)
            order = list(question.values)
            bins = np.array([order.index(value) for value in scheme.numbers(labels, question.name).tolist()], dtype=int)
            counts = quality[question.name] = np.zeros((len(blocks), len(order)))
            np.add.at(counts, (labels.item[rows], bins), 1)
    return Votes(
        blocks.source,
        blocks.names,
        quality,
        {name: names_of_values(scheme[name]) for name in quality},
        blocks.offsets,
        blocks.by_helpdesk,
        None if blocks.nuggets is None else _of_turns(blocks, blocks.nuggets),
    )


def names_of_values(question: Question) -> tuple[str, ...]:
    """What a measure such as `LabelF1(label=lowest)` calls the values: their words, where all are words."""
    words = tuple(question.values.values())
    if len(set(words)) == len(words) and all(map(_WORD.fullmatch, words)):
        return words
    return tuple(f"v{value:g}".replace("-", "m") for value in question.values)


def _of_turns(blocks: Dialogues, nuggets: Nuggets) -> Floats:
    """The votes of each turn: a nugget's kind, or none by those who read the dialogue and marked no nugget there."""
    turn = blocks.offsets[nuggets.dialogue] + nuggets.first
    wrong = np.flatnonzero(blocks.by_helpdesk[turn] != nuggets.by_helpdesk)
    if len(wrong):
        at = int(wrong[0])
        raise InputError(
            f"{blocks.source}: dialogue {blocks.names[nuggets.dialogue[at]]}, annotator "
            f"{nuggets.annotators[nuggets.annotator[at]]}: found {KINDS[nuggets.kind[at]]} on a turn of the other "
            "side, expected kinds of the side that says it; `turnwise dialogues check` lists all such nuggets."
        )
    votes = np.zeros((blocks.n_posts, len(CUSTOMER_LABELS)))
    np.add.at(
        votes, (turn, np.where(nuggets.kind >= HELPDESK_REGULAR, nuggets.kind - HELPDESK_REGULAR, nuggets.kind)), 1
    )
    readings = np.bincount(nuggets.read[:, 0], minlength=len(blocks))[blocks.owner]
    none = np.where(blocks.by_helpdesk, len(HELPDESK_LABELS), len(CUSTOMER_LABELS)) - 1
    votes[np.arange(len(votes)), none] = readings - votes.sum(axis=1)
    return votes
