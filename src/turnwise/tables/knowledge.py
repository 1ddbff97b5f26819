"""What an avatar can say: question–answer pairs. What it is asked: turns of dialogues, with their right answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from turnwise.errors import InputError, OptionError, did_you_mean, shown
from turnwise.tables.decisions import plural
from turnwise.tables.judgements import conversation_of

Ints = NDArray[np.int64]

#: The item that a run holds where the avatar says that it has no answer; no answer of a knowledge base is named so.
NO_ANSWER = "NO-ANSWER"


@dataclass(frozen=True, eq=False)
class KnowledgeBase:
    """Question–answer pairs over unique texts.

    Pair *p* says that ``answers[answer_of[p]]`` answers ``questions[question_of[p]]``. A question may have several
    answers, and an answer several questions. Questions and answers stand in the order of their first pairs.
    """

    source: str
    format: str
    questions: list[str]
    answers: list[str]
    question_of: Ints  # [pair]
    answer_of: Ints  # [pair]
    answer_ids: list[str]  # [answer] the item's name in runs: one word, each once
    pair_ids: list[str]  # [pair] the source's own id; empty where it has none
    categories: list[str]  # [pair] empty where it has none
    media: list[str] = field(default_factory=list)  # [answer] its video or sound file; empty where it has none

    def __post_init__(self) -> None:
        if not self.media:
            object.__setattr__(self, "media", [""] * len(self.answers))

    def __len__(self) -> int:
        """How many pairs it has."""
        return len(self.question_of)

    def __repr__(self) -> str:
        sizes = (len(self), "pair"), (len(self.questions), "question"), (len(self.answers), "answer")
        return f"<KnowledgeBase {self.source}: {', '.join(plural(*size) for size in sizes)}>"

    @cached_property
    def tie_order(self) -> Ints:
        """The rank of each answer's id by its bytes: of two equal scores the higher rank stands first."""
        by_bytes = sorted(range(len(self.answers)), key=lambda answer: self.answer_ids[answer].encode())
        ranks = np.empty(len(by_bytes), dtype=np.int64)
        ranks[by_bytes] = np.arange(len(by_bytes))
        return ranks

    @cached_property
    def pairs_by_answer(self) -> Ints:
        """The pairs, those of the first answer first."""
        return np.argsort(self.answer_of, kind="stable")

    @cached_property
    def answer_starts(self) -> Ints:
        """Where the pairs of each answer start in `pairs_by_answer`, and where the last one's end."""
        counts = np.bincount(self.answer_of, minlength=len(self.answers))
        return np.concatenate(([0], np.cumsum(counts, dtype=np.int64)))

    def questions_of(self, answer: int) -> list[str]:
        """The questions that an answer answers."""
        pairs = self.pairs_by_answer[self.answer_starts[answer] : self.answer_starts[answer + 1]]
        return [self.questions[question] for question in self.question_of[pairs]]

    def answers_to(self, question: str) -> list[int]:
        """The answers of a question, by its text."""
        return [int(a) for q, a in zip(self.question_of, self.answer_of, strict=True) if self.questions[q] == question]

    def answer_named(self, name: str) -> int:
        """The answer with this id."""
        if name not in self._by_id:
            hint = did_you_mean(name, self._by_id) or f"; ids are such as {shown(self.answer_ids[0])}."
            raise InputError(f"{self.source}: there is no answer {shown(name)}{hint}")
        return self._by_id[name]

    def find(self, said: str) -> int | None:
        """The answer of this text, or of this id; None where there is none."""
        found = self._by_text.get(said)
        return self._by_id.get(said) if found is None else found

    @cached_property
    def _by_id(self) -> dict[str, int]:
        return {name: answer for answer, name in enumerate(self.answer_ids)}

    @cached_property
    def _by_text(self) -> dict[str, int]:
        return {text: answer for answer, text in enumerate(self.answers)}


