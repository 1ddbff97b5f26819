"""What to tell whoever makes an avatar, from retrieval alone: no rater is needed.

- **Versatile** answers score well for many questions that are not alike, and so are given where they are not meant.
- **Hidden** answers come first for none of their own questions, so nobody will ever hear them.
- **Twins** are questions that are nearly the same and have different answers: which one is given is left to chance.
- **Unserved** turns have no answer: the best ones to record next are those whose answers would serve most others.
- **Missed** turns have a right answer that is not found: it wants more ways to ask for it, not another recording.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from turnwise.errors import OptionError
from turnwise.retrieval.alike import Alike, Likeness, chance, measuring, serving_most, standing_for
from turnwise.retrieval.asked_turns import MISSED, UNSERVED, AskedTurn, first_answers, state_of
from turnwise.retrieval.ranked import Ints, Ranked
from turnwise.retrieval.retriever import Index, Progress, Retriever
from turnwise.tables.knowledge import KnowledgeBase

#: Turns less alike than this serve each other so seldom that it is not counted.
FAINT = 0.1


@dataclass(frozen=True)
class AdviceSettings:
    """`depth`: the ranks that count as scoring well. `alike`, `near`: cosines from which texts are grouped, or twins.

    `abstain` is the score below which the avatar says that it has no answer.
    """

    depth: int = 5
    alike: float = 0.7
    near: float = 0.8
    abstain: float | None = None

    def __post_init__(self) -> None:
        if self.depth < 1:
            raise OptionError(f"depth must be a whole number from 1, found {self.depth}.")
        if self.abstain is not None and math.isnan(self.abstain):
            raise OptionError("the score to abstain below must be a number, found nan.")
        for name in ("alike", "near"):
            if not 0 < getattr(self, name) <= 1:
                raise OptionError(f"{name} must be a cosine above 0 and up to 1, found {getattr(self, name)}.")


@dataclass(frozen=True)
class Versatile:
    """An answer, and for how many questions it scores well."""

    answer: str
    text: str
    questions: int  # that are not alike, and have it among their first answers
    first: int  # of these, the ones for which it comes first
    own: int  # the questions that the knowledge base has it for


@dataclass(frozen=True)
class Hidden:
    """An answer that comes first for none of its own questions, and what comes instead."""

    answer: str
    text: str
    question: str
    instead: str


@dataclass(frozen=True)
class Twins:
    """Two questions that are nearly the same, or one question; with different answers."""

    question: str
    other: str
    cosine: float
    answers: list[str]
    other_answers: list[str]


@dataclass(frozen=True)
class Recording:
    """A question that an answer should be recorded for, and the turns that it would serve."""

    question: str
    serves: float  # how many turns it may be expected to serve, beside those of the recordings before it
    turns: int  # that surely ask for the same
    dialogues: int
    reasons: dict[str, int]
    also: list[str]  # the other questions that are alike
    ids: list[str]  # of the turns


@dataclass(frozen=True)
class Lesson:
    """An answer that is right for turns that get another one, and how they ask for it."""

    answer: str
    text: str
    turns: int
    questions: list[str]


@dataclass(frozen=True, eq=False)
class Advice:
    """All of it."""

    kb: KnowledgeBase
    retriever: str
    measured_by: str  # what says how alike two questions are
    settings: AdviceSettings
    turns: int
    dialogues: int
    states: dict[str, int]  # of the turns
    probes: int  # questions that are not alike, of visitors or else of the knowledge base
    versatile: list[Versatile] = field(default_factory=list)  # all answers, the most versatile first
    hidden: list[Hidden] = field(default_factory=list)
    twins: list[Twins] = field(default_factory=list)
    to_record: list[Recording] = field(default_factory=list)
    to_teach: list[Lesson] = field(default_factory=list)

    @property
    def unserved(self) -> int:
        """How many turns have no answer."""
        return sum(self.states.get(name, 0) for name in UNSERVED)

    @property
    def by_chance(self) -> float:
        """In how many questions' first answers each answer would stand if chance put them there."""
        return self.probes * min(1.0, self.settings.depth / len(self.kb.answers))

    @property
    def places(self) -> int:
        """How many places there are among the first answers of all questions."""
        return sum(one.questions for one in self.versatile)

    def as_dict(self) -> dict[str, Any]:
        """As JSON writes it."""
        return {
            "retriever": self.retriever,
            "measured_by": self.measured_by,
            "settings": asdict(self.settings),
            "turns": self.turns,
            "dialogues": self.dialogues,
            "states": self.states,
            "unserved": self.unserved,
            "probes": {"questions": self.probes, "of": "visitors" if self.turns else "the knowledge base"},
            "by_chance": self.by_chance,
            **{
                name: [asdict(one) for one in getattr(self, name)]
                for name in ("to_record", "to_teach", "versatile", "hidden", "twins")
            },
        }