@dataclass(frozen=True, eq=False)
class Questions:
    """The turns that an avatar has to answer, with what was said before each one.

    `said` holds all utterances of all dialogues in their order. Turn *i* is the utterance ``said[place[i]]`` of a
    dialogue that starts at ``said[start[i]]``. The right answers of turn *i* are positions in the knowledge base's
    `answers`: ``gold[gold_offsets[i]:gold_offsets[i + 1]]``; a turn without any has no right answer, and silence is
    right. `gold` is None where nobody said what is right.
    """

    source: str
    format: str
    turns: list[str]  # ids such as PER-1_1
    texts: list[str]
    splits: list[str]  # dev, test, or empty where the source has no split
    replies: list[str]  # what was answered in the dialogue; empty where nothing was
    said: list[str]
    by_avatar: NDArray[np.bool_]  # [utterance]
    place: Ints
    start: Ints
    gold_offsets: Ints | None = None
    gold: Ints | None = None

    def __len__(self) -> int:
        return len(self.turns)

    def __repr__(self) -> str:
        return f"<Questions {self.source}: {plural(len(self), 'turn')} of {plural(self.n_dialogues, 'dialogue')}>"

    @property
    def n_dialogues(self) -> int:
        return len(set(self.conversations))

    @cached_property
    def conversations(self) -> list[str]:
        """The dialogue of each turn."""
        return [conversation_of(turn) for turn in self.turns]

    def before(self, turn: int, most: int | None = None) -> list[tuple[str, bool]]:
        """What was said before a turn, oldest first, and whether the avatar said it; at `most` so many utterances."""
        start, end = int(self.start[turn]), int(self.place[turn])
        if most is not None:
            start = max(start, end - most)
        return [(self.said[at], bool(self.by_avatar[at])) for at in range(start, end)]

    @cached_property
    def contexts(self) -> list[list[str]]:
        """All that was said before each turn, oldest first."""
        return [self.said[start:end] for start, end in zip(self.start, self.place, strict=True)]

    def gold_of(self, turn: int) -> Ints:
        """The right answers of a turn, none where no answer is right."""
        if self.gold is None or self.gold_offsets is None:
            raise InputError(f"{self.source}: nobody said which answers are right; give them as qrels or in a column.")
        return self.gold[self.gold_offsets[turn] : self.gold_offsets[turn + 1]]

    @cached_property
    def n_gold(self) -> Ints:
        """How many right answers each turn has."""
        if self.gold_offsets is None:
            raise InputError(f"{self.source}: nobody said which answers are right; give them as qrels or in a column.")
        return np.diff(self.gold_offsets)

    @cached_property
    def split_names(self) -> list[str]:
        """The splits there are, in the order of their first turns."""
        return [name for name in dict.fromkeys(self.splits) if name]

    def of_split(self, split: str) -> Questions:
        """The turns of one split, such as dev or test."""
        if split not in self.split_names:
            known = ", ".join(self.split_names)
            hint = did_you_mean(split, self.split_names) or (f"; it has {known}." if known else "; it has no splits.")
            raise OptionError(f"{self.source}: there is no split {shown(split)}{hint}")
        return self.taking([at for at, name in enumerate(self.splits) if name == split])

    def taking(self, kept: Sequence[int] | Ints) -> Questions:
        """The turns at these positions, in this order; what was said before them stays."""
        positions = np.asarray(kept, dtype=np.int64)
        taken = replace(
            self,
            turns=[self.turns[i] for i in positions],
            texts=[self.texts[i] for i in positions],
            splits=[self.splits[i] for i in positions],
            replies=[self.replies[i] for i in positions],
            place=self.place[positions],
            start=self.start[positions],
        )
        return taken if self.gold is None else taken.with_gold([self.gold_of(i) for i in positions])

    def with_gold(self, gold: Sequence[Sequence[int] | Ints]) -> Questions:
        """The same turns with these right answers, given as positions in the knowledge base."""
        counts = [len(answers) for answers in gold]
        offsets = np.concatenate(([0], np.cumsum(counts, dtype=np.int64)))
        flat = np.fromiter((answer for answers in gold for answer in answers), dtype=np.int64, count=int(offsets[-1]))
        return replace(self, gold_offsets=offsets, gold=flat)