def advice(
    index: Index,
    by: Retriever,
    asked: Sequence[AskedTurn],
    settings: AdviceSettings | None = None,
    progress: Progress | None = None,
) -> Advice:
    """What to tell the maker of a knowledge base, of which `index` is what the retriever `by` made."""
    chosen, kb, measure = settings or AdviceSettings(), index.kb, measuring(by)
    per_question = np.bincount(kb.question_of, minlength=len(kb.questions))
    # Deep enough that a question's own answers can be left out.
    own = index.search(kb.questions, chosen.depth + int(per_question.max()), progress=progress)
    found = index.search([turn.text for turn in asked], chosen.depth, [turn.before for turn in asked], progress)
    states = [state_of(turn, first) for turn, first in zip(asked, first_answers(found, chosen.abstain), strict=True)]
    likeness = Likeness(list(dict.fromkeys([*kb.questions, *(turn.text for turn in asked)])), measure, progress)
    lists = _probes(likeness, asked, found, chosen.alike) if asked else _own_probes(likeness, kb, own, chosen)
    return Advice(
        kb=kb,
        retriever=str(by),
        measured_by=str(measure),
        settings=chosen,
        turns=len(asked),
        dialogues=len({turn.dialogue for turn in asked}),
        states=dict(Counter(states)),
        probes=len(lists),
        versatile=versatile(kb, lists),
        hidden=_hidden(kb, own),
        twins=_twins(kb, likeness.among(range(len(kb.questions)), chosen.near)),
        to_record=_to_record(asked, states, likeness, measure, chosen.alike),
        to_teach=_to_teach(kb, asked, states),
    )


def _probes(likeness: Likeness, asked: Sequence[AskedTurn], found: Ranked, least: float) -> list[Ints]:
    """The first answers of visitors' questions that are not alike, each of which was asked first in some turn."""
    first = {turn.text: at for at, turn in reversed(list(enumerate(asked)))}
    place = {text: at for at, text in enumerate(likeness.texts)}
    times = Counter(turn.text for turn in asked)
    groups = standing_for(likeness.among([place[text] for text in times], least), list(times.values()))
    texts = list(times)
    return [found.of(first[texts[centre]])[0] for centre, _ in groups]


def _own_probes(likeness: Likeness, kb: KnowledgeBase, own: Ranked, settings: AdviceSettings) -> list[Ints]:
    """The first answers of the knowledge base's questions that are not alike, without those that are their own."""
    n = len(kb.questions)
    lists = []
    for question, _ in standing_for(likeness.among(range(n), settings.alike), [1] * n):
        listed, mine = own.of(question)[0], kb.answer_of[kb.question_of == question]
        lists.append(listed[~np.isin(listed, mine)][: settings.depth])
    return lists


def versatile(kb: KnowledgeBase, lists: Sequence[Ints]) -> list[Versatile]:
    """All answers, by how many of these lists of first answers have them."""
    n = len(kb.answers)
    flat = np.concatenate([np.zeros(0, dtype=np.int64), *lists])
    listed = np.bincount(flat, minlength=n)
    first = np.bincount([int(one[0]) for one in lists if len(one)], minlength=n) if lists else np.zeros(n, np.int64)
    own = np.bincount(kb.answer_of, minlength=n)
    return [
        Versatile(kb.answer_ids[a], kb.answers[a], int(listed[a]), int(first[a]), int(own[a]))
        for a in np.lexsort((-first, -listed)).tolist()
    ]


def _hidden(kb: KnowledgeBase, own: Ranked) -> list[Hidden]:
    first = [int(answers[0]) if len(answers := own.of(question)[0]) else -1 for question in range(len(kb.questions))]
    found = []
    for answer in range(len(kb.answers)):
        pairs = kb.pairs_by_answer[kb.answer_starts[answer] : kb.answer_starts[answer + 1]]
        questions = kb.question_of[pairs].tolist()
        if all(first[question] != answer for question in questions):
            instead = first[questions[0]]
            found.append(
                Hidden(
                    kb.answer_ids[answer], kb.answers[answer], kb.questions[questions[0]],
                    kb.answer_ids[instead] if instead >= 0 else "",
                )
            )  # fmt: skip
    return found


def _twins(kb: KnowledgeBase, near: Alike) -> list[Twins]:
    answers: list[list[int]] = [[] for _ in kb.questions]
    for question, answer in zip(kb.question_of.tolist(), kb.answer_of.tolist(), strict=True):
        if answer not in answers[question]:
            answers[question].append(answer)
    same = [(question, question, 1.0) for question, several in enumerate(answers) if len(several) > 1]
    apart = [(one, other, cosine) for one, other, cosine in near.pairs() if not set(answers[one]) & set(answers[other])]
    ids = [[kb.answer_ids[answer] for answer in several] for several in answers]
    return [
        Twins(kb.questions[one], kb.questions[other], cosine, ids[one], ids[other])
        for one, other, cosine in [*same, *apart]
    ]


def _to_record(
    asked: Sequence[AskedTurn], states: Sequence[str], likeness: Likeness, measure: Retriever, least: float
) -> list[Recording]:
    turns: dict[str, list[int]] = {}
    for at, state in enumerate(states):
        if state in UNSERVED:
            turns.setdefault(asked[at].text, []).append(at)
    texts = list(turns)
    place = {text: at for at, text in enumerate(likeness.texts)}
    near = likeness.among([place[text] for text in texts], min(FAINT, least))
    times = [len(mine) for mine in turns.values()]
    found = []
    for centre, serves, members in serving_most(near, times, chance(measure, near.cosines), least):
        mine = [at for member in members for at in turns[texts[member]]]
        found.append(
            Recording(
                texts[centre],
                serves,
                len(mine),
                len({asked[at].dialogue for at in mine}),
                dict(Counter(states[at] for at in mine).most_common()),
                [texts[member] for member in members if member != centre],
                [asked[at].turn for at in mine],
            )
        )
    return found


def _to_teach(kb: KnowledgeBase, asked: Sequence[AskedTurn], states: Sequence[str]) -> list[Lesson]:
    """The answers that are right for the most turns that are missed, each turn counted for one of them."""
    missed = {at for at, state in enumerate(states) if state == MISSED}
    found = []
    while missed:
        times = Counter(answer for at in sorted(missed) for answer in sorted(asked[at].right or ()))
        answer, turns = min(times.items(), key=lambda one: (-one[1], one[0]))
        mine = [at for at in sorted(missed) if answer in (asked[at].right or ())]
        missed -= set(mine)
        questions = list(dict.fromkeys(asked[at].text for at in mine))
        found.append(Lesson(kb.answer_ids[answer], kb.answers[answer], turns, questions))
    return found
